"""With those of `make test` 200 random games of each title are held to every promise."""

import pytest
import test_contract as contract


def others(title: str) -> range:
    """The seeds that are left, and those after which the dearest promises are."""
    return range(min(contract.WHOLE, contract.quick(title).stop), contract.PROVED)


@pytest.mark.parametrize(("title", "seed"), contract.games(others))
def test_random_game_keeps_every_promise(title: str, seed: int) -> None:
    contract.keep_promises(title, seed)
