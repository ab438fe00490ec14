"""`referee dev edition GAME N`: who consents, what would differ, and the change, by which all commands judge then."""

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, Ran, disk, play, run, suggestion
from second_edition import BOOK, begin_first, install, is_second
from verifying import VERIFIER

from referee.app.game_access import Table, open_game
from referee.app.play import entries as entries_module
from referee.settings import Settings
from referee.store import log
from referee.store.disk import NotRecorded
from referee.store.documents import Entry
from referee.titles.attika import RULEBOOK as ATTIKA
from referee.words import say

PASS = "actions: []\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    begin_first()
    install(monkeypatch)


def edition(*words: str, code: int = 0) -> Ran:
    ran = run("edition", "cup", *words)
    assert ran.code == code, ran
    return ran


def entries(kind: str) -> list[Entry]:
    return [each for each in log.read_log("games/cup").entries if each["kind"] == kind]


def game() -> Any:
    return open_game(Table(Settings(), NOW), "cup")


def passed() -> bytes:
    """A pass of the seat to move, which only the first edition allows."""
    return suggestion().partition(b"actions")[0] + PASS.encode()


def test_without_a_number_it_shows_the_state_of_the_game() -> None:
    assert edition().out == "cup uses edition 1 of Magna Grecia.\nEdition 2: Nobody passes.\n"
    edition("2", "--consent", "red")
    assert "red consents to edition 2." in edition().out
    assert "Edition 2 needs the consent of yellow" in edition().out
    found = json.loads(edition("--json").out)
    assert (found["edition"], found["since"], found["consents"]) == (1, 0, {"red": 2})
    edition("2", "--consent", "yellow")
    assert edition().out == ("cup uses edition 2 of Magna Grecia, from entry 4 on.\nNo newer edition is known here.\n")


def test_with_the_last_consent_the_edition_takes_over() -> None:
    ran = edition("2", "--consent", "red")
    assert "Recorded as entry 2" in ran.err
    assert "needs the consent of yellow" in ran.err
    assert not is_second(game().position)
    assert "From now on the game uses edition 2" in edition("2", "--consent", "yellow").err
    assert is_second(game().position)
    assert [(each["seat"], each["edition"], each["by"]) for each in entries("consent")] == [
        ("red", "2", "moderator"),
        ("yellow", "2", "moderator"),
    ]
    assert [(each["edition"], each["reader"]) for each in entries("edition")] == [("2", "referee 0.2.0")]
    assert run("verify", "cup").code == 0


def test_all_may_consent_at_once() -> None:
    assert "entries 2 to 4" in edition("2", "--all-consent").err
    assert is_second(game().position)


def test_the_same_again_records_nothing() -> None:
    edition("2", "--consent", "red")
    before = disk("games")
    assert "yellow did not consent" in edition("2", "--consent", "red", code=65).err
    edition("2", "--all-consent")
    after = disk("games")
    for words in (("2",), ("2", "--all-consent"), ("2", "--consent", "red")):
        assert "cup already uses edition 2." in edition(*words).err
    assert before != after == disk("games")


