"""A game's folder: started, read, locked and continued; a refusal leaves everything unchanged."""

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import filelock
import pytest
from children import ended, started
from log_samples import chained, follows, header, parts

from referee.store import log
from referee.store.log import BadWord, Busy, Damage, NotRecorded, Taken, Unconfirmed, Unreadable


@pytest.fixture
def games(tmp_path: Path) -> str:
    return str(tmp_path / "games")


@pytest.fixture
def folder(games: str) -> str:
    log.create(games, "spring-cup", header())
    return os.path.join(games, "spring-cup")


def raw_of(folder: str) -> bytes:
    return Path(folder, "log.yaml").read_bytes()


def names_in(folder: str) -> set[str]:
    return set(os.listdir(folder))


def test_a_game_begins_with_its_header(games: str) -> None:
    recorded = log.create(games, "spring-cup", header())
    folder = os.path.join(games, "spring-cup")
    assert raw_of(folder) == header()
    assert log.read_log(folder) == recorded
    assert (recorded.last, recorded.head) == (0, log.read_log(folder).head)
    assert names_in(games) == {"spring-cup"}


def test_a_game_may_begin_with_its_deal(games: str) -> None:
    recorded = log.create(games, "spring-cup", chained(parts(1)))
    assert log.read_log(os.path.join(games, "spring-cup")).head == recorded.head
    assert recorded.last == 1


def test_a_commit_adds_to_the_old_bytes(folder: str) -> None:
    for number in (1, 2, 3):
        seen = log.read_log(folder)
        with log.game_lock(folder):
            recorded = log.append(folder, seen, follows(seen, say=f"Turn {number}."))
        assert raw_of(folder).startswith(seen.raw)
        assert log.read_log(folder) == recorded
        assert (recorded.last, recorded.head) == (number, log.read_log(folder).head)
    assert raw_of(folder) == chained(parts(3))
    assert names_in(folder) == {".lock", "log.yaml"}


@pytest.mark.parametrize("taken", ["game", "file", "link", "folder"])
def test_a_game_that_is_there_is_never_touched(games: str, taken: str) -> None:
    path = Path(games, "spring-cup")
    Path(games).mkdir()
    make: dict[str, Callable[[], object]] = {
        "game": lambda: log.create(games, "spring-cup", header()),
        "file": lambda: path.write_text("mine"),
        "link": lambda: path.symlink_to("nowhere"),
        "folder": lambda: path.mkdir(),
    }
    make[taken]()
    before = os.lstat(path)
    with pytest.raises(Taken, match="There is already a game spring-cup, and games are never overwritten"):
        log.create(games, "spring-cup", header(board="other"))
    assert os.lstat(path) == before
    assert names_in(games) == {"spring-cup"}


def test_what_a_crash_left_of_a_beginning_is_cleaned(games: str) -> None:
    for left in ("spring-cup", "autumn-cup"):
        half = Path(games, f".{left}.0011223344556677.new")
        half.mkdir(parents=True)
        Path(half, "log.yaml").write_bytes(b"---\nform")
    log.create(games, "spring-cup", header())
    assert names_in(games) == {"spring-cup", ".autumn-cup.0011223344556677.new"}


def test_what_a_crash_left_of_a_commit_is_cleaned_and_nothing_else(folder: str) -> None:
    Path(folder, ".log.yaml.0011223344556677.new").write_bytes(b"---\nentr")
    Path(folder, "notes.yaml.new").write_bytes(b"mine")
    seen = log.read_log(folder)
    log.append(folder, seen, follows(seen))
    assert names_in(folder) == {"log.yaml", "notes.yaml.new"}


def test_a_log_that_changed_meanwhile_is_not_overwritten(folder: str) -> None:
    seen = log.read_log(folder)
    log.append(folder, seen, follows(seen, say="first"))
    with pytest.raises(NotRecorded, match="changed while the move was being checked"):
        log.append(folder, seen, follows(seen, say="second"))
    assert log.read_log(folder).entries[0]["say"] == "first"


def test_only_the_next_document_is_recorded(folder: str) -> None:
    seen = log.read_log(folder)
    with pytest.raises(Damage):
        log.append(folder, seen, parts(2)[2])
    with pytest.raises(Damage):
        log.create(os.path.dirname(folder), "other", follows(seen))
    assert raw_of(folder) == header()
    assert names_in(os.path.dirname(folder)) == {"spring-cup"}


@pytest.mark.parametrize("text", ["a", "0", "spring-cup", "a" * 40, "con-test", "com", "com10", "a--"])
def test_names_of_games(text: str) -> None:
    assert log.check_id(text) == text


SHAPES = ["", "-a", "a" * 41, "Spring", "spring_cup", "a b", "a\n", "a\0", "a/b", "..", ".", "a.b", "/etc", "~", "%2e"]
OTHER_LETTERS = ["é", "а", "١", "\u202ea"]
DEVICES = ["con", "prn", "aux", "nul", "com0", "com1", "com9", "lpt1"]


@pytest.mark.parametrize("text", [*SHAPES, *OTHER_LETTERS, *DEVICES])
def test_texts_that_cannot_name_a_game(games: str, text: str) -> None:
    with pytest.raises(BadWord, match="can't be the name of a game"):
        log.check_id(text)
    with pytest.raises(ValueError, match="can't be the name of a game"):
        log.create(games, text, header())
    assert not os.path.exists(games)


