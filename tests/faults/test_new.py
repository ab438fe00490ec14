"""The beginning of a game that was killed: it continues with the secret that was kept, and with no other choices."""

import itertools
import os
from pathlib import Path

import pytest
from cli_runs import run as referee
from faults import KILLED, Fault, run

from referee.app.game_access import Table
from referee.app.look import report_files
from referee.app.play import new_game, record_move
from referee.app.play.record_move import Submitted
from referee.settings import settings
from referee.store import chance, log, private

EACH = 4
"""Every fourth call kills the command."""


@pytest.fixture(autouse=True)
def short_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are written as ever, but say nothing: to make all takes most of the time."""
    monkeypatch.setattr(report_files, "coloured_report", lambda *given, **named: "<html></html>\n")
    monkeypatch.setattr(record_move, "final_replay", lambda *given: "<html></html>")
    monkeypatch.setattr(report_files, "files_beside", lambda *given: dict.fromkeys(report_files.BESIDE, b""))


def begin(board: str = "bruttium") -> Submitted:
    """The command `new`, in the current folder."""
    table = Table(settings({}, {"REFEREE_CONFIG": os.devnull}), "2026-11-20T19:00:00Z")
    return new_game.new(table, new_game.plan("magna-grecia", "cup", ["yellow=Anna", "red=Bruno"], [], board))


def test_the_same_command_continues_where_a_killed_one_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resumed = 0
    for n in itertools.count(1, EACH):
        os.mkdir(tmp_path / str(n))
        monkeypatch.chdir(tmp_path / str(n))
        if run(begin, Fault("kill"), n).answer != KILLED:
            break
        resumed += goes_on(f"kill at call {n}")
    assert resumed >= 3
    assert b"begins" not in Path("private/cup.yaml").read_bytes()


def goes_on(what: str) -> bool:
    """After a kill: whether the same command continued with a secret that was kept; other choices never do."""
    before, is_begun = kept_here(), os.path.exists("games/cup")
    if before:
        with pytest.raises(log.Taken):
            begin("mezzogiorno")
        assert kept_here() == before, what
    done, kept = begin(), kept_here()
    assert kept, what
    assert done.before == is_begun, what
    assert not kept.begins, what
    assert before is None or kept.secret == before.secret, what
    assert any("interrupted" in str(each) for each in done.warnings) == (bool(before) and not is_begun), what
    assert log.read_log("games/cup").header["commitment"] == chance.commitment("cup", kept.secret), what
    return bool(before) and not is_begun


def kept_here() -> private.Private | None:
    return private.read_private_part("private", "cup") if os.path.exists("private/cup.yaml") else None


def test_a_game_that_was_begun_never_begins_again_with_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    os.rename("games/cup", "elsewhere")
    with pytest.raises(log.Taken):
        begin()


def test_a_fork_of_the_last_entry_is_known_when_its_parent_has_gone_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    fork = ("fork", "cup", "--id", "kid")
    assert referee(*fork).code == 0
    assert referee("submit", "-", stdin=referee("suggest", "cup").out.encode()).code == 0
    ran = referee(*fork)
    assert (ran.code, "Already recorded as entry 1 of kid." in ran.err) == (0, True)
    ran = referee(*fork, "--at", "2")
    assert (ran.code, "There is already a game kid" in ran.err) == (73, True)
