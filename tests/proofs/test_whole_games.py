"""What `make test` tries at some moments of a few games, here at every moment of as many as it takes."""

import pytest
import test_adoption as adoption
import test_forged_moves as forged
import test_suggested_moves as suggested

ADOPTED = 12
"""So many random games go on under a newer edition, with those of every run."""
FORGED = 300
"""So many moves and headers of any shape for each edition of a title."""


@pytest.mark.parametrize("title", suggested.TITLES)
def test_suggestions_are_legal_at_every_turn(title: str) -> None:
    suggested.assert_legal(title, 1)


@pytest.mark.parametrize("title", adoption.TITLES)
def test_more_random_games_are_judged_by_each_edition_in_its_part(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adoption.judge_in_parts(adoption.with_two(title, monkeypatch), range(adoption.GAMES, ADOPTED))


def test_before_no_part_of_a_turn_but_the_first_an_edition_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    adoption.refuse_in_the_midst(adoption.with_two("attika", monkeypatch), 1)


@pytest.mark.parametrize(("title", "edition"), forged.kinds())
def test_many_moves_of_any_shape_are_judged_or_refused(title: str, edition: str) -> None:
    forged.forge_moves(title, edition, FORGED)


@pytest.mark.parametrize(("title", "edition"), forged.kinds())
def test_many_headers_of_any_shape_begin_a_game_or_are_refused(title: str, edition: str) -> None:
    forged.forge_headers(title, edition, FORGED)
