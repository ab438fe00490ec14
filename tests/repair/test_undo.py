"""`undo`: free while nobody has moved or learned anything since, else those are asked; never across chance, unless the
rest of the piles is shuffled again.
"""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from cli_runs import NOW, Ran, begin, disk, play, run
from sample_games import whole_game

from referee.app.game_access import Table, open_game
from referee.app.repair.go_back import start_of_last_turn
from referee.rules.entry_shapes import TURNS
from referee.rules.line import Moment
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Entry, is_kind

VERIFIER = Path(__file__).parents[2] / "tools" / "verify.py"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    begin()


def last() -> int:
    return log.read_log("games/cup").last


def shows(number: int) -> bool:
    return bool(log.read_log("games/cup").entry(number).get("shown"))


def seat_of(number: int) -> str:
    return str(log.read_log("games/cup").entry(number)["seat"])


def play_quietly() -> None:
    """Moves until the last one showed nothing."""
    play(1)
    while shows(last()):
        play(1)


def recorded(ran: Ran) -> dict[str, Any]:
    assert ran.code == 0, ran.err
    return dict(log.read_log("games/cup").entry(last()))


def test_a_player_takes_a_move_back_that_showed_nothing(tmp_path: Path) -> None:
    play_quietly()
    before, seat, raw = last(), seat_of(last()), log.read_log("games/cup").raw
    entry = recorded(run("undo", "cup", "--seat", seat))
    assert (entry["kind"], entry["back"], entry["seat"]) == ("undo", str(before - 1), seat)
    assert log.read_log("games/cup").raw.startswith(raw)
    assert seat in json.loads(run("show", "cup", "--json").out)["asked"]["seat"]


def test_a_move_that_showed_a_card_stays() -> None:
    play(1)
    while not shows(last()):
        play(1)
    before = disk()
    ran = run("undo", "cup")
    assert ran.code == 65
    assert f"before entry {last()}" in ran.err
    assert "--reseal" in ran.err
    assert disk() == before


def test_the_horizon_is_told() -> None:
    play(3)
    horizon = max(number for number in range(1, last() + 1) if shows(number))
    told = json.loads(run("undo", "cup", "--to", "1", "--reseal", "--dry-run", "--json").out)
    assert told["horizon"] == horizon
    ran = run("undo", "cup", "--to", "1", "--reseal", "--dry-run")
    assert f"as far as entry {horizon}" in ran.out
    assert "With --reseal it goes back further" in ran.out


def test_an_undo_across_chance_shuffles_the_rest_again() -> None:
    """What players have seen stays where it was. The rest is shuffled again. The end of the log tells both secrets."""
    play(5)
    old = log.read_log("games/cup")
    assert any(shows(number) for number in range(2, 6))
    entry = recorded(run("undo", "cup", "--to", "2", "--reseal", "--why", "the wrong board"))
    assert len(entry["commitment"]) == 64
    assert entry["commitment"] != old.header["commitment"]
    play(6)
    new = log.read_log("games/cup")
    assert run("verify", "cup").code == 0
    assert run("close", "cup", "--abandon").code == 0
    assert run("verify", "cup").code == 0
    here = subprocess.run(
        [sys.executable, str(VERIFIER), "games/cup/log.yaml", str(Path(__file__).parents[2] / "referee" / "titles")],
        capture_output=True, text=True,
    )  # fmt: skip
    assert here.returncode == 0, here.stdout
    assert drawn(new, 7) != drawn(old, 3), "with so many cards another order is all but certain"


def test_nobody_is_asked_whether_to_shuffle_again() -> None:
    play(3)
    before = disk()
    ran = run("undo", "cup", "--to", "1", "--ask", "--reseal")
    assert ran.code == 2
    assert "--ask or --reseal" in ran.err
    assert disk() == before


def drawn(found: log.Log, first: int) -> list[str]:
    return [item for each in found.entries[first - 1 :] for item in (each.get("shown") or {}).values()]


def test_who_has_moved_since_is_asked_and_agrees() -> None:
    play_quietly()
    first = last()
    while True:
        play(1)
        if shows(last()):
            play_quietly()
            first = last()
            continue
        if seat_of(last()) != seat_of(first):
            break
    seat, other = seat_of(first), seat_of(last())
    entry = recorded(run("undo", "cup", "--seat", seat, "--to", str(first - 1)))
    assert (entry["kind"], entry["what"], entry["asks"]) == ("proposal", "undo", [other])
    number = last()
    assert run("answer", "cup", other, "yes").code == 0
    done = log.read_log("games/cup").entry(last())
    assert (done["kind"], done["back"], done["proposal"]) == ("undo", str(first - 1), str(number))
    game = open_game(Table(Settings()), "cup")
    assert all(each.number < first for each in game.line if is_kind(each.entry, *TURNS))


def test_a_no_leaves_everything_as_it_was() -> None:
    play_quietly()
    run("undo", "cup", "--ask")
    asked = log.read_log("games/cup").entry(last())
    assert asked["kind"] == "proposal"
    assert run("answer", "cup", asked["asks"][0], "no").code == 0
    assert all(each["kind"] != "undo" for each in log.read_log("games/cup").entries)


@pytest.mark.parametrize(
    ("back", "why"), [("0", "from before the deal"), *[(n, "There is no entry") for n in ("-1", "99")]]
)
def test_there_must_be_such_an_entry(back: str, why: str) -> None:
    play(1)
    before = disk()
    ran = run("undo", "cup", f"--to={back}")
    assert ran.code == 65
    assert why in ran.err
    assert disk() == before


