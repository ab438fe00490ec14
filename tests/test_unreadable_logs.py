"""A game whose log cannot be read: it can be put away, its beginning can be seen, and no other game suffers."""

from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, begin, play, run

from referee.rules import replay
from referee.rules.entry_shapes import OtherVerdict
from referee.words import say

MAIL = '[mail]\nfrom = "Referee <referee@example.org>"\ntransport = "files"\nfolder = "letters"\n'


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games in which somebody has moved; the log of one, `cup`, was changed in its second entry."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "referee.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    Path("referee.toml").write_text(MAIL)
    begin("cup")
    begin("dish")
    play(3)


def spoil() -> bytes:
    path = Path("games/cup/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"kind: move", b"kind: mowe", 1))
    return path.read_bytes()


@pytest.mark.parametrize("command", ["send", "remind"])
def test_it_does_not_spoil_the_exit_code_for_the_others(command: str) -> None:
    spoil()
    ran = run(command)
    assert (ran.code, "cup: Entry 2 was changed" in ran.err) == (0, True)
    assert run(command, "cup").code == 65


def test_status_names_it_and_what_helps() -> None:
    spoil()
    told = " ".join(run("status").out.split())
    assert "1 matter needs your attention. - cup: Entry 2 was changed" in told
    assert "Restore a good copy of games/cup/log.yaml, then check it: referee verify cup" in told
    assert "To put it away as it is: referee end discard cup" in told


def test_it_is_put_away_as_it_is() -> None:
    raw, secret = spoil(), Path("private/cup.yaml").read_bytes()
    ran = run("discard", "cup", "--yes")
    assert (ran.code, "cup couldn't be read. It is in private/discarded_games/cup.1 as it was" in ran.out) == (0, True)
    there = Path("private/discarded_games/cup.1")
    assert ((there / "game/log.yaml").read_bytes(), (there / "cup.yaml").read_bytes()) == (raw, secret)
    assert not Path("games/cup").exists()
    assert "Nothing needs your attention" in run("status").out


def test_a_game_that_is_played_stays() -> None:
    assert run("discard", "cup", "--yes").code == 65
    assert Path("games/cup").exists()


def test_its_good_beginning_can_be_seen() -> None:
    before = run("show", "cup", "--at", "1")
    spoil()
    assert run("show", "cup", "--at", "1") == before
    refused = run("show", "cup", "--at", "2")
    assert (refused.code, "To see the game before that: referee show cup --at 1" in refused.err) == (65, True)


@pytest.mark.parametrize(("number", "is_vouched"), [(2, True), (4, False)])
def test_after_a_fix_of_a_rule_nobody_is_to_restore_a_copy(
    monkeypatch: pytest.MonkeyPatch, number: int, is_vouched: bool
) -> None:
    real = replay.refuse_other_state

    def fixed(book: Any, entry: int, *others: Any) -> None:
        if entry == number:
            raise OtherVerdict(number, say("The rules don't allow this move."))
        real(book, entry, *others)

    monkeypatch.setattr(replay, "refuse_other_state", fixed)
    ran = run("show", "cup")
    assert (ran.code, "Restore a good copy" in ran.err) == (65, not is_vouched)
    assert (f"To see the game before that: referee show cup --at {number - 1}" in ran.err) is is_vouched
    assert ("Restore a good copy" in run("status").out) is not is_vouched
    assert run("show", "cup", "--at", "1").code == 0
