"""The tables of an export: their columns are the fields of these rows, and docs/reference/export.md explains each.

Written as one SQLite file, they are beside the old one first, and take its place when they are complete.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from types import NoneType
from typing import NamedTuple, Union, get_args, get_type_hints

from referee.store import disk

FORMAT = "referee-export/1"
"""The names, types and meanings of the columns. New columns at the end of a table do not change it."""


class GameRow(NamedTuple):
    """A game; what its end and its turns were is None where nobody has judged it."""

    game: str
    title: str
    edition: int
    last_edition: int
    board: str | None
    options: str
    players: int
    judged: bool
    status: str | None
    ending: str | None
    ended_by: str | None
    agreed: bool | None
    winners: int | None
    unit: str | None
    way: str | None
    entries: int
    turns: int | None
    began: str | None
    last: str | None
    seconds: int | None
    practice: bool
    known_deal: bool
    fork_of: str | None
    fork_entry: int | None
    counts: bool
    orders: bool
    clock: str | None
    birth: str
    head: str


class SeatRow(NamedTuple):
    """A seat of a game, and how it ended for it."""

    game: str
    seat: str
    number: int
    player: str
    first_player: str
    planned: bool
    place: int | None
    first_action: str | None
    score: int | None
    rank: int | None
    won: bool | None


class EntryRow(NamedTuple):
    """An entry of a log."""

    game: str
    entry: int
    recorded_at: str
    kind: str
    seat: str | None
    player: str | None
    entered_by: str | None
    turn: int | None
    seat_move: int | None
    seconds: int | None
    actions: str | None
    counted: str | None
    gone_by: int | None
    about: int | None
    rules: str | None
    why: str | None
    say: str | None
    shown: str | None
    fields: str


class ScoreRow(NamedTuple):
    """The score of a seat after a round."""

    game: str
    round: int
    seat: str
    label: str
    score: int


Row = GameRow | SeatRow | EntryRow | ScoreRow
TABLES: dict[str, tuple[type[Row], int]] = {
    "games": (GameRow, 1),
    "seats": (SeatRow, 2),
    "entries": (EntryRow, 2),
    "scores": (ScoreRow, 3),
}
"""Table → its rows, and how many of its columns are unique together: the first ones."""
TYPES: dict[object, str] = {str: "TEXT", int: "INTEGER", bool: "BOOLEAN"}
"""The type of a column in SQLite, and as the reference names it."""


class Column(NamedTuple):
    """A column: its name, its type as the reference names it, and whether it can be NULL."""

    name: str
    type: str
    optional: bool


def columns(table: str) -> Iterator[Column]:
    """The columns of a table in their order."""
    row, _ = TABLES[table]
    for name, hint in get_type_hints(row).items():
        kinds = [each for each in get_args(hint) or (hint,) if each is not NoneType]
        yield Column(name, TYPES[kinds[0]], Union[hint, None] == hint)  # noqa: UP007


OURS, VERSION = 0x52454645, int(FORMAT.rpartition("/")[2])
"""`PRAGMA application_id` (the letters REFE) and `user_version`: by the first we know our own file again."""
ID_AT = 68
"""Where the header of an SQLite file has the application id: four bytes, the largest first."""


sqlite3.register_adapter(NoneType, {None: None}.get)
"""None is stored as it is. It is so without this line, too, but `sqlite3` then looks for another way each time: that
takes a quarter of the time of writing."""


@contextmanager
def fresh_file(path: str) -> Iterator[str]:
    """Where a file that will be called `path` is written; it is forgotten unless it gets that name. Raises OSError."""
    folder, name = os.path.split(path)
    for left in disk.leftovers(folder, name):
        disk.forget_file(left)
    fresh = disk.fresh_name(folder, name)
    try:
        yield fresh
    finally:
        disk.forget_file(fresh)


def create_file(path: str) -> closing[sqlite3.Connection]:
    """A new database with the tables of an export. Raises `sqlite3.Error`."""
    database = sqlite3.connect(path, isolation_level=None)
    for statement in (*SETTINGS, *map(table_statement, TABLES), "BEGIN"):
        database.execute(statement)
    return closing(database)


def add_rows(database: sqlite3.Connection, rows: Mapping[str, Sequence[Row]]) -> None:
    """More rows of each table. Raises `sqlite3.Error`."""
    for table, some in rows.items():
        database.executemany(INSERTS[table], some)


SETTINGS = (
    "PRAGMA page_size = 32768",  # fewer pages to split: rows come in the order of their keys, and are long
    "PRAGMA journal_mode = OFF",  # nobody reads the file before it is complete, and an unfinished one is forgotten
    f"PRAGMA application_id = {OURS}",
    f"PRAGMA user_version = {VERSION}",
)


def table_statement(table: str) -> str:
    """What creates a table."""
    known = list(columns(table))
    parts = [f"{each.name} {each.type}{'' if each.optional else ' NOT NULL'}" for each in known]
    key = ", ".join([each.name for each in known[: TABLES[table][1]]])
    return f"CREATE TABLE {table} ({', '.join(parts)}, PRIMARY KEY ({key})) WITHOUT ROWID"


INSERTS = {table: f"INSERT INTO {table} VALUES ({', '.join('?' for _ in columns(table))})" for table in TABLES}


def is_sqlite_export(path: str) -> bool:
    """Whether a file is an export in SQLite. Raises `disk.Unreadable`."""
    front, _ = disk.read_ends(path, ID_AT + 4, 0)
    return front[ID_AT:] == OURS.to_bytes(4, "big")
