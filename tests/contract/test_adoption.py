"""Random games continue under a newer edition at random moments: each part replays by its own, and no other way."""

import re
from random import Random
from typing import Any

import pytest

from referee import titles
from referee.rules.entry_shapes import BadEntry
from referee.rules.law import Edition, public_data
from referee.rules.replay import replay
from referee.rules.rulebook import AnyRulebook
from referee.store import chain
from referee.testkit.playouts import Playout, log_with_entry, random_playout
from referee.testkit.run import EditionTakeover, goes_on_under_a_newer_edition

TITLES = {"magna-grecia": "magna_grecia", "attika": "attika"}
GAMES, EACH = 2, 15
"""So many random games in every run, and so many entries apart those before which an edition is entered."""


def newer(first: Edition[Any]) -> Edition[Any]:
    """A second edition that is easy to see: its public state has one more field."""
    return first._replace(number=2, public=lambda position: {**public_data(first, position), "form": 2})


def with_two(title: str, patch: pytest.MonkeyPatch) -> AnyRulebook:
    """The title under its first edition; where it has only one, a second is made."""
    book = titles.book(title)
    if len(book.editions) == 1:
        book = book._replace(editions=(book.edition, newer(book.edition)))
        patch.setattr(f"referee.titles.{TITLES[title]}.rules.setup.EDITIONS", book.editions)
    return book._replace(edition=book.editions[0])


def changed(book: AnyRulebook, seed: int) -> tuple[Playout, EditionTakeover]:
    change = EditionTakeover(book.editions[-1], Random(seed).randrange(30))
    return random_playout(book, seed, change), change


def positions(game: Playout) -> tuple[Any, ...]:
    """Those that a replay finds."""
    return tuple([each.position for each in replay(game.book, game.log, secret=lambda: game.secret)[1:]])


@pytest.mark.parametrize("title", TITLES)
def test_a_random_game_is_judged_by_each_edition_in_its_part(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_in_parts(with_two(title, monkeypatch), range(GAMES))


def judge_in_parts(book: AnyRulebook, seeds: range) -> None:
    numbers = set()
    for seed in seeds:
        game, change = changed(book, seed)
        assert positions(game) == game.positions
        numbers.add(change.number)
    assert len(numbers - {0}) > len(seeds) // 2, "at different moments"


@pytest.mark.parametrize("title", TITLES)
def test_the_promise_holds_of_titles_with_two_editions(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = with_two(title, monkeypatch)
    goes_on_under_a_newer_edition(random_playout(book._replace(edition=book.editions[-1]), 3))


def test_in_the_midst_of_a_turn_no_edition_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of Attika has parts: the entry is refused before each part but the first."""
    refuse_in_the_midst(with_two("attika", monkeypatch), EACH)


def refuse_in_the_midst(book: AnyRulebook, each: int) -> None:
    second, game, tried = book.editions[-1], random_playout(book, 5), set[bool]()
    ends = [found.end() for found in re.finditer(rb"\n(?=---\n)", game.log.raw)]
    for number in range(1, len(game.positions), each):
        position = game.positions[number - 1]
        log = chain.parse(game.log.raw[: ends[number]])
        for seat in log.documents[0]["seats"]:
            log = log_with_entry(book, log, "consent", {"seat": seat, "edition": second.number}, None, position)
        under = book.under({"edition": second.number})
        log = log_with_entry(under, log, "edition", {"edition": second.number}, None, book.adopt(position, second))
        tried.add(book.play.is_turn_begun(position))
        if book.play.is_turn_begun(position):
            with pytest.raises(BadEntry, match="a turn has begun here"):
                replay(book, log, secret=lambda: game.secret)
        else:
            assert replay(book, log, secret=lambda: game.secret)
    assert tried == {True, False}
