"""Roads worth thinking about: the shortest ones from place to place, and tiles that cut off others."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.titles.magna_grecia.compose.plan import Work, road
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.roads import can_start_road, holder, is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

LONGEST = 5
"""Tiles of the longest road that is looked for."""
WIDEST = 10
"""How many roads are tried on the board."""


class Route(NamedTuple):
    """Tiles as (cell, edge, edge) that join two places; `start` may be NOWHERE for a road that begins in the open."""

    start: int
    goal: int
    tiles: tuple[tuple[int, int, int], ...]


def roads_to_try(position: Position, most: int) -> list[Work]:
    """The most promising roads, best first; of one that needs a tile more than `most` the beginning."""
    ways = [way for start, exits in origins(position) for way in ways_from(position, start, exits, longest(most))]
    rated = [(promise(position, way) // (1 if len(way.tiles) <= most else 3), way) for way in ways]
    rated.sort(key=lambda each: -each[0])
    return [tuple([road(position, *tile) for tile in way.tiles[:most]]) for value, way in rated[:WIDEST] if value > 0]


def longest(most: int) -> int:
    return min(most + 1, LONGEST)


def origins(position: Position) -> Iterator[tuple[int, list[int]]]:
    """Places from which the seat may build, each with the exits of new tiles beside it; then its own open roads."""
    mate = position.setting.mate
    for place in starting_places(position):
        cells = position.cities[place].cells if place in position.cities else (place,)
        yield place, [mate[6 * cell + edge] for cell in cells for edge in range(6)]
    for end, (other, owners) in position.ends.items():
        if position.seat in owners:
            there = position.setting.beyond[other]
            yield position.place_at(there), [mate[end]]


def starting_places(position: Position) -> list[int]:
    """Own cities, cities with an own market, and villages and oracles that own roads reach."""
    seat = position.seat
    cities = [place for place, city in position.cities.items() if city.seat == seat or market_of(position, seat, place)]
    villages = [
        place for place in position.links if place not in position.cities and is_reached_by_seat(position, seat, place)
    ]
    return cities + villages


def ways_from(position: Position, start: int, exits: list[int], most: int) -> list[Route]:
    """The shortest way to each place that is not connected to `start` yet; breadth first."""
    found: dict[int, Route] = {}
    linked = position.links.get(start, {})
    seen = {exit for exit in exits if exit != NOWHERE and is_empty(position, exit // 6)}
    paths: list[tuple[int, tuple[tuple[int, int, int], ...]]] = [(exit, ()) for exit in exits if exit in seen]
    for _ in range(most):
        longer = []
        for entry, tiles in paths:
            for leave, tile in onward(entry):
                goal, following = meets(position, leave)
                if goal != NOWHERE and goal != start and goal not in linked:
                    found.setdefault(goal, Route(start, goal, (*tiles, tile)))
                elif following != NOWHERE and following not in seen:
                    seen.add(following)
                    longer.append((following, (*tiles, tile)))
        paths = longer
    return list(found.values())


def onward(entry: int) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """The three ways in which a tile entered by this exit goes on: the exit where it leaves, and the tile."""
    cell, edge = divmod(entry, 6)
    for turn in (3, 2, 4):
        out = (edge + turn) % 6
        yield 6 * cell + out, (cell, edge, out)


def meets(position: Position, leave: int) -> tuple[int, int]:
    """The place that an exit reaches (perhaps by an own road), and else the exit of the next tile; or NOWHERE."""
    mate = position.setting.mate[leave]
    if mate == NOWHERE:
        return NOWHERE, NOWHERE
    if mate in position.ends:
        other, owners = position.ends[mate]
        mine = position.seat in owners
        return (position.place_at(position.setting.beyond[other]) if mine else NOWHERE), NOWHERE
    place = position.place_at(mate // 6)
    if place != NOWHERE:
        return place, NOWHERE
    return NOWHERE, NOWHERE if mate // 6 in position.roads else mate


def is_empty(position: Position, cell: int) -> bool:
    return cell not in position.roads and position.place_at(cell) == NOWHERE


def promise(position: Position, way: Route) -> int:
    """A quick guess at what a new connection brings, so that only the best are tried."""
    both = end_promise(position, way.start, way.goal) + end_promise(position, way.goal, way.start)
    return both - 12 * len(way.tiles)


def end_promise(position: Position, place: int, other: int) -> int:
    """What one end gains from being connected to the other."""
    seat = position.seat
    there = position.markets.get(place, ())
    value = sum(100 if market.seat == seat else -40 for market in there if not market.sold)
    own = place in position.cities and position.cities[place].seat == seat
    if not own:
        return value
    if other in position.oracles:
        return value + oracle_promise(position, place, other)
    return value + 40 + 20 * sum(1 for near in position.links[place] if near in position.oracles)


def oracle_promise(position: Position, city: int, oracle: int) -> int:
    now = holder(position, oracle)
    if now == NOWHERE:
        return 400
    if position.cities[now].seat == position.seat:
        return 30
    return 300 if len(position.links[city]) + 1 > len(position.links[now]) else 60


def cuts_to_try(position: Position) -> list[Work]:
    """Single tiles in the way of the open ends of others (MG-7.5)."""
    found: list[Work] = []
    for end, (_, owners) in position.ends.items():
        cell = position.setting.beyond[end]
        if cell != NOWHERE and position.seat not in owners and is_empty(position, cell):
            found += [(road(position, cell, a, b),) for a, b in blocking(position, position.setting.mate[end])]
    return found


def blocking(position: Position, open_exit: int) -> list[tuple[int, int]]:
    """Tiles with no exit at `open_exit` that may start where they lie."""
    cell, edge = divmod(open_exit, 6)
    starts = [out for out in range(6) if out != edge and can_start_road(position, position.seat, 6 * cell + out)]
    return [(start, out) for start in starts for turn in (2, 3, 4) if (out := (start + turn) % 6) != edge]
