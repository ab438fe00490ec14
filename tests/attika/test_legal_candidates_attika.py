"""The legal actions that are made are those that the judge accepts of all candidates, in the same order."""

from collections.abc import Iterator
from typing import Any

import pytest
from sample_games import whole_game

from referee.contract.playouts import header_of, playout
from referee.rules.rulebook import is_allowed
from referee.rules.ruling import judged_candidates
from referee.titles.attika import RULEBOOK
from referee.titles.attika.rules import legal_candidates as module
from referee.titles.attika.rules.legal_candidates import legal_candidates
from referee.titles.attika.rules.play import PLAY, candidates
from referee.titles.attika.rules.state import AttikaPosition

SEEDS, EVERY = 8, 24
"""So many random games, of which every so manieth position."""


def assert_same(position: AttikaPosition) -> None:
    """Compare the two ways."""
    assert list(legal_candidates(position)) == list(judged_candidates(PLAY, position))


def random_positions() -> Iterator[AttikaPosition]:
    for seed in range(SEEDS):
        every: Any = playout(RULEBOOK.id, seed).positions
        yield from every[1 + seed % EVERY :: EVERY]


def test_the_random_games_have_every_value_of_every_option() -> None:
    played = [header_of(RULEBOOK, seed)["options"] for seed in range(SEEDS)]
    for option in RULEBOOK.options:
        if option.name != "first_player":  # who begins changes nothing
            assert {each[option.name] for each in played} == {*option.values}


def test_in_random_games() -> None:
    for position in random_positions():
        assert_same(position)


@pytest.mark.parametrize("id", ["quadrilateral-4", "rhombus-2"])
def test_in_the_sample_games(id: str) -> None:
    kinds = set()
    for moment in whole_game(id).moments[1::12]:
        assert_same(moment.position)
        kinds |= {kind for kind, _ in legal_candidates(moment.position)}
    assert {"draw", "build", "end"} <= kinds


def test_a_tile_and_a_drawn_building_that_are_due() -> None:
    moments = whole_game("quadrilateral-4").moments[1:]
    placing = next(each.position for each in moments if each.position.turn.tile)
    drawn = next(each.position for each in moments if each.position.turn.drawn)
    for position, kind in (placing, "tile"), (drawn, "store"):
        assert kind in {kind for kind, _ in legal_candidates(position)}
        assert_same(position)


def test_nobody_has_legal_actions_when_the_game_is_over() -> None:
    last = whole_game("quadrilateral-4").position
    assert not last.seat
    assert_same(last)


def test_the_law_is_asked_about_few_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 750 candidates here six are legal."""
    position = whole_game("quadrilateral-4").moments[241].position
    answers = list[bool]()

    def asked(law: Any, before: Any, what: Any) -> bool:
        answers.append(is_allowed(law, before, what))
        return answers[-1]

    monkeypatch.setattr(module, "is_allowed", asked)
    legal = list(legal_candidates(position))
    assert len(list(candidates(position))) > 100 * len(legal)
    assert len(answers) < 6 * len(legal)
