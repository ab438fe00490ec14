"""In the middle of a turn an answer to an earlier e-mail of it is taken where it can only mean one thing."""

import os
import shutil
from pathlib import Path

import mailing_game as post
import pytest
from test_offers import codes

from referee.app.game_access import open_game
from referee.mail.act.heard_mail import Received

BEGUN = 4
"""After this entry Sparta moves."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sparta has drawn a building in answer to its first e-mail."""
    folder = tmp_path_factory.mktemp("drawn")
    with post.forked_sample(folder, "rhombus-2", BEGUN, sparta=post.ANNA, athens=post.BRUNO):
        assert write("draw 1\n", BEGUN).became == "recorded"
    return folder


@pytest.fixture(autouse=True)
def game(drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(drawn, tmp_path, dirs_exist_ok=True)
    post.enter(monkeypatch, tmp_path)


def write(words: str, entry: int, seat: str = "sparta") -> Received:
    number = len(list(Path("letters").rglob("*.eml")))
    return post.one(post.mail(words, post.address(seat, entry), message_id=f"<{number}@example.net>"))


def block(actions: str, place: str = f"after: {BEGUN}\n") -> str:
    return post.fenced(f"game: cup\n{place}seat: sparta\nactions:\n  - {actions}\n")


def entries() -> list[object]:
    return [each["actions"] for each in open_game(post.table(), "cup").log.entries_after(BEGUN)]


def building() -> str:
    (shown,) = open_game(post.table(), "cup").log.entry(BEGUN + 1)["shown"].values()
    return str(shown)


def newest() -> post.Told:
    return max(post.letters("sparta"), key=lambda each: os.stat(each.path).st_mtime_ns)


def told() -> str:
    return newest().text


@pytest.mark.parametrize("place", ["", f"after: {BEGUN}\n", f"after: {BEGUN}\nhead: HEAD\n"])
def test_what_was_impossible_before_is_taken_now(place: str) -> None:
    place = place.replace("HEAD", str(post.letters("sparta")[0].text.partition('head: "')[2][:16]))
    done = write(block(f"store: {building()}", place), BEGUN)
    assert done.became == "recorded", told()
    assert entries()[1:] == [[{"store": building()}]]


def test_words_are_taken_as_a_block_is() -> None:
    assert write(f"store {building()}\n", BEGUN).became == "recorded", told()
    assert entries()[1:] == [[{"store": building()}]]


def test_a_crash_after_it_records_nothing_twice() -> None:
    assert write(f"store {building()}\n", BEGUN).became == "recorded"
    again = write(f"store {building()}\n", BEGUN)
    assert (again.became, len(entries())) == ("answered", 2)


@pytest.mark.parametrize("words", ["draw 2\n", block("draw: 2")])
def test_what_was_possible_before_too_is_asked_back_with_the_block_of_now(words: str) -> None:
    write(f"store {building()}\n", BEGUN + 1)
    assert write(words, BEGUN).became == "answered"
    assert len(entries()) == 2
    assert "You have already played this in this turn: draw 1, store" in told()
    assert "after: 6" in told()
    (code,) = codes(newest())
    assert write(f"yes {code}\n", BEGUN + 2).became == "recorded", told()
    assert entries()[2:] == [[{"draw": "2"}]]


def test_a_block_that_names_the_newest_entry_is_for_now() -> None:
    write(f"store {building()}\n", BEGUN + 1)
    assert write(block("draw: 2", f"after: {BEGUN + 2}\n"), BEGUN).became == "recorded", told()


def test_the_same_part_again_is_recognised() -> None:
    assert write("draw 1\n", BEGUN).became == "answered"
    assert "This is already recorded: " in told()
    assert len(entries()) == 1


def test_what_is_impossible_now_is_refused_for_now() -> None:
    assert write("draw 2\n", BEGUN).became == "answered"
    assert len(entries()) == 1
    assert "a different move" not in told()
    assert "move:3:8" not in told()
    assert "must build or store it before anything else" in told()


def test_an_older_turn_stays_closed() -> None:
    for words in (f"store {building()}\n", "cards 4\n"):
        assert write(words, BEGUN - 2).became == "answered"
    assert len(entries()) == 1
