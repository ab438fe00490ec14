"""What each event changes: the only place where positions are made. Nothing is judged here."""

from bisect import bisect
from collections.abc import Callable, Mapping
from operator import add
from typing import Any, TypeVar

from referee.rules.hexes import EDGES
from referee.rules.rulebook import new, with_fields
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.roads import links_of, with_tile
from referee.titles.magna_grecia.rules.state import (
    FRESH,
    NOWHERE,
    City,
    Market,
    Position,
    Purse,
    Road,
    RoundClock,
    Turn,
    city_line,
)

Thing = TypeVar("Thing")


def evolve(position: Position, event: MagnaGreciaEvent) -> Position:
    """The position after an event."""
    return CHANGES[type(event)](position, event)


def purses_after(position: Position, seat: str, change: Purse) -> dict[str, Purse]:
    """The purses after a seat's amounts changed by the given differences."""
    return {**position.purses, seat: new(Purse, map(add, position.purses[seat], change))}


def points(change: int, markets: int = 0) -> Purse:
    return Purse(change, 0, 0, markets, 0, 0)


ROAD_TILE = Purse(0, -1, 0, 0, 0, 0)
CITY_TILE = Purse(-1, 0, -1, 0, 0, 0)


def oracle_set(position: Position, event: happened.OracleSet) -> Position:
    waiting = position.clock.waiting
    if event.seat:
        waiting = (*waiting[1:], waiting[0])
    oracles = dict(sorted({**position.oracles, event.cell: NOWHERE}.items()))
    return with_fields(position, oracles=oracles, clock=with_fields(position.clock, waiting=waiting))


def card_turned(position: Position, event: happened.CardTurned) -> Position:
    return with_fields(position, clock=with_fields(position.clock, next_card=event.card))


def round_began(position: Position, event: happened.RoundBegan) -> Position:
    waits = position.clock.next_card
    next_card = "" if event.card == waits else waits
    clock = RoundClock(event.round, event.card, next_card, event.waiting, False)
    return with_fields(position, clock=clock)


def road_laid(position: Position, event: happened.RoadLaid) -> Position:
    seat, cell, a, b = event
    setting, turn, links = position.setting, position.turn, position.links
    ends, first, second = with_tile(position, seat, cell, a, b)
    touched: tuple[int, ...] = ()
    if first != NOWHERE:
        touched = places_joined(position.place_at(setting.beyond[first]), position.place_at(setting.beyond[second]))
    if touched:
        links = {
            **links,
            **{each: links_of(setting, ends, position.city_at, position.cities, each) for each in touched},
        }
    return with_fields(
        position,
        roads={**position.roads, cell: Road(seat, a, b)},
        road_lines=with_line(position.road_lines, f"{seat} {position.label(cell)} {EDGES[a]}-{EDGES[b]}"),
        ends=ends,
        links=links,
        purses=purses_after(position, seat, ROAD_TILE),
        turn=Turn(turn.founded, turn.first, turn.allowed, NOWHERE, (), touched),
    )


def with_line(lines: tuple[str, ...], line: str) -> tuple[str, ...]:
    """Sorted lines with one more."""
    at = bisect(lines, line)
    return (*lines[:at], line, *lines[at:])


def places_joined(here: int, there: int) -> tuple[int, ...]:
    """The two places that a chain joins (MG-7.6), or none: it ends in nothing, or where it began."""
    return () if here in (there, NOWHERE) or there == NOWHERE else (here, there)


def city_laid(position: Position, event: happened.CityLaid) -> Position:
    seat, cell, touched, _ = event
    cells = tuple(sorted([cell, *[each for city in touched for each in position.cities[city].cells]]))
    place, merged = cells[0], (*touched, cell)
    cities, city_at = without(position.cities, touched), {**position.city_at, **dict.fromkeys(cells, place)}
    cities[place] = City(seat, cells, city_line(position.setting, seat, cells))
    mine = links_of(position.setting, position.ends, city_at, cities, place)
    theirs = {
        each: links_of(position.setting, position.ends, city_at, cities, each)
        for each in mine
        if not keeps_links(position, each, place, merged)
    }
    return with_fields(
        position,
        cities=cities,
        city_at=city_at,
        links={**without(position.links, merged), **theirs, place: mine},
        markets=markets_merged(position.markets, merged, place),
        purses=purses_after(position, seat, CITY_TILE),
        turn=turn_after_tile(position, event, cells, (place, *theirs)),
    )


def without(places: Mapping[int, Thing], gone: tuple[int, ...]) -> dict[int, Thing]:
    """A copy that lacks some places."""
    left = dict(places)
    for each in gone:
        left.pop(each, None)
    return left


