"""The clock of a game from the command line: what the moderator says, and what the tick records as time passes."""

import json
import os
import re
from pathlib import Path
from typing import Any

import cli_runs
import pytest
from cli_runs import disk, play, run
from clock_games import (
    GAMES,
    Now,
    begin,
    clock_of_a_test,
    entries,
    good,
    mover,
    tick_through,
)

from referee.app.errors import nearest_hint
from referee.app.game_access import Table
from referee.app.time import last_looks, tick
from referee.settings import Settings
from referee.store import log
from referee.words import say


@pytest.fixture
def now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Now:
    return clock_of_a_test(tmp_path, monkeypatch)


def test_half_the_deadline_and_then_the_given_time(now: Now) -> None:
    begin("missed=pass", "grace=24h")
    good("remind")
    for minute in (10, 20):
        now(f"16 09:{minute}")
        good("remind")
    now("16 12:20")
    assert good("remind").out.startswith("cup (entry 2): The clock was stopped from 2026-11-16 09:20 UTC to")
    tick_through(now, 16, 20)
    # due 72 hours after 09:00, and three that did not count
    assert entries() == ["clock stopped", "clock reminded", "clock reminded", "missed"]
    times = [each["at"] for each in log.read_log("games/cup").entries[2:]]
    assert times == ["2026-11-18T00:00:00Z", "2026-11-19T12:00:00Z", "2026-11-20T12:00:00Z"]
    assert good("verify", "cup").code == 0


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize(
    ("choice", "last"), [("pass", "missed"), ("suggest", "missed referee"), ("wait", "clock overdue")]
)
def test_what_a_missed_turn_becomes(now: Now, title: str, choice: str, last: str) -> None:
    begin(f"missed={choice}", "grace=1h", title=title, allowance="10h")
    seat = mover()
    tick_through(now, 16, 16)
    found = entries()
    assert found[:2] == ["clock reminded"] * 2
    assert set(found[2:]) == {last}
    assert (mover() == seat) == (choice == "wait")
    assert good("verify", "cup").code == 0
    told = good("show", "cup", "--at", str(3 + len(found[2:]))).out
    assert {"pass": "missed the turn", "suggest": "planning player", "wait": "The turn was due"}[choice] in " ".join(
        told.split()
    )
    if choice == "wait":
        tick_through(now, 17, 17)
        assert entries() == found, "it is said once"
        good("missed", "cup", seat)
        assert mover() != seat


def test_a_move_ends_the_clock_of_its_turn(now: Now) -> None:
    begin("missed=pass", "grace=0h", allowance="10h")
    for hour in range(9, 24):
        now(f"16 {hour:02}:00")
        good("remind")
        if "clock reminded" in entries()[-1:]:
            play(1)
    assert entries() == ["clock reminded", "move"] * 2 + ["clock reminded"][: len(entries()) - 4]


def test_more_time_moves_the_reminders_too(now: Now) -> None:
    begin(allowance="10h")
    tick_through(now, 16, 16, hours=2)
    assert entries() == ["clock reminded"] * 2
    ran = good("extend", "cup", mover(), "24", "--why", "His letter came late.")
    assert "Reason: His letter came late." in " ".join(ran.out.split())
    assert "Already recorded as entry 4" in good("extend", "cup", mover(), "24", "--why", "His letter came late.").err
    assert log.read_log("games/cup").entries[-1]["due"] == "2026-11-17T19:00:00Z"
    tick_through(now, 17, 17)
    assert entries()[2:] == ["clock extended", "clock reminded", "clock reminded"]


@pytest.mark.parametrize("time", ["24", "24h", "1d"])
def test_more_time_is_hours_or_days(now: Now, time: str) -> None:
    begin(allowance="10h")
    good("extend", "cup", mover(), time, "--why", "Her letter came late.")
    assert log.read_log("games/cup").entries[-1]["hours"] == "24"


