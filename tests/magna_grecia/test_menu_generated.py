"""The choices of a menu are those of the slow way; what a way opens is all that the rules open of all candidates."""

import random
from typing import Any

from sample_games import whole_game
from slow_menu import every_opening, slow_choices

from referee.contract.playouts import playout
from referee.show.menu import Choice
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.compose.menu import choices
from referee.titles.magna_grecia.compose.menu_facts import Sites
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_trials import Key, trial_of_steps
from referee.titles.magna_grecia.compose.plan import allowances
from referee.titles.magna_grecia.rules.legal_candidates import legal_steps
from referee.titles.magna_grecia.rules.state import Position

WAYS = 6
"""So many of a position are asked about all candidates."""


def search_of(position: Position) -> Search:
    legal = [trial_of_steps(position, each) for each in legal_steps(position)]
    return Search(position, legal, allowances(position))


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
    found = choices(search_of(position), Sites(position))
    assert found
    assert without_barred(found) == without_barred(slow_choices(position))


def assert_openings(position: Position, seed: int) -> None:
    """Compare what some ways open with what the rules open of all candidates."""
    search, rng = search_of(position), random.Random(seed)
    laying = [number for number, way in enumerate(search.ways) if way.trial.lays]
    for number in rng.sample(laying, min(WAYS, len(laying))):
        assert openings(search, number) == every_opening(search, number), search.ways[number].trial


def openings(search: Search, number: int) -> set[tuple[Key, bool]]:
    """What a way opens, but for roads on a space that it takes."""
    cells = search.ways[number].trial.cells
    roads = [
        (trial.key, False)
        for exit, ways in search.starts.items()
        if number in ways
        for trial in search.near.roads_at(exit)
        if trial.cells[0] not in cells
    ]
    return {*roads, *[opened for opened, ways in search.opens.items() if number in ways]}


def test_the_choices_are_those_of_the_slow_way() -> None:
    """Some of the roads reach villages."""
    assert_choices(whole_game("bruttium-2").moments[16].position)


def test_a_way_opens_all_that_the_rules_open() -> None:
    assert_openings(late_positions(3)[0], 3)