def keeps_links(position: Position, neighbour: int, place: int, merged: tuple[int, ...]) -> bool:
    """Whether a place next to the new city was connected to it before, and to nothing else that is in it now."""
    links = position.links.get(neighbour, ())
    return place in links and not any(each in links for each in merged if each != place)


def markets_merged(
    markets: Mapping[int, tuple[Market, ...]], places: tuple[int, ...], place: int
) -> Mapping[int, tuple[Market, ...]]:
    """The markets of several places in one; a place without markets has no key."""
    together = tuple([market for each in places for market in markets.get(each, ())])
    if not together:
        return markets
    return {**without(markets, places), place: together}


def turn_after_tile(
    position: Position, event: happened.CityLaid, cells: tuple[int, ...], touched: tuple[int, ...]
) -> Turn:
    """Remember a founding (MG-6.7), a village still owed (MG-6.2) and a market due (MG-6.9)."""
    turn, village = position.turn, position.setting.village
    uncovered = tuple([each for each in position.neighbours(event.cell) if village[each] and position.is_village(each)])
    first, allowed, due = turn.first, turn.allowed, NOWHERE
    if not event.touched:
        on_village = village[event.cell]
        first, allowed = (NOWHERE, ()) if on_village else (event.cell, event.allowed)
        due = cells[0] if on_village else NOWHERE
    elif first in cells and not set(allowed).isdisjoint(cells):
        first, allowed, due = NOWHERE, (), cells[0]
    return Turn(turn.founded or not event.touched, first, allowed, due, uncovered, touched)


def market_built(position: Position, event: happened.MarketBuilt) -> Position:
    there = (*position.markets.get(event.place, ()), Market(event.seat, sold=False))
    return with_fields(
        position,
        markets={**position.markets, event.place: there},
        purses=purses_after(position, event.seat, points(-event.cost, -1)),
    )


def less(position: Position, place: int, market: Market) -> dict[int, tuple[Market, ...]]:
    """The markets after one like this is removed; a place without markets has no key."""
    there = list(position.markets[place])
    there.remove(market)
    markets = without(position.markets, () if there else (place,))
    return {**markets, place: tuple(there)} if there else markets


def market_returned(position: Position, event: happened.MarketReturned) -> Position:
    return with_fields(
        position,
        markets=less(position, event.place, Market(event.seat, event.sold)),
        purses=purses_after(position, event.seat, points(0, 1)),
    )


def market_sold(position: Position, event: happened.MarketSold) -> Position:
    there = tuple(Market(m.seat, m.sold or m.seat == event.seat) for m in position.markets[event.place])
    return with_fields(
        position,
        markets={**position.markets, event.place: there},
        purses=purses_after(position, event.seat, points(event.value)),
    )


def oracle_turned(position: Position, event: happened.OracleTurned) -> Position:
    return with_fields(position, oracles={**position.oracles, event.oracle: event.edge})


def position_after_resupply(position: Position, event: happened.Resupplied) -> Position:
    seat, roads, cities = event
    return with_fields(position, purses=purses_after(position, seat, Purse(0, roads, cities, 0, -roads, -cities)))


def position_after_turn(position: Position, event: happened.TurnEnded) -> Position:
    clock = with_fields(position.clock, waiting=position.clock.waiting[1:])
    return with_fields(position, clock=clock, turn=FRESH)


def market_removed(position: Position, event: happened.MarketRemoved) -> Position:
    return with_fields(position, markets=less(position, event.place, Market(event.seat, event.sold)))


def market_scored(position: Position, event: happened.MarketScored) -> Position:
    return with_fields(
        position,
        markets=less(position, event.place, Market(event.seat, sold=False)),
        purses=purses_after(position, event.seat, points(event.value)),
    )


def oracle_scored(position: Position, event: happened.OracleScored) -> Position:
    return with_fields(position, purses=purses_after(position, event.seat, points(event.value)))


def position_after_end(position: Position, event: happened.GameEnded) -> Position:
    return with_fields(position, clock=with_fields(position.clock, waiting=(), over=True))


CHANGES: dict[type, Callable[[Position, Any], Position]] = {
    happened.OracleSet: oracle_set,
    happened.CardTurned: card_turned,
    happened.RoundBegan: round_began,
    happened.RoadLaid: road_laid,
    happened.CityLaid: city_laid,
    happened.MarketReturned: market_returned,
    happened.MarketBuilt: market_built,
    happened.MarketSold: market_sold,
    happened.OracleTurned: oracle_turned,
    happened.Resupplied: position_after_resupply,
    happened.TurnEnded: position_after_turn,
    happened.MarketRemoved: market_removed,
    happened.MarketScored: market_scored,
    happened.OracleScored: oracle_scored,
    happened.GameEnded: position_after_end,
}