def test_more_time_until_a_day_lasts_to_its_end(now: Now) -> None:
    begin(allowance="10h")
    told = ("extend", "cup", mover(), "--until", "2026-11-18", "--why", "He is moving house.")
    good(*told)
    assert "2026-11-19T00:00:00Z" <= log.read_log("games/cup").entries[-1]["due"] < "2026-11-19T01:00:00Z"
    assert "Already recorded" in good(*told).err
    assert len(log.read_log("games/cup").entries) == 2
    assert (
        run("extend", "cup", mover(), "--why", "x").code
        == run("extend", "cup", mover(), "3", "--until", "2026-11-18", "--why", "x").code
        == 2
    )


def test_a_secret_that_is_gone_is_missed_before_it_is_needed(now: Now) -> None:
    begin(allowance="10h")
    assert "private/cup.yaml" not in good("status").out
    os.rename("private/cup.yaml", "copy.yaml")
    assert "Put a copy of private/cup.yaml back" in " ".join(good("status").out.split())
    os.rename("copy.yaml", "private/cup.yaml")
    assert "private/cup.yaml" not in good("status").out


def test_more_time_until_a_day_that_is_over_or_early_is_refused(now: Now) -> None:
    begin(allowance="10h")
    good("extend", "cup", mover(), "48", "--why", "x")
    for day, why in (("2020-01-01", "2020-01-01 is over."), ("2026-11-17", "no sooner than 2026-11-17 already")):
        found = run("extend", "cup", mover(), "--until", day, "--why", "y")
        assert found.code == 2, day
        assert why in found.err.replace("\n", " ")
    assert len(log.read_log("games/cup").entries) == 2


def test_more_time_needs_neither_a_seat_nor_a_reason(now: Now) -> None:
    begin("missed=pass", "grace=24h")
    assert "Already" not in good("time", "extend", "cup", "2d").err
    last = log.read_log("games/cup").entries[-1]
    assert (last["seat"], last["hours"], last["why"]) == (mover(), "48", "The moderator gave more time.")
    assert "Already recorded as entry 2" in good("time", "extend", "cup", mover(), "48").err
    good("time", "extend", "cup", "--until", "2026-12-01")
    good("time", "pause", "cup")
    for words in (("resume", "cup"), ("cup", "allowance=96h")):
        good("time", *words, "--why", "We are back.")
        assert log.read_log("games/cup").entries[-1]["why"] == "We are back."
    assert good("verify", "cup").code == 0


def test_a_stopped_clock_calls_nobody(now: Now) -> None:
    begin("missed=pass", "grace=0h", allowance="10h")
    now("16 10:00")
    good("pause", "cup", "--why", "We meet in person.")
    before = disk("games")
    assert "Already recorded as entry 2" in good("pause", "cup", "--why", "Another reason.").err
    tick_through(now, 17, 19, hours=6)
    assert disk("games") == before
    assert (
        "the clock is stopped"
        in good("status").out + str(json.loads(good("status", "--json").out)["games"][0]["notes"]).lower()
    )
    good("resume", "cup")
    assert "Already recorded as entry 3" in good("resume", "cup").err
    tick_through(now, 20, 20)
    assert entries()[2:4] == ["clock reminded", "clock reminded"]


def test_a_machine_that_was_off_costs_nobody_a_turn(now: Now) -> None:
    """However long the gap, and wherever it is: the turn is as long as without it, except for the time of the gap."""
    begin("missed=pass", "grace=0h", allowance="10h")
    tick_through(now, 16, 16, hours=24)
    for hour in (9, 10, 11):
        now(f"16 {hour:02}:00")
        good("remind")
    now("25 11:00")
    assert [line.split(": ")[0] for line in good("remind").out.splitlines()] == ["cup (entry 2)"]
    assert entries() == ["clock stopped"]
    now("25 12:00")
    assert good("remind").out == "", "a gap is entered once"
    tick_through(now, 26, 26)
    assert log.read_log("games/cup").entries[1]["until"] == "2026-11-25T11:00:00Z"


