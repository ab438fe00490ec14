"""The script of a page on the menu made by hand: each way in which choices depend on each other, and the move."""

import pytest
import sample_menu
from composing import Branch, Taken, offered, understood, written
from sample_menu import (
    BUILD,
    CARD,
    CITIES,
    CITY_C3,
    DEAR,
    DRAW,
    EARLY,
    END,
    FIRST,
    MEETS,
    OTHER,
    SECOND,
    SUPPLY,
)

HEAD = 'game: spring-cup\nafter: 27\nhead: "4b1f0c9d2e7a55aa"\nseat: yellow\n'
MENU = sample_menu.menu()
AT_FIRST = {FIRST, OTHER, CITY_C3, CITIES, SUPPLY, DRAW, END, CARD, EARLY}


def after(*numbers: int) -> set[int]:
    return set(offered(MENU, [Taken(number) for number in numbers]))


def test_what_needs_another_or_more_than_there_is_is_not_offered_at_first() -> None:
    assert after() == AT_FIRST


@pytest.mark.parametrize(
    ("taken", "more", "less"),
    [
        ((FIRST,), {SECOND}, {FIRST, OTHER}),  # one that it bars
        ((OTHER,), set(), {FIRST, OTHER}),  # one that bars it
        ((CITY_C3,), {BUILD}, {CITY_C3, EARLY, CITIES}),  # two cities more than the two that are left
        ((FIRST, CITY_C3), {SECOND, MEETS, BUILD}, {FIRST, OTHER, CITY_C3, EARLY, CITIES}),
        ((EARLY, CITY_C3), {BUILD}, {EARLY, CITY_C3, CITIES}),
        ((CARD, CARD), set(), set()),
    ],
)
def test_offers_after_other_choices(taken: tuple[int, ...], more: set[int], less: set[int]) -> None:
    assert DEAR not in after(*taken)
    assert after(*taken) == (AT_FIRST | more) - less


def test_nothing_follows_an_unknown_result_without_a_complete_answer() -> None:
    assert after(DRAW) == set()
    assert offered(MENU, [Taken(DRAW, (Branch((0, 1), 0),))]) == []
    assert set(offered(MENU, [Taken(DRAW, otherwise=2)])) == AT_FIRST - {DRAW}


def test_a_move_has_its_choices_in_the_order_of_their_rank() -> None:
    taken = [Taken(number) for number in (END, CITY_C3, SUPPLY, BUILD, FIRST)]
    assert written(MENU, taken) == HEAD + (
        "actions:\n  - city: C3\n  - road: E4 n-s\n  - resupply: {road: 2}\nmarket: {build: C3}\nend: true\n"
    )
    assert written(MENU, []) == HEAD
    assert understood(MENU, [Taken(FIRST)])["actions"] == [{"road": "E4 n-s"}]


def test_an_order_is_written_with_all_its_branches() -> None:
    taken = [Taken(DRAW, (Branch((0, 1), 0), Branch((2,), 2)), otherwise=2)]
    ordered = "draw: {stack: 1, then: [{if: [temple, harbour], build: E1}, {if: well, store}, {else: store}]}"
    assert written(MENU, taken) == HEAD + f"actions:\n  - {ordered}\n"
