"""Moves clicked together at random on real positions are accepted; whatever the rules allow can be clicked."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from composing import Taken, offered
from composing_page import SINGLES, Position, click_at_random, position
from playwright.sync_api import Page
from whole_menus import choices_of

from referee import titles
from referee.app.errors import Refused
from referee.app.play.submit_move import submit

from composing import written  # isort: skip

POSITIONS, MORE = 4, 75
"""Positions of each title, and how many times more of them with --thorough."""


@pytest.mark.parametrize("title", titles.ids())
def test_a_composed_turn_is_accepted(title: str, opened: Callable[..., Page], tmp_path: Path, thorough: bool) -> None:
    """Without exception if the page says that the referee tried it; nearly always if it does not."""
    unsure = refused = 0
    for seed in range(POSITIONS * (MORE if thorough else 1)):
        here, rng = position(title, seed, tmp_path / str(seed)), random.Random(seed)
        seen = click_at_random(opened(here.page), here, rng)
        why = refusal(here, seen["text"])
        assert not why or seen["mark"] in ("checked", "empty"), (seed, seen["text"], why)
        assert why or seen["mark"] != "empty", (seed, seen["text"])
        unsure += seen["mark"] == "checked"
        refused += bool(why and seen["mark"] == "checked")
    assert refused <= unsure // 20, (unsure, refused)


def refusal(here: Position, text: str) -> str:
    """Why the referee does not record a move; "" when it does."""
    try:
        submit(here.table, text.encode(), "composed")
    except Refused as error:
        return str(error)
    return ""


@pytest.mark.parametrize("title", titles.ids())
def test_every_legal_single_action_can_be_clicked(
    title: str, opened: Callable[..., Page], tmp_path: Path, thorough: bool
) -> None:
    """That the choices without a condition are just these is proved in tests/contract/test_menus.py."""
    every = 1 if thorough else 9
    for seed in range(1000, 1000 + (10 if thorough else 1)):
        here = position(title, seed, tmp_path / str(seed))
        listed = [number for number in offered(here.menu, []) if not choices_of(here.menu)[number].amounts]
        singles = {written(here.menu, [Taken(number)]) for number in listed}
        clicked = opened(here.page).evaluate(SINGLES, every)
        assert set(clicked) <= singles
        assert len(clicked) >= len(singles) // every
        assert every > 1 or set(clicked) == singles
