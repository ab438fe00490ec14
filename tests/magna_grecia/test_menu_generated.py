"""What a tile of a turn makes legal by itself is all that the rules allow then of all candidates."""

import random
from typing import Any

import pytest
from sample_games import whole_game

from referee.rules.search import after_steps
from referee.testkit import playouts
from referee.testkit.playouts import playout
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.compose.search import MenuTrial, MenuWay, TurnSearch, allowances, trial_of
from referee.titles.magna_grecia.rules.markets import projected_points, projected_points_of, scores
from referee.titles.magna_grecia.rules.play import PLAY, candidates
from referee.titles.magna_grecia.rules.state import Position

WAYS = 6
"""So many of a position are asked about all candidates."""
TILES = ("road", "city")


def late_positions(seed: int) -> list[Position]:
    """Positions of a random game in whose second half the board is full, so that a turn has few ways."""
    every: Any = playout(RULEBOOK.id, seed).positions
    asked = [each for each in every if each.seat and each.clock.round]
    return asked[len(asked) // 2 + seed :: 7]


def assert_openings(position: Position, seed: int) -> None:
    """Compare what some ways open with what the rules open of all candidates."""
    search, rng = TurnSearch(position, allowances(position)), random.Random(seed)
    trials = [trial_of(position, each) for each in candidates(position) if each[0] in TILES]
    laying = [way for way in search.ways if way.trial.kind in TILES]
    assert laying
    for way in rng.sample(laying, min(WAYS, len(laying))):
        opened = [trial.key for trial in trials if any(is_opened_by(search, way, trial, mark) for mark in (0, 1))]
        assert opened == [trial.key for trial in trials if is_new(search, way, trial)], way.trial


def is_opened_by(search: TurnSearch, way: MenuWay, trial: MenuTrial, mark: int) -> bool:
    """As the search has it: a road by one of its exits."""
    exits = [6 * trial.spaces[0] + edge for edge in trial.key[2:]]
    places: list[Any] = [trial.key] if trial.kind == "city" else exits if trial.key not in search.legal else []
    return any(way.number in search.opens.get((place, bool(mark)), ()) for place in places) and is_hopeful(
        search, trial
    )


def is_hopeful(search: TurnSearch, trial: MenuTrial) -> bool:
    return search.is_hopeful(search.start, trial)


def is_new(search: TurnSearch, way: MenuWay, trial: MenuTrial) -> bool:
    """Whether a trial is legal after a way alone, for which there is room, and was not, or did not found."""
    base = search.alone(way)
    after = after_steps(PLAY, base, trial.steps)
    least = (1, 0, 0, 0, 0, 0, 0) if trial.kind == "road" else (0, 1, 0, 0, 1, 0, 0)
    used = [one + other for one, other in zip(way.used, least, strict=True)]
    room = any(all(n <= limit for n, limit in zip(used, each.limits, strict=True)) for each in search.allowed)
    return after is not None and room and search.legal.get(trial.key) != search.mark(base, after)


@pytest.mark.parametrize("entry", [5, 16])
def test_a_way_opens_all_that_the_rules_open(entry: int) -> None:
    assert_openings(whole_game("bruttium-2").moments[entry].position, entry)


def test_so_does_one_in_a_random_game() -> None:
    assert_openings(late_positions(3)[0], 3)


def test_a_city_that_one_road_founds_and_another_extends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both roads reach its village; after the second one, an earlier tile of the turn is beside it."""
    monkeypatch.setattr(playouts, "SUGGESTED", 1)
    monkeypatch.setattr(playouts, "PARTS", 1)
    position: Any = playouts.random_playout(RULEBOOK, 1289).positions[5]
    assert_openings(position, 1289)


def test_projected_points_are_those_of_the_scoring() -> None:
    for position in late_positions(1):
        points = {seat: purse.points for seat, purse in position.purses.items()}
        for each in scores(position):
            points[each.seat] += each.value
        assert projected_points(position) == points
        assert all(projected_points_of(position, seat) == points[seat] for seat in points)
