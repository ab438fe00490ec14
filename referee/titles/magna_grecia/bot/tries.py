"""What the planning player tries in a turn of Magna Grecia: roads from place to place, and all that is no road."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.titles.magna_grecia.rules.cities import founding_villages
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.moves import exits_text
from referee.titles.magna_grecia.rules.play import (
    Candidate,
    candidates,
    city_tiles,
    market_moves,
    move_of_actions,
    resupplies,
)
from referee.titles.magna_grecia.rules.roads import is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.turns import card_of

LONGEST = 5
"""Tiles of the longest road that is looked for."""
WIDEST = 10
"""How many roads are tried on the board."""


class Route(NamedTuple):
    """Tiles as (cell, edge, edge) that join two places; `start` may be NOWHERE for a road that begins in the open."""

    start: int
    goal: int
    tiles: tuple[tuple[int, int, int], ...]


def tries(position: Position) -> Iterator[Candidate]:
    """The best roads and their beginnings, then what else the rules may allow; resupplies of as much as they may."""
    if not position.clock.round:
        yield from candidates(position)
        return
    for tiles in dict.fromkeys([way.tiles[:n] for way in routes(position) for n in range(1, len(way.tiles) + 1)]):
        roads = [{"road": f"{position.label(cell)} {exits_text(min(a, b), max(a, b))}"} for cell, a, b in tiles]
        yield "road", move_of_actions(position, *roads)
    yield from cities(position)
    card, purse = card_of(position), position.purses[position.seat]
    staged = purse.staged_roads + purse.staged_cities
    for kind, move in resupplies(position):
        taken = move["actions"][0]["resupply"]
        if taken["road"] + taken["city"] in (min(card.resupply, staged), min(card.more_resupply, staged)):
            yield kind, move
    yield from market_moves(position)


def cities(position: Position) -> Iterator[Candidate]:
    """Tiles that touch an own city, or with which a village becomes one (MG-6.2, MG-6.5)."""
    villages = founding_villages(position, position.seat)
    for kind, move in city_tiles(position):
        cells = [position.setting.board.cells[tile["city"]] for tile in move["actions"]]
        if cells[-1] in villages or position.touching(cells[0], position.seat):
            yield kind, move


def routes(position: Position) -> list[Route]:
    """The most promising roads, best first."""
    ways = [way for start, exits in origins(position) for way in ways_from(position, start, exits)]
    return sorted(ways, key=lambda way: (-promise(position, way), way))[:WIDEST]


def origins(position: Position) -> Iterator[tuple[int, list[int]]]:
    """Places from which the seat may build, each with the exits of new tiles next to it; then its own open roads."""
    seat, mate, beyond = position.seat, position.setting.board.mate, position.setting.board.beyond
    for place in range(len(position.setting.board.village)):
        if position.place_at(place) == place and is_start(position, place):
            cells = position.cities[place].cells if place in position.cities else (place,)
            yield place, [mate[6 * cell + edge] for cell in cells for edge in range(6)]
    for end, (other, owners) in position.ends.items():
        if seat in owners:
            yield position.place_at(beyond[other]), [mate[end]]


def is_start(position: Position, place: int) -> bool:
    """Whether the seat has the city, a market in the city of another, or a road to the village or oracle (MG-7.2)."""
    seat = position.seat
    if place in position.cities:
        return position.cities[place].seat == seat or market_of(position, seat, place) is not None
    return place in position.links and is_reached_by_seat(position, seat, place)


def ways_from(position: Position, start: int, exits: list[int]) -> list[Route]:
    """The shortest way to each place that is not connected to `start` yet; breadth first."""
    found: dict[int, Route] = {}
    linked = position.links.get(start, {})
    seen = {exit for exit in exits if exit != NOWHERE and position.is_empty(exit // 6)}
    paths: list[tuple[int, tuple[tuple[int, int, int], ...]]] = [(exit, ()) for exit in exits if exit in seen]
    for _ in range(LONGEST):
        longer = []
        for entry, tiles in paths:
            cell, edge = divmod(entry, 6)
            for turn in (3, 2, 4):
                out = (edge + turn) % 6
                goal, following = meets(position, 6 * cell + out)
                if goal not in (NOWHERE, start) and goal not in linked:
                    found.setdefault(goal, Route(start, goal, (*tiles, (cell, edge, out))))
                elif following != NOWHERE and following not in seen:
                    seen.add(following)
                    longer.append((following, (*tiles, (cell, edge, out))))
        paths = longer
    return list(found.values())


def meets(position: Position, leave: int) -> tuple[int, int]:
    """The place that an exit reaches (perhaps by an own road), and else the exit of the next tile; or NOWHERE."""
    board = position.setting.board
    mate = board.mate[leave]
    if mate == NOWHERE:
        return NOWHERE, NOWHERE
    if mate in position.ends:
        other, owners = position.ends[mate]
        return (position.place_at(board.beyond[other]) if position.seat in owners else NOWHERE), NOWHERE
    place = position.place_at(mate // 6)
    return place, mate if position.is_empty(mate // 6) else NOWHERE


def promise(position: Position, way: Route) -> int:
    """A quick guess at the worth of a connection: markets at its ends, an oracle for an own city, few tiles."""
    found = -12 * len(way.tiles)
    for place, other in ((way.start, way.goal), (way.goal, way.start)):
        there = position.markets.get(place, ())
        found += sum([100 if market.seat == position.seat else -40 for market in there if not market.sold])
        if place in position.cities and position.cities[place].seat == position.seat:
            found += 200 if other in position.oracles else 40
    return found
