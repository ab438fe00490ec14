"""The tables in a database: made and changed while others use them, and what goes wrong meanwhile."""

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from cli_runs import Ran, run
from database_servers import BreakingLine, Cluster, running_cluster

from referee.store import database, migrations
from referee.store.sessions import Session

COUNT = "select count(*) from referee.migrations"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def name(cluster: Cluster, request: pytest.FixtureRequest) -> str:
    found = f"t{abs(hash(request.node.name))}"
    cluster.sql(f"create database {found} owner club")
    return found


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setattr(migrations, "WAIT", 0.4)


def status(address: str) -> Ran:
    """As a new process asks."""
    for each in database.OPENED.values():
        each.session.forget()
    database.OPENED.clear()
    return run("--store", address, "status")


@pytest.mark.parametrize("mark", [b"backend_start", b"to_regclass", b"create table referee.migrations"])
@pytest.mark.parametrize("before", [True, False])
def test_a_connection_that_breaks_while_it_is_made_can_be_tried_again(
    cluster: Cluster, name: str, mark: bytes, before: bool
) -> None:
    line = BreakingLine(cluster.port)
    line.break_at(mark, before)
    address = cluster.address(name, line.port)
    ran = status(address)
    assert (ran.code, line.broken) == (75, 1), ran
    assert "doesn't answer" in ran.err
    assert "Try again" in ran.err
    assert status(address).code == 0
    assert cluster.sql(COUNT, name).strip() == str(max(migrations.migration_files()))
    line.close()


@pytest.mark.parametrize(
    ("spoiled", "code", "says"),
    [
        ("revoke select on pg_stat_activity from public", 78, "permission denied for view pg_stat_activity"),
        ("revoke execute on function hashtextextended(text, bigint) from public", 78, "permission denied for function"),
        ("create schema referee authorization club; create table referee.logs ()", 78, "already exists"),
        ("alter database {name} set statement_timeout = '1ms'", 75, "statement timeout"),
    ],
)
def test_what_the_server_refuses_while_a_connection_is_made_is_named(
    cluster: Cluster, name: str, spoiled: str, code: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if code == 75:
        monkeypatch.setattr(migrations, "LAST", "select pg_sleep(1)::text::int")
        monkeypatch.setattr(migrations, "KNOWN", "select pg_sleep(1) is not null")
    cluster.sql(spoiled.format(name=name), name)
    ran = status(cluster.address(name))
    assert ran.code == code, ran
    assert says in ran.err
    assert ran.err.count("\n") < 4


def test_tables_that_another_program_is_making_are_not_awaited_for_ever(cluster: Cluster, name: str) -> None:
    with psycopg.connect(cluster.address(name), autocommit=True, application_name="maker") as other:
        other.execute("select pg_advisory_lock(hashtextextended('referee migrations', 0))")
        began = time.monotonic()
        ran = status(cluster.address(name))
        assert time.monotonic() - began < 10
        assert ran.code == 75, ran
        assert "is changing the tables" in ran.err
        assert f"maker (club@127.0.0.1, process {other.info.backend_pid})" in ran.err
    assert status(cluster.address(name)).code == 0


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A version of the program that has one file more."""
    known = migrations.migration_files()
    (tmp_path / "more.sql").write_text("alter table referee.documents rename column bytes to content")
    more = known | {max(known) + 1: str(tmp_path / "more.sql")}
    monkeypatch.setattr(migrations, "migration_files", lambda: more)
    return monkeypatch


def test_a_newer_version_changes_no_tables_that_an_older_one_uses(
    cluster: Cluster, name: str, newer: pytest.MonkeyPatch
) -> None:
    """Such as `serve-mail`, which stays connected for weeks."""
    address, new = cluster.address(name), migrations.migration_files()
    older = Session(address)
    old = {number: path for number, path in new.items() if number < max(new)}
    newer.setattr(migrations, "migration_files", lambda: old)
    older.rows("select bytes from referee.documents")
    newer.setattr(migrations, "migration_files", lambda: new)
    ran = status(address)
    assert ran.code == 75, ran
    assert "Stop them" in ran.err
    assert "referee (club@127.0.0.1, process " in ran.err
    older.rows("select bytes from referee.documents")
    older.forget()
    session = Session(address)
    session.rows("select content from referee.documents")
    newer.setattr(migrations, "migration_files", lambda: old)
    after = status(address)
    assert (after.code, "newer version of referee" in after.err) == (78, True), after
    session.forget()


def test_a_backup_that_runs_for_hours_does_not_hold_up_whoever_changes_the_tables(
    cluster: Cluster, name: str, newer: pytest.MonkeyPatch
) -> None:
    address, new = cluster.address(name), migrations.migration_files()
    newer.setattr(migrations, "migration_files", lambda: {1: new[1]})
    assert status(address).code == 0
    newer.setattr(migrations, "migration_files", lambda: new)
    with psycopg.connect(address, application_name="pg_dump") as other:
        other.execute("select count(*) from referee.documents")
        ran = status(address)
        assert ran.code == 75, ran
        assert f"pg_dump (club@127.0.0.1, process {other.info.backend_pid})" in ran.err
    assert cluster.sql(COUNT, name).strip() == "1"
