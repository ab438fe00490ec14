"""MG-10: the end of the game, and what stands on the board is worth now."""

from collections.abc import Iterator

from referee.rules.rulebook import Outcome
from referee.titles.magna_grecia.rules.events import (
    GameEnded,
    MagnaGreciaEvent,
    MarketRemoved,
    MarketScored,
    OracleScored,
)
from referee.titles.magna_grecia.rules.markets import is_active, value
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.words import say

ORACLE_POINTS = 4


def final_scoring(position: Position) -> Iterator[MagnaGreciaEvent]:
    """MG-10.2 to MG-10.4, step by step: markets removed, markets scored place by place, oracles scored, winners."""
    points = {seat: purse.points for seat, purse in position.purses.items()}
    yield from removals(position)
    for event in scores(position):
        points[event.seat] += event.value
        yield event
    yield GameEnded(winners(position, points))


def scores(position: Position) -> Iterator[MarketScored | OracleScored]:
    yield from market_scores(position)
    yield from oracle_scores(position)


def removals(position: Position) -> Iterator[MarketRemoved]:
    """Sold and inactive markets, in board order (MG-10.2)."""
    for place in sorted(position.markets):
        for market in position.markets[place]:
            if market.sold or not is_active(position, market.seat, place):
                yield MarketRemoved(market.seat, place, market.sold)


def market_scores(position: Position) -> Iterator[MarketScored]:
    """Every active unsold market, place by place in board order (MG-10.2)."""
    for place in sorted(position.markets):
        for market in position.markets[place]:
            if not market.sold and is_active(position, market.seat, place):
                yield MarketScored(market.seat, place, value(position, place))


def oracle_scores(position: Position) -> Iterator[OracleScored]:
    """Four points for the owner of the city that each oracle points to (MG-10.3)."""
    for oracle in position.oracles:
        city = holder(position, oracle)
        if city != NOWHERE:
            yield OracleScored(position.cities[city].seat, oracle, ORACLE_POINTS)


def projected_points(position: Position) -> dict[str, int]:
    """The points of each seat if the game ended now."""
    points = {seat: purse.points for seat, purse in position.purses.items()}
    if not position.clock.over:
        for event in scores(position):
            points[event.seat] += event.value
    return points


def tiles_left(position: Position, seat: str) -> int:
    """Road and city tiles in supply, the staging area not counted (MG-10.4)."""
    return position.purses[seat].roads + position.purses[seat].cities


def winners(position: Position, points: dict[str, int]) -> tuple[str, ...]:
    """MG-10.4: most points; among equals most tiles left; still equal, all of them."""
    ranks = {seat: (points[seat], tiles_left(position, seat)) for seat in position.setting.seats}
    best = max(ranks.values())
    return tuple(seat for seat in position.setting.seats if ranks[seat] == best)


def outcome(position: Position) -> Outcome | None:
    """MG-10.4: how a game ended, and whether tiles had to decide."""
    if not position.clock.over:
        return None
    points = {seat: purse.points for seat, purse in position.purses.items()}
    won, best = winners(position, points), max(points.values())
    tied = list(points.values()).count(best) > len(won)
    way = say("by points, then by tiles left") if tied else say("shared") if len(won) > 1 else say("by points")
    return Outcome(won, points, say("points"), way)
