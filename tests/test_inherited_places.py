"""The order of a pile of which some places are known: these stay, and the seed decides about the others."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import titles
from referee.rules.rulebook import AnyRulebook
from referee.store import chance
from referee.store.chance import Drawn, Impossible, KnownDeal, Unentered, place_parts
from referee.testkit.playouts import header_of

TITLES = ("magna-grecia", "attika")
SEED = bytes(range(32))


def drawn(book: AnyRulebook, header: Mapping[str, Any], seed: bytes, places: Mapping[str, str] = {}) -> Drawn:
    set_up = book.set_up
    return Drawn(seed, set_up.piles(header), set_up.veil(header), places, set_up.shuffles(header))


def some_places(first: Drawn, rng: random.Random) -> dict[str, str]:
    """Places anywhere in the piles, as a game that was seen up to somewhere has asked for them."""
    return {
        f"{pile}/{index}": item
        for pile in first.piles
        for index, item in enumerate(first.order(pile))
        if rng.random() < rng.choice((0.1, 0.5, 0.9))
    }


@pytest.mark.parametrize("title", TITLES)
@given(number=st.integers(0, 1 << 20))
def test_known_places_stay_and_nothing_is_lost(title: str, number: int) -> None:
    book, rng = titles.book(title), random.Random(number)
    header = book.header_with_options(header_of(book, number))
    first = drawn(book, header, rng.randbytes(32))
    places = some_places(first, rng)
    again = drawn(book, header, rng.randbytes(32), places)
    for pile in first.piles:
        assert Counter(again.order(pile)) == Counter(first.order(pile))
    assert {where: again.order(place_parts(where)[0])[place_parts(where)[1]] for where in places} == places


@given(number=st.integers(0, 1 << 20))
def test_each_set_of_magna_grecia_still_has_each_colour_once(number: int) -> None:
    """MG-2.3, also for the set of which some cards are known."""
    book, rng = titles.book("magna-grecia"), random.Random(number)
    header = book.header_with_options(header_of(book, number))
    box = book.set_up.begin(header).setting.components
    first = drawn(book, header, rng.randbytes(32))
    deck = drawn(book, header, rng.randbytes(32), some_places(first, rng)).order("deck")
    for at in range(0, len(deck), 4):
        assert {box.cards[card].order[0] for card in deck[at : at + 4]} == {*box.colours}


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=20), st.integers(0, 1 << 20))
def test_a_pile_that_was_made_during_play_is_taken_over_too(items: list[str], number: int) -> None:
    rng = random.Random(number)
    order = Drawn(rng.randbytes(32), {}).order("deck/landscape/1", items)
    places = {f"deck/landscape/1/{at}": order[at] for at in range(rng.randrange(len(items) + 1))}
    again = Drawn(rng.randbytes(32), {}, places=places).order("deck/landscape/1", items)
    assert again[: len(places)] == order[: len(places)]
    assert sorted(again) == sorted(items)


def test_without_known_places_nothing_changes() -> None:
    book = titles.book("magna-grecia")
    header = book.header_with_options(header_of(book, 1))
    assert drawn(book, header, SEED).order("deck") == book.set_up.piles(header)["deck"](chance.Chance(SEED))


def test_the_rest_follows_from_the_seed_alone() -> None:
    """The vector of docs/reference/log-format.md."""
    places = {"stack/red/0/2": "2", "stack/red/0/7": "3"}
    items = [str(each) for each in range(10)]
    seed = chance.final_seed("demo-1", bytes(range(32)), {"blue": "22" * 16, "red": "11" * 16})
    rest = chance.Chance(seed).shuffled_items("stack/red/0", [each for each in items if each not in "23"])
    found = Drawn(seed, {}, places=places).order("stack/red/0", items)
    assert [*found[:2], *found[3:7], *found[8:]] == rest
    assert " ".join(found) == "4 1 2 0 6 5 7 3 8 9"


IMPOSSIBLE: tuple[tuple[str, dict[str, str], str], ...] = (
    ("attika", {"tiles/0": "T1", "tiles/1": "T1"}, "tiles/1"),
    ("attika", {"tiles/0": "hill"}, "tiles/0"),
    ("attika", {"tiles/99": "T1"}, "tiles/99"),
    ("magna-grecia", {"deck/0": "red-low", "deck/1": "red-medium"}, "deck/1"),
    ("magna-grecia", {"deck/0": "red-low", "deck/4": "red-low"}, "deck/4"),
    ("magna-grecia", {"deck/0": "purple-low"}, "deck/0"),
    ("magna-grecia", {"deck/12": "red-low"}, "deck/12"),
    ("magna-grecia", {"oracles/0": "A1"}, "oracles/0"),
)


@pytest.mark.parametrize(("title", "places", "where"), IMPOSSIBLE)
def test_what_a_pile_cannot_hold_is_named_with_its_place(title: str, places: dict[str, str], where: str) -> None:
    book = titles.book(title)
    header = book.header_with_options(header_of(book, 0))
    with pytest.raises(Impossible) as wrong:
        drawn(book, header, SEED, places).order(place_parts(where)[0])
    assert (wrong.value.place, wrong.value.item) == (where, places[where])


def test_the_rest_has_nothing_to_do_with_what_it_was_before() -> None:
    """Whoever knows the old order knows nothing of the new one: each place holds each item equally often."""
    book = titles.book("attika")
    header = book.header_with_options(header_of(book, 0))
    old = drawn(book, header, SEED).order("tiles")
    places = {f"tiles/{at}": old[at] for at in range(4)}
    games, kept = 3000, Counter[int]()
    for number in range(games):
        order = drawn(book, header, number.to_bytes(32, "big"), places).order("tiles")
        kept.update(at for at in range(4, len(old)) if order[at] == old[at])
    share = games / (len(old) - 4)  # the tiles are all different
    assert all(abs(kept[at] - share) < 5 * share**0.5 for at in range(4, len(old)))


def test_every_set_order_that_is_possible_is_equally_likely() -> None:
    """Of the first set of Magna Grecia one card is known: the other three are any of 6 orders of 3 colours."""
    book = titles.book("magna-grecia")
    header = book.header_with_options(header_of(book, 0))
    box = book.set_up.begin(header).setting.components
    games, found = 1800, Counter[tuple[str, ...]]()
    for number in range(games):
        deck = drawn(book, header, number.to_bytes(32, "big"), {"deck/1": "red-low"}).order("deck")
        found[tuple(box.cards[card].order[0] for card in deck[:4])] += 1
    assert len(found) == 6
    assert all(abs(each - games / 6) < 5 * (games / 6) ** 0.5 for each in found.values())


def test_a_known_deal_answers_for_what_was_entered_alone() -> None:
    book = titles.book("attika")
    header = book.header_with_options(header_of(book, 0))
    deal = KnownDeal(bytes(32), book.set_up.piles(header), places={"tiles/3": "T7"})
    assert deal("tiles", 3) == "T7"
    with pytest.raises(Unentered) as needed:
        deal("tiles", 0)
    assert needed.value.place == "tiles/0"


def test_the_seal_of_hidden_places_depends_on_all_of_them_and_on_the_secret() -> None:
    places = {"tokens/0": "4", "tokens/1": "5"}
    seal = chance.places_seal("cup", SEED, places)
    others = [
        chance.places_seal("cup", SEED, {**places, "tokens/1": "6"}),
        chance.places_seal("cup", SEED, {"tokens/0": "4"}),
        chance.places_seal("cap", SEED, places),
        chance.places_seal("cup", bytes(32), places),
    ]
    assert seal == chance.places_seal("cup", SEED, dict(reversed(places.items())))
    assert seal not in others
