"""The lock of a game and that of the library for Windows keep each other out; folders are the usual."""

import os
from pathlib import Path

import filelock
import platformdirs
import pytest

from referee import settings
from referee.store import log


def test_the_library_is_kept_out(tmp_path: Path) -> None:
    path = str(tmp_path / ".lock")
    release = log.flock(path, 0)
    with pytest.raises(filelock.Timeout):
        filelock.FileLock(path).acquire(timeout=0)
    release()
    with filelock.FileLock(path).acquire(timeout=0):
        pass


def test_the_library_keeps_us_out(tmp_path: Path) -> None:
    path = str(tmp_path / ".lock")
    with filelock.FileLock(path), pytest.raises(log.Held):
        log.flock(path, 0)
    log.flock(path, 0)()


@pytest.mark.parametrize("lock", [log.flock, log.library_lock])
def test_a_second_one_waits_and_gives_up(tmp_path: Path, lock: type[object]) -> None:
    path = str(tmp_path / ".lock")
    release = log.flock(path, 1)
    with pytest.raises(log.Held):
        lock(path, 0.1)  # type: ignore[call-arg]
    release()


def test_a_lock_that_was_removed_locks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waited for the lock of a game that is gone must not have it beside somebody who made it anew."""
    path = tmp_path / ".lock"
    opened = os.open
    removed: list[Path] = []

    def opened_and_removed(*given: object, **named: object) -> int:
        file = opened(*given, **named)  # type: ignore[arg-type]
        if not removed:
            removed.append(path)
            path.unlink()
        return file

    monkeypatch.setattr(os, "open", opened_and_removed)
    release = log.flock(str(path), 1)
    assert path.exists()
    release()


def test_a_lock_leaves_no_open_file_when_it_fails(tmp_path: Path) -> None:
    before = os.listdir("/proc/self/fd")
    release = log.flock(str(tmp_path / ".lock"), 0)
    for _ in range(3):
        with pytest.raises(log.Held):
            log.flock(str(tmp_path / ".lock"), 0)
    release()
    assert len(os.listdir("/proc/self/fd")) == len(before)


@pytest.mark.parametrize("named", [None, "", "relative", "/etc/mine", " /spaced", "/with/slash/"])
def test_the_folder_of_settings_is_the_usual_one(named: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", named)
    assert settings.config_folder(os.environ) == platformdirs.user_config_dir("referee", appauthor=False)