def test_a_gap_is_written_before_anything_else_even_if_it_is_tried_twice(
    now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin("missed=pass", "grace=0h", allowance="2h")
    for minute in ("00", "10", "20"):
        now(f"16 09:{minute}")
        good("remind")
    now("18 09:00")

    def broken(*given: object) -> None:
        raise log.NotRecorded(say("The disk is full."))

    with monkeypatch.context() as patch:
        patch.setattr(tick, "write_beats", broken)
        ran = run("remind")
    assert (ran.code, ran.err) == (74, "The disk is full.\n")
    assert "(entry 2)" in ran.out, "what was recorded is said"
    assert entries() == ["clock stopped"]
    good("remind")
    assert entries() == ["clock stopped"]


def test_a_dry_run_says_the_same_and_leaves_no_trace(now: Now) -> None:
    begin()
    now("18 09:00")
    before = disk()
    ran = good("remind", "--dry-run")
    assert disk() == before
    assert re.sub(r" \(entry \d+\)", "", good("remind").out) == ran.out != ""


def test_a_game_that_makes_trouble_does_not_keep_the_others_waiting(now: Now) -> None:
    begin()
    Path("games/bad").mkdir()
    Path("games/bad/log.yaml").write_text("no log")
    now("18 09:00")
    ran = run("remind")
    assert (ran.code, ran.out.startswith("cup (entry 2): "), ran.err.startswith("bad: ")) == (0, True, True)
    assert last_looks.read_beats(Settings()) == {"cup": ["2026-11-18T09:00:00Z"]}
    acts = json.loads(run("remind", "--json").out)
    assert [(each["game"], each["did"]) for each in acts["acts"]] == [("bad", "unreadable")]


def test_an_error_of_the_program_in_a_game_does_not_keep_the_others_waiting(
    now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin()
    begun = tick.looked_after

    def broken(table: Table, id: str, *rest: Any) -> Any:
        if id == "bad":
            raise KeyError("turns")
        return begun(table, id, *rest)

    monkeypatch.setattr(tick, "looked_after", broken)
    Path("games/bad").mkdir()
    Path("games/bad/log.yaml").write_text("no log")
    now("18 09:00")
    ran = run("remind")
    assert (ran.code, ran.out.startswith("cup (entry 2): ")) == (65, True)
    assert ran.err == "bad: This caused an error in referee: KeyError: 'turns'\n"
    assert last_looks.read_beats(Settings()) == {"cup": ["2026-11-18T09:00:00Z"]}


@pytest.mark.parametrize("text", ["", "\x00\xff", "cup", "cup yesterday", "cup 2026-99-99T99:99:99Z", "../x 1"])
def test_a_heartbeat_that_cannot_be_read_is_none(now: Now, text: str) -> None:
    begin("grace=0h", allowance="2h")
    good("remind")
    Path("private/mail/heartbeat").write_text(text, "latin-1")
    now("20 09:00")
    good("remind")
    assert entries() == ["clock reminded"], "the first look stops no clock"


def test_a_moderator_without_a_timer_stops_no_clock(now: Now) -> None:
    """By hand, once or twice a day: nothing but what is due is recorded."""
    begin("missed=pass", "grace=24h", allowance="48h")
    for time in ("18 09:55", "18 10:00", "18 22:00", "19 10:00", "20 20:00"):
        now(time)
        good("remind")
    assert entries() == ["clock reminded", "missed", "clock reminded"]


@pytest.mark.parametrize(
    ("times", "hours"),
    [
        ([], 1),
        (["09:00"], 1),
        (["09:00", "09:05", "09:10"], 1),
        (["09:00", "11:00"], 4),
        (["01:00", "02:00", "23:00", "23:50"], 2),
    ],
)
def test_the_usual_interval_says_what_a_gap_is(times: list[str], hours: int) -> None:
    found = last_looks.tolerated_pause([f"2026-11-16T{each}:00Z" for each in times])
    assert found.total_seconds() / 3600 == hours


def test_the_clock_can_be_set_and_is_shown(now: Now) -> None:
    begin()
    assert good("clock", "cup").out.split() == [
        "allowance=72h",
        "grace=24h",
        "weekends=count",
        "zone=UTC",
        "missed=wait",
        "absence=60d",
    ]
    good("clock", "cup", "weekends=skip", "zone=Europe/Rome")
    assert "Already recorded as entry 2" in good("clock", "cup", "weekends=skip").err
    assert json.loads(good("clock", "cup", "--json").out)["clock"]["zone"] == "Europe/Rome"
    assert good("verify", "cup").code == 0


def test_a_game_without_a_clock_says_so_when_asked(now: Now) -> None:
    players = [word for player in GAMES["magna-grecia"] for word in ("--player", player)]
    good("new", "magna-grecia", "--id", "cup", *players)
    assert good("time", "cup").out == "cup has no clock.\nTo set one: referee time cup allowance=72h\n"
    assert json.loads(good("time", "cup", "--json").out)["clock"] == {}


def test_an_unknown_zone_is_an_error_like_any_other(now: Now) -> None:
    players = [word for player in GAMES["magna-grecia"] for word in ("--player", player)]
    clock = ["--clock", "allowance=72h", "--clock"]
    for wrong in ("zone=Rome", "zone=", "missed=loss"):
        ran = run("new", "magna-grecia", "--id", "cup", *players, *clock, wrong)
        assert (ran.code, "Did you mean" in ran.err) == (2, False), ran.err
    begin()
    assert run("clock", "cup", "zone=Europe/Roma").code == 2


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("es", ("en", "de", "fr", "it"), ""),
        ("thebes", ("athens", "sparta"), ""),
        ("loss", ("pass", "suggest", "wait"), ""),
        ("cop", ("cup", "shut"), "cup"),
        ("Redd", ("red", "yellow"), "red"),
        ("alowance", ("allowance", "grace"), "allowance"),
    ],
)
def test_a_suggested_word_is_near_the_misspelt_one(word: str, known: tuple[str, ...], near: str) -> None:
    found = nearest_hint(word, known)
    assert (str(found) if found else "") == (f"Did you mean {near}?" if near else "")


