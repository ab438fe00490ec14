"""The tables in a database, made and changed by the numbered SQL files of this folder, in order and once each.

Each connection holds a lock as long as it lasts, which it shares with all others of its version; whoever changes the
tables needs it alone. So no program that stays connected finds tables that it does not know.
"""

import os
from typing import TYPE_CHECKING

from referee.store.addresses import DatabaseAway, DatabaseRefused
from referee.words import Phrase, say

if TYPE_CHECKING:
    import psycopg

FOLDER = os.path.dirname(__file__)
WAIT = 10
"""Seconds for which we wait until others free the lock, or a table."""
KNOWN = "select to_regclass('referee.migrations') is not null"
LAST = "select coalesce(max(number), 0) from referee.migrations"
KEY = "hashtextextended('referee migrations', 0)"
SHARED, ALONE = f"pg_advisory_lock_shared({KEY})", f"pg_advisory_lock({KEY})"
SHARE_NO_LONGER, NO_LONGER_ALONE = f"pg_advisory_unlock_shared({KEY})", f"pg_advisory_unlock({KEY})"
LIMIT = "select set_config('lock_timeout', %s, true)"
OTHERS = (
    "select distinct pid, application_name, usename, coalesce(host(client_addr), 'socket') "
    "from pg_locks join pg_stat_activity using (pid) "
    "where datname = current_database() and pid <> pg_backend_pid() and granted "
    f"and (relation is not null or locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = {KEY}) "
    "order by pid limit 5"
)
"""Who uses our tables at this moment, or has said that they do."""
CHANGING = say(
    "Another program is changing the tables in {database}: {others}. Try again in a moment. If it doesn't end, stop it."
)
USED = say(
    "This version of referee must change the tables in {database}, and other programs still use them: {others}. Stop "
    "them, `serve-mail` for example, and try again."
)


def migration_files() -> dict[int, str]:
    """Number → path of each SQL file."""
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".sql"))
    return {int(name.partition("-")[0]): os.path.join(FOLDER, name) for name in names}


def use_tables(connection: "psycopg.Connection", database: str) -> None:
    """Bring the tables up to date, and let nobody change them while this connection lasts.

    Raises DatabaseRefused for tables of a newer version or without leave, DatabaseAway when others take too long.
    """
    newest = max(migration_files())
    lock_tables(connection, database, SHARED, CHANGING)
    number = last_migration(connection)
    if number < newest:
        connection.execute(f"select {SHARE_NO_LONGER}")  # of two that shared it and both wait, neither would get it
        bring_up_to_date(connection, database)
        lock_tables(connection, database, SHARED, CHANGING)
        number = last_migration(connection)
    if number > newest:
        words = "The tables in {database} are from a newer version of referee. Install that version here, too."
        raise DatabaseRefused(say(words, database=database))


def bring_up_to_date(connection: "psycopg.Connection", database: str) -> None:
    """Let the files run that did not run yet. Raises DatabaseRefused without leave, DatabaseAway.

    Two that come at once wait for each other, and the second finds nothing to do.
    """
    from psycopg import errors

    files = migration_files()
    lock_tables(connection, database, ALONE, USED)  # a transaction of its own: the next ones see what others made
    try:
        for each in range(last_migration(connection) + 1, max(files) + 1):
            with connection.transaction():
                connection.execute(LIMIT, (milliseconds(WAIT),))
                run_migration(connection, each, files[each])
    except errors.LockNotAvailable as error:
        raise in_use(connection, database, USED) from error
    except (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction) as error:
        words = (
            "The tables for games can't be made in {database}: {why}. Its owner can allow it: "
            "grant create on database NAME to USER"
        )
        raise DatabaseRefused(say(words, database=database, why=str(error).partition("\n")[0])) from error
    connection.execute(f"select {NO_LONGER_ALONE}")  # after an error the connection is closed, which frees it, too


def lock_tables(connection: "psycopg.Connection", database: str, lock: str, why: Phrase) -> None:
    """Get a lock for as long as the connection lasts. Raises DatabaseAway when others hold it for too long."""
    from psycopg import errors

    try:
        with connection.transaction():
            connection.execute(LIMIT, (milliseconds(WAIT),))
            connection.execute(f"select {lock}")
    except errors.LockNotAvailable as error:
        raise in_use(connection, database, why) from error


def in_use(connection: "psycopg.Connection", database: str, why: Phrase) -> DatabaseAway:
    """Who to look for."""
    rows = connection.execute(OTHERS).fetchall()
    others = "; ".join(f"{name or '?'} ({user}@{host}, process {pid})" for pid, name, user, host in rows)
    return DatabaseAway(Phrase(why.template, {"database": database, "others": others or "?"}))


def milliseconds(seconds: float) -> str:
    return f"{int(seconds * 1000)}ms"


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