def test_nothing_to_undo() -> None:
    ran = run("undo", "cup")
    assert ran.code == 65
    assert "no move" in ran.err


def test_a_dry_run_leaves_no_trace() -> None:
    play_quietly()
    before = disk()
    assert run("undo", "cup", "--dry-run").code == 0
    assert disk() == before


def test_the_same_undo_twice_does_no_harm() -> None:
    play_quietly()
    back = last() - 1
    recorded(run("undo", "cup", "--to", str(back)))
    before = last()
    ran = run("undo", "cup", "--to", str(back))
    assert ran.code == 0
    assert "Already recorded" in ran.err
    assert f"\nThe game is where it was after entry {back}." in ran.err
    assert last() == before


def test_without_a_goal_an_undo_that_is_said_twice_takes_back_one_turn() -> None:
    begin_quiet_game()
    recorded(run("undo", "cup", "--why", "a slip"))
    back, before = log.read_log("games/cup").entry(last())["back"], disk()
    for why in ("a slip", "another reason"):
        ran = run("undo", "cup", "--why", why)
        assert ran.code == 0
        assert f"Already recorded as entry {last()} of cup. Nothing was recorded again." in ran.err
        assert f"The game is where it was after entry {back}." in ran.err
        assert disk() == before
    hint = ran.err.rpartition("To go back further: referee ")[2].split()
    assert recorded(run(*hint))["back"] == str(int(back) - 1)


def test_without_a_goal_the_next_turn_can_be_taken_back_as_well() -> None:
    begin_quiet_game()
    recorded(run("undo", "cup"))
    play(1)
    before = last()
    assert recorded(run("undo", "cup"))["back"] == str(before - 1)
    assert last() == before + 1


def test_the_undo_of_a_player_does_not_stand_for_one_of_the_moderator() -> None:
    begin_quiet_game()
    recorded(run("undo", "cup", "--seat", seat_of(last())))
    before = last()
    assert "by" in recorded(run("undo", "cup"))
    assert last() == before + 1


def begin_quiet_game() -> None:
    """Two moves of a game of three: a card is turned over only after the third."""
    for folder in ("games", "private"):
        shutil.rmtree(folder)
    players = ["--player", "yellow=Anna", "--player", "red=Bruno", "--player", "brown=Clara"]
    recorded(run("new", "magna-grecia", "--id", "cup", *players))
    play(2)
    assert not shows(2)
    assert not shows(3)


def test_a_move_that_was_taken_back_is_not_played_again_by_itself() -> None:
    """A mail that is delivered twice; but another move that answers the old report is what its player wants now."""
    play_quietly()
    number = last()
    entry = log.read_log("games/cup").entry(number)
    move = {"game": "cup", "after": number - 1, "seat": entry["seat"], "actions": entry["actions"]}
    move |= {"market": entry["market"]} if "market" in entry else {}
    recorded(run("undo", "cup"))
    ran = run("submit", "-", stdin=json.dumps(move).encode())
    assert ran.code == 65
    assert "took it back" in ran.err
    late = json.dumps({**move, "after": number}).encode()
    assert f"This answers entry {number}, but entry {number + 1} took that back." in run("submit", "-", stdin=late).err
    other = run("suggest", "cup", "--seed", "3").out.replace(f"after: {last()}", f"after: {number - 1}")
    other = "\n".join(line for line in other.split("\n") if not line.startswith("head:"))
    ran = run("submit", "-", stdin=other.encode())
    assert ran.code == 0, ran.err
    again = run("submit", "-", stdin=other.encode())
    assert f"Already recorded as entry {last()} of cup" in again.err


def test_a_dry_run_says_who_must_be_asked() -> None:
    begin_quiet_game()
    told = run("undo", "cup", "--seat", seat_of(2), "--dry-run").out
    assert f"If you do it: To go back to entry 1 needs the consent of {seat_of(3)}." in told
    assert "no longer counts" not in told


def test_in_a_practice_game_of_attika_draws_can_be_taken_back_and_the_horizon_is_the_deal() -> None:
    players = ("--player", "athens=Anna", "--player", "sparta=Bruno")
    run("new", "attika", "--id", "drawn", "--practice", "--option", "first_player=athens", *players)
    for actions in ("[draw: main, store]", "[draw: main, store]"):
        last = open_game(Table(Settings(), NOW), "drawn").log.last
        move = f"game: drawn\nafter: {last}\nseat: athens\nactions: {actions}\n"
        assert run("submit", "-", stdin=move.encode()).code == 0
    ran = run("undo", "drawn", "--to", "2", "--dry-run")
    assert ran.out.startswith(
        "You can go back as far as entry 1. The game was dealt there.\nIf you do it: Entries 3, 4, 5"
    )
    assert run("undo", "drawn", "--to", "2").code == 0


def test_a_message_between_two_parts_does_not_cut_a_turn() -> None:
    game = whole_game("rhombus-2")
    amid = game.book.play.is_turn_begun
    parts = [at for at, each in enumerate(game.moments) if is_kind(each.entry, "move") and amid(each.position)]
    for at in parts[:3]:
        first, second = game.moments[: at + 1], game.moments[at + 1]
        said = Moment(at + 1, cast(Entry, {"kind": "talk", "seat": "athens"}), first[-1].position, (), "")
        quiet = game._replace(moments=[*first, second])
        spoken = game._replace(moments=[*first, said, replace(second, number=at + 2)])
        assert start_of_last_turn(spoken, "") == start_of_last_turn(quiet, "") < at
