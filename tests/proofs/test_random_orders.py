"""Thousands of random orders to each title, 20,000 with `--thorough`: whatever they record can be read back."""

from pathlib import Path

import pytest
import test_recorded as contract

from referee import titles

PARTS = 5
STAGES = 20
FEW, MANY = 2, 20
"""So many games in each part, each with so many stages of orders."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("title", titles.ids())
def test_what_thousands_of_random_orders_record_can_be_read_back(
    title: str, part: int, thorough: bool, tmp_path: Path
) -> None:
    games = MANY if thorough else FEW
    first = contract.SEEDS + part * games
    for seed in range(first, first + games):
        stages = contract.send_to_game(title, seed, tmp_path, STAGES)
        contract.assert_verified(stages[0], tmp_path)


def test_the_thorough_run_is_as_large_as_it_says() -> None:
    assert PARTS * MANY * STAGES * contract.ORDERS >= 20_000
