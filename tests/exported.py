"""What tests of exports do: write one, read its rows back, and read logs the second, slow way, by PyYAML."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from doc_pages import blocks

from referee.app.export.export_games import Export
from referee.app.export.tables import TABLES
from referee.app.game_access import Table
from referee.settings import Settings

ROOT = Path(__file__).parent.parent
SAMPLES, FROZEN = ROOT / "games", ROOT / "tests" / "editions"
Cells = dict[str, Any]


def exported(games: Path, to: Path, *, judged: bool = True, jobs: int = 1) -> Export:
    """Write an export of a folder of games."""
    run = Export(Table(Settings()), str(to), str(games), judged=judged, jobs=jobs)
    list(run.steps())
    return run


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


REFERENCE = ROOT / "docs" / "reference" / "export.md"


class Example(NamedTuple):
    """A query of the page and the answer that the page shows."""

    query: str
    shown: str

    @property
    def is_for_duckdb(self) -> bool:
        return ".parquet'" in self.query


def examples() -> list[Example]:
    """Every block of SQL on the page, each with the block of text right below it."""
    pairs = pairwise(blocks(REFERENCE.read_text(encoding="utf-8")))
    return [Example(one.text, below.text) for one, below in pairs if one.language == "sql"]


def conditions() -> list[str]:
    """The conditions for entries that the page names."""
    table = REFERENCE.read_text(encoding="utf-8").partition("### Conditions")[2]
    return re.findall(r"\| `([^`]+)` \|$", table, re.MULTILINE)


def in_columns(names: Sequence[str], found: Sequence[Sequence[Any]]) -> str:
    """An answer as the page shows it: columns under their names, two spaces between."""
    lines = [list(names), *[[str(each) for each in row] for row in found]]
    widths = [max(len(line[at]) for line in lines) for at in range(len(names))]
    padded = [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines]
    return "".join(f"{'  '.join(line).rstrip()}\n" for line in padded)
