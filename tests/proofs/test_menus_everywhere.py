"""Menus of random games: what each tile opens, compared with all candidates after it."""

import pytest
from test_menu_generated import assert_openings, late_positions

SEEDS = 12
"""So many random games, with every value of every option among them."""


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_way_opens_all_that_the_rules_open(seed: int) -> None:
    for position in late_positions(seed):
        assert_openings(position, seed)
