"""Repairs keep what was drawn: whatever a later entry drew, hidden or shown, it has drawn after a repair, too."""

import random
from pathlib import Path

import pytest
from cli_runs import run
from repaired_games import begun, correct, move_file, table_in

from referee.app.editions.change_rules import rule
from referee.app.game_access import Game, Table, open_game
from referee.app.play.submit_move import submit
from referee.rules.planner import suggest_move
from referee.settings import Settings

WHY = ("--why", "She wrote two water.")
PLAYERS = ("--player", "athens=Ada", "--player", "corinth=Carl", "--option", "first_player=athens")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")


def game() -> Game:
    return open_game(Table(Settings()), "cup")


def send(seat: str, text: str) -> None:
    ran = run("submit", "-", stdin=move(seat, text, game().log.last))
    assert ran.code == 0, ran.err


def move(seat: str, text: str, after: int) -> bytes:
    return f"game: cup\nafter: {after}\nseat: {seat}\n{text}\n".encode()


def play_until_reshuffle(*more: str) -> None:
    """Entry 2 pays water and forest; entry 19 shuffles them again, and Carl takes both."""
    assert run("new", "attika", "--id", "cup", "--practice", *PLAYERS, *more).code == 0
    send("athens", "actions: [build: harbour at 3 pay water 1 forest 1]\nend: true")
    for seat in ("corinth", "athens") * 8 + ("corinth",):
        send(seat, "end: true")


def play_on(table: Table, turns: int) -> None:
    """So many whole turns."""
    while turns:
        now = open_game(table, "cup")
        submit(table, move_file(now, suggest_move(now.book, now.position, turns)), "move.yaml")
        now = open_game(table, "cup")
        turns -= not now.book.play.is_turn_begun(now.position)


@pytest.mark.parametrize("hands", ["secret", "open"])
def test_a_correction_does_not_exchange_cards_that_others_hold(hands: str) -> None:
    play_until_reshuffle("--option", f"hands={hands}")
    before = game()
    right = move("athens", "actions: [build: harbour at 3 pay water 2]\nend: true", 1)
    for more in ((), ("--dry-run",)):
        ran = run("correct", "cup", "2", "-", *WHY, *more, stdin=right)
        assert ran.code == 65
        assert "Entry 19 shuffled what entry 2 discarded." in ran.err
        assert "referee undo cup --to 1" in ran.err
    assert game().log.raw == before.log.raw
    assert run("undo", "cup", "--to", "1").code == 0  # the way out, tried


def test_a_ruling_and_an_edition_hold_after_an_earlier_move_was_corrected(tmp_path: Path) -> None:
    """A correction judges them again with the moves: else the position would forget what they decided."""
    table = table_in(tmp_path)
    begun(table, "magna-grecia", 3)
    play_on(table, 6)
    rule(table, "cup", "rounds", "8", "a short evening")
    rng = random.Random(1)
    assert any(correct(table, open_game(table, "cup"), rng) for _ in range(200))
    found = open_game(table, "cup")
    assert found.log.entries[-1]["kind"] == "correct"
    assert int(found.log.entries[-1]["corrects"]) < 8
    assert found.position.setting.rounds == 8
