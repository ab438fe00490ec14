"""The legal actions that are made are those that the judge accepts of all candidates, in the same order."""

from collections.abc import Iterator
from typing import Any

import pytest
from sample_games import whole_game

from referee.contract.playouts import header_of, playout
from referee.rules.rulebook import is_allowed
from referee.rules.ruling import judged_candidates
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.legal_candidates import legal_candidates
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import Position

SEEDS, EVERY = 8, 16
"""So many random games, of which every so manieth position."""


def assert_same(position: Position) -> None:
    """Compare the two ways."""
    assert list(legal_candidates(position)) == list(judged_candidates(PLAY, position))


def random_positions() -> Iterator[Position]:
    for seed in range(SEEDS):
        every: Any = playout(RULEBOOK.id, seed).positions
        yield from every[1 + seed % EVERY :: EVERY]


def test_the_random_games_have_every_value_of_every_option() -> None:
    played = [header_of(RULEBOOK, seed)["options"] for seed in range(SEEDS)]
    for option in RULEBOOK.options:
        assert {each[option.name] for each in played} == {*option.values}


def test_in_random_games() -> None:
    for position in random_positions():
        assert_same(position)


@pytest.mark.parametrize("id", ["mezzogiorno-4", "bruttium-2"])
def test_in_the_sample_games(id: str) -> None:
    for moment in whole_game(id).moments[1::8]:
        assert_same(moment.position)


def test_nobody_has_legal_actions_when_the_game_is_over() -> None:
    last = whole_game("mezzogiorno-4").position
    assert not last.seat
    assert_same(last)


def test_the_law_is_asked_about_few_actions_that_are_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a game a thousand candidates are not legal."""
    from referee.titles.magna_grecia.rules import step_trials

    position = whole_game("mezzogiorno-4").moments[25].position
    answers = list[bool]()

    def asked(law: Any, before: Any, what: Any) -> bool:
        answers.append(is_allowed(law, before, what))
        return answers[-1]

    monkeypatch.setattr(step_trials, "is_allowed", asked)
    legal = list(legal_candidates(position))
    assert len(legal) > 200
    assert answers.count(False) < len(legal) / 4
