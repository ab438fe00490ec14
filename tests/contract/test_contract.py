"""The contract of every title, kept by random games. `python tests/contract --games 5000` plays more of them."""

import hidden_attika
import pytest
import slow_magna_grecia
from hidden import what_is_hidden_changes_nothing_told
from playouts import playout
from promises import PROMISES

from referee import titles

GAMES = {"magna-grecia": 100}
OTHERS = 30
"""So many games of a title; fewer of those whose games are long. `python tests/contract` plays any number."""
OWN = {
    "magna-grecia": (what_is_hidden_changes_nothing_told, *slow_magna_grecia.PROMISES),
    "attika": hidden_attika.PROMISES,
}
"""Attika keeps the promise on what is hidden too, with the hands among it."""


def games() -> list[tuple[str, int]]:
    """Title and seed, in turns, so that long games are spread over the processes."""
    every = [(seed, title) for title in titles.ids() for seed in range(GAMES.get(title, OTHERS))]
    return [(title, seed) for seed, title in sorted(every)]


@pytest.mark.parametrize(("title", "seed"), games())
def test_random_game_keeps_every_promise(title: str, seed: int) -> None:
    game = playout(title, seed)
    for promise in (*PROMISES, *OWN.get(title, ())):
        promise(game)
