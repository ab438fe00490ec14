"""What each event changes: the only place where positions are made. Nothing is judged here."""

from bisect import insort
from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import add
from typing import Any

from referee.rules.hexes import EDGES
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.roads import links_of, with_tile
from referee.titles.magna_grecia.rules.state import (
    FRESH,
    NOWHERE,
    City,
    Market,
    Markets,
    Position,
    Purse,
    Road,
    RoundClock,
    Setting,
    Turn,
    city_line,
    market_line,
    oracle_line,
)

MarketsAndLines = tuple[Markets, tuple[str, ...]]
"""The markets, and their lines in the public state."""


def evolve(position: Position, event: MagnaGreciaEvent) -> Position:
    return CHANGES[type(event)](position, event)


def purses_after(position: Position, seat: str, change: Purse) -> dict[str, Purse]:
    """The purses after that of a seat changed by so much."""
    after = position.purses.copy()
    after[seat] = Purse._make(map(add, after[seat], change))
    return after


ROAD_TILE, CITY_TILE = Purse(roads=-1), Purse(points=-1, cities=-1)


def oracle_set(position: Position, event: happened.OracleSet) -> Position:
    cell, seat = event
    oracles = {**position.oracles, cell: NOWHERE}
    lines = {**position.oracle_lines, cell: oracle_line(position.setting, cell, NOWHERE)}
    waiting = position.clock.waiting
    position = with_waiting(position, (*waiting[1:], waiting[0]) if seat else waiting)
    return with_oracles(position, dict(sorted(oracles.items())), dict(sorted(lines.items())))


def with_oracles(position: Position, oracles: Mapping[int, int], lines: Mapping[int, str]) -> Position:
    return Position(
        position.setting, oracles, lines, position.roads, position.road_lines, position.ends, position.cities,
        position.city_lines, position.city_at, position.links, position.turn, position.clock, position.markets,
        position.market_lines, position.purses,
    )  # fmt: skip


def with_rest(
    position: Position,
    turn: Turn,
    clock: RoundClock,
    markets: Markets,
    lines: tuple[str, ...],
    purses: dict[str, Purse],
) -> Position:
    """The position with the same oracles and tiles."""
    return Position(
        position.setting, position.oracles, position.oracle_lines, position.roads, position.road_lines, position.ends,
        position.cities, position.city_lines, position.city_at, position.links, turn, clock, markets, lines, purses,
    )  # fmt: skip


def with_waiting(position: Position, waiting: tuple[str, ...]) -> Position:
    """The position before or after a turn, with others still to act."""
    clock = position.clock
    return with_clock(position, RoundClock(clock.round, clock.card, clock.next_card, waiting, clock.over))


def with_clock(position: Position, clock: RoundClock) -> Position:
    """The position between two turns at another time."""
    return with_rest(position, FRESH, clock, position.markets, position.market_lines, position.purses)


def round_began(position: Position, event: happened.RoundBegan) -> Position:
    waits = position.clock.next_card
    next_card = "" if event.card == waits else waits
    return with_clock(position, RoundClock(event.round, event.card, next_card, event.waiting, False))


def road_laid(position: Position, event: happened.RoadLaid) -> Position:
    seat, cell, a, b = event
    setting, cities, city_at, links = position.setting, position.cities, position.city_at, position.links
    ends, first, second = with_tile(position, seat, cell, a, b)
    touched = places_at_ends(setting, city_at, first, second)
    if touched:
        links = links.copy()
        for each in touched:
            links[each] = links_of(setting, ends, city_at, cities, each)
    turn = position.turn
    turn = Turn(turn.founded, turn.first, turn.allowed, NOWHERE, (), touched)
    roads = position.roads.copy()
    roads[cell] = Road(seat, a, b)
    road_lines = with_line(position.road_lines, f"{seat} {setting.board.labels[cell]} {EDGES[a]}-{EDGES[b]}")
    purses = purses_after(position, seat, ROAD_TILE)
    return Position(
        setting, position.oracles, position.oracle_lines, roads, road_lines, ends, cities, position.city_lines, city_at,
        links, turn, position.clock, position.markets, position.market_lines, purses,
    )  # fmt: skip


