"""A random game of each title with turns that are ordered ahead, and the same by hand; `make proofs` plays more."""

from pathlib import Path

import pytest
from ahead_games import games


@pytest.mark.parametrize(("title", "seed"), [("magna-grecia", 9), ("attika", 1)])
def test_orders_make_the_log_that_moves_by_hand_make(title: str, seed: int, tmp_path: Path) -> None:
    ((turns, ordered, one, other),) = games(title, range(seed, seed + 1), str(tmp_path))
    assert one == other
    assert 0 < ordered < turns
