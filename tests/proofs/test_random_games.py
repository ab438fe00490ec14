"""The random games that `make test` leaves out: with its own they are 200 of each title, each held to every promise."""

import os
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "contract"))

import test_contract as contract


def others(title: str) -> range:
    """The seeds that are left."""
    return range(contract.quick(title).stop, contract.PROVED)


@pytest.mark.parametrize(("title", "seed"), contract.games(others))
def test_random_game_keeps_every_promise(title: str, seed: int) -> None:
    contract.keep_every_promise(title, seed)
