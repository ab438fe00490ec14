"""What tests of exports do: write one, read its rows back, and read logs the second, slow way, by PyYAML."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import yaml

from referee.app.export.export_games import Export, ExportRequest, ExportResult
from referee.app.export.tables import TABLES
from referee.app.game_access import Table
from referee.settings import Settings

ROOT = Path(__file__).parent.parent
SAMPLES, FROZEN = ROOT / "games", ROOT / "tests" / "editions"
Cells = dict[str, Any]


def exported(games: Path, to: Path, *, judged: bool = True, jobs: int = 1) -> ExportResult:
    """Write an export of a folder of games."""
    run = Export(Table(Settings()), ExportRequest(str(to), str(games), judged, jobs))
    list(run.steps())
    return run.result()


def rows(path: Path, table: str) -> list[Cells]:
    """The rows of a table of an export in SQLite, by game and then as the table has them."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        return [dict(each) for each in database.execute(f"SELECT * FROM {table}")]


def all_rows(path: Path) -> dict[str, list[Cells]]:
    return {table: rows(path, table) for table in TABLES}


def answer(path: Path, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns and the rows that a query gives."""
    with closing(sqlite3.connect(path)) as database:
        found = database.execute(query)
        return [each[0] for each in found.description], found.fetchall()


def documents(log: Path) -> list[Cells]:
    """The header and the entries of a log as PyYAML reads them, every value as text."""
    return list(yaml.load_all(log.read_bytes(), Loader=yaml.BaseLoader))


def logs(games: Path) -> Iterator[tuple[str, list[Cells]]]:
    """Each game of a folder with its documents."""
    for path in sorted(games.glob("*/log.yaml")):
        yield path.parent.name, documents(path)
