"""Every single action that is legal now, in the order of `candidates`, without trying all of these.

What the rules themselves ask first (where may a road start, is there a village for the city, does the seat have a
market there) bounds where an action can be. The law is asked about what is left.
"""

from collections.abc import Iterator
from itertools import compress

from referee.titles.magna_grecia.rules.cities import founding_villages, has_own_village, is_taken
from referee.titles.magna_grecia.rules.markets import has_unsold_market, is_active, market_of
from referee.titles.magna_grecia.rules.moves import (
    MARKET,
    Action,
    EndTiles,
    LayCity,
    LayRoad,
    MagnaGreciaStep,
    Resupply,
    SetOracle,
    move_of_steps,
    turn_of_actions,
)
from referee.titles.magna_grecia.rules.oracles import free_villages
from referee.titles.magna_grecia.rules.play import SHAPES, WAYS, Candidate
from referee.titles.magna_grecia.rules.roads import starting_exits
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.step_trials import after, allows, position_after_steps
from referee.titles.magna_grecia.rules.turns import card_limits, card_of

LegalSteps = tuple[str, tuple[MagnaGreciaStep, ...], Position | None]
"""The kind of a candidate, its steps between the move as a whole and the end of the turn, and the position after them
where that was needed to know that they are legal."""


def legal_candidates(position: Position) -> Iterator[Candidate]:
    """`(kind, move)` of every candidate that no rule forbids."""
    return ((kind, move_of_steps(position.seat, steps)) for kind, steps, _ in legal_steps(position))


def legal_steps(position: Position) -> Iterator[LegalSteps]:
    """The same in steps."""
    if not position.seat:
        return
    if position.clock.round == 0:
        yield from legal_oracles(position)
        return
    yield from legal_roads(position)
    yield from legal_cities(position)
    yield from legal_resupplies(position)
    yield from legal_markets(position)


def may_take_turn(position: Position, actions: list[Action], *market: str) -> bool:
    """Whether the rules about a move as a whole allow these kinds of actions."""
    return allows(position, turn_of_actions(position.seat, actions, market))


def legal_oracles(position: Position) -> Iterator[LegalSteps]:
    """MG-2.2: on villages."""
    if may_take_turn(position, [{"oracle": ""}]):
        for label in free_villages(position):
            oracle = SetOracle(position.seat, position.setting.board.cells[label], label)
            if allows(position, oracle):
                yield "oracle", (oracle,), None


def legal_roads(position: Position) -> Iterator[LegalSteps]:
    """MG-7: single tiles."""
    seat, labels = position.seat, position.setting.board.labels
    for cell, shapes in legal_road_shapes(position):
        label = labels[cell]
        for shape in shapes:
            yield "road", (LayRoad(seat, cell, *SHAPES[shape], label, WAYS[shape]),), None


