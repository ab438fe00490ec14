"""A commit whose n-th call to the file system fails or kills, for every n.

Nothing is lost, nothing is half written, and no answer is false.
"""

import itertools
import os
from pathlib import Path

import filelock  # noqa: F401  imported before anything is counted
import pytest
from faults import FAULTS, INTERRUPT, KILLED, NOT_RECORDED, RECORDED, UNCONFIRMED, Ending, Fault, run
from log_samples import follows, header

from referee.store import log
from referee.store.chain import Log

MOVE = "Nice road."


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A game with two entries, for which the disk has seen the whole commit protocol."""
    log.create(str(tmp_path), "cup", header())
    folder = str(tmp_path / "cup")
    for _ in range(2):
        seen = log.read_log(folder)
        log.append(folder, seen, follows(seen))
    return folder


def submit(folder: str) -> None:
    """What the desk does: under the lock, record the move unless it is recorded already."""
    with log.game_lock(folder, 5):
        seen = log.read_log(folder)
        if not times_recorded(seen):
            log.append(folder, seen, follows(seen, say=MOVE))


def times_recorded(found: Log) -> int:
    return sum(entry.get("say") == MOVE for entry in found.entries)


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_of_a_commit_may_fail(folder: str, fault: Fault) -> None:
    before = log.read_log(folder)
    for n in itertools.count(1):
        ending = run(lambda: submit(folder), fault, n)
        check(folder, before, fault, ending, f"{fault} at call {n}: {ending}")
        restore(folder, before)
        if ending.answer == RECORDED and 0 < ending.calls < n:
            break
    assert n > 15


def test_an_interrupt_at_any_call_of_a_commit_hides_nothing(folder: str) -> None:
    before = log.read_log(folder)
    for n in itertools.count(1):
        ending = run(lambda: log.append(folder, before, follows(before, say=MOVE)), INTERRUPT, n)
        check(folder, before, INTERRUPT, ending, f"interrupt at call {n}: {ending}")
        restore(folder, before)
        if 0 < ending.calls < n:
            break
    assert n > 10


def check(folder: str, before: Log, fault: Fault, ending: Ending, what: str) -> None:
    assert ending.answer in (RECORDED, NOT_RECORDED, UNCONFIRMED, KILLED), what
    found = log.read_log(folder)
    assert found.raw.startswith(before.raw), what
    assert found.last - before.last == times_recorded(found), what
    if ending.answer == RECORDED or (ending.answer == UNCONFIRMED and fault.once):
        assert times_recorded(found) == 1, what
    if ending.answer == NOT_RECORDED:
        assert found == before, what
    submit(folder)
    after = log.read_log(folder)
    assert times_recorded(after) == 1, what
    assert set(os.listdir(folder)) <= {".lock", "log.yaml"}, what


def restore(folder: str, before: Log) -> None:
    Path(folder, "log.yaml").write_bytes(before.raw)
