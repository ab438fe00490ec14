"""How much of everything a turn may use: budgets, and the ways in which it may be spent (MG-4).

The numbers are found by asking the rules about the move as a whole, one tile more at a time.
"""

from referee.show.menu import Allowance, Budget
from referee.titles.magna_grecia.compose.plan import allows
from referee.titles.magna_grecia.rules.moves import TakeTurn
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.turns import tiles_of_kind
from referee.titles.magna_grecia.show.picture import city_tiles, road_tiles
from referee.words import Phrase, say

BUDGETS = (
    Budget(say("road tiles"), ("MG-4.1", "MG-4.8", "MG-4.9")),
    Budget(say("city tiles"), ("MG-4.2", "MG-4.8", "MG-4.9")),
    Budget(say("tiles resupplied"), ("MG-4.3", "MG-4.8", "MG-4.9")),
    Budget(say("cities founded"), ("MG-6.7",)),
    Budget(say("points"), ("MG-6.8", "MG-8.4")),
    Budget(say("markets in the supply"), ("MG-8.8",)),
    Budget(say("markets built or sold at the end"), ("MG-3.2",)),
)
"""What the choices of a turn use up; `spent` measures it."""

Sums = tuple[int, ...]
"""One number for each of `BUDGETS`."""


def spent(before: Position, after: Position, kind: str) -> Sums:
    """What of each budget went from one position to the other. What comes in serves from the next turn on."""
    seat = before.seat
    gone = [max(0, old - new) for old, new in zip(before.purses[seat], after.purses[seat], strict=True)]
    points, roads, cities, markets, staged_roads, staged_cities = gone
    founded = after.turn.founded and not before.turn.founded
    return roads, cities, staged_roads + staged_cities, int(founded), points, markets, int(kind in ("build", "sell"))


def combined_sums(one: Sums, other: Sums) -> Sums:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def is_within_allowances(ways: tuple[Allowance, ...], sums: Sums) -> bool:
    """Whether one of the ways allows that much."""
    return any(all(sum <= limit for sum, limit in zip(sums, way.limits, strict=True)) for way in ways)


Counts = tuple[int, int, int]
"""Road tiles, city tiles, tiles resupplied."""


def whole_turn(position: Position, counts: Counts) -> TakeTurn:
    """A turn of so many tiles of each kind; resupplied are road tiles as long as there are some."""
    roads, cities, taken = counts
    first = min(taken, position.purses[position.seat].staged_roads)
    kinds = ("road",) * roads + ("city",) * cities + ("resupply",) * bool(taken)
    numbers = {"road": roads, "city": cities, "resupply": taken}
    return TakeTurn(position.seat, kinds, (first, taken - first), (), numbers)


def counting(kind: int, number: int, beside: int | None = None) -> Counts:
    """So many of one kind of action, and one of another."""
    roads, cities, taken = (number if each == kind else int(each == beside) for each in range(3))
    return roads, cities, taken


def most(position: Position, kind: int, beside: int | None = None) -> int:
    """The largest number of a kind, alone or beside another, that the rules about a whole turn allow."""
    number = 0
    while allows(position, whole_turn(position, counting(kind, number + 1, beside))):
        number += 1
    return number


def allowances(position: Position) -> tuple[Allowance, ...]:
    """MG-4.4: two of the three actions; MG-4.8: one of them enhanced, where that is more."""
    found = []
    for one, other in ((0, 1), (0, 2), (1, 2)):
        limits = [0, 0, 0]
        limits[one], limits[other] = most(position, one, other), most(position, other, one)
        if all((limits[one], limits[other])):
            found.append(allowance(position, limits, "MG-4.4"))
    for one in range(3):
        number = most(position, one)
        if number > max((each.limits[one] for each in found), default=0):
            found.append(allowance(position, list(counting(one, number)), "MG-4.8"))
    return tuple(found) or (allowance(position, [0, 0, 0], "MG-4.4"),)


def allowance(position: Position, limits: list[int], rule: str) -> Allowance:
    purse = position.purses[position.seat]
    return Allowance((*limits, 1, purse.points, purse.markets, 1), in_words(limits), (rule,))


def in_words(limits: list[int]) -> Phrase:
    """`up to 3 road tiles and up to 2 city tiles`, `up to 4 road tiles and nothing else`."""
    roads, cities, taken = limits
    told = [road_tiles(roads)] if roads else []
    told += [city_tiles(cities)] if cities else []
    told += [tiles_of_kind("resupply", taken)] if taken else []
    if len(told) == 2:
        return say("up to {one} and up to {other}", one=told[0], other=told[1])
    return say("up to {one}, and no other action", one=told[0]) if told else say("nothing but a market")
