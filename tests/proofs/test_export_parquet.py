"""An export in Parquet is the export in SQLite: the same tables, columns and values; and DuckDB answers from it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from cli_runs import run
from exported import FROZEN, SAMPLES, all_rows, answer, conditions, examples, exported, in_columns

from referee.app.export import export_games
from referee.app.export.export_games import GROUP
from referee.app.export.tables import FORMAT, TABLES, columns

TO = Path("games.parquet")
TYPES = {"TEXT": "string", "INTEGER": "int64", "BOOLEAN": "bool"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")


def tables() -> dict[str, Any]:
    return {table: pyarrow.parquet.read_table(TO / f"{table}.parquet", use_threads=False) for table in TABLES}


@pytest.mark.parametrize("games", [SAMPLES, FROZEN / "1", FROZEN / "2"], ids=["samples", "1", "2"])
def test_both_forms_have_the_same_columns_and_values(games: Path) -> None:
    told, also = exported(games, TO), exported(games, Path("games.sqlite"))
    assert told.rows == also.rows
    in_sqlite = all_rows(Path("games.sqlite"))
    for table, found in tables().items():
        assert [(each.name, str(each.type), each.nullable) for each in found.schema] == [
            (name, TYPES[type], optional) for name, type, optional in columns(table)
        ]
        assert found.schema.metadata[b"format"] == FORMAT.encode()
        key = [each.name for each in columns(table)][: TABLES[table][1]]
        assert sorted(found.to_pylist(), key=lambda row: [row[each] for each in key]) == in_sqlite[table]


def test_the_same_games_give_the_same_bytes() -> None:
    exported(FROZEN / "2", TO)
    before = {path.name: path.read_bytes() for path in TO.iterdir()}
    assert sorted(before) == ["entries.parquet", "games.parquet", "scores.parquet", "seats.parquet"]
    exported(FROZEN / "2", TO, jobs=2)
    assert {path.name: path.read_bytes() for path in TO.iterdir()} == before


def test_more_rows_than_are_kept_in_memory_are_written_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    exported(SAMPLES, Path("whole.parquet"))
    monkeypatch.setattr("referee.app.export.export_games.GROUP", 7)
    exported(SAMPLES, TO)
    assert GROUP > 7
    for table, found in tables().items():
        assert found == pyarrow.parquet.read_table(f"whole.parquet/{table}.parquet")
    assert pyarrow.parquet.ParquetFile(TO / "entries.parquet").num_row_groups > 4


def test_a_folder_of_somebody_else_stays() -> None:
    TO.write_bytes(b"a diary")
    assert run("export", str(SAMPLES), "--to", "games.parquet").code == 65
    assert TO.read_bytes() == b"a diary"
    TO.unlink()
    TO.mkdir()
    for content in (b"", b"PAR1 a diary PAR1"):
        (TO / "seats.parquet").write_bytes(content)
        ran = run("export", str(SAMPLES), "--to", "games.parquet")
        assert ran.code == 65
        assert "was not made by an export" in ran.err
        assert [path.read_bytes() for path in TO.iterdir()] == [content]
    pyarrow.parquet.write_table(pyarrow.table({"game": ["mine"]}), TO / "seats.parquet")
    assert run("export", str(SAMPLES), "--to", "games.parquet").code == 65


def test_other_files_in_the_folder_stay() -> None:
    exported(SAMPLES, TO)
    (TO / "notes.txt").write_text("mine")
    exported(SAMPLES, TO)
    assert (TO / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("table", TABLES)
def test_an_export_that_fails_leaves_the_old_one(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when a table is written."""
    shutil.copytree(SAMPLES, "games")
    exported(Path("games"), TO)
    before = {path.name: path.read_bytes() for path in TO.iterdir()}
    shutil.rmtree("games/rhombus-2")
    real = export_games.write_table

    def full(database: sqlite3.Connection, name: str, path: str) -> None:
        real(database, name, path)
        if name == table:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(export_games, "write_table", full)
    ran = run("export", "games", "--to", "games.parquet")
    assert ran.code == 73, ran.err
    assert {path.name: path.read_bytes() for path in TO.iterdir()} == before


# The queries of the page


DUCKDB = """
import duckdb, json, sys
database = duckdb.connect(config={"autoinstall_known_extensions": "false", "threads": sys.argv[1]})
for table in ("games", "seats", "entries", "scores"):
    database.execute(f"CREATE VIEW {table} AS FROM 'games.parquet/{table}.parquet'")
for query in json.load(sys.stdin):
    found = database.execute(query)
    print(json.dumps([[each[0] for each in found.description], found.fetchall()]))
"""
"""DuckDB in a process of its own: tests that run after its threads began could not start other processes."""


@pytest.fixture
def samples() -> None:
    """The sample games as the page names them; DuckDB also has them as tables of the names that they have in SQLite."""
    exported(SAMPLES, TO)
    exported(SAMPLES, Path("games.sqlite"))


def answers(*queries: str, threads: int = 2) -> list[Any]:
    """The names and the rows that DuckDB answers to each query."""
    command = [sys.executable, "-c", DUCKDB, str(threads)]
    done = subprocess.run(command, input=json.dumps(queries), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


FOR_DUCKDB = [each for each in examples() if each.is_for_duckdb]
FOR_BOTH = [each for each in examples() if not each.is_for_duckdb and "json_each" not in each.query]
"""The page shows for each program its own way to make rows of a list."""


@pytest.mark.usefixtures("samples")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reverse", [False, True])
def test_queries_in_duckdb_answer_what_the_page_shows(threads: int, reverse: bool) -> None:
    """In whatever order the rows are read: how many threads read them may change it."""
    assert len(FOR_DUCKDB) == 1
    for table, found in tables().items() if reverse else ():
        pyarrow.parquet.write_table(found.take([*range(len(found))][::-1]), TO / f"{table}.parquet")
    found_by_duckdb = answers(*[each.query for each in FOR_DUCKDB], threads=threads)
    for example, found in zip(FOR_DUCKDB, found_by_duckdb, strict=True):
        assert in_columns(*found) == example.shown


@pytest.mark.usefixtures("samples")
def test_queries_for_sqlite_answer_the_same_in_duckdb() -> None:
    assert len(FOR_BOTH) == 2
    for example, (names, found) in zip(FOR_BOTH, answers(*[each.query for each in FOR_BOTH]), strict=True):
        told = answer(Path("games.sqlite"), example.query)
        assert (names, [tuple(row) for row in found]) == told


@pytest.mark.usefixtures("samples")
def test_no_column_needs_quotes() -> None:
    queries = [f"SELECT {', '.join([each.name for each in columns(table)])} FROM {table}" for table in TABLES]
    for query, (names, found) in zip(queries, answers(*queries), strict=True):
        assert found
        assert answer(Path("games.sqlite"), query)[0] == names


@pytest.mark.usefixtures("samples")
def test_every_condition_of_the_page_can_be_asked_of_duckdb() -> None:
    queries = [f"SELECT count(*) FROM entries WHERE {each}" for each in conditions()]
    for query, (_, ((number,),)) in zip(queries, answers(*queries), strict=True):
        assert answer(Path("games.sqlite"), query)[1] == [(number,)]


def test_hidden_hands_change_no_byte() -> None:
    run("new", "attika", "--id", "temple", "--player", "athens=Anna", "--player", "sparta=Bruno")
    exported(Path("games"), TO)
    before = {path.name: path.read_bytes() for path in TO.iterdir()}
    shutil.rmtree("private")
    exported(Path("games"), TO)
    assert {path.name: path.read_bytes() for path in TO.iterdir()} == before