def places_at_ends(setting: Setting, city_at: Mapping[int, int], first: int, second: int) -> tuple[int, ...]:
    """The two places that a chain with these end exits joins (MG-7.6), or none: it ends in nothing, or begins there."""
    if first == NOWHERE:
        return ()
    beyond, places = setting.board.beyond, setting.board.place
    here, there = [city_at.get(beyond[exit], places[beyond[exit]]) for exit in (first, second)]
    return () if here in (there, NOWHERE) or there == NOWHERE else (here, there)


def with_line(lines: tuple[str, ...], line: str, *gone: str) -> tuple[str, ...]:
    """Sorted lines with one more, and without these."""
    after = list(lines)
    for each in gone:
        after.remove(each)
    insort(after, line)
    return tuple(after)


def city_laid(position: Position, event: happened.CityLaid) -> Position:
    seat, cell, touched, _ = event
    setting, ends = position.setting, position.ends
    cells = tuple(sorted([cell, *[each for city in touched for each in position.cities[city].cells]]))
    place, merged = cells[0], (*touched, cell)
    cities, city_at = position.cities.copy(), position.city_at.copy()
    for each in touched:
        del cities[each]
    cities[place] = City(seat, cells)
    for each in cells:
        city_at[each] = place
    gone = [city_line(setting, seat, position.cities[each].cells) for each in touched]
    lines = with_line(position.city_lines, city_line(setting, seat, cells), *gone)
    mine = links_of(setting, ends, city_at, cities, place)
    links, changed = position.links.copy(), [place]
    for each in merged:
        links.pop(each, None)
    for each in mine:
        if not keeps_links(position, each, place, merged):
            links[each] = links_of(setting, ends, city_at, cities, each)
            changed.append(each)
    links[place] = mine
    turn = turn_after_tile(position, event, cells, tuple(changed))
    markets, purses = markets_merged(position, merged, place), purses_after(position, seat, CITY_TILE)
    return Position(
        setting, position.oracles, position.oracle_lines, position.roads, position.road_lines, ends, cities, lines,
        city_at, links, turn, position.clock, *markets, purses,
    )  # fmt: skip


def keeps_links(position: Position, neighbour: int, place: int, merged: tuple[int, ...]) -> bool:
    """Whether a place next to the new city was connected to it before, and to nothing else that is in it now."""
    links = position.links.get(neighbour, ())
    for each in merged:
        if each != place and each in links:
            return False
    return place in links


def markets_merged(position: Position, places: tuple[int, ...], place: int) -> MarketsAndLines:
    """The markets of several places in one; a place without markets has no key."""
    setting, markets, lines = position.setting, position.markets, position.market_lines
    for each in places:
        if each != place:
            for market in markets.get(each, ()):
                line = market_line(setting, market.seat, place, market.sold)
                lines = with_line(lines, line, market_line(setting, market.seat, each, market.sold))
    if lines is position.market_lines:
        return markets, lines
    after, together = markets.copy(), [market for each in places for market in markets.get(each, ())]
    for each in places:
        after.pop(each, None)
    after[place] = tuple(together)
    return after, lines


def turn_after_tile(
    position: Position, event: happened.CityLaid, cells: tuple[int, ...], touched: tuple[int, ...]
) -> Turn:
    """Remember a founding (MG-6.7), a village still owed (MG-6.2) and a market due (MG-6.9)."""
    turn, village = position.turn, position.setting.board.village
    uncovered = tuple(position.villages_near(event.cell))
    first, allowed, due = turn.first, turn.allowed, NOWHERE
    if not event.touched:
        on_village = village[event.cell]
        first, allowed = (NOWHERE, ()) if on_village else (event.cell, event.allowed)
        due = cells[0] if on_village else NOWHERE
    elif first in cells and not set(allowed).isdisjoint(cells):
        first, allowed, due = NOWHERE, (), cells[0]
    return Turn(turn.founded or not event.touched, first, allowed, due, uncovered, touched)


