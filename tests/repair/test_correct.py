"""`correct`: an entry should have said something else. What followed must still stand, or nothing is recorded."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Ran, begin, disk, play, run

from referee.app.game_access import Game, Table, open_game
from referee.settings import Settings
from referee.store import log

WHY = ("--why", "the mail said so")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    begin()


def kept() -> log.Log:
    return log.read_log("games/cup")


def game() -> Game:
    return open_game(Table(Settings()), "cup")


def move_of(number: int, **changes: Any) -> bytes:
    """The move of an entry as its player could have sent it, with some fields otherwise."""
    entry = {**kept().entry(number)}
    own = {key: entry[key] for key in ("actions", "market") if key in entry}
    return json.dumps({"game": "cup", "after": number - 1, "seat": entry["seat"], **own, **changes}).encode()


def without(number: int, kind: str) -> list[Any]:
    """The actions of an entry without the last one of a kind."""
    actions = list(kept().entry(number)["actions"])
    at = max(at for at, each in enumerate(actions) if kind in each)  # type: ignore[operator]
    return [each for place, each in enumerate(actions) if place != at]


def correct(number: int, raw: bytes, *more: str) -> Ran:
    return run("correct", "cup", str(number), "-", *more, stdin=raw)


def last_with(kind: str) -> int:
    """The last entry with an action of this kind."""
    return max(n for n, each in enumerate(kept().entries, 1) if any(kind in one for one in each.get("actions", ())))  # type: ignore[operator]


def test_the_last_move_is_corrected() -> None:
    play(2)
    number, raw = last_with("road"), kept().raw
    right = without(number, "road")
    ran = correct(number, move_of(number, actions=right), *WHY)
    assert ran.code == 0, ran.err
    entry = kept().entry(kept().last)
    assert (entry["kind"], entry["corrects"], entry["why"]) == ("correct", str(number), "the mail said so")
    assert entry["actions"] == right
    assert kept().raw.startswith(raw)
    assert "now counts as" in ran.err
    assert run("verify", "cup").code == 0
    assert [each.entry.get("actions") for each in game().line if each.number == number] == [right]


def test_the_difference_is_told_and_a_dry_run_leaves_no_trace() -> None:
    play(2)
    number, before = last_with("road"), disk()
    move = move_of(number, actions=without(number, "road"))
    told = json.loads(correct(number, move, *WHY, "--dry-run", "--json").out)
    assert told["entry"] == number
    assert [each["after"] for each in told["spaces"]] != [each["before"] for each in told["spaces"]]
    assert told["spaces"]
    assert "Nothing was recorded" in correct(number, move, *WHY, "--dry-run").err
    assert disk() == before


def test_the_first_entry_that_would_fail_is_named() -> None:
    """A later move that needs what is corrected no longer stands: then nothing is recorded."""
    play(10)
    before, failing = disk(), list[tuple[int, int]]()
    for number, kind in ((number, kind) for number in range(2, 9) for kind in ("city", "road")):
        if any(kind in each for each in kept().entry(number)["actions"]):  # type: ignore[operator]
            ran = correct(number, move_of(number, actions=without(number, kind)), *WHY, "--dry-run")
            failing += [(number, int(each)) for each in re.findall(r"entry (\d+) could not have been played", ran.err)]
            assert ran.code in (0, 65)
    assert failing
    assert all(later > number for number, later in failing)
    assert disk() == before


@pytest.mark.parametrize(
    ("number", "more", "says"),
    [
        (1, WHY, "Only a move can be corrected"),
        (99, WHY, "Only a move can be corrected"),
        (2, ("--why", " "), "Say why"),
        (2, ("--why", "a" * 201), "at most 200"),
        (2, ("--why", "two\nlines"), "one line"),
        (2, WHY, "already says exactly this"),
    ],
)
def test_a_wrong_correction_is_refused(number: int, more: tuple[str, ...], says: str) -> None:
    play(2)
    before = disk()
    ran = correct(number, move_of(2), *more)
    assert ran.code == 65
    assert says in ran.err
    assert disk() == before


def test_a_move_of_somebody_else_and_one_that_breaks_a_rule_are_refused() -> None:
    play(2)
    other = {"red": "yellow", "yellow": "red"}[str(kept().entry(2)["seat"])]
    assert "The entry is a move of" in correct(2, move_of(2, seat=other), *WHY).err
    ran = correct(2, move_of(2, actions=[{"city": "A1"}]), *WHY)
    assert ran.code == 65
    assert "MG-" in ran.err


def test_what_was_taken_back_cannot_be_corrected() -> None:
    play(3)
    assert run("undo", "cup", "--to", "1", "--reseal").code in (0, 65)
    if kept().entry(kept().last)["kind"] != "undo":
        assert run("undo", "cup", "--to", "1").code == 0
    assert "no longer counts" in correct(2, move_of(2, actions=[]), *WHY).err


def test_an_archive_shows_both(tmp_path: Path) -> None:
    """The corrected entry is struck out, and the replay has the old one as a variation."""
    play(2)
    number = last_with("road")
    assert correct(number, move_of(number, actions=without(number, "road")), *WHY).code == 0
    assert run("close", "cup", "--abandon").code == 0
    assert run("archive", "site").code == 0
    record = Path("site/cup/record.html").read_text(encoding="utf-8")
    assert f"corrected by entry {kept().last - 1}" in record
    assert '"place":' in Path("site/cup/index.html").read_text(encoding="utf-8")


def test_only_the_places_that_differ_are_listed() -> None:
    """What the last turns put on the board is marked there; that a mark moved is no difference."""
    play(6)
    told = list[dict[str, str]]()
    for number in range(2, 8):
        actions = kept().entry(number)["actions"]
        for dropped in range(len(actions)):
            rest = [each for place, each in enumerate(actions) if place != dropped]
            ran = correct(number, move_of(number, actions=rest), *WHY, "--dry-run", "--json")
            told += json.loads(ran.out)["spaces"] if ran.code == 0 else []
    assert any(", from the last turn of " in each["before"] for each in told)
    for each in told:
        assert unmarked(each["before"]) != unmarked(each["after"]), each


def unmarked(words: str) -> str:
    return re.sub(r", (new|from the last turn of \w+)\b", "", words)
