"""Every reader of a path refuses a pipe, a folder or a device at once, and waits for none of them."""

import os
from pathlib import Path

import cli_runs
import pytest

from referee.reading.plain_files import NotPlain, first_bytes
from referee.store import disk

GAME = ("new", "magna-grecia", "--id", "cup", "--player", "yellow=Anna", "--player", "red=Bruno")
SECONDS = 20
pytestmark = pytest.mark.usefixtures("alarm")


@pytest.fixture
def alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """A folder with a pipe that nobody writes to; who waits for it is stopped, and has failed."""
    import signal

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    os.mkfifo("pipe")
    before = signal.signal(signal.SIGALRM, waited)
    signal.alarm(SECONDS)
    yield None
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def waited(number: int, frame: object) -> None:
    raise AssertionError(f"it waited for a pipe for {SECONDS} seconds")


@pytest.mark.parametrize("strange", ["pipe", "/dev/zero", "."])
def test_only_plain_files_are_read(strange: str) -> None:
    with pytest.raises(NotPlain, match="it is not a plain file"):
        first_bytes(strange, 10)


def test_so_many_bytes_are_read_and_no_more() -> None:
    Path("plain").write_bytes(b"x" * (1 << 21))
    assert [len(first_bytes("plain", most)) for most in (0, 1, 1 << 20, 1 << 22)] == [0, 1, 1 << 20, 1 << 21]


def test_a_link_is_followed_only_where_a_person_named_it() -> None:
    Path("plain").write_bytes(b"words")
    Path("link").symlink_to("plain")
    assert first_bytes("link", 10) == b"words"
    with pytest.raises(NotPlain, match="it is a link"):
        first_bytes("link", 10, follow=False)


@pytest.mark.parametrize(
    "command",
    [
        ("submit", "pipe"),
        ("submit", "--dry-run", "pipe"),
        ("check", "pipe"),
        ("boards", "check", "pipe"),
        (*GAME, "--board", "pipe"),
        (*GAME, "--components", "pipe"),
        ("conformance", "pipe"),
        ("player", "cup", "red", "--signer", "pipe"),
    ],
)
def test_no_command_waits_for_a_pipe_that_it_was_given(command: tuple[str, ...]) -> None:
    ran = cli_runs.run(*command)
    assert ran.code in (65, 66)
    assert "not a plain file" in ran.out + ran.err


@pytest.mark.parametrize("end", ["pipe", "/dev/fd/{end}"])
def test_a_move_comes_from_a_file_or_from_standard_input(end: str) -> None:
    reader, writer = os.pipe()
    ran = cli_runs.run("submit", end.format(end=reader))
    os.close(reader)
    os.close(writer)
    assert ran.code == 66
    assert "Name the file, or write - to read the move from standard input." in ran.err
    assert "Nothing was recorded." in ran.err


@pytest.mark.parametrize("name", ["log.yaml", "notes.yaml"])
@pytest.mark.parametrize(
    "command", ["show cup", "verify cup", "replay cup", "archive site", "export --to g.db", "status", "remind"]
)
def test_no_command_waits_for_a_pipe_in_the_folder_of_a_game(name: str, command: str) -> None:
    assert cli_runs.run(*GAME).code == 0
    Path("games/cup", name).unlink(missing_ok=True)
    os.mkfifo(f"games/cup/{name}")
    ran = cli_runs.run(*command.split())
    assert ran.code in (0, 65, 66)


def test_settings_are_a_plain_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", "pipe")
    ran = cli_runs.run("titles")
    assert (ran.code, ran.err) == (78, "pipe can't be read: it is not a plain file.\n")


def test_a_file_of_ours_is_no_link() -> None:
    Path("link").symlink_to("pipe")
    with pytest.raises(disk.Unreadable, match="is a link"):
        disk.read_plain_file("link")