def socket_at(path: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as made:
        here = os.getcwd()
        os.chdir(path.parent)
        try:
            made.bind(path.name)
        finally:
            os.chdir(here)


STRANGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (lambda path: None, "No such file"),
    "link": (lambda path: path.symlink_to(path.parent / "elsewhere"), "is a link"),
    "folder": (lambda path: path.mkdir(), "not a plain file"),
    "pipe": (lambda path: os.mkfifo(path), "not a plain file"),
    "socket": (socket_at, "can't be read"),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_only_a_plain_file_is_read(folder: str, kind: str) -> None:
    make, says = STRANGE[kind]
    seen = log.read_log(folder)
    os.rename(os.path.join(folder, "log.yaml"), os.path.join(folder, "elsewhere"))
    make(Path(folder, "log.yaml"))
    with pytest.raises(Unreadable, match=says):
        log.read_log(folder)
    with pytest.raises(NotRecorded):
        log.append(folder, seen, follows(seen))
    assert Path(folder, "elsewhere").read_bytes() == seen.raw


def test_a_game_that_is_a_link_is_refused(games: str, folder: str, tmp_path: Path) -> None:
    Path(games, "other").symlink_to(folder)
    with pytest.raises(Unreadable, match="is a link"):
        log.read_log(os.path.join(games, "other"))
    with pytest.raises(Unreadable, match="is a link"), log.game_lock(os.path.join(games, "other")):
        pass


def test_locking_makes_no_folder(games: str) -> None:
    with pytest.raises(Unreadable, match="There is no folder"), log.game_lock(os.path.join(games, "typo")):
        pass
    assert not os.path.exists(games)


def test_a_lock_that_is_a_link_is_not_followed(folder: str, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("mine")
    Path(folder, ".lock").symlink_to(target)
    with pytest.raises(Unreadable, match=r"\.lock is a link\. Links are not followed"), log.game_lock(folder, 1):
        pass
    assert target.read_text() == "mine"


def test_a_lock_that_is_a_link_never_reaches_the_library(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some releases of it follow a link and empty the file at its end."""
    Path(folder, ".lock").symlink_to("log.yaml")
    before = Path(folder, "log.yaml").read_bytes()
    monkeypatch.setattr(filelock, "FileLock", truncating)
    with pytest.raises(Unreadable, match="is a link"), log.game_lock(folder, 1):
        pass
    assert Path(folder, "log.yaml").read_bytes() == before


def truncating(path: str) -> None:
    Path(path).write_bytes(b"")


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, socket_at], ids=["folder", "pipe", "socket"])
def test_a_lock_is_a_plain_file(folder: str, make: Callable[[Path], object]) -> None:
    make(Path(folder, ".lock"))
    with pytest.raises(Unreadable, match=r"\.lock is not a plain file"), log.game_lock(folder, 1):
        pass


@pytest.fixture
def holder(folder: str) -> Iterator[int]:
    """Another process that holds the lock for as long as it lives."""
    ready, told = os.pipe()
    child = started(partial(holds, folder, told))
    os.read(ready, 1)
    yield child
    os.kill(child, signal.SIGKILL)
    assert ended(child) == -signal.SIGKILL
    os.close(ready)
    os.close(told)


def holds(folder: str, told: int) -> int:
    with log.game_lock(folder):
        os.write(told, b"!")
        signal.pause()
    return 0


def test_a_lock_that_another_process_holds_is_waited_for_and_then_busy(folder: str, holder: int) -> None:
    with pytest.raises(Busy, match="Try again in a moment"), log.game_lock(folder, 0.1):
        pass


def test_a_lock_dies_with_its_process(folder: str, holder: int) -> None:
    os.kill(holder, signal.SIGSTOP)
    with pytest.raises(Busy), log.game_lock(folder, 0.1):
        pass
    os.kill(holder, signal.SIGKILL)
    with log.game_lock(folder, 5):
        assert log.read_log(folder).last == 0


def test_a_full_disk_is_not_recorded_and_leaves_nothing(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", failing(OSError(28, "No space left on device")))
    seen = log.read_log(folder)
    with pytest.raises(NotRecorded, match=r"No space left on device\."):
        log.append(folder, seen, follows(seen))
    with pytest.raises(NotRecorded, match="No space left"):
        log.create(os.path.dirname(folder), "other", header())
    monkeypatch.undo()
    assert raw_of(folder) == seen.raw
    assert names_in(folder) == {"log.yaml"}
    assert names_in(os.path.dirname(folder)) == {"spring-cup"}


def test_a_disk_that_takes_a_few_bytes_at_a_time_gets_them_all(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda fd, raw: write(fd, raw[:7]))
    seen = log.read_log(folder)
    log.append(folder, seen, follows(seen))
    assert log.read_log(folder).last == 1


def test_a_folder_that_cannot_be_synced_is_recorded_but_not_confirmed(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = log.read_log(folder)
    monkeypatch.setattr("referee.store.disk.sync_folder", failing(OSError(5, "Input/output error")))
    with pytest.raises(Unconfirmed, match="the disk did not confirm it: Input/output error"):
        log.append(folder, seen, follows(seen))
    assert log.read_log(folder).last == 1


def failing(error: BaseException) -> Callable[..., object]:
    def fail(*given: object) -> object:
        raise error

    return fail


@pytest.mark.parametrize("late", [False, True])
def test_an_interrupt_never_hides_a_recorded_move(folder: str, monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    seen = log.read_log(folder)
    replace = os.replace

    def interrupted(old: str, new: str) -> None:
        if late:
            replace(old, new)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(Unconfirmed if late else KeyboardInterrupt):
        log.append(folder, seen, follows(seen))
    assert log.read_log(folder).last == (1 if late else 0)
    assert names_in(folder) == {"log.yaml"}