def market_built(position: Position, event: happened.MarketBuilt) -> Position:
    seat, place, cost, _ = event
    markets = position.markets.copy()
    markets[place] = (*markets.get(place, ()), Market(seat, False))
    lines = with_line(position.market_lines, market_line(position.setting, seat, place, sold=False))
    return after_trade(position, (markets, lines), seat, -cost, -1)


def after_trade(position: Position, markets: MarketsAndLines, seat: str, points: int, supply: int) -> Position:
    """The position with other markets, when a seat's points and its markets in supply changed by these numbers."""
    purses = purses_after(position, seat, Purse(points, markets=supply))
    return with_rest(position, position.turn, position.clock, *markets, purses)


def less(position: Position, place: int, seat: str, sold: bool) -> MarketsAndLines:
    """The markets after one like this is removed; a place without markets has no key."""
    markets, there, lines = position.markets.copy(), list(position.markets[place]), list(position.market_lines)
    del there[[each.seat == seat and each.sold == sold for each in there].index(True)]
    if there:
        markets[place] = tuple(there)
    else:
        del markets[place]
    lines.remove(market_line(position.setting, seat, place, sold))
    return markets, tuple(lines)


def market_sold(position: Position, event: happened.MarketSold) -> Position:
    seat, place, value = event
    markets = position.markets.copy()
    markets[place] = tuple([Market(each.seat, each.sold or each.seat == seat) for each in markets[place]])
    stood, lies = [market_line(position.setting, seat, place, sold) for sold in (False, True)]
    lines = with_line(position.market_lines, lies, stood)
    return after_trade(position, (markets, lines), seat, value, 0)


def oracle_turned(position: Position, event: happened.OracleTurned) -> Position:
    oracle, edge = event.oracle, event.edge
    oracles = {**position.oracles, oracle: edge}
    lines = {**position.oracle_lines, oracle: oracle_line(position.setting, oracle, edge)}
    return with_oracles(position, oracles, lines)


def with_purse(position: Position, seat: str, change: Purse) -> Position:
    purses = purses_after(position, seat, change)
    return with_rest(position, position.turn, position.clock, position.markets, position.market_lines, purses)


def market_removed(position: Position, event: happened.MarketRemoved) -> Position:
    markets = less(position, event.place, event.seat, event.sold)
    return with_rest(position, position.turn, position.clock, *markets, position.purses)


CHANGES: dict[type, Callable[[Position, Any], Position]] = {
    happened.OracleSet: oracle_set,
    happened.CardTurned: lambda position, event: with_clock(position, replace(position.clock, next_card=event.card)),
    happened.RoundBegan: round_began,
    happened.RoadLaid: road_laid,
    happened.CityLaid: city_laid,
    happened.MarketReturned: lambda position, event: after_trade(
        position, less(position, event.place, event.seat, event.sold), event.seat, 0, 1
    ),
    happened.MarketBuilt: market_built,
    happened.MarketSold: market_sold,
    happened.OracleTurned: oracle_turned,
    happened.Resupplied: lambda position, event: with_purse(
        position, event.seat, Purse(0, event.roads, event.cities, 0, -event.roads, -event.cities)
    ),
    happened.TurnEnded: lambda position, event: with_waiting(position, position.clock.waiting[1:]),
    happened.MarketRemoved: market_removed,
    happened.MarketScored: lambda position, event: after_trade(
        position, less(position, event.place, event.seat, sold=False), event.seat, event.value, 0
    ),
    happened.OracleScored: lambda position, event: with_purse(position, event.seat, Purse(event.value)),
    happened.GameEnded: lambda position, event: replace(position, clock=replace(position.clock, waiting=(), over=True)),
}
