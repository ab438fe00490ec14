"""The choices of a menu are those of the slow way; what a way opens is all that the rules open of all candidates."""

import random
from collections.abc import Container
from typing import Any

import pytest
from sample_games import whole_game
from slow_menu import SlowSearch, every_opening, slow_choices
from whole_menus import crossing_choices, with_bars

from referee.contract import playouts
from referee.contract.playouts import playout
from referee.show.menu import Choice
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.compose.menu import choices, spaces_of
from referee.titles.magna_grecia.compose.menu_crossings import crossings
from referee.titles.magna_grecia.compose.menu_facts import Sites
from referee.titles.magna_grecia.compose.menu_ground import TILE
from referee.titles.magna_grecia.compose.menu_refusals import TURN, as_a_whole, by_space, why_not
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_ties import WayTies
from referee.titles.magna_grecia.compose.menu_ways import gains
from referee.titles.magna_grecia.compose.plan import allowances, spent
from referee.titles.magna_grecia.rules.markets import projected_points, projected_points_of, scores
from referee.titles.magna_grecia.rules.roads import can_start_road, starting_exits
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.step_trials import position_after_steps

WAYS = 6
"""So many of a position are asked about all candidates."""


Told = tuple[str, str, tuple[str, ...]]
"""The label of a space, why nothing of a kind may be done there, and the rules."""


def search_of(position: Position) -> Search:
    return Search(position, allowances(position))


def choices_at(position: Position) -> tuple[Choice, ...]:
    """Roads and others, one by one."""
    ties = WayTies(search_of(position))
    roads = crossings(ties, Sites(position))
    return with_bars([*(crossing_choices(roads) if roads else ()), *choices(ties)])


def without_barred(found: tuple[Choice, ...]) -> list[Choice]:
    """The choices as far as they matter: what opens a choice and is on its space cannot be in a turn with it."""
    return [
        each._replace(after=tuple([tuple([way for way in group if way not in each.bars]) for group in each.after]))
        for each in found
    ]


def late_positions(seed: int) -> list[Position]:
    """Positions of a random game in whose second half the board is full, so that a turn has few ways."""
    every: Any = playout(RULEBOOK.id, seed).positions
    asked = [each for each in every if each.seat and each.clock.round]
    return asked[len(asked) // 2 + seed :: 7]


def assert_choices(position: Position) -> None:
    """Compare the two ways of making the choices."""
    found = choices_at(position)
    assert found
    assert without_barred(found) == without_barred(slow_choices(position))


def assert_openings(position: Position, seed: int) -> None:
    """Compare what some ways of the slow search open with what the rules open of all candidates."""
    search, rng = SlowSearch(position), random.Random(seed)
    laying = [way.number for way in search.ways if way.trial.kind in TILE]
    for number in rng.sample(laying, min(WAYS, len(laying))):
        opened = {opened for opened, ways in search.opens.items() if number in ways}
        assert opened == every_opening(search, number), search.ways[number].trial


def test_the_choices_are_those_of_the_slow_way() -> None:
    """Some of the roads reach villages."""
    assert_choices(whole_game("bruttium-2").moments[16].position)


def test_a_city_that_one_road_founds_and_another_extends_is_one_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both roads reach its village; after the second one, an earlier tile of the turn is beside it."""
    monkeypatch.setattr(playouts, "SUGGESTED", 1)
    monkeypatch.setattr(playouts, "PARTS", 1)
    position: Any = playouts.random_playout(RULEBOOK, 1289).positions[5]
    assert_choices(position)


def test_a_way_opens_all_that_the_rules_open() -> None:
    assert_openings(late_positions(3)[0], 3)


def refusals_one_by_one(
    position: Position, kind: str, offered: Container[str]
) -> set[tuple[str, str, tuple[str, ...]]]:
    """The label, words and rules at each space without a choice, each asked for itself."""
    labels = enumerate(position.setting.board.labels)
    asked = [(label, why_not(position, kind, cell)) for cell, label in labels if label not in offered]
    return {(label, str(words), rules) for label, (words, rules) in asked}


def assert_refusals(position: Position) -> None:
    """Compare what is said of many spaces with what the rules say of each."""
    found = spaces_of(choices_at(position))
    for kind in [each for each in TURN if each not in as_a_whole(position)]:
        offered = found.get(kind, {})
        told = [(at, str(each.says), each.rules) for each in by_space(position, kind, offered) for at in each.places]
        assert len(told) == len(set(told))
        assert set(told) == refusals_one_by_one(position, kind, offered)


def test_a_refusal_of_many_spaces_is_that_of_each() -> None:
    for position in late_positions(2):
        assert_refusals(position)


def test_what_a_way_changes_is_what_its_position_says() -> None:
    """Roads that connect the same places are played once; most have no position, and no market has one."""
    search = search_of(whole_game("mezzogiorno-4").moments[13].position)
    ways = [*search.ways.values(), *search.markets]
    for way in ways:
        before, after = way.last.position, position_after_steps(way.last.position, way.trial.steps)
        assert after
        prospect = projected_points_of(after, after.seat) - projected_points_of(before, before.seat)
        assert way.gains == gains(before, after, prospect)
        assert way.spent == spent(before, after, way.trial.kind)
    assert {way.trial.kind for way in ways} == {"road", "city", "build", "sell"}


def test_roads_start_where_each_exit_says_so() -> None:
    for position in late_positions(1):
        exits = range(6 * len(position.setting.board.labels))
        found = {exit for exit in exits if can_start_road(position, position.seat, exit)}
        assert found == starting_exits(position, position.seat).keys()


def test_projected_points_are_those_of_the_scoring() -> None:
    for position in late_positions(1):
        points = {seat: purse.points for seat, purse in position.purses.items()}
        for each in scores(position):
            points[each.seat] += each.value
        assert projected_points(position) == points
