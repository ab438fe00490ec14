"""Steps that a power cut could undo reach the disk in the right order: the file, its name, the folder."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, run
from log_samples import follows, header

from referee.mail.transport import mail_progress
from referee.store import log, private


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files written, fsynced and renamed, in order; folders by name, new files as `new`."""
    found: list[str] = []
    paths: dict[int, str] = {}

    def watch(name: str, note: Callable[..., None]) -> None:
        real = getattr(os, name)

        def call(*given: Any) -> Any:
            result = real(*given)
            note(result, *given)
            return result

        monkeypatch.setattr(os, name, call)

    watch("open", lambda fd, path, *_: paths.update({fd: short(path)}))
    watch("write", lambda _, fd, raw: found.append(f"write {paths[fd]}"))
    watch("fsync", lambda _, fd: found.append(f"fsync {paths[fd]}"))
    watch("mkdir", lambda _, path, *mode: found.append(f"mkdir {short(path)}"))
    watch("link", lambda _, old, new: found.append(f"{short(old)} becomes {short(new)}"))
    for name in ("replace", "rename"):
        watch(name, lambda _, old, new: found.append(f"{short(old)} becomes {short(new)}"))
    return found


def short(path: str) -> str:
    name = os.path.basename(path)
    return "new" if name.endswith(".new") else name


def test_a_commit(tmp_path: Path, done: list[str]) -> None:
    seen = log.create(str(tmp_path), "cup", header())
    done.clear()
    log.append(str(tmp_path / "cup"), seen, follows(seen))
    assert done == ["write new", "fsync new", "new becomes log.yaml", "fsync cup"]


def test_a_beginning(tmp_path: Path, done: list[str]) -> None:
    private.create(str(tmp_path / "private"), "cup")
    hidden = "write .gitignore", "fsync .gitignore"
    assert done == [
        "mkdir private",
        f"fsync {tmp_path.name}",
        *hidden,
        "write new",
        "fsync new",
        "new becomes cup.yaml",
        "fsync private",
    ]
    done.clear()
    log.create(str(tmp_path / "games"), "cup", header())
    begun = ["mkdir games", f"fsync {tmp_path.name}", "mkdir new", "write log.yaml", "fsync log.yaml", "fsync new"]
    assert done == [*begun, "new becomes cup", "fsync games"]


def test_a_change_of_the_private_part(tmp_path: Path, done: list[str]) -> None:
    folder = str(tmp_path / "private")
    private.create(folder, "cup")
    done.clear()
    private.change(folder, "cup", lambda whole: whole._replace(addresses={"red": "bruno@example.org"}))
    assert done == ["write new", "fsync new", "new becomes cup.yaml", "fsync private"]
    private.change(folder, "cup", lambda whole: whole)
    assert len(done) == 4, "what is so already is not written again"


def test_a_game_that_is_put_away_goes_before_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    begin()
    done.clear()
    assert run("discard", "cup", "--yes").code == 0
    log_moved, secret_moved = done.index("cup becomes game"), done.index("cup.yaml becomes cup.yaml")
    first, last = {"fsync cup.1", "fsync games"}, {"fsync cup.1", "fsync private"}
    assert first <= set(done[log_moved + 1 : secret_moved])
    assert last <= set(done[secret_moved + 1 :])


def test_a_mark_of_what_was_sent(tmp_path: Path, done: list[str]) -> None:
    mail_progress.advance(str(tmp_path), "cup", "red", mail_progress.Mark(1, "1" * 64), "bruno@example.org")
    made = ["mkdir cup", f"fsync {tmp_path.name}", "mkdir sent", "fsync cup"]
    assert done == [*made, "write new", "fsync new", "new becomes red", "fsync sent"]
    done.clear()
    mail_progress.advance(str(tmp_path), "cup", "red", mail_progress.Mark(2, "2" * 64), "bruno@example.org")
    assert done == ["write red", "fsync red"], "its name is on the disk"
