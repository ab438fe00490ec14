"""The horizon is the one that dealing again finds, entry by entry; and no sentence about it tells what is hidden.

`make proofs` compares 60 games of each title, with `--thorough` 2,000.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import nim_title
import other_deals
import other_hands
import pytest
from hidden_attika import dealt_again

from referee import titles
from referee.rules import horizon, knowledge
from referee.rules.horizon import horizon_sentence
from referee.rules.knowledge import EVERYBODY, Lesson
from referee.rules.replay import Moment
from referee.rules.rulebook import AnyRulebook
from referee.testkit.hidden import everything_told, world
from referee.testkit.playouts import Playout, playout, random_playout
from referee.titles.attika.show import known

GAMES = {"magna-grecia": range(4), "attika": range(1, 4)}
SMALL = range(4)
SOME = 40_000
"""More possible positions than a game with few cards has."""
MANY, HARD = 100_000, 10
"""With so many exchanges, so many times, a deal is looked for where the first search has found none."""


def found_entries(game: Playout, upto: int | None = None) -> list[int]:
    """The entries that teach, as the referee finds them."""
    return sorted({each.entry for each in found_lessons(game, upto)})


def found_lessons(game: Playout, upto: int | None = None) -> list[Lesson]:
    return horizon.lessons(game.book, game.header, line_of(game, upto))


def line_of(game: Playout, upto: int | None = None) -> list[Moment]:
    return world(game, game.log.last if upto is None else upto, {}).moments


def has_hands(game: Playout) -> bool:
    """Whether it is a game of Attika with secret hands."""
    return bool(game.header["options"].get("hands") == "secret")


def assert_dealing_again_finds_the_same(game: Playout, unfound: Sequence[int] = ()) -> None:
    """Both ways name the same entries. A deal that the first search did not find is looked for again.

    unfound  entries for which random exchanges are known to find none
    """
    if not has_hands(game):
        assert found_entries(game) == other_deals.entries_that_teach(game)
        return
    mine, theirs = found_entries(game), other_hands.entries_that_teach_by_hands(game)
    hands = other_hands.Hands(game)
    doubtful = [each for each in mine if each not in theirs and each not in unfound]
    assert [each for each in doubtful if not any(hands.is_told(each, MANY) for _ in range(HARD))] == []
    assert [each for each in theirs if each not in mine] == []


def few_cards(tmp_path: Path, cards: int = 3) -> AnyRulebook:
    """Attika with so few cards that all possible positions can be counted."""
    book = titles.book("attika")
    text = (Path(book.folder) / "data" / "components" / "attika" / "2026.yaml").read_text()
    text = text.replace("cards: 15", f"cards: {cards}").replace("hand: [4, 5, 6, 7]", "hand: [1, 2, 2, 1]")
    path = tmp_path / "few.yaml"
    path.write_text(text)

    def furnish(choices: Any) -> Any:
        return book.set_up.furnish({**choices, "components": str(path)})

    return book._replace(set_up=book.set_up._replace(furnish=furnish))


@pytest.mark.parametrize(("title", "seed"), [(title, seed) for title, seeds in GAMES.items() for seed in seeds])
def test_dealing_again_finds_the_same_entries(title: str, seed: int) -> None:
    assert_dealing_again_finds_the_same(playout(title, seed))


def test_of_few_cards_all_possible_hands_give_the_same_entries(small_games: list[Playout]) -> None:
    for game in small_games:
        assert assert_all_hands_give_the_same(game) == game.log.last


def assert_all_hands_give_the_same(game: Playout) -> int:
    """Up to the entry that is returned, both ways name the same entries."""
    theirs, last = other_hands.entries_that_teach_by_all_hands(game, SOME)
    assert theirs == [each for each in found_entries(game) if each <= last]
    return last


@pytest.fixture(scope="module")
def small_games(tmp_path_factory: pytest.TempPathFactory) -> list[Playout]:
    """Games with so few cards that much can be worked out, and that all possible hands can be counted."""
    book = few_cards(tmp_path_factory.mktemp("few"), 2)
    return [game for seed in SMALL if has_hands(game := random_playout(book, seed))]


@pytest.mark.parametrize("seed", range(10))
def test_every_order_of_the_tokens_of_nim_gives_the_same_entries(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    nim_title.install(monkeypatch)
    game = random_playout(titles.book("nim"), seed)
    assert found_entries(game) == other_deals.entries_that_teach_by_tokens(game)


@pytest.mark.parametrize("seed", [0])
def test_a_deal_that_differs_looks_the_same_to_everybody_before(seed: int) -> None:
    """Up to the entry before, all that everybody sees are the same bytes; the hands are others."""
    game, found = playout("attika", seed), 0
    hands = other_hands.Hands(game)
    for act in random.Random(seed).sample([each for each in hands.acts if not each[2]], 8):
        for moved in hands.walk(act, next(kind for kind in range(4) if act[3][kind])):
            real, other = world(game, act[0] - 1, {}), world(game, act[0] - 1, moved)
            told = [list(everything_told(game, each.moments, EVERYBODY)) for each in (real, other)]
            assert told[0] == told[1]
            found += real.moments[-1].position != other.moments[-1].position
    assert found > 4


def test_a_title_whose_veil_is_not_explained_goes_back_over_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    nim_title.install(monkeypatch)
    game = random_playout(titles.book("nim"), 1)
    show = game.book.show()
    unexplained = game._replace(book=game.book._replace(show=lambda: show._replace(knowledge=None)))
    assert found_entries(unexplained) == list(range(1, game.log.last + 1))


def without_shown(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if key != "shown"}


def test_a_game_in_which_nothing_was_shown_goes_back_to_its_deal() -> None:
    game = playout("magna-grecia", 0)
    bare = [replace(each, entry=without_shown(each.entry)) for each in line_of(game)]
    found = horizon.horizon(game.book, game.header, bare)
    assert (found.entry, found.lessons) == (1, ())
    assert str(horizon_sentence(found)) == "You can go back as far as entry 1."


@pytest.mark.parametrize(("title", "seed"), [("magna-grecia", 1), ("attika", 0), ("attika", 1)])
def test_the_horizon_is_the_last_entry_that_taught_something(title: str, seed: int) -> None:
    game = playout(title, seed)
    every = found_entries(game)
    for upto in range(1, game.log.last + 1, 7):
        found = horizon.horizon(game.book, game.header, line_of(game, upto))
        assert found.entry == max(each for each in every if each <= upto)
        assert [each.entry for each in found.lessons] == [found.entry] * len(found.lessons)


@pytest.mark.parametrize("seed", [0, 2, 3, 4])
def test_no_lesson_depends_on_what_is_hidden(seed: int) -> None:
    """Hands and decks are dealt again: whoever asks, entries, readers and sentences are the same bytes."""
    game, rng = playout("attika", seed), random.Random(seed)
    for upto in rng.sample(range(2, game.log.last + 1), 6):
        real = world(game, upto, {})
        other = world(game, upto, dealt_again(real, "", rng))
        one = horizon.lessons(game.book, game.header, real.moments)
        assert one == horizon.lessons(game.book, game.header, other.moments)
        assert list(map(str, one))


def test_sentences_say_who_did_what_and_not_which_card() -> None:
    lessons = {str(each.says): each for each in found_lessons(playout("attika", 8))}
    assert "Corinth (corinth) took 2 cards there, which nobody else saw." in lessons
    assert lessons["Corinth (corinth) took 2 cards there, which nobody else saw."].readers == ("corinth",)
    paid = lessons["Corinth (corinth) paid hill 1 there from a hidden hand, which everybody saw."]
    assert paid.readers == ("athens", "sparta", "thebes", EVERYBODY)
    assert "Sparta (sparta) drew the plaza there, which everybody saw." in lessons


def test_the_horizon_is_said_in_two_sentences() -> None:
    game = playout("magna-grecia", 0)
    found = horizon.horizon(game.book, game.header, line_of(game))
    card = "The card orange-medium was turned over there, which everybody saw."
    assert str(horizon_sentence(found)) == f"You can go back as far as entry 26. {card}"


def test_a_closed_game_has_no_way_back() -> None:
    game = playout("magna-grecia", 0)
    line = line_of(game)
    close: Any = {"kind": "close"}
    closed = replace(line[-1], number=len(line), entry=close, events=())
    assert horizon.horizon(game.book, game.header, [*line, closed]).entry == len(line)


FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "every payment tells something": ("is_payment_open", lambda accounts, seat, paid: True),
    "no payment tells anything": ("is_payment_open", lambda accounts, seat, paid: False),
    "every card is new": ("is_card_open", lambda accounts: True),
    "no payment is remembered": ("after_payment", lambda accounts, seat, paid: accounts),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_horizon_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch, small_games: list[Playout]) -> None:
    monkeypatch.setattr(knowledge, *FAULTS[fault])
    assert any(is_noticed(game) for game in small_games)


def is_noticed(game: Playout) -> bool:
    try:
        assert_all_hands_give_the_same(game)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("is_new", [True, False])
@pytest.mark.parametrize("title", GAMES)
def test_a_wrong_horizon_of_what_is_open_is_noticed(title: str, is_new: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(horizon, "is_new", lambda sight, possible, seen: is_new)
    games = [game for seed in GAMES[title] if not has_hands(game := playout(title, seed))]
    assert any(found_entries(game) != other_deals.entries_that_teach(game) for game in games)


def test_with_too_many_accounts_the_game_goes_back_less_far_at_worst(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = found_entries(playout("attika", 2))
    monkeypatch.setattr(knowledge, "MOST", 3)
    monkeypatch.setattr(knowledge, "FEW", 2)
    assert set(found_entries(playout("attika", 2))) >= set(exact)


def test_a_game_from_a_position_with_cards_in_hands_goes_back_over_no_card() -> None:
    """Nobody can work out hands whose beginning the log does not have."""
    game = playout("attika", 0)
    line = line_of(game)
    later = [replace(line[0], position=line[50].position), *line[51:]]
    cards = {each[0] for each in other_hands.Hands(game).acts if each[0] > 50}
    assert {each.entry for each in horizon.lessons(game.book, game.header, later)} >= cards


def test_nothing_is_known_of_a_deck_that_only_a_correction_drew_from() -> None:
    """A correction that was taken back stays among what was shown; the shuffle that it made does not count."""
    game = playout("attika", 1)
    assert known.open_items(game.header, line_of(game)[:2], "deck/landscape/1") is None
