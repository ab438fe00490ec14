"""The contract of every title, kept by random games. `python tests/contract --games 5000` plays more of them."""

import hidden_attika
import pytest
import slow_magna_grecia
from hidden import what_is_hidden_changes_nothing_told
from playouts import playout
from promises import PROMISES

from referee import titles

GAMES = 200
OWN = {
    "magna-grecia": (what_is_hidden_changes_nothing_told, *slow_magna_grecia.PROMISES),
    "attika": hidden_attika.PROMISES,
}
"""Attika keeps the promise on what is hidden too, with the hands among it."""


@pytest.mark.parametrize("title", titles.ids())
@pytest.mark.parametrize("seed", range(GAMES))
def test_random_game_keeps_every_promise(title: str, seed: int) -> None:
    game = playout(title, seed)
    for promise in (*PROMISES, *OWN.get(title, ())):
        promise(game)
