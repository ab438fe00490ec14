"""The pages about exports are true: every column is documented, and every query answers what the page shows."""

import re
from pathlib import Path

import pytest
from exported import FROZEN, REFERENCE, SAMPLES, Example, answer, conditions, examples, exported, in_columns

from referee.app.export.tables import TABLES, columns


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of the games that come with the program."""
    to = tmp_path_factory.mktemp("export") / "games.sqlite"
    exported(SAMPLES, to)
    return to


def documented(table: str) -> list[tuple[str, str, bool]]:
    """The columns of a table as the reference lists them."""
    section = REFERENCE.read_text(encoding="utf-8").partition(f"\n## {table}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)
    return [(name, type, null != "never") for name, type, null in found]


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_documented_in_its_place(table: str) -> None:
    assert documented(table) == [tuple(each) for each in columns(table)]


def test_sqlite_has_the_columns_that_are_documented(samples: Path) -> None:
    for table in TABLES:
        _, found = answer(samples, f"PRAGMA table_info({table})")
        assert [(name, type, not needed) for _, name, type, needed, *_ in found] == documented(table)


FOR_SQLITE = [each for each in examples() if not each.is_for_duckdb]


def test_the_page_asks_for_what_archivists_ask() -> None:
    assert len(FOR_SQLITE) == 3
    assert len(examples()) == 4


@pytest.mark.parametrize("example", FOR_SQLITE, ids=lambda each: each.query.split("\n")[0])
def test_a_query_in_sqlite_answers_what_the_page_shows(example: Example, samples: Path) -> None:
    assert in_columns(*answer(samples, example.query)) == example.shown


def test_every_condition_finds_something(tmp_path: Path) -> None:
    """In the frozen games, which have entries of every kind; none of them has a move that was let pass."""
    exported(FROZEN / "2", tmp_path / "games.sqlite")
    for condition in conditions():
        _, ((number,),) = answer(tmp_path / "games.sqlite", f"SELECT count(*) FROM entries WHERE {condition}")
        assert number or condition == "rules IS NOT NULL", condition
    assert len(conditions()) == 10
