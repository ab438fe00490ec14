"""MG-9.6 where it is easily broken: roads and cities crowd around one oracle, and a slow way finds the first edge."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest
from slow_magna_grecia import EDGES, table_of

from referee.rules.hexes import opposite, rotated_edge
from referee.rules.ruling import Accepted, AnyAccepted, judge
from referee.testkit.playouts import header_of
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.events import CityLaid, OracleTurned, RoadLaid
from referee.titles.magna_grecia.rules.markets import projected_points
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import FRESH, NOWHERE, Position

MAP = """
.........
..v...v..
v...v...v
.........
....v....
.........
v.......v
.........
..v.v.v..
"""
ORACLE = "E5"
STARTS = ("C4", "G4", "E7")
"""Where cities begin: two spaces from the oracle, and so that they grow down, to earlier edges of it."""
BOARD = {"own": {"name": "crowd", "provenance": "own design of this test", "map": MAP.strip()}}
CHOICES = [*product((2, 3, 4), ("forbid", "block", "join"))]
"""The number of seats and `mixed_roads` of a game."""
GAMES, MOVES, TRIES = 15 * len(CHOICES), 6, 12


class Crowd(NamedTuple):
    """A random game around one oracle: the position after each move, and after each turn of the oracle the event."""

    positions: list[Position]
    turns: list[tuple[Position, OracleTurned]]


@cache
def crowd(edition: int, seed: int) -> Crowd:
    """The random game of this seed. Legal moves do not depend on where the oracle points: editions play alike."""
    rng, found = random.Random(seed), Crowd([], [])
    position = planted(bare(edition, *CHOICES[seed % len(CHOICES)]), rng)
    clock = position.clock
    for _ in range(MOVES):
        seat = rng.choice(position.setting.seats)
        others = tuple([each for each in position.setting.seats if each != seat])
        position = replace(position, clock=replace(clock, waiting=(seat, *others)), turn=FRESH)
        ruling = random_move(position, rng)
        passed = zip(ruling.events, ruling.passed, strict=True)
        found.turns.extend([(after, event) for event, after in passed if isinstance(event, OracleTurned)])
        position = ruling.position
        found.positions.append(position)
    return found


def bare(edition: int, players: int, mixed_roads: str) -> Position:
    """The board with its oracle alone; each seat has points and tiles for the whole game."""
    seats = RULEBOOK.seats[:players]
    options = {**RULEBOOK.usual_options, "mixed_roads": mixed_roads}
    header = {"edition": edition, "seats": dict.fromkeys(seats, ""), "options": options}
    header = {**header, **RULEBOOK.furnished_fields({**header, "board": None}), "board": BOARD}
    full = {"road": 20, "city": 20}
    fields = {
        "oracles": {ORACLE: "none"},
        "points": dict.fromkeys(seats, 99),
        "supply": dict.fromkeys(seats, full),
    }
    lay = RULEBOOK.prove().lay
    assert lay
    return lay(RULEBOOK.set_up.begin(header), fields, seats[0])


def planted(position: Position, rng: random.Random) -> Position:
    """Roads that leave the oracle, cities that grow around it tile by tile, and the oracle turned to one of them."""
    board, seats = position.setting.board, position.setting.seats
    oracle, seat = board.cells[ORACLE], rng.choice(seats)
    for edge in rng.sample(range(6), rng.randrange(3, 7)):
        back = opposite(edge)
        a, b = sorted((back, rotated_edge(back, rng.choice((2, 3, 4)))))
        position = evolve(position, RoadLaid(seat, board.around[oracle][edge], a, b))
    for start, owner in zip(STARTS, seats, strict=False):
        position = evolve(position, CityLaid(owner, board.cells[start], (), ()))
    for _ in range(rng.randrange(2, 9)):
        position = grown(position, rng.choice(seats), rng)
    cities = [(city, edge) for city, edge in position.links.get(oracle, {}).items() if city in position.cities]
    if not cities:
        return position
    city, edge = rng.choice(cities)
    return evolve(position, OracleTurned(oracle, edge, city, 0, NOWHERE, 0))


def grown(position: Position, seat: str, rng: random.Random) -> Position:
    """One more tile of a seat's city, at the end of a road or next to one if there is such a space."""
    faced = {position.setting.board.beyond[exit] for exit in position.ends}
    nearly = {near for cell in faced for near in position.neighbours(cell)}
    beside = [cell for cell in range(len(position.setting.board.village)) if may_grow(position, seat, cell)]
    choices = [[cell for cell in beside if cell in some] for some in (faced, nearly, beside)]
    if not beside:
        return position
    cell = rng.choice(next(some for some in choices if some))
    return evolve(position, CityLaid(seat, cell, tuple(position.touching(cell, seat)), ()))


