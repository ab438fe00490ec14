"""The planning player: its turns are legal in every variant, repeatable, and better than doing nothing."""

import os
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.ruling import Accepted, judge
from referee.store import chance
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules import markets
from referee.titles.magna_grecia.rules.state import public

VARIANTS: tuple[tuple[int, Mapping[str, str]], ...] = (
    (2, {"rounds": "8"}),
    (3, {"oracle_placement": "players"}),
    (4, {}),
    (4, {"village_adjacency": "immediate", "mixed_roads": "block"}),
    (3, {"mixed_roads": "join"}),
)


class Game(NamedTuple):
    positions: list[Any]
    moves: list[Mapping[str, Any]]
    events: list[Any]


def header(players: int, options: Mapping[str, str]) -> dict[str, Any]:
    chosen = {each.name: options.get(each.name, each.values[0]) for each in RULEBOOK.options}
    seats = {seat: seat for seat in RULEBOOK.seats[:players]}
    fields: dict[str, Any] = {"seats": seats, "options": chosen}
    return {**fields, **RULEBOOK.set_up.furnish({**fields, "board": None})}


@lru_cache
def played(variant: int, seed: int) -> Game:
    """A whole game by the planner; every move must be accepted."""
    head = header(*VARIANTS[variant])
    fate = chance.Drawn(bytes([seed]) * 32, RULEBOOK.set_up.piles(head))
    position, _ = deal_result(RULEBOOK, RULEBOOK.set_up.begin(head), fate)
    game = Game([position], [], [])
    while RULEBOOK.play.to_move(position):
        move = suggest_move(RULEBOOK, position, seed)
        ruling = judge(RULEBOOK.play, position, move, fate)
        assert isinstance(ruling, Accepted), (move, ruling)
        position = ruling.position
        game.positions.append(position)
        game.moves.append(move)
        game.events.extend(ruling.events)
    return game


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("seed", range(1))
def test_every_suggested_turn_is_legal_to_the_end(variant: int, seed: int) -> None:
    game = played(variant, seed)
    assert game.positions[-1].clock.over
    assert len(game.moves) >= 8 * VARIANTS[variant][0]


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_game_uses_all_that_the_rules_offer(variant: int) -> None:
    kinds = {type(event) for event in played(variant, 0).events}
    assert {happened.RoadLaid, happened.CityLaid, happened.MarketBuilt, happened.Resupplied} <= kinds
    assert {happened.OracleTurned, happened.MarketScored} <= kinds


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_seat_about_doubles_its_points(variant: int) -> None:
    """Doing nothing keeps the points of the start; a planner has to make more of them."""
    game = played(variant, 0)
    first, last = game.positions[0], game.positions[-1]
    assert all(last.purses[seat].points >= 2 * first.purses[seat].points - 4 for seat in first.purses)


def test_a_turn_seldom_costs_the_mover_points() -> None:
    game = played(2, 0)
    changes = [
        markets.projected_points(after)[before.seat] - markets.projected_points(before)[before.seat]
        for before, after in zip(game.positions, game.positions[1:], strict=False)
        if after.seat
    ]
    assert sum(change < 0 for change in changes) <= len(changes) // 4
    assert sum(changes) > 0


def test_same_position_and_seed_give_the_same_turn() -> None:
    game = played(0, 0)
    again = [suggest_move(RULEBOOK, position, 0) for position in game.positions[:-1]]
    assert again == game.moves


def test_the_seed_decides_among_equals() -> None:
    first = played(2, 0).positions[0]
    assert len({str(suggest_move(RULEBOOK, first, seed)) for seed in range(12)}) > 1


def test_thinking_changes_nothing() -> None:
    position = played(2, 1).positions[20]
    before = public(position)
    suggest_move(RULEBOOK, position, 3)
    assert public(position) == before


def test_nobody_is_asked_after_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        suggest_move(RULEBOOK, played(0, 0).positions[-1], 0)


def test_last_seat_of_a_round_sees_no_hidden_card() -> None:
    """The planner has no fate to ask: the turn that uncovers a card is planned without it."""
    game = played(2, 0)
    last_of_round = next(position for position in game.positions if len(position.clock.waiting) == 1)
    assert suggest_move(RULEBOOK, last_of_round, 0)["seat"] == last_of_round.seat


PRINT_TURNS = """
import sys; sys.path.insert(0, sys.argv[1])
from test_planner import played
print(played(0, 1).moves)
"""


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_hash_seeds_make_no_difference(hash_seed: str) -> None:
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(here.parent.parent)}
    command = [sys.executable, "-c", PRINT_TURNS, str(here)]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(played(0, 1).moves)
