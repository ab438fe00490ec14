"""Random games in which turns are ordered ahead have the log of the same games in which every move is sent by hand."""

from pathlib import Path

import pytest
from ahead_games import games, masked_log

PROVED, SOME = 1000, 4


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_orders_make_the_log_that_moves_by_hand_make(title: str, tmp_path: Path, thorough: bool) -> None:
    turns = ordered = 0
    for played, by_orders, one, other in games(title, range(PROVED if thorough else SOME), str(tmp_path)):
        assert one == other
        turns, ordered = turns + played, ordered + by_orders
    assert ordered > turns // 4


def test_the_mask_leaves_the_states() -> None:
    raw = f"prev: {'a' * 64}\nseals:\n  red: {'b' * 64}\nstate: {'c' * 64}\n".encode()
    assert masked_log(raw) == f"prev: {'#' * 64}\nseals:\n  red: {'#' * 64}\nstate: {'c' * 64}\n"
