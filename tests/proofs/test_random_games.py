"""Random games of each title are held to every promise: 40, and with `--thorough` 200."""

import pytest
import test_contract as contract

SOME, PROVED = 40, 200


@pytest.mark.parametrize(("title", "seed"), contract.games(range(contract.WHOLE, SOME)))
def test_random_game_keeps_every_promise(title: str, seed: int, thorough: bool) -> None:
    for each in range(seed, PROVED if thorough else SOME, SOME):
        contract.keep_promises(title, each)