REFUSED = {
    ("2",): (65, "yellow, red did not consent"),
    ("3", "--all-consent"): (65, "There is no edition 3 of Magna Grecia. Known here: 1, 2."),
    ("2", "--consent", "brown"): (2, "no seat brown"),
    ("2", "--consent", "red", "--consent", "brown"): (2, "no seat brown"),
    ("two",): (2, "An edition is a number"),
    ("0",): (65, "no edition 0"),
    ("none",): (2, "Name who withdraws the consent"),
    ("none", "--consent", "red"): (65, "There is no consent to withdraw."),
    ("1", "--ask"): (65, "This game already uses edition 1."),
    ("1", "--dry-run"): (65, "This game already uses edition 1."),
    ("--dry-run",): (2, "Name the edition"),
    ("2", "--dry-run", "--all-consent"): (2, "without --ask"),
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_an_impossible_edition_is_refused_and_nothing_is_recorded(words: tuple[str, ...]) -> None:
    code, says = REFUSED[words]
    before = disk()
    assert says in re.sub(r"[\s│]+", " ", edition(*words, code=code).err)
    assert disk() == before


def test_an_older_edition_never_takes_over_again() -> None:
    edition("2", "--all-consent")
    assert "can't go back to edition 1" in edition("1", "--all-consent", code=65).err


def test_a_consent_is_taken_back() -> None:
    edition("2", "--consent", "red")
    assert "Recorded as entry 3" in edition("none", "--consent", "red").err
    assert "Already recorded as entry 3" in edition("none", "--consent", "red").err
    assert "yellow, red did not consent" in edition("2", code=65).err
    edition("2", "--all-consent")
    assert is_second(game().position)


def test_a_dry_run_shows_what_differs_and_records_nothing() -> None:
    play(1)
    before = disk()
    out = edition("2", "--dry-run").out
    for words in ("oracle_edge (MG-4.1)", "  1: A turn may be passed.", "  2: No turn is passed.", "Why: For a test."):
        assert words in out
    assert "would have been the same under edition 2" in out
    found = json.loads(edition("2", "--dry-run", "--json").out)
    assert (found["departure"], [each["policy"] for each in found["differences"]]) == (None, ["oracle_edge"])
    assert disk() == before


def test_a_dry_run_names_the_first_entry_that_would_be_refused() -> None:
    play(1)
    assert run("submit", "-", stdin=passed()).code == 0
    out = edition("2", "--dry-run").out
    assert "Edition 2 would have refused entry 3: Under the second edition nobody passes. (MG-4.1)" in out
    found = json.loads(edition("2", "--dry-run", "--json").out)["departure"]
    assert (found["entry"], found["refused"][0]["rule"]) == (3, "MG-4.1")


def test_before_the_deal_after_the_close_and_at_the_end_nothing_changes() -> None:
    run("close", "cup", "--abandon")
    for words in (("2", "--all-consent"), ("2", "--dry-run"), ("none", "--consent", "red"), ("2", "--ask")):
        assert run("edition", "cup", *words).code in (65, 78)
    assert not entries("consent")


def test_status_names_what_the_moderator_has_to_do() -> None:
    edition("2", "--consent", "red")
    assert "Edition 2 needs the consent of yellow" in run("status").out
    assert json.loads(run("status", "--json").out)["games"][0]["agreed"] is None
    with pytest.MonkeyPatch.context() as patch:  # the last consent comes by mail, so the moderator has to act
        patch.setattr("referee.app.editions.change_rules.take_over_edition", lambda table, edition, reason, game: game)
        edition("2", "--consent", "yellow")
    assert "Everybody consents to edition 2. To adopt it: referee" in run("status").out
    found = json.loads(run("status", "--json").out)
    assert found["games"][0]["agreed"] == 2
    assert "From now on the game uses edition 2" in edition("2").err


def test_each_part_of_a_game_is_judged_by_its_own_edition_to_the_end() -> None:
    """Some turns under the first, one of them a pass; on under the second; closed. All commands agree."""
    play(2)
    assert run("submit", "-", stdin=passed()).code == 0
    edition("2", "--all-consent")
    late = passed()
    assert "nobody passes" in run("submit", "-", stdin=late).err
    assert "nobody passes" in run("check", "-", stdin=late).out
    play(3)
    assert run("close", "cup", "--abandon").code == 0
    ran = run("verify", "cup")
    assert ran.code == 0, ran
    found = log.read_log("games/cup")
    for number in range(1, found.last + 1):
        assert run("show", "cup", "--at", str(number)).code == 0
        state = run("show", "cup", "--at", str(number), "--format", "state").out.rstrip("\n")
        assert ("form" in json.loads(state)) == (number >= 7), number
        assert sha256(state.encode()).hexdigest() == found.entry(number)["state"], number
    assert run("replay", "cup", "--out", "replay.html").code == 0
    assert "from here on the game uses edition 2 of the rules." in Path("replay.html").read_text()
    assert run("archive", "archive").code == 0
    assert "from here on the game uses edition 2 of the rules." in Path("archive/cup/record.html").read_text()
    tool = subprocess.run([sys.executable, str(VERIFIER), "games/cup/log.yaml"], capture_output=True, text=True)
    assert "WRONG" not in tool.stdout + tool.stderr


def test_a_move_sent_twice_across_the_change_is_recorded_once() -> None:
    move = suggestion()
    assert run("submit", "-", stdin=move).code == 0
    edition("2", "--all-consent")
    assert "Already recorded as entry 2 " in run("submit", "-", stdin=move).err
    play(1)
    assert "Already recorded as entry 2 " in run("submit", "-", stdin=move).err


def test_a_move_that_answers_an_entry_before_the_change_is_refused() -> None:
    move = suggestion()
    edition("2", "--all-consent")
    ran = run("submit", "-", stdin=move)
    assert (ran.code, "since then there were more entries: 4 (edition)" in ran.err) == (65, True), ran.err
    assert run("submit", "-", stdin=suggestion()).code == 0


def test_in_the_midst_of_a_turn_consents_are_recorded_and_the_edition_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of Attika has parts."""
    first = ATTIKA.editions[0]
    both = (first, first._replace(number=2, reader="referee 0.2.0"))
    for editions in (both[:1], both):
        book = ATTIKA._replace(editions=editions, edition=editions[-1])
        monkeypatch.setattr("referee.titles.attika.RULEBOOK", book)
        monkeypatch.setattr("referee.titles.attika.rules.setup.EDITIONS", editions)
        if len(editions) == 1:
            run("new", "attika", "--id", "hill", "--player", "athens=Anna", "--player", "sparta=Bruno")
    move = run("suggest", "hill").out.partition("actions")[0] + "actions: [{draw: 1}]\n"
    assert run("submit", "-", stdin=move.encode()).code == 0
    ran = run("edition", "hill", "2", "--all-consent")
    assert "Everybody consents. Once the current turn is over: referee dev edition hill 2" in ran.err, ran
    assert "a turn has begun. Run this again when it is over." in run("edition", "hill", "2").err
    assert "kind: edition" not in Path("games/hill/log.yaml").read_text()
    while (game := open_game(Table(Settings(), NOW), "hill")).book.play.is_turn_begun(game.position):
        assert run("submit", "-", stdin=run("suggest", "hill").out.encode()).code == 0
    assert run("edition", "hill", "2").code == 0
    assert run("verify", "hill").code == 0


def test_entries_from_before_a_full_disk_stay_and_the_rest_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    written = entries_module.append_entry

    def full(table: Any, game: Any, kind: str, *rest: Any) -> Any:
        if kind == "edition":
            raise NotRecorded(say("The disk is full."))
        return written(table, game, kind, *rest)

    with monkeypatch.context() as patch:
        patch.setattr("referee.app.editions.change_rules.append_entry", full)
        ran = edition("2", "--all-consent", code=74)
    assert "entries 2 to 3" in ran.err
    assert "After that, an error occurred:\nThe disk is full." in ran.err
    assert "Nothing was recorded" not in ran.err
    assert "From now on the game uses edition 2" in edition("2").err
    assert run("verify", "cup").code == 0


def test_a_newer_program_is_named_where_the_edition_is_unknown_here(monkeypatch: pytest.MonkeyPatch) -> None:
    edition("2", "--all-consent")
    install(monkeypatch, BOOK._replace(editions=BOOK.editions[:1], edition=BOOK.editions[0]))
    for words in (("show", "cup"), ("verify", "cup"), ("status",), ("edition", "cup")):
        ran = run(*words)
        assert "From entry 4 on: The log uses edition 2 of Magna Grecia" in ran.out + ran.err, ran
    assert "It is not damaged. Read it with referee 0.2.0 or a newer version." in run("show", "cup").err
