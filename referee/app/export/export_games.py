"""Games as a database: all rows of a folder of games, written as one export."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import NamedTuple, Protocol

from referee.app.archive.archive_files import unwritten
from referee.app.archive.archive_places import found_games
from referee.app.errors import Missing, Refused, Unwritable, Usage
from referee.app.export import parquet_files, sqlite_file
from referee.app.export.game_rows import Exported, ExportJob, LeftOut, export_game
from referee.app.export.parquet_files import ParquetFiles
from referee.app.export.sqlite_file import SqliteFile
from referee.app.export.tables import TABLES, Row
from referee.app.game_access import Table
from referee.app.many.engines import EngineRequest, results
from referee.store import disk
from referee.store.stores import store_of
from referee.words import Phrase, say

SQLITE, PARQUET = (".sqlite", ".sqlite3", ".db"), ".parquet"
"""The endings by which an export knows its form."""


class ExportRequest(NamedTuple):
    """The request: a file that ends with one of `SQLITE` or a folder that ends with `PARQUET`, and what is read.

    games   the folder of games, "" that of the settings
    judged  whether every entry is judged; without that there are no results and no scores
    jobs    how many processes; 0: one for each processor
    """

    to: str
    games: str = ""
    judged: bool = True
    jobs: int = 0


class ExportResult(NamedTuple):
    """What was exported: table → number of rows, the games whose moves nobody can judge yet, and those left out."""

    to: str
    rows: Mapping[str, int]
    sealed: tuple[str, ...]
    troubles: tuple[LeftOut, ...]


class ExportWriter(Protocol):
    """A form of an export: rows are added game by game, then it gets its name, or is forgotten."""

    def add(self, rows: Mapping[str, Sequence[Row]], /) -> None: ...
    def finish(self) -> None: ...
    def discard(self) -> None: ...


class Export:
    """One run: `steps` exports game by game, `result` says what was done."""

    def __init__(self, table: Table, request: ExportRequest) -> None:
        """Raises Missing, NoLibrary, Refused, Unwritable, Usage, `log.Unreadable`."""
        refuse_foreign(request.to)
        games = request.games or table.settings.games
        places = found_games(table, [games])
        if not places.games and not places.strays:
            raise Missing(say("There are no games in {games}.", games=os.path.join(games, "")), inner_games_hint(games))
        settings = table.settings._replace(private=os.devnull)
        self.jobs = [ExportJob(settings, id, folder, request.judged) for id, folder in places.games.items()]
        self.request, self.sealed = request, list[str]()
        self.troubles = [LeftOut(path, None, str(why)) for path, why in places.strays.items()]
        self.rows = dict.fromkeys(TABLES, 0)

    def steps(self) -> Iterator[str]:
        """Export all games, in order of their names; yields each name. Raises Unwritable, `log.Busy`."""
        found = results(export_game, self.jobs, len(self.jobs), EngineRequest(self.request.jobs), ENDED)
        first = list(islice(found, 1))  # processes begin before a library is loaded that starts threads
        with writing(self.request.to) as writer:
            for each in chain(first, found):
                self.count(each)
                writer.add(each.rows)
                yield each.id

    def count(self, done: Exported) -> None:
        for table, rows in done.rows.items():
            self.rows[table] += len(rows)
        self.sealed += [done.id] if done.sealed else []
        self.troubles += [done.trouble] if done.trouble else []

    def result(self) -> ExportResult:
        return ExportResult(self.request.to, self.rows, tuple(self.sealed), tuple(self.troubles))


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


@contextmanager
def writing(to: str) -> Iterator[ExportWriter]:
    """What rows are added to; it takes the place of an older export at the end, unless something is raised.

    Raises Unwritable.
    """
    try:
        writer: ExportWriter = ParquetFiles(to) if to.endswith(PARQUET) else SqliteFile(to)
        try:
            yield writer
            writer.finish()
        except BaseException:
            writer.discard()
            raise
    except (OSError, sqlite3.Error) as error:
        raise unwritten(to, error) from error


def refuse_foreign(to: str) -> None:
    """An export takes nobody's place.

    Raises Usage for a name without a known ending, Refused, Unwritable, NoLibrary.
    """
    if to.endswith(SQLITE):
        refuse_unlike(to, sqlite_file.is_export)
    elif to.endswith(PARQUET):
        refuse_unlike_tables(to)
    else:
        words = "{to} doesn't say whether it is SQLite or Parquet."
        hint = "Use a name such as games.sqlite for one file, or games.parquet for a folder with a file for each table."
        raise Usage(say(words, to=repr(to)), say(hint))


def refuse_unlike_tables(folder: str) -> None:
    """Raises Refused, Unwritable if something else is where the folder of an export would be, or one of its files."""
    parquet_files.refuse_without_library()
    if not disk.is_missing(folder) and not os.path.isdir(folder):
        raise foreign(folder)
    for table in TABLES:
        refuse_unlike(os.path.join(folder, parquet_files.file_name(table)), parquet_files.is_export)


class IsExport(Protocol):
    def __call__(self, path: str, /) -> bool: ...


def refuse_unlike(path: str, is_export: IsExport) -> None:
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


def export_headline(done: ExportResult) -> Phrase:
    """The result in one sentence."""
    facts = {"to": done.to, "games": done.rows["games"], "entries": done.rows["entries"], "bad": len(done.troubles)}
    words = "{to}: games {games}, entries {entries}, left out {bad}."
    return say(words, **facts)
