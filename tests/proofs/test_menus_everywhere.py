"""Menus of random games, made once more by the slow way, which asks about every candidate after every tile."""

import pytest
from test_menu_generated import assert_choices, assert_openings, assert_refusals, late_positions

SEEDS = 12
"""So many random games, with every value of every option among them."""


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_choices_are_those_of_the_slow_way(seed: int) -> None:
    for position in late_positions(seed):
        assert_choices(position)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_way_opens_all_that_the_rules_open(seed: int) -> None:
    for position in late_positions(seed):
        assert_openings(position, seed)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_refusal_of_many_spaces_is_that_of_each(seed: int) -> None:
    for position in late_positions(seed):
        assert_refusals(position)