def legal_road_shapes(position: Position) -> Iterator[tuple[int, list[int]]]:
    """Each empty space with an exit from which a road may start (MG-7.1, MG-7.2), and the legal shapes of one there.

    The law is asked once about tiles that join roads of the same seats.
    """
    if not may_take_turn(position, [{"road": ""}]):
        return
    known: dict[tuple[str, str], bool] = {}
    starts, mates = starting_exits(position, position.seat), position.setting.mate
    for cell in sorted({exit // 6 for exit in starts}):
        if not position.is_empty(cell):
            continue
        first = 6 * cell
        found: list[int] = []
        owners = [owner_of_end(position, mate) for mate in mates[first : first + 6]]
        for shape, (a, b) in enumerate(SHAPES):
            if first + a in starts or first + b in starts:
                joined = owners[a], owners[b]
                if joined not in known:
                    known[joined] = allows(position, road_tile(position, cell, shape))
                if known[joined]:
                    found.append(shape)
        yield cell, found


def owner_of_end(position: Position, exit: int) -> str:
    """The seat whose road ends at this exit, if there is one."""
    return position.roads[exit // 6].seat if exit in position.ends else ""


def road_tile(position: Position, cell: int, shape: int) -> LayRoad:
    """A road tile of the seat to move, by its number in `SHAPES`."""
    a, b = SHAPES[shape]
    return LayRoad(position.clock.waiting[0], cell, a, b, position.setting.board.labels[cell], WAYS[shape])


def legal_cities(position: Position) -> Iterator[LegalSteps]:
    """MG-6: one tile, or two where the first is next to a village."""
    one, two = (may_take_turn(position, [{"city": ""}] * number) for number in (1, 2))
    seat, labels = position.seat, position.setting.board.labels
    villages = founding_villages(position, seat) if two else ()
    for cell in spaces_for_cities(position, seat, villages):
        owes = not has_own_village(position, seat, cell)
        near = villages_to_cover(position, cell, villages if owes else None) if two else []
        if near or (one and not owes):
            tile = LayCity(seat, cell, labels[cell])
            begun = after(position, tile)
            if begun and one and not owes:
                yield from ended_city(begun, tile)
            for village in near if begun else ():
                yield from ended_city(begun, tile, LayCity(seat, village, labels[village]))


def spaces_for_cities(position: Position, seat: str, founding: tuple[int, ...]) -> list[int]:
    """The free spaces on a village, next to a city of the seat, or next to one of the villages `founding`."""
    setting = position.setting
    places = [*founding, *[cell for city in position.cities.values() if city.seat == seat for cell in city.cells]]
    found = {*compress(range(len(setting.village)), setting.village)}
    found.update(*[setting.near[cell] for cell in places])
    return [cell for cell in sorted(found) if not is_taken(position, cell)]


def villages_to_cover(position: Position, cell: int, founding: tuple[int, ...] | None) -> list[int]:
    """The villages next to a tile that a second tile could cover: one of `founding`, if the tile owes one (MG-6.2)."""
    near = position.villages_near(cell)
    return near if founding is None else [each for each in near if each in founding]


def ended_city(begun: Position | None, tile: LayCity, *more: LayCity) -> Iterator[LegalSteps]:
    """City tiles of which the first one is placed, if the rules allow the others and to end with them."""
    ends = EndTiles(tile.seat, tuple([(each.cell, index) for index, each in enumerate((tile, *more))]))
    if begun and (ended := position_after_steps(begun, (*more, ends))):
        yield "city", (tile, *more, ends), ended


def legal_resupplies(position: Position) -> Iterator[LegalSteps]:
    """MG-4.3: every number of tiles that the staging area has."""
    for roads, cities in legal_resupply_numbers(position):
        yield "resupply", (Resupply(position.seat, roads, cities),), None


def legal_resupply_numbers(position: Position) -> Iterator[tuple[int, int]]:
    """The numbers of road tiles and city tiles. To the rules those with the same sum are alike."""
    purse = position.purses[position.seat]
    most = card_limits(card_of(position), True)["resupply"]
    known: dict[int, bool] = {0: False}
    for roads in range(min(most, purse.staged_roads) + 1):
        for cities in range(min(most - roads, purse.staged_cities) + 1):
            number = roads + cities
            if number not in known:
                known[number] = may_take_turn(position, [{"resupply": {"road": roads, "city": cities}}])
            if known[number]:
                yield roads, cities


def legal_markets(position: Position) -> Iterator[LegalSteps]:
    """MG-8: built in places where the seat has none, and sold where it has an active one."""
    seat, labels = position.seat, position.setting.board.labels
    places = [cell for cell, place in enumerate(position.places()) if place == cell]
    free = [place for place in places if not market_of(position, seat, place)]
    mine = [place for place in sorted(position.markets) if has_unsold_market(position, seat, place)]
    active = [place for place in mine if is_active(position, seat, place)]
    for kind, there in (("build", free), ("sell", active)):
        if may_take_turn(position, [], kind):
            for place in there:
                market = MARKET[kind](seat, place, labels[place])
                if allows(position, market):
                    yield kind, (market,), None
