"""Promises of the contract that `make test` tries on a few random games of a title, here on as many again."""

from pathlib import Path

import pytest
import test_film as film
import test_menus as menus
import test_one_number as numbers
import test_overrules as overrules
import test_rulings as rulings
import test_true_hints as slips
import test_ways_out as hints

from referee import titles

few = pytest.mark.parametrize("seed", [2, 3])


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
@pytest.mark.parametrize("seed", range(slips.SEEDS, slips.PROVED))
def test_following_more_hints_gives_the_intended_move(title: str, seed: int) -> None:
    slips.test_following_the_hints_gives_the_intended_move(title, seed)


@few
@pytest.mark.parametrize("title", hints.TITLES)
def test_of_more_faulty_moves(title: str, seed: int) -> None:
    hints.test_of_random_faulty_moves(title, seed)
    numbers.test_of_random_faulty_moves(title, seed)


@few
@pytest.mark.parametrize("title", titles.ids())
def test_more_menus_offer_what_is_legal(title: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menus, "seeds", lambda thorough: range(seed, seed + 1))
    menus.test_the_first_offers_are_all_legal_single_actions(title, False)
    menus.test_every_turn_composed_of_sure_choices_is_accepted(title, False, False)
    menus.test_every_turn_composed_of_sure_choices_is_accepted(title, True, False)


@few
@pytest.mark.parametrize("title", film.TITLES)
def test_more_films_show_what_the_views_show(title: str, seed: int) -> None:
    film.test_a_film_shows_what_the_views_show(title, seed)
    film.test_hidden_information_changes_no_byte_of_a_page(title, seed + 1)


@few
@pytest.mark.parametrize("title", overrules.CONSERVED)
def test_more_moves_that_were_let_pass(title: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overrules, "STAGES", overrules.PROVED)
    overrules.test_what_is_overruled_leaves_a_game_that_can_be_played(title, tmp_path, seed)


@pytest.mark.parametrize("title", rulings.TITLES)
def test_more_rulings(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "GAMES", rulings.PROVED)
    rulings.test_after_a_ruling_a_game_is_judged_as_one_that_began_with_it(title)
