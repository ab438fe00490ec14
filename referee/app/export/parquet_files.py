"""An export as a folder of Parquet files, one a table. Each takes the place of the old one when all are complete."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from referee.app.errors import MISCONFIGURED, Stop
from referee.app.export.tables import FORMAT, TABLES, Row, columns
from referee.reading.plain_files import flags
from referee.store import disk
from referee.words import say

GROUP = 1 << 16
"""Rows that are kept in memory before they are written: a row group of the file."""
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


def arrow() -> Any:
    """The library."""
    import pyarrow.parquet

    return pyarrow


class ParquetFiles:
    """An export that is being written. Raises OSError."""

    def __init__(self, folder: str) -> None:
        self.arrow, self.folder = arrow(), os.path.abspath(folder)
        disk.make_folder(self.folder)
        self.waiting: dict[str, list[Row]] = {table: [] for table in TABLES}
        self.fresh: dict[str, str] = {}
        self.writers: dict[str, Any] = {}
        for table in TABLES:
            self.open_table(table)

    def open_table(self, table: str) -> None:
        name = file_name(table)
        for left in disk.leftovers(self.folder, name):
            disk.forget_file(left)
        self.fresh[table] = disk.fresh_name(self.folder, name)
        schema = arrow_schema(self.arrow, table)
        self.writers[table] = self.arrow.parquet.ParquetWriter(self.fresh[table], schema, compression="zstd")

    def add(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """More rows of each table."""
        for table, some in rows.items():
            self.waiting[table] += some
            if len(self.waiting[table]) >= GROUP:
                self.write(table)

    def write(self, table: str) -> None:
        """Write what waits for a table."""
        rows, self.waiting[table] = self.waiting[table], []
        schema = self.writers[table].schema
        values = zip(*rows, strict=True) if rows else [() for _ in schema]
        arrays = [self.arrow.array(each, field.type) for each, field in zip(values, schema, strict=True)]
        self.writers[table].write_table(self.arrow.Table.from_arrays(arrays, schema=schema), row_group_size=GROUP)

    def finish(self) -> None:
        """Give the complete files their names, safe on the disk."""
        for table in TABLES:
            self.write(table)
            self.writers[table].close()
            sync_file(self.fresh[table])
        for table in TABLES:
            disk.replace(self.fresh[table], os.path.join(self.folder, file_name(table)), self.folder)

    def discard(self) -> None:
        """Forget the unfinished files; the old ones stay."""
        for writer in self.writers.values():
            with suppress(OSError):  # a full disk cannot take the end of the file either
                writer.close()
        for fresh in self.fresh.values():
            disk.forget_file(fresh)


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
