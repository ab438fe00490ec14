"""The clock of a game from the command line: what the moderator says, and what the tick records as time passes."""

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import second_edition
from cli_runs import Ran, disk, play, run, suggestion
from verifying import GREECE, verdict

from referee.app.errors import Refused, nearest_hint
from referee.app.game_access import Game, Table, open_game
from referee.app.look import demo
from referee.app.play import messages, record_aside, seats
from referee.app.play.record_aside import record_aside_fields
from referee.app.play.record_move import Submitted
from referee.app.time import deadlines, last_looks
from referee.app.time.deadlines import OpenTurn
from referee.rules.replay import replay
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Aside, Clock
from referee.words import say

GAMES = {
    "magna-grecia": ("red=Bruno", "yellow=Anna"),
    "attika": ("athens=Anna", "sparta=Bruno"),
}
Now = Callable[[str], None]
CLOCK = {"allowance": "10h", "grace": "0h", "weekends": "count", "zone": "UTC", "missed": "suggest"}


@pytest.fixture
def now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Now:
    """`now("21 09:00")`: it is that time of November 2026, UTC."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")

    def set_to(text: str) -> None:
        monkeypatch.setenv("REFEREE_NOW", f"2026-11-{text.replace(' ', 'T')}:00Z")

    set_to("16 09:00")  # a Monday
    return set_to


def begin(*words: str, title: str = "magna-grecia", allowance: str = "72h") -> None:
    players = [word for player in GAMES[title] for word in ("--player", player)]
    clock = [word for each in (f"allowance={allowance}", *words) for word in ("--clock", each)]
    ran = run("new", title, "--id", "cup", *players, *clock)
    assert ran.code == 0, ran.err


def good(*words: str) -> Ran:
    ran = run(*words)
    assert ran.code == 0, (words, ran)
    return ran


def entries() -> list[str]:
    """What stands in the log after the deal, in brief."""
    return [brief(each) for each in log.read_log("games/cup").entries[1:]]


def brief(entry: Mapping[str, Any]) -> str:
    return " ".join(entry[key] for key in ("kind", "event", "by") if key in entry)


def mover() -> str:
    game = open_game(Table(Settings()), "cup")
    return str(game.book.play.to_move(game.position))


def tick_through(now: Now, first: int, last: int, *, hours: int = 1) -> None:
    """The tick at every hour of these days."""
    for hour in range(0, 24 * (last - first + 1), hours):
        now(f"{first + hour // 24} {hour % 24:02}:00")
        good("remind")


def test_half_the_deadline_and_then_what_is_wanted(now: Now) -> None:
    begin("missed=pass", "grace=24h")
    good("remind")
    now("16 12:00")
    assert good("remind").out.startswith("cup (entry 2): The clock stood still from 2026-11-16 09:00 UTC to")
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


def test_a_stopped_clock_calls_nobody(now: Now) -> None:
    begin("missed=pass", "grace=0h", allowance="10h")
    now("16 10:00")
    good("pause", "cup", "--why", "We meet in person.")
    before = disk("games")
    assert "Already recorded as entry 2" in good("pause", "cup", "--why", "Another reason.").err
    tick_through(now, 17, 19, hours=6)
    assert disk("games") == before
    assert (
        "the clock stands still"
        in good("status").out + str(json.loads(good("status", "--json").out)["games"][0]["notes"]).lower()
    )
    good("resume", "cup")
    assert "Already recorded as entry 3" in good("resume", "cup").err
    tick_through(now, 20, 20)
    assert entries()[2:4] == ["clock reminded", "clock reminded"]


def test_a_machine_that_was_off_costs_nobody_his_turn(now: Now) -> None:
    """However long the gap, and wherever it lies: the turn is as long as without it, but for the time of the gap."""
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
    good("remind")
    now("18 09:00")

    def broken(*given: object) -> None:
        raise log.NotRecorded(say("The disk is full."))

    with monkeypatch.context() as patch:
        patch.setattr(last_looks, "write_beats", broken)
        assert run("remind").code == 73
    assert entries() == ["clock stopped"]
    good("remind")
    assert entries() == ["clock stopped"]


def test_a_dry_run_says_the_same_and_leaves_no_trace(now: Now) -> None:
    begin()
    now("17 09:00")
    before = disk()
    ran = good("remind", "--dry-run")
    assert disk() == before
    assert re.sub(r" \(entry \d+\)", "", good("remind").out) == ran.out != ""


def test_a_game_that_makes_trouble_does_not_keep_the_others_waiting(now: Now) -> None:
    begin()
    Path("games/bad").mkdir()
    Path("games/bad/log.yaml").write_text("no log")
    now("17 09:00")
    ran = run("remind")
    assert (ran.code, ran.out.startswith("cup (entry 2): "), ran.err.startswith("bad: ")) == (65, True, True)
    assert last_looks.read_beats(Settings()) == {"cup": ["2026-11-17T09:00:00Z"]}
    acts = json.loads(run("remind", "--json").out)
    assert [(each["game"], each["did"]) for each in acts["acts"]] == [("bad", "trouble")]


@pytest.mark.parametrize("text", ["", "\x00\xff", "cup", "cup yesterday", "cup 2026-99-99T99:99:99Z", "../x 1"])
def test_a_heartbeat_that_cannot_be_read_is_none(now: Now, text: str) -> None:
    begin("grace=0h", allowance="2h")
    good("remind")
    Path("private/mail/heartbeat").write_text(text, "latin-1")
    now("20 09:00")
    good("remind")
    assert entries() == ["clock stopped"]


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


def test_the_clock_can_be_set_and_is_told(now: Now) -> None:
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


def test_a_zone_that_there_is_not_is_a_wrong_word_as_any_other(now: Now) -> None:
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
def test_a_word_that_was_meant_is_one_that_was_misspelt(word: str, known: tuple[str, ...], near: str) -> None:
    found = nearest_hint(word, known)
    assert (str(found) if found else "") == (f"Did you mean {near}?" if near else "")


# People


def private_part() -> str:
    return Path("private/cup.yaml").read_text()


def test_a_substitute_plays_and_hands_back_by_himself(now: Now) -> None:
    begin()
    good("player", "cup", "red", "--address", "bruno@example.org", "--language", "it")
    before = private_part()
    good("player", "cup", "red", "--name", "Carla", "--until", "2026-11-18", "--address", "carla@example.org")
    again = good("player", "cup", "red", "--name", "Carla", "--until", "2026-11-18", "--address", "carla@example.org")
    assert "Already recorded as entry 2" in again.err
    assert "carla@example.org" in private_part()
    assert "Carla" in good("show", "cup").out
    tick_through(now, 16, 18, hours=12)
    assert "player" in entries()
    now("19 00:00")
    assert "Bruno plays red again, after Carla." in good("remind").out
    assert private_part() == before
    assert log.read_log("games/cup").entries[-1]["player"] == "Bruno"


def test_who_takes_a_seat_over_keeps_it(now: Now) -> None:
    begin()
    good("player", "cup", "red", "--name", "Carla", "--until", "2026-11-18")
    good("player", "cup", "red", "--name", "Dario")
    now("25 00:00")
    assert "plays red again" not in good("remind").out
    assert "returns" not in private_part()
    refuse_back()
    move = suggestion().decode().replace(f"seat: {mover()}", "seat: Dario")
    assert "Dario is the name of a player" in run("check", "-", stdin=move.encode()).out


def refuse_back() -> None:
    ran = run("player", "cup", "red", "--back")
    assert (ran.code, ran.err.splitlines()[0]) == (66, "red has no substitute who could hand back."), ran


def test_only_a_substitute_hands_back(now: Now) -> None:
    begin()
    good("player", "cup", "red", "--name", "Carla")
    refuse_back()
    good("player", "cup", "red", "--name", "Dario", "--until", "2026-11-18")
    good("player", "cup", "red", "--back")
    assert "Already recorded as entry 4" in good("player", "cup", "red", "--back").err
    good("player", "cup", "red", "--name", "Dario", "--until", "2026-11-18")
    good("player", "cup", "red", "--name", "Emil")
    refuse_back()


def test_what_is_kept_of_a_player_can_be_changed_and_taken_away(now: Now, tmp_path: Path) -> None:
    begin()
    key = tmp_path / "key.pub"
    key.write_text("ssh-ed25519 " + "A" * 68 + " bruno@home\n")
    secret = re.search("secret: (.*)", private_part())
    good("player", "cup", "red", "--signer", str(key), "--letters", "own", "--address", "b@example.org")
    assert "ssh-ed25519 AAAA" in private_part()
    assert "bruno@home" not in private_part()
    assert secret is not None
    assert secret[0] in private_part()
    assert "It is so already" in good("player", "cup", "red", "--letters", "own").err
    for word in ("--signer", "--letters", "--address"):
        good("player", "cup", "red", word, "")
    assert "signers" not in private_part()
    assert len(log.read_log("games/cup").documents) == 2, "none of this is anybody's business"
    assert Path("private/cup.yaml").stat().st_mode & 0o777 == 0o600


def said(seat: str, text: str, after: int | None = None) -> Submitted:
    table = Table(Settings(), "2026-11-16T09:00:00Z")
    return record_aside.record_aside_entry(
        table, "cup", "talk", lambda game: messages.talk_entry(game, seat, text, after)
    )


def test_talk_is_recorded_once(now: Now) -> None:
    begin()
    first = said("red", "Hello.\nGood luck!")
    assert said("red", "Hello.\nGood luck!").before
    assert said("yellow", "Hello.\nGood luck!").entry == (first.entry or 0) + 1
    play(1)
    assert said("red", "Hello.\nGood luck!", after=1).before
    assert not said("red", "Hello.\nGood luck!").before
    for bad in ("", " ", "x" * 1001, "a\x1b[2J", "\u202eabc"):
        with pytest.raises(Refused):
            said("red", bad)


# All together


ASIDES: tuple[tuple[str, Aside], ...] = (
    ("talk", {"seat": "red", "say": "Well."}),
    ("absent", {"seat": "yellow", "from": "2026-12-01", "to": "2026-12-03"}),
    ("player", {"seat": "red", "player": "Carla"}),
    ("player", {"seat": "yellow", "player": "Dario", "until": "2026-12-24"}),
    ("clock", {"event": "reminded", "seat": "red", "due": "2026-11-20T19:00:00Z"}),
    ("clock", {"event": "stopped", "why": "A holiday."}),
    ("clock", {"event": "resumed"}),
)
ODD: tuple[tuple[str, Aside], ...] = (
    ("talk", {"seat": "red", "say": "He said: 'no'\n- and: [then] # nothing\n---\n\n  \"state: x\""}),
    ("talk", {"seat": "red", "say": "no"}),
    ("player", {"seat": "red", "player": "0x1F"}),
    ("player", {"seat": "red", "player": "'Anna': {a: b}"}),
    ("clock", {"event": "stopped", "why": "- what: | > * & !"}),
    ("clock", {"event": "resumed", "why": "~"}),
    ("clock", {"event": "changed", "clock": cast(Clock, {**CLOCK, "zone": "Asia/Kathmandu"})}),
)
"""What another reader of YAML could take for something else."""


@pytest.mark.parametrize("title", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_entries_beside_its_moves_comes_to_the_same_positions(now: Now, title: str, seed: int) -> None:
    """Random interleavings, also within a turn of several parts: moves answer whatever entry their player has seen."""
    from referee.app.play import submit_move

    chance, table = random.Random(seed), Table(Settings(), "2026-11-16T09:00:00Z")
    begin(title=title)
    places = dict(zip(("red", "yellow"), [each.partition("=")[0] for each in GAMES[title]], strict=True))
    for _ in range(6):
        move = suggestion()
        for kind, fields in chance.sample(ASIDES, chance.randrange(4)):
            at_seat: Aside = {**fields, "seat": places[fields["seat"]]} if "seat" in fields else fields
            record_aside_fields(table, "cup", kind, at_seat)
        submit_move.submit(table, chance.choice((move, suggestion())), "move")
        assert submit_move.submit(table, move, "move").before
    full = log.read_log("games/cup")
    game = open_game(table, "cup")
    bare = log.parse(full.raw[: full.raw.find(b"\n---\n") + 1])
    for entry in full.entries:
        if entry["kind"] in ("deal", "move"):
            sealed: dict[str, Any] = {**entry, "entry": len(bare.documents), "prev": bare.head}
            bare = log.parse(bare.raw + log.document(sealed))
    moments = replay(game.book, bare, secret=lambda: bytes.fromhex(re.findall("secret: (.*)", private_part())[0]))
    assert len(bare.documents) < len(full.documents)
    turns = [each.position for each in game.moments if each.entry.get("kind") in (None, "deal", "move")]
    assert [each.position for each in moments] == turns
    assert good("verify", "cup").code == 0


def test_a_game_with_all_kinds_is_verified_and_played_again_byte_for_byte(now: Now, tmp_path: Path) -> None:
    begin("missed=suggest", "grace=0h", allowance="10h")
    for kind, fields in (*ASIDES, *ODD):
        record_aside_fields(Table(Settings(), "2026-11-16T09:00:00Z"), "cup", kind, fields)
    tick_through(now, 16, 17)
    assert "missed referee" in entries()
    good("close", "cup", "--abandon")
    verified = verdict(tmp_path, tmp_path / "games/cup/log.yaml", GREECE)
    assert (verified.code, "all items that were shown follow from the seed" in verified.said) == (0, True), verified
    model = log.read_log("games/cup")
    table = demo.table_in("again")
    assert sum(done.entries for done in demo.replay_game(table, model)) == model.last
    assert open_game(table, "cup").log.raw == model.raw


def test_a_newer_edition_gives_no_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reminder and the missed turn come when they would have come; the game is played again byte for byte."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-16T09:00:00Z")
    second_edition.begin_first()
    second_edition.install(monkeypatch)
    good("clock", "cup", "allowance=48h", "grace=24h", "weekends=count", "zone=UTC", "missed=suggest")
    game = open_game(Table(Settings()), "cup")
    before = deadlines.deadline(game.log.documents, turn := turn_of(game))
    monkeypatch.setenv("REFEREE_NOW", "2026-11-17T09:00:00Z")
    good("edition", "cup", "2", "--consent", "red")
    good("edition", "cup", "2", "--all-consent")
    game = open_game(Table(Settings()), "cup")
    assert turn_of(game) == turn._replace(now=game.log.last)
    assert deadlines.deadline(game.log.documents, turn_of(game)) == before
    good("extend", "cup", turn.seat, "24", "--why", "A journey")
    play(1)
    good("close", "cup", "--abandon")
    model, again = log.read_log("games/cup"), demo.table_in("again")
    assert sum(done.entries for done in demo.replay_game(again, model)) == model.last
    assert open_game(again, "cup").log.raw == model.raw


def turn_of(game: Game) -> OpenTurn:
    found = deadlines.turn_of(game)
    assert found
    return found


def test_seats_are_what_the_log_says(now: Now) -> None:
    begin()
    good("player", "cup", "red", "--name", "Carla", "--until", "2026-11-18")
    game = open_game(Table(Settings()), "cup")
    assert seats.substitutes(game) == {"red": seats.Substitute("Carla", "2026-11-18", "Bruno")}
