"""The tables in a database, made and changed by the numbered SQL files of this folder, in order and once each."""

import os
from typing import TYPE_CHECKING

from referee.store.addresses import DatabaseRefused
from referee.words import say

if TYPE_CHECKING:
    import psycopg

FOLDER = os.path.dirname(__file__)
KNOWN = "select to_regclass('referee.migrations') is not null"
LAST = "select coalesce(max(number), 0) from referee.migrations"
ALONE = "select pg_advisory_lock(hashtextextended('referee migrations', 0))"
NO_LONGER = "select pg_advisory_unlock(hashtextextended('referee migrations', 0))"


def migration_files() -> dict[int, str]:
    """Number → path of each SQL file."""
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".sql"))
    return {int(name.partition("-")[0]): os.path.join(FOLDER, name) for name in names}


def bring_up_to_date(connection: "psycopg.Connection", database: str) -> None:
    """Let the files run that did not run yet. Raises DatabaseRefused for tables of a newer version, or without leave.

    Two that come at once wait for each other, and the second finds nothing to do.
    """
    from psycopg import errors

    files = migration_files()
    number = last_migration(connection)
    if number == max(files):
        return
    if number > max(files):
        words = "The tables in {database} are from a newer version of referee. Install that version here, too."
        raise DatabaseRefused(say(words, database=database))
    connection.execute(ALONE)  # before the transactions, which would else not see what another one has just made
    try:
        for each in range(last_migration(connection) + 1, max(files) + 1):
            with connection.transaction():
                run_migration(connection, each, files[each])
    except (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction) as error:
        words = (
            "The tables for games can't be made in {database}: {why}. Its owner can allow it: "
            "grant create on database NAME to USER"
        )
        raise DatabaseRefused(say(words, database=database, why=str(error).partition("\n")[0])) from error
    finally:
        connection.execute(NO_LONGER)


def last_migration(connection: "psycopg.Connection") -> int:
    """The number of the last file that ran; 0: none did."""
    row = connection.execute(KNOWN).fetchone()
    if not row or not row[0]:
        return 0
    found = connection.execute(LAST).fetchone()
    return int(found[0]) if found else 0


def run_migration(connection: "psycopg.Connection", number: int, path: str) -> None:
    with open(path, "rb") as file:
        connection.execute(file.read())
    connection.execute("insert into referee.migrations (number) values (%s)", (number,))