def may_grow(position: Position, seat: str, cell: int) -> bool:
    """Whether a tile here expands a seat's city and comes next to nothing of others, no village and no oracle."""
    mine = position.touching(cell, seat)
    near = position.neighbours(cell)
    lonely = all(position.place_at(each) in (NOWHERE, *mine) for each in near)
    return bool(mine) and lonely and is_free(position, cell) and position.place_at(cell) == NOWHERE


def is_free(position: Position, cell: int) -> bool:
    return cell not in (NOWHERE, *position.roads, *position.city_at)


def random_move(position: Position, rng: random.Random) -> AnyAccepted:
    """A pass to which random tiles are added as long as all is legal."""
    move: dict[str, Any] = {"seat": position.seat, "actions": []}
    best = judge(RULEBOOK.play, position, move, no_fate)
    for _ in range(TRIES):
        longer = {**move, "actions": [*move["actions"], random_tile(position, rng)]}
        ruling = judge(RULEBOOK.play, position, longer, no_fate)
        if isinstance(ruling, Accepted):
            move, best = longer, ruling
    assert isinstance(best, Accepted)
    return best


def no_fate(pile: str, index: int, items: Sequence[str] = ()) -> str:
    raise AssertionError(f"nothing is drawn: {pile} {index}")


def random_tile(position: Position, rng: random.Random) -> dict[str, Any]:
    """A city tile at the end of a road, or a road tile from a road or a city to a place if it can."""
    setting = position.setting
    faced = [setting.board.mate[exit] for exit in position.ends if is_free(position, setting.board.beyond[exit])]
    if faced and rng.random() < 0.3:
        return {"city": position.label(rng.choice(faced) // 6)}
    exits = [6 * cell + edge for cell in position.city_at for edge in range(6)]
    beside = [setting.board.mate[exit] for exit in exits if is_free(position, setting.board.beyond[exit])]
    cell, edge = divmod(rng.choice([*faced, *beside]), 6)
    out = [rotated_edge(edge, by) for by in (2, 3, 4)]
    to_places = [each for each in out if position.place_at(setting.board.beyond[6 * cell + each]) != NOWHERE]
    return {"road": f"{position.label(cell)} {EDGES[edge]}-{EDGES[rng.choice(to_places or out)]}"}


def first_edge(position: Position, event: OracleTurned) -> str:
    """The first edge from which one walks along road tiles to the city, found from the pieces alone."""
    table, city = table_of(position), position.label(event.city)
    return next(edge for edge in EDGES if table.follow(position.label(event.oracle), edge) == city)


def later_edges(edition: int, seed: int) -> Iterator[str]:
    """Each turn of the oracle that points it along another edge than the first."""
    for position, event in crowd(edition, seed).turns:
        first = first_edge(position, event)
        if EDGES[event.edge] != first:
            yield f"{EDGES[event.edge]}, not {first}"


def differing(one: Position, two: Position) -> list[str]:
    """The parts of the public state in which two positions differ."""
    first, second = RULEBOOK.public(one), RULEBOOK.public(two)
    return [part for part in first if first[part] != second[part]]


@pytest.mark.parametrize("choice", range(len(CHOICES)))
def test_under_edition_2_an_oracle_always_turns_to_the_first_edge(choice: int) -> None:
    seeds = range(choice, GAMES, len(CHOICES))
    assert [edge for seed in seeds for edge in later_edges(2, seed)] == []
    assert sum(len(crowd(2, seed).turns) for seed in seeds) >= 5


def test_under_edition_1_it_sometimes_turns_to_a_later_one() -> None:
    assert any(list(later_edges(1, seed)) for seed in range(GAMES))


@pytest.mark.parametrize("choice", range(len(CHOICES)))
def test_editions_differ_in_the_edge_alone_never_in_attention_or_points(choice: int) -> None:
    for seed in range(choice, GAMES, len(CHOICES)):
        for one, two in zip(crowd(1, seed).positions, crowd(2, seed).positions, strict=True):
            assert differing(one, two) in ([], ["oracles"])
            assert [holder(one, each) for each in one.oracles] == [holder(two, each) for each in two.oracles]
            assert projected_points(one) == projected_points(two)


def test_random_games_have_every_number_of_seats_and_every_value_of_mixed_roads() -> None:
    headers = [header_of(RULEBOOK, seed) for seed in range(200)]
    assert {(len(each["seats"]), each["options"]["mixed_roads"]) for each in headers} == set(CHOICES)
