"""An export as a folder of Parquet files, one a table. Each takes the place of the old one when all are complete."""

import os
import sqlite3
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

from referee.app.errors import Stop
from referee.app.export.tables import FORMAT, TABLES, columns, fresh_file
from referee.exit_codes import MISCONFIGURED
from referee.reading.plain_files import flags
from referee.store import disk
from referee.words import say

GROUP = 1 << 16
"""The rows of a row group of a file: so many are in memory at once."""
MAGIC, FOOT = b"PAR1", 1 << 16
"""How a Parquet file begins and ends, and in how many of its last bytes its metadata is."""
MARK = b"format"
"""The key of the metadata that has the format of the export: by it we know our own files again."""


class NoLibrary(Stop):
    """The library that the form of an export needs is not installed."""

    code = MISCONFIGURED


def refuse_without_library() -> None:
    """Raises NoLibrary where pyarrow is not installed; it is not loaded, since it starts threads."""
    if find_spec("pyarrow") is None:
        words = (
            "Parquet files need a library that is not installed. Install it with `pipx inject referee pyarrow`, or "
            "where referee was installed with pip: `pip install 'referee[parquet]'`."
        )
        raise NoLibrary(say(words), say("SQLite needs no library: --to games.sqlite"))


def write(database: sqlite3.Connection, folder: str) -> None:
    """Write the tables of a database as files. Raises OSError, `sqlite3.Error`."""
    disk.make_folder(folder)
    with ExitStack() as files:
        paths = [os.path.join(folder, file_name(table)) for table in TABLES]
        fresh = [files.enter_context(fresh_file(path)) for path in paths]
        for table, path in zip(TABLES, fresh, strict=True):
            write_table(database, table, path)
        for path, final in zip(fresh, paths, strict=True):
            disk.replace(path, final, folder)


def write_table(database: sqlite3.Connection, table: str, path: str) -> None:
    """Write the rows of a table, safe on the disk. Raises OSError, `sqlite3.Error`."""
    import pyarrow.parquet

    schema = arrow_schema(pyarrow, table)
    found = database.execute(f"SELECT * FROM {table}")
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while rows := found.fetchmany(GROUP):
            values = zip(*rows, strict=True)
            arrays = [pyarrow.array(each).cast(field.type) for each, field in zip(values, schema, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
    sync_file(path)


def file_name(table: str) -> str:
    return f"{table}.parquet"


def arrow_schema(arrow: Any, table: str) -> Any:
    """The columns of a table for Parquet."""
    types = {"TEXT": arrow.string(), "INTEGER": arrow.int64(), "BOOLEAN": arrow.bool_()}
    fields = [arrow.field(each.name, types[each.type], nullable=each.optional) for each in columns(table)]
    return arrow.schema(fields, metadata={MARK: FORMAT.encode()})


def sync_file(path: str) -> None:
    """Make the content of a complete file survive a power cut."""
    fd = os.open(path, os.O_RDWR | flags("O_CLOEXEC", "O_BINARY"))
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def is_export(path: str) -> bool:
    """Whether a file is a table of an export in Parquet. Raises `disk.Unreadable`."""
    front, back = disk.read_ends(path, len(MAGIC), FOOT)
    return front == back[-len(MAGIC) :] == MAGIC and FORMAT.partition("/")[0].encode() in back
