"""What happens in a game of Magna Grecia, by the names under which the sample games are asked for it."""

from collections.abc import Iterator
from typing import Any

from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

WANTED = (
    "city founded on a village",
    "city founded off the villages",
    "city expanded",
    "cities merged",
    "road cut off",
    "market built",
    "market sold",
    "oracle won",
    "oracle lost to another seat",
)
"""What the sample games must show between them; `test_games.ONCE` says what need not come twice."""


def names(position: Position, event: Any) -> Iterator[str]:
    """The name of an event, judged on the position before it."""
    match event:
        case happened.CityLaid(cell=cell, touched=touched):
            yield city_name(position, cell, len(touched))
        case happened.RoadLaid():
            if cuts(position, event):
                yield "road cut off"
        case happened.MarketBuilt(free=False):
            yield "market built"
        case happened.MarketSold():
            yield "market sold"
        case happened.OracleTurned():
            yield oracle_name(position, event)


def city_name(position: Position, cell: int, touched: int) -> str:
    """The tiles between a first one off the villages and its village are part of the founding (MG-6.2)."""
    if position.turn.first != NOWHERE:
        return "city completed"
    if touched:
        return "city expanded" if touched == 1 else "cities merged"
    return "city founded on a village" if position.setting.board.village[cell] else "city founded off the villages"


def oracle_name(position: Position, event: happened.OracleTurned) -> str:
    before = holder(position, event.oracle)
    if before == NOWHERE:
        return "oracle won"
    same = position.cities[before].seat == position.cities[event.city].seat
    return "oracle turned to another city of the same seat" if same else "oracle lost to another seat"


def cuts(position: Position, event: happened.RoadLaid) -> bool:
    """MG-7.5: an open exit of another seat faces the tile's space, and the tile has no exit there."""
    mate = position.setting.board.mate
    blank = [edge for edge in range(6) if edge not in (event.a, event.b)]
    ends = [position.ends.get(mate[6 * event.cell + edge]) for edge in blank]
    return any(end is not None and event.seat not in end[1] for end in ends)
