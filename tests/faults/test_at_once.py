"""Processes that commit to one game at the same time: every answer is honest and the chain is whole."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from children import ended, started
from log_samples import follows, header

from referee.store import disk, log, private

PROCESSES, MOVES = 4, 8


@pytest.fixture
def folder(tmp_path: Path) -> str:
    log.create(str(tmp_path), "cup", header())
    return str(tmp_path / "cup")


def submit(folder: str, text: str) -> int:
    with log.game_lock(folder):
        seen = log.read_log(folder)
        return log.append(folder, seen, follows(seen, say=text)).last


def submit_without_lock(folder: str, text: str) -> int:
    seen = log.read_log(folder)
    return log.append(folder, seen, follows(seen, say=text)).last


def test_with_the_lock_every_move_is_recorded_once(folder: str) -> None:
    children = [started(partial(submits, folder, name)) for name in range(PROCESSES)]
    assert [ended(child) for child in children] == [0] * PROCESSES
    found = log.read_log(folder)
    assert found.last == PROCESSES * MOVES
    said = [entry["say"] for entry in found.entries]
    for name in range(PROCESSES):
        assert [each for each in said if each.startswith(f"{name}:")] == [f"{name}:{move}" for move in range(MOVES)]
    assert set(os.listdir(folder)) == {".lock", "log.yaml"}


def submits(folder: str, name: int) -> int:
    """Submit the moves of a process, and check the entry number that it was given."""
    for move in range(MOVES):
        number = submit(folder, f"{name}:{move}")
        assert log.read_log(folder).entry(number)["say"] == f"{name}:{move}"
    return 0


@pytest.mark.parametrize("step", ["leftovers", "write_new"])
def test_even_without_the_lock_a_commit_that_came_between_is_noticed(
    folder: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    seen = log.read_log(folder)
    real = getattr(disk, step)

    def someone_else_first(*given: object) -> object:
        monkeypatch.undo()
        submit_without_lock(folder, "first")
        return real(*given)

    monkeypatch.setattr(disk, step, someone_else_first)
    if step == "leftovers":
        with pytest.raises(log.NotRecorded, match="changed while"):
            log.append(folder, seen, follows(seen, say="second"))
        assert [entry["say"] for entry in log.read_log(folder).entries] == ["first"]
    else:
        # Too late to notice: this is what the lock is for. Still the log is whole.
        log.append(folder, seen, follows(seen, say="second"))
        assert [entry["say"] for entry in log.read_log(folder).entries] == ["second"]


def test_one_of_two_starts_of_a_game_gets_the_message_that_it_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def someone_else_first(old: str, new: str) -> None:
        monkeypatch.undo()
        Path(new).mkdir()
        Path(new, "log.yaml").write_bytes(header(board="first"))
        real(old, new)

    monkeypatch.setattr(os, "replace", someone_else_first)
    with pytest.raises(log.Taken):
        log.create(str(tmp_path), "cup", header(board="second"))
    fields: Mapping[str, object] = log.read_log(str(tmp_path / "cup")).header
    assert fields["board"] == "first"
    assert os.listdir(tmp_path) == ["cup"]


def test_of_two_secrets_of_one_game_one_is_refused(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    children = [started(partial(makes_secret, str(tmp_path / "private"), writer)) for _ in range(4)]
    assert [ended(child) for child in children] == [0] * 4
    os.close(writer)
    answers = os.read(reader, 100)
    os.close(reader)
    assert sorted(answers) == sorted(b"mttt")


def makes_secret(folder: str, writer: int) -> int:
    try:
        private.create(folder, "cup")
    except log.Taken:
        os.write(writer, b"t")
    else:
        os.write(writer, b"m")
    return 0