@pytest.mark.parametrize(("setting", "ended"), [("", False), ('close = "when over"\n', True)])
def test_a_game_that_is_over_is_closed_where_the_settings_say_so(now: Now, setting: str, ended: bool) -> None:
    Path("referee.toml").write_text(setting)
    cli_runs.begin()
    for _ in range(16):
        cli_runs.miss()
    good("remind", "--dry-run")
    assert entries()[-1] == "missed"
    good("remind")
    assert (entries()[-1] == "close") is ended
    before = entries()
    good("remind")
    assert entries() == before


@pytest.mark.parametrize("ended", [False, True])
def test_a_turn_that_was_taken_back_while_another_is_being_played_has_its_whole_time_again(
    now: Now, ended: bool
) -> None:
    begin("missed=pass", title="attika", allowance="72h")
    first = mover()
    move(first, "end: true")
    second = mover()
    move(second, "actions: [draw: 1]")
    now("18 09:00")
    if ended:
        good("end", "abandon", "cup")
        now("25 09:00")
        good("undo", "cup")
        assert "28 Nov" in run("status").out
        return
    now("20 09:00")
    good("undo", "cup", "--to", "1", "--reseal")
    assert (mover(), "23 Nov" in run("status").out) == (first, True)


def move(seat: str, rest: str) -> None:
    last = log.read_log("games/cup").last
    assert run("submit", "-", stdin=f"game: cup\nafter: {last}\nseat: {seat}\n{rest}\n".encode()).code == 0


def test_undoing_again_and_again_within_a_turn_gives_no_more_time(now: Now) -> None:
    begin(title="attika", allowance="72h")
    seat = mover()
    move(seat, "actions: [draw: 1]")
    now("17 09:00")
    for _ in range(18):  # whatever was looked at twice for each undo would take for ever
        last = log.read_log("games/cup").last
        move(seat, "actions: [store]")
        good("undo", "cup", "--to", str(last))
    assert "19 Nov" in run("status").out
