"""AT-4.2, 4.3, 4.5, 5.2: payments, against a slow and obvious second way."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.titles.attika.rules.building import Price, amounts_phrase, is_enough, payment, pays, smaller
from referee.titles.attika.rules.state import NONE, Amounts

FEW = st.integers(0, 3)
AMOUNTS = st.tuples(FEW, FEW, FEW, FEW)
COSTS = AMOUNTS.filter(lambda cost: 1 <= sum(cost) <= 4)
PRICES = st.builds(Price, st.just(False), COSTS, st.just(0), AMOUNTS, FEW, st.booleans())
ROADS = st.builds(Price, st.just(False), st.just(NONE), st.just(5), AMOUNTS, FEW, st.booleans())


def settled(price: Price, paid: Amounts) -> bool:
    """Each symbol in turn is covered by a symbol, one matching card, or two cards; the excess is the surcharge."""
    if price.any:
        return sum(paid) in [price.any - off + price.surcharge for off in reductions(price)]
    wanted = [kind for kind, number in enumerate(price.cost) for _ in range(number)]
    return any(one_way(price, paid, wanted, ways) for ways in product("scc2", repeat=len(wanted)))


def reductions(price: Price) -> list[int]:
    """AT-4.5: by how many cards symbols may reduce the cost of a road: by all that there are, or by fewer, too."""
    most = min(sum(price.symbols), 5)
    return [off for off in range(6) if off == most or (off < most and not price.reduced)]


def one_way(price: Price, paid: Amounts, wanted: list[int], ways: tuple[str, ...]) -> bool:
    """`s`: by a symbol of the land, `c`: by a card of its kind, `2`: by two of any kind."""
    symbols, cards, any_kind = list(price.symbols), list(paid), price.surcharge
    for kind, way in zip(wanted, ways, strict=True):
        if way == "s":
            symbols[kind] -= 1
        elif way == "c":
            cards[kind] -= 1
        else:
            any_kind += 2
    return min(*symbols, *cards) >= 0 and sum(cards) == any_kind


@given(PRICES | ROADS, AMOUNTS)
def test_a_payment_is_right_when_each_symbol_is_settled_in_one_way(price: Price, paid: Amounts) -> None:
    assert pays(price, paid) == settled(price, paid)


@given(PRICES, AMOUNTS)
def test_cards_of_the_printed_cost_are_right_when_they_are_enough(price: Price, cards: Amounts) -> None:
    """`pays_nothing_beyond` asks no more of them (AT-10.2)."""
    paid = smaller(cards, price.cost)
    assert pays(price, paid) == is_enough(price, paid)


@given(PRICES | ROADS, AMOUNTS)
def test_the_referee_pays_the_fewest_cards_and_of_these_the_most_water_then_forest_then_hill(
    price: Price, hand: Amounts
) -> None:
    water, forest, hill, mountain = (range(cards + 1) for cards in hand)
    lawful = [paid for paid in product(water, forest, hill, mountain) if pays(price, paid)]
    best = min(lawful, key=lambda paid: (sum(paid), [-cards for cards in paid]), default=None)
    assert payment(price, hand) == best


@pytest.mark.parametrize("reduced", [True, False])
@pytest.mark.parametrize("symbols", [(0, 0, 0, 0), (1, 0, 0, 0), (0, 2, 0, 2), (1, 1, 2, 1), (3, 2, 1, 1)])
@pytest.mark.parametrize("surcharge", [0, 2])
def test_every_payment_of_a_road_is_right_or_wrong_as_its_symbols_say(
    symbols: Amounts, surcharge: int, reduced: bool
) -> None:
    road = Price(False, NONE, 5, symbols, surcharge, reduced)
    every = [paid for paid in product(range(9), range(9), range(9), range(9)) if sum(paid) <= 8]
    numbers = {sum(paid) for paid in every if pays(road, paid)}
    least = surcharge + max(5 - sum(symbols), 0)
    assert numbers == ({least} if reduced else set(range(least, surcharge + 6)))
    assert [pays(road, paid) for paid in every] == [settled(road, paid) for paid in every]


def test_a_free_building_costs_nothing_and_nothing_may_be_paid() -> None:
    free = Price(True, NONE, 0, NONE, 0)
    assert payment(free, (1, 1, 1, 1)) == NONE
    assert pays(free, NONE)
    assert not pays(free, (0, 0, 1, 0))


@pytest.mark.parametrize(
    ("paid", "words"), [(NONE, "nothing"), ((2, 0, 1, 0), "water 2 hill 1"), ((0, 1, 0, 4), "forest 1 mountain 4")]
)
def test_cards_are_listed_in_the_order_of_the_landscapes(paid: Amounts, words: str) -> None:
    assert str(amounts_phrase(paid)) == words
