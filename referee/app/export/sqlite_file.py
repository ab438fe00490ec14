"""An export as one SQLite file. It is written beside the old one, and takes its place when it is complete."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from types import NoneType

from referee.app.export.tables import FORMAT, TABLES, Row, columns
from referee.store import disk

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


def create(path: str) -> closing[sqlite3.Connection]:
    """A new database with the tables of an export. Raises `sqlite3.Error`."""
    database = sqlite3.connect(path, isolation_level=None)
    for statement in (*SETTINGS, *map(table_statement, TABLES), "BEGIN"):
        database.execute(statement)
    return closing(database)


def add(database: sqlite3.Connection, rows: Mapping[str, Sequence[Row]]) -> None:
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


def is_export(path: str) -> bool:
    """Whether a file is an export in SQLite. Raises `disk.Unreadable`."""
    front, _ = disk.read_ends(path, ID_AT + 4, 0)
    return front[ID_AT:] == OURS.to_bytes(4, "big")
