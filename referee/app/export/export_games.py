"""Games as a database: all rows of a folder of games, written as one export, as SQLite or as a folder of Parquet files.

Of Parquet files each is a table, and takes the place of the old one when all are complete.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

from referee.app.archive.archive_files import unwritten
from referee.app.archive.manifest import FaultyGame, found_games
from referee.app.errors import Missing, Refused, Stop, Unwritable, Usage
from referee.app.export import tables
from referee.app.export.game_rows import Exported, ExportJob, export_game
from referee.app.export.tables import FORMAT, TABLES, columns, fresh_file
from referee.app.game_access import Table
from referee.app.many.engines import EngineRequest, results
from referee.exit_codes import MISCONFIGURED
from referee.reading.plain_files import flags
from referee.store import disk
from referee.store.stores import store_of
from referee.words import Phrase, say

SQLITE, PARQUET = (".sqlite", ".sqlite3", ".db"), ".parquet"
"""The endings by which an export knows its form."""


class Export:
    """One run: `steps` exports game by game, and counts.

    to        a file that ends with one of `SQLITE`, or a folder that ends with `PARQUET`
    rows      table → number of rows
    sealed    the games whose moves nobody can judge yet
    troubles  the games that are left out
    """

    def __init__(self, table: Table, to: str, games: str, *, judged: bool, jobs: int) -> None:
        """`games`: their folder, "" that of the settings; `judged`: without that there are no results and no scores.

        Raises Missing, NoLibrary, Refused, Unwritable, Usage, `log.Unreadable`.
        """
        refuse_foreign(to)
        games = games or table.settings.games
        places = found_games(table, [games])
        if not places.games and not places.strays:
            raise Missing(say("There are no games in {games}.", games=os.path.join(games, "")), inner_games_hint(games))
        settings = table.settings._replace(private=os.devnull)
        self.jobs = [ExportJob(settings, id, folder, judged) for id, folder in places.games.items()]
        self.to, self.engine = to, EngineRequest(jobs)
        self.rows, self.sealed = dict.fromkeys(TABLES, 0), list[str]()
        self.troubles = [FaultyGame(path, None, str(why)) for path, why in places.strays.items()]

    def steps(self) -> Iterator[str]:
        """Export all games, in order of their names; yields each name. Raises Unwritable, `log.Busy`.

        The export takes the place of an older one at the end, unless something is raised.
        """
        path = os.path.abspath(self.to)
        try:
            with tables.fresh_file(path) as fresh:
                with tables.create_file(fresh) as database:
                    for each in results(export_game, self.jobs, len(self.jobs), self.engine, ENDED):
                        self.count(each)
                        tables.add_rows(database, each.rows)
                        yield each.id
                    database.execute("COMMIT")
                    if path.endswith(PARQUET):
                        write_parquet(database, path)
                if path.endswith(SQLITE):
                    disk.replace(fresh, path, os.path.dirname(path))
        except (OSError, sqlite3.Error) as error:
            raise unwritten(self.to, error) from error

    def count(self, done: Exported) -> None:
        for table, rows in done.rows.items():
            self.rows[table] += len(rows)
        self.sealed += [done.id] if done.sealed else []
        self.troubles += [done.trouble] if done.trouble else []


def inner_games_hint(folder: str) -> Phrase | None:
    """Where the games are, for a whole store, whose games are in a folder of their own."""
    inner = os.path.join(folder, "games")
    if not store_of(inner).has_folder(inner):
        return None
    return say("They may be in {folder}. Name that folder.", folder=inner)


ENDED = say(
    "A process that read games was stopped from outside, perhaps because memory ran out. "
    "Nothing was exported. Run the command again, or use fewer --jobs."
)


def refuse_foreign(to: str) -> None:
    """An export takes nobody's place.

    Raises Usage for a name without a known ending, Refused, Unwritable, NoLibrary.
    """
    if to.endswith(SQLITE):
        refuse_unlike(to, tables.is_sqlite_export)
    elif to.endswith(PARQUET):
        refuse_unlike_tables(to)
    else:
        words = "{to} doesn't say whether it is SQLite or Parquet."
        hint = "Use a name such as games.sqlite for one file, or games.parquet for a folder with a file for each table."
        raise Usage(say(words, to=repr(to)), say(hint))


def refuse_unlike_tables(folder: str) -> None:
    """Raises Refused, Unwritable if something else is where the folder of an export would be, or one of its files."""
    refuse_without_library()
    if not disk.is_missing(folder) and not os.path.isdir(folder):
        raise foreign(folder)
    for table in TABLES:
        refuse_unlike(os.path.join(folder, file_name(table)), is_parquet_export)


def refuse_unlike(path: str, is_export: Callable[[str], bool]) -> None:
    """Raises Refused for a file that no export made, Unwritable for what is no plain file or cannot be read."""
    try:
        disk.refuse_odd(path)
        is_free = disk.is_missing(path) or is_export(path)
    except disk.Unreadable as error:
        raise Unwritable(error.says, OTHER_NAME) from error
    if not is_free:
        raise foreign(path)


def foreign(path: str) -> Refused:
    return Refused(say("{path} exists, but was not made by an export. Nothing was written.", path=path), OTHER_NAME)


OTHER_NAME = say("Use another name, or move it away.")


def export_headline(done: Export) -> Phrase:
    """The result in one sentence."""
    facts = {"to": done.to, "games": done.rows["games"], "entries": done.rows["entries"], "bad": len(done.troubles)}
    words = "{to}: games {games}, entries {entries}, left out {bad}."
    return say(words, **facts)


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


def write_parquet(database: sqlite3.Connection, folder: str) -> None:
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


def is_parquet_export(path: str) -> bool:
    """Whether a file is a table of an export in Parquet. Raises `disk.Unreadable`."""
    front, back = disk.read_ends(path, len(MAGIC), FOOT)
    return front == back[-len(MAGIC) :] == MAGIC and FORMAT.partition("/")[0].encode() in back
