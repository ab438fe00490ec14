"""Chance against the vectors of specs/chance.md, and its refusals."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.store.chance import Chance, Drawn, Stream, Told, Untold, commitment, final_seed

SECRET = bytes(range(32))
NONCES = {"red": "11" * 16, "blue": "22" * 16}
SEED = bytes.fromhex("c6934971eb4394646310a7e89fd682e7e7f6e4bc1f9e9c452ab817104287a18d")


class FixedWords(Stream):
    """A stream whose words are given, to reach the words that are thrown away."""

    def __init__(self, *given: int) -> None:
        self.words = iter(given)


def test_commitment_vector() -> None:
    assert commitment("demo-1", SECRET) == "8a6a51614d927ebd3247fe1677078ccc5341f945e5c6177a26695b6ec318f442"


def test_final_seed_vector_does_not_depend_on_the_order_of_the_nonces() -> None:
    assert final_seed("demo-1", SECRET, NONCES) == SEED
    assert final_seed("demo-1", SECRET, dict(reversed(NONCES.items()))) == SEED


def test_first_words_vector() -> None:
    words = Stream(SEED, "deck/landscape/0").words
    assert [next(words) for _ in range(4)] == [4289206282, 433800184, 949959051, 2393632149]


@pytest.mark.parametrize(
    ("label", "order"),
    [("deck/landscape/0", [5, 9, 7, 8, 0, 1, 6, 3, 4, 2]), ("stack/red/0", [4, 3, 0, 7, 2, 8, 9, 5, 6, 1])],
)
def test_shuffle_vectors(label: str, order: list[int]) -> None:
    assert Chance(SEED).shuffled_items(label, range(10)) == order


def test_bulk_vector() -> None:
    lines = "\n".join(bulk_line(t) for t in range(10_000))
    assert sha256(lines.encode()).hexdigest() == "40df98792b61860ad142af0f1b425b4c637c2825c69936b698206309a0ed7a67"


def bulk_line(t: int) -> str:
    stream = Stream(sha256(b"vec%d" % t).digest(), f"deck/landscape/{t % 7}")
    order = stream.shuffled_items(range(1 + t % 120))
    return f"{','.join(map(str, order))}|{stream.uniform(6)}|{stream.uniform(3_000_000_000)}"


def test_one_thing_needs_no_word_and_the_whole_range_takes_any() -> None:
    assert FixedWords().uniform(1) == 0
    assert FixedWords(2**32 - 1).uniform(2**32) == 2**32 - 1


def test_words_of_the_incomplete_run_are_thrown_away() -> None:
    assert FixedWords(2**32 - 1, 2**32 - 2, 7).uniform(3) == (2**32 - 2) % 3
    assert FixedWords(2**32 - 1, 7).uniform(3_000_000_000) == 7


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_choice_among_nothing_or_too_much_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="uniform choice"):
        Chance(SEED).uniform("oracles", n)


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_every_item_and_leaves_its_argument_alone(items: list[int], seed: bytes) -> None:
    before = list(items)
    assert sorted(Chance(seed).shuffled_items("deck", items)) == sorted(items)
    assert items == before


def test_a_label_is_used_once() -> None:
    chance = Chance(SEED)
    chance.uniform("oracles", 6)
    with pytest.raises(ValueError, match="needs its own label"):
        chance.shuffled_items("oracles", [1, 2])


@pytest.mark.parametrize("label", ["", "stäck"])
def test_a_label_is_ascii_and_not_empty(label: str) -> None:
    with pytest.raises(ValueError, match=r"label|ascii"):
        Chance(SEED).uniform(label, 6)


@pytest.mark.parametrize("nonce", ["", "11" * 15, "AA" * 16, "11" * 16 + "\n", "None", "١" * 32])
def test_a_nonce_of_another_shape_is_refused(nonce: str) -> None:
    with pytest.raises(ValueError, match="nonce"):
        final_seed("demo-1", SECRET, {"red": nonce})


@pytest.mark.parametrize("make", [Chance, lambda secret: commitment("g", secret), lambda key: final_seed("g", key, {})])
def test_a_secret_of_another_length_is_refused(make: Callable[[bytes], object]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        make(SECRET[:31])


def test_any_change_of_game_secret_or_nonce_changes_commitment_and_seed() -> None:
    other = SECRET[:-1] + b"\x00"
    assert len({commitment("demo-1", SECRET), commitment("demo-2", SECRET), commitment("demo-1", other)}) == 3
    seeds = {final_seed("demo-1", SECRET, {**NONCES, "red": nonce}) for nonce in ("none", "11" * 16, "12" * 16)}
    assert len(seeds | {final_seed("demo-2", SECRET, NONCES), final_seed("demo-1", other, NONCES)}) == 5


def deck(chance: Chance) -> list[str]:
    return chance.shuffled_items("deck/landscape/0", list("0123456789"))


def stack(chance: Chance) -> list[str]:
    return chance.shuffled_items("stack/red/0", list("0123456789"))


def test_drawn_shows_a_place_and_remembers_only_requests() -> None:
    fate = Drawn(SEED, {"deck": deck, "stack": stack})
    assert [fate("deck", 0), fate("stack", 3), fate("deck", 0)] == ["5", "7", "5"]
    assert fate.shown == {"deck/0": "5", "stack/3": "7"}


def test_drawn_refuses_a_missing_place_and_remembers_nothing() -> None:
    fate = Drawn(SEED, {"deck": deck})
    for index in (-1, 10):
        with pytest.raises(IndexError, match="10 items"):
            fate("deck", index)
    with pytest.raises(KeyError):
        fate("stack", 0)
    assert fate.shown == {}


def test_a_pile_that_comes_into_being_again_of_other_items_is_shuffled_again() -> None:
    """After an undo a deck may be made of other cards. Of the same cards it is the same deck."""
    fate = Drawn(SEED, {"deck": deck})
    first = [fate("deck/1", at, ("a", "b", "c")) for at in range(3)]
    again = [fate("deck/1", at, ("a", "b", "d")) for at in range(3)]
    assert sorted(again) == ["a", "b", "d"]
    assert [fate("deck/1", at, ("a", "b", "c")) for at in range(3)] == first
    assert again == [each.replace("c", "d") for each in first]


def test_two_piles_may_not_share_a_label() -> None:
    fate = Drawn(SEED, {"deck": deck, "other": deck})
    fate("deck", 0)
    with pytest.raises(ValueError, match="needs its own label"):
        fate("other", 0)


def test_told_answers_from_the_entry_and_lists_what_nobody_asked() -> None:
    fate = Told({"deck/0": "5", "deck/1": "9"})
    assert fate("deck", 0) == "5"
    assert fate.unused_places() == ["deck/1"]
    with pytest.raises(Untold) as missing:
        fate("deck", 2)
    assert missing.value.place == "deck/2"
