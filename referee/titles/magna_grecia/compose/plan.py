"""How much of everything a turn may use, and what a part of it uses."""

from operator import add, le

from referee.rules.rulebook import is_allowed
from referee.show.menu import Allowance, Budget
from referee.titles.magna_grecia.rules.moves import TakeTurn
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.turns import card_limits, card_of, tiles_of_kind
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
ROADS, CITIES, RESUPPLY, MARKETS = 0, 1, 2, 6
"""Which of `BUDGETS` are the numbers of actions, and of markets that are built or sold."""

Sums = tuple[int, ...]
"""One number for each of `BUDGETS`."""
NOTHING_SPENT: Sums = (0,) * len(BUDGETS)


def spent(before: Position, after: Position, kind: str) -> Sums:
    """What of each budget went from one position to the other. Income can be used from the next turn on."""
    seat = before.seat
    points, roads, cities, markets, staged_roads, staged_cities = before.purses[seat].amounts
    points_left, roads_left, cities_left, markets_left, *staged_left = after.purses[seat].amounts
    return (
        max(0, roads - roads_left),
        max(0, cities - cities_left),
        max(0, staged_roads + staged_cities - sum(staged_left)),
        int(after.turn.founded and not before.turn.founded),
        max(0, points - points_left),
        max(0, markets - markets_left),
        int(kind in ("build", "sell")),
    )


def combined_sums(one: Sums, other: Sums) -> Sums:
    return tuple(map(add, one, other))


def is_within_allowances(ways: tuple[Allowance, ...], sums: Sums) -> bool:
    """Whether one of the ways allows that much."""
    for way in ways:  # noqa: SIM110  # a generator takes twice as long
        if all(map(le, sums, way.limits)):
            return True
    return False


ACTIONS = ("road", "city", "resupply")
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
    """The largest number of a kind, alone or next to another, that the rules about a whole turn allow.

    Asked is no more than the card and the supply have (MG-4.8, MG-4.9).
    """
    purse, limits = position.purses[position.seat], card_limits(card_of(position), beside is None)
    have = purse.roads, purse.cities, purse.staged_roads + purse.staged_cities
    number = min(limits[ACTIONS[kind]], have[kind])
    while number and not is_allowed(PLAY.law, position, whole_turn(position, counting(kind, number, beside))):
        number -= 1
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
    return say("up to {one}, and no other action", one=told[0]) if told else say("only a market")
