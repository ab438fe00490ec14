"""The beginning of a game whose n-th call to the file system fails or kills, for some n; for every n in `make proofs`.

There is never a log whose secret is not on disk, and never a folder without a whole log.
"""

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from faults import FAULTS, KILLED, NOT_RECORDED, RECORDED, UNCONFIRMED, Ending, Fault, run
from log_samples import header

from referee.app.game_access import Table
from referee.app.look import editor_files, library, report_files
from referee.app.play import new_game
from referee.app.play.record_move import Submitted
from referee.settings import settings
from referee.store import chance, disk, log, private


@pytest.fixture(autouse=True)
def short_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    make_texts_short(monkeypatch)


def make_texts_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Schemas, two of them, and reports are written as ever, but say nothing: to make all takes most of the time."""
    monkeypatch.setattr(library, "schemas_of_files", lambda: ["move", "notes"])
    monkeypatch.setattr(editor_files, "schema_text", lambda name: "{}\n")
    monkeypatch.setattr(report_files, "coloured_report", lambda *given, **named: "<html></html>\n")


EACH = 2
"""Every second call of a beginning fails or kills, in every run; all of them in `make proofs`."""
KILLED_EACH, FAILED_EACH = 4, 2
"""The same of the whole command: every fourth kills it, every second fails."""
FAILED_HOW = [("EIO", True), ("ENOSPC", False)]
"""How calls of the whole command fail in every run, and whether once; `make proofs` has all four ways."""


class Place:
    """Where games and private parts are; each run has one of its own."""

    def __init__(self, folder: Path) -> None:
        self.games, self.private = str(folder / "games"), str(folder / "private")
        self.game = os.path.join(self.games, "cup")

    def new(self) -> None:
        """What the desk does: the secret first, and no secret kept that nobody was promised."""
        kept = private.create(self.private, "cup")
        first = header("cup", commitment=chance.commitment("cup", kept.secret))
        try:
            log.create(self.games, "cup", first)
        except log.NotRecorded:
            private.discard(self.private, "cup", kept.secret)
            raise


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_of_a_beginning_may_fail(tmp_path: Path, fault: Fault) -> None:
    for n in itertools.count(1, EACH):
        place = Place(tmp_path / str(n))
        os.mkdir(tmp_path / str(n))
        ending = run(place.new, fault, n)
        check(place, fault, ending, f"{fault} at call {n}: {ending}")
        if ending.answer == RECORDED and 0 < ending.calls < n:
            break
    assert n > 15


def check(place: Place, fault: Fault, ending: Ending, what: str) -> None:
    assert ending.answer in (RECORDED, NOT_RECORDED, UNCONFIRMED, KILLED), what
    begun = os.path.lexists(place.game)
    if ending.answer == RECORDED or (ending.answer == UNCONFIRMED and fault.once):
        assert begun, what
    if ending.answer == NOT_RECORDED:
        assert not begun, what
    if begun:
        check_whole(place, what)
    elif fault.once and ending.answer == NOT_RECORDED:
        place.new()
        check_whole(place, what)
    check_nothing_is_overwritten(place, what)


def check_whole(place: Place, what: str) -> None:
    found = log.read_log(place.game)
    secret = private.read_private_part(place.private, "cup").secret
    assert found.header["commitment"] == chance.commitment("cup", secret), what


def check_nothing_is_overwritten(place: Place, what: str) -> None:
    """A second try of the same name succeeds if nothing is left, and if not it leaves everything unchanged."""
    path = Path(place.private, "cup.yaml")
    if not path.exists():
        place.new()
        check_whole(place, what)
    before = path.read_bytes()
    with pytest.raises(log.Taken):
        place.new()
    assert path.read_bytes() == before, what


def begin(board: str = "bruttium", *, waits: bool = False) -> Submitted:
    """The command `new`, in the current folder."""
    table = Table(settings({}, {"REFEREE_CONFIG": os.devnull}), "2026-11-20T19:00:00Z")
    plan = new_game.plan("magna-grecia", "cup", ["yellow=Anna", "red=Bruno"], [], board, wait_for_nonces=waits)
    return new_game.new(table, plan)


def test_the_same_command_continues_where_a_killed_one_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    resumed = 0
    for n in itertools.count(1, KILLED_EACH):
        os.mkdir(str(n))
        monkeypatch.chdir(tmp_path / str(n))
        ending = run(begin, Fault("kill"), n)
        if ending.answer == RECORDED:
            break
        resumed += goes_on(f"kill at call {n}")
        monkeypatch.chdir(tmp_path)
    assert resumed >= 3
    assert b"begins" not in Path("private/cup.yaml").read_bytes()


@pytest.mark.parametrize(("mode", "once"), FAILED_HOW)
def test_the_same_command_recognises_a_game_that_the_disk_did_not_confirm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, once: bool
) -> None:
    """Whatever it says to do is what helps: after `Do the same once more` the same command is good."""
    unconfirmed = 0
    for n in itertools.count(1, FAILED_EACH):
        os.mkdir(tmp_path / str(n))
        monkeypatch.chdir(tmp_path / str(n))
        ending = run(begin, Fault(mode, once), n)
        if ending.answer == RECORDED and 0 < ending.calls < n:
            break
        if ending.answer == UNCONFIRMED and os.path.exists("games/cup"):
            unconfirmed += recognises(f"{mode} at call {n}")
    assert unconfirmed >= 1


def recognises(what: str) -> bool:
    before, raw = kept_here(), Path("games/cup/log.yaml").read_bytes()
    with pytest.raises(log.Taken, match="referee show cup"):
        begin("mezzogiorno")
    assert run(begin, Fault("EIO", once=False), 1).answer != RECORDED, what  # still not confirmed
    done = begin()
    assert (done.before, done.entry) == (True, 1), what
    assert before is not None
    kept = kept_here()
    assert kept == before._replace(begins=""), what
    assert Path("games/cup/log.yaml").read_bytes() == raw, what
    with pytest.raises(log.Taken):
        begin()
    return True


def test_a_game_that_waits_for_nonces_is_recognised_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(disk, "sync_folder", failing_for("games"))
        with pytest.raises(log.Unconfirmed, match="Run the same command again"):
            begin(waits=True)
    done = begin(waits=True)
    assert (done.before, done.entry) == (True, 0)


def failing_for(name: str) -> Callable[[str], None]:
    def sync(folder: str) -> None:
        if folder == name and os.path.exists(f"{name}/cup"):
            raise OSError(5, "Input/output error")

    return sync


def goes_on(what: str) -> bool:
    """After a kill: whether the same command continued with a secret that was kept; other choices never do."""
    before = kept_here()
    if os.path.exists("games/cup"):
        check_here(what)
        return False
    if before:
        with pytest.raises(log.Taken):
            begin("mezzogiorno")
        assert kept_here() == before, what
    done, kept = begin(), kept_here()
    assert kept, what
    assert not kept.begins, what
    assert before is None or kept.secret == before.secret, what
    assert any("interrupted" in str(each) for each in done.warnings) == bool(before), what
    check_here(what)
    return bool(before)


def kept_here() -> private.Private | None:
    return private.read_private_part("private", "cup") if os.path.exists("private/cup.yaml") else None


def check_here(what: str) -> None:
    kept = private.read_private_part("private", "cup")
    assert log.read_log("games/cup").header["commitment"] == chance.commitment("cup", kept.secret), what


def test_a_game_that_was_begun_never_begins_again_with_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    os.rename("games/cup", "elsewhere")
    with pytest.raises(log.Taken):
        begin()
