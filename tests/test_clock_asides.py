"""Games with a clock and entries next to their moves: substitutes, talk, and all kinds at once."""

import random
import re
from pathlib import Path
from typing import Any, cast

import pytest
import second_edition
from cli_runs import play, run, suggestion
from clock_games import (
    CLOCK,
    GAMES,
    Now,
    begin,
    clock_of_a_test,
    entries,
    good,
    mover,
    private_part,
    tick_through,
)
from verifying import GREECE, verdict

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.app.look import demo
from referee.app.play import entries as messages
from referee.app.play import record_move, seats
from referee.app.play.record_move import Submitted, record_aside_fields
from referee.app.time import deadlines
from referee.app.time.deadlines import OpenTurn
from referee.rules.replay import replay
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Aside, Clock


@pytest.fixture
def now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Now:
    return clock_of_a_test(tmp_path, monkeypatch)


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
    assert "Dario is a player's name" in run("check", "-", stdin=move.encode()).out


def refuse_back() -> None:
    ran = run("player", "cup", "red", "--back")
    assert (ran.code, ran.err.splitlines()[0]) == (66, "red has no substitute, so the seat can't be given back."), ran


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


def test_the_data_kept_of_a_player_can_be_changed_and_removed(now: Now, tmp_path: Path) -> None:
    begin()
    key = tmp_path / "key.pub"
    key.write_text("ssh-ed25519 " + "A" * 68 + " bruno@home\n")
    secret = re.search("secret: (.*)", private_part())
    good("player", "cup", "red", "--signer", str(key), "--letters", "own", "--address", "b@example.org")
    assert "ssh-ed25519 AAAA" in private_part()
    assert "bruno@home" not in private_part()
    assert secret is not None
    assert secret[0] in private_part()
    assert "That is already so" in good("player", "cup", "red", "--letters", "own").err
    for word in ("--signer", "--letters", "--address"):
        good("player", "cup", "red", word, "")
    assert "signers" not in private_part()
    assert len(log.read_log("games/cup").documents) == 2, "none of this is anybody's business"
    assert Path("private/cup.yaml").stat().st_mode & 0o777 == 0o600


def said(seat: str, text: str, after: int | None = None) -> Submitted:
    table = Table(Settings(), "2026-11-16T09:00:00Z")
    return record_move.record_aside_entry(
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
def test_a_game_with_other_entries_besides_moves_has_the_same_positions(now: Now, title: str, seed: int) -> None:
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
