"""Every single action that is legal now, in the order of `candidates`, without trying all of these.

What the rules themselves ask first (where may a road start, is there a village for the city, does the seat have a
market there) bounds where an action can be. The law is asked about what is left.
"""

from collections.abc import Iterator

from referee.titles.magna_grecia.rules.cities import founding_villages, has_own_village, is_taken
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.moves import (
    MARKET,
    Action,
    EndTiles,
    LayCity,
    LayRoad,
    SetOracle,
    turn_of_actions,
)
from referee.titles.magna_grecia.rules.oracles import free_villages
from referee.titles.magna_grecia.rules.play import SHAPES, WAYS, Candidate, move_of_actions, resupplies
from referee.titles.magna_grecia.rules.roads import can_start_road
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.step_trials import after, allows, position_after_steps


def legal_candidates(position: Position) -> Iterator[Candidate]:
    """`(kind, move)` of every candidate that no rule forbids."""
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


def legal_oracles(position: Position) -> Iterator[Candidate]:
    if may_take_turn(position, [{"oracle": ""}]):
        for label in free_villages(position):
            if allows(position, SetOracle(position.seat, position.setting.board.cells[label], label)):
                yield "oracle", move_of_actions(position, {"oracle": label})


def legal_roads(position: Position) -> Iterator[Candidate]:
    if may_take_turn(position, [{"road": ""}]):
        for road in possible_roads(position):
            if allows(position, road):
                yield "road", move_of_actions(position, {"road": f"{road.at} {road.exits}"})


def possible_roads(position: Position) -> Iterator[LayRoad]:
    """The road tiles on empty spaces with an exit from which a road may start (MG-7.1, MG-7.2)."""
    seat = position.seat
    for cell, label in enumerate(position.setting.board.labels):
        if not position.is_empty(cell):
            continue
        starts = [can_start_road(position, seat, 6 * cell + edge) for edge in range(6)]
        if any(starts):
            for (a, b), exits in zip(SHAPES, WAYS, strict=True):
                if starts[a] or starts[b]:
                    yield LayRoad(seat, cell, a, b, label, exits)


def legal_cities(position: Position) -> Iterator[Candidate]:
    """One tile, or two where the first is next to a village."""
    one, two = (may_take_turn(position, [{"city": ""}] * number) for number in (1, 2))
    villages = founding_villages(position, position.seat) if two else ()
    for cell, label in enumerate(position.setting.board.labels):
        alone = has_own_village(position, position.seat, cell)
        near = villages_to_cover(position, cell, alone, villages) if two else []
        if is_taken(position, cell) or not (near or (one and alone)):
            continue
        begun = after(position, LayCity(position.seat, cell, label))
        if begun and one and alone and allows(begun, EndTiles(position.seat, ((cell, 0),))):
            yield "city", move_of_actions(position, {"city": label})
        for there in near if begun else ():
            if begun and covers(begun, cell, there):
                yield "city", move_of_actions(position, {"city": label}, {"city": position.label(there)})


def covers(begun: Position, cell: int, village: int) -> bool:
    """Whether a second tile may cover a village after the first one was placed on a cell next to it."""
    tile = LayCity(begun.seat, village, begun.label(village))
    return bool(position_after_steps(begun, (tile, EndTiles(begun.seat, ((cell, 0), (village, 1))))))


def villages_to_cover(position: Position, cell: int, alone: bool, founding: tuple[int, ...]) -> list[int]:
    """The villages next to a tile that the next tile could cover; a new city off the villages needs one of these."""
    return [each for each in position.neighbours(cell) if position.is_village(each) and (alone or each in founding)]


def legal_resupplies(position: Position) -> Iterator[Candidate]:
    for kind, move in resupplies(position):
        if may_take_turn(position, list(move["actions"])):
            yield kind, move


def legal_markets(position: Position) -> Iterator[Candidate]:
    """Those to sell are where the seat has one (MG-8.7)."""
    seat, labels = position.seat, position.setting.board.labels
    places = [cell for cell in range(len(labels)) if position.place_at(cell) == cell]
    mine = [place for place in places if market_of(position, seat, place)]
    for kind, there in (("build", places), ("sell", mine)):
        if may_take_turn(position, [], kind):
            for place in there:
                if allows(position, MARKET[kind](seat, place, labels[place])):
                    yield kind, move_of_actions(position, **{kind: labels[place]})
