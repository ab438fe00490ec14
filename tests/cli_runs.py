"""Running the command line inside the tests' own process, and the game that the tests of it play."""

import io
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from referee import cli
from referee.app.game_access import Table, open_game
from referee.app.play import new_game
from referee.settings import Settings

SECRET = bytes(range(32))
NOW = "2026-11-20T19:00:00Z"


class Ran(NamedTuple):
    """The answer of a command."""

    code: int
    out: str
    err: str


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """One command in the current folder, as from a shell."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), typed(stdin):
        code = cli.code(list(arguments))
    return Ran(code, out.getvalue(), err.getvalue())


@contextmanager
def typed(raw: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(raw))
    try:
        yield
    finally:
        sys.stdin = before


def begin(id: str = "cup", *, wait_for_nonces: bool = False) -> None:
    """A game of two with a secret that is always the same; red moves first or yellow, as the cards fall."""
    players, options = ["yellow=Anna", "red=Bruno"], ["rounds=8"]
    plan = new_game.plan("magna-grecia", id, players, options, "bruttium", wait_for_nonces=wait_for_nonces)
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


def suggestion(id: str = "cup") -> bytes:
    """A legal move for the seat to move."""
    ran = run("suggest", id)
    assert ran.code == 0, ran.err
    return ran.out.encode()


def play(entries: int, id: str = "cup") -> None:
    """That many legal moves."""
    for _ in range(entries):
        ran = run("submit", "-", stdin=suggestion(id))
        assert ran.code == 0, ran.err


def miss(id: str = "cup") -> Ran:
    """The turn of the seat to move is missed."""
    game = open_game(Table(Settings()), id)
    seat = game.book.play.to_move(game.position)
    assert seat
    return run("missed", id, seat, "--after", str(game.log.last))


def disk(folder: str = ".") -> dict[str, str]:
    """Every file below a folder with the hash of its bytes, the manifest of an archive with that of its rows.

    Locks, which hold nothing, and summaries are left out.
    """
    paths = sorted(Path(folder).rglob("*"))
    files = (path for path in paths if path.is_file() and path.name not in (".lock", "summaries"))
    return {str(path): sha256(rows_of(path) or path.read_bytes()).hexdigest() for path in files}


def rows_of(path: Path) -> bytes:
    """The rows of a manifest of an archive, in order; nothing of another file."""
    if path.name != "archive.sqlite":
        return b""
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as base:
        return repr(base.execute("SELECT * FROM answer ORDER BY question, subject").fetchall()).encode()
    return b""
