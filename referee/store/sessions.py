"""A connection to PostgreSQL and the locks that it holds: lost, found out about, and made again."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, get_ident
from typing import TYPE_CHECKING, Any, LiteralString

from referee.store.addresses import DatabaseAway, DatabaseRefused, is_local, without_password
from referee.store.disk import NotRecorded, Unconfirmed
from referee.store.migrations import use_tables
from referee.words import Phrase, say

if TYPE_CHECKING:
    import psycopg

Value = str | int | bytes | None | Sequence[str] | Sequence[int] | Sequence[bytes]
Row = tuple[object, ...]
Statement = tuple[LiteralString, Sequence[Value]]

PATIENCE = 10
"""Seconds for a server to answer when a connection is made."""
KEPT_ALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""So a host that is gone is noticed after a minute, on both sides: what it has locked is then free."""
TRIES, PAUSE = 20, 0.5
"""So often, and after so many seconds, a lost connection is made again: a server that was killed needs a few."""
LOCK = "select pg_advisory_lock(hashtextextended(%s, 0))"
BEGIN = (
    "select pid, backend_start::text, set_config('synchronous_commit', "
    "replace(current_setting('synchronous_commit'), 'off', 'on'), false), "
    "set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false), "
    "set_config('tcp_keepalives_count', '3', false) from pg_stat_activity where pid = pg_backend_pid()"
)
"""Who serves us; and what is confirmed is on the server's disk, whatever its settings say."""
END_OTHER = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid = %s and backend_start::text = %s"
"""What a lost connection still had to do is done now, or never."""


class LostConnection(Exception):
    """The connection broke while a statement ran: nobody knows whether it took effect."""


class LockTaken(Exception):
    """Somebody else holds the lock for longer than we wait."""


class Session:
    """One connection of one thread of one process; `locks` are the names that it has locked."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.locks: list[str] = []
        self.connection: psycopg.Connection | None = None
        self.server: tuple[Value, ...] = ()
        self.password = ""

    def rows(self, sql: LiteralString, *values: Value, writes: bool = False) -> list[Row]:
        """The rows of a statement that may be repeated without harm.

        A lost connection is made again, unless it held locks: then others may have come between.
        Raises DatabaseAway, DatabaseRefused; with `writes` also NotRecorded, Unconfirmed.
        """
        return self.rows_of_all([(sql, values)], writes)

    def rows_of_all(self, statements: Sequence[Statement], writes: bool = True) -> list[Row]:
        """The rows of the last of some statements, which take effect together or not at all. Raises as `rows`."""
        self.refuse_lost_locks()
        try:
            return self.run_statements(statements)
        except LostConnection as lost:
            if self.locks:
                raise unknown_result(self.database, lost, writes) from lost
        try:
            self.connect_again()
            return self.run_statements(statements)
        except (LostConnection, DatabaseAway) as lost:
            raise unknown_result(self.database, lost, writes) from lost

    def refuse_lost_locks(self) -> None:
        """Raises DatabaseAway when the connection broke that held our locks."""
        if self.locks and self.connection is None:
            raise away(self.database, say("the connection was lost"))

    def run_statements(self, statements: Sequence[Statement]) -> list[Row]:
        """Raises LostConnection, NotRecorded, DatabaseAway, DatabaseRefused."""
        connection = self.connection or self.connect()
        import psycopg  # only now: without the library `connect` says what to do

        try:
            if len(statements) == 1:
                return result_rows(connection, *statements[0])
            with connection.transaction():
                return [result_rows(connection, *each) for each in statements][-1]
        except psycopg.Error as error:
            if connection.broken or connection.closed:
                self.forget()
                raise LostConnection(self.words_of(error)) from None
            raise failure(self.database, error, self.words_of(error)) from None

    def connect(self) -> "psycopg.Connection":
        """Raises DatabaseAway, DatabaseRefused."""
        self.connection = connection = new_connection(self.database)
        self.password = connection.pgconn.password.decode("utf-8", "replace")
        import psycopg  # only now: without the library `new_connection` says what to do

        try:
            self.server = tuple(map(str, result_rows(connection, BEGIN, ())[0][:2]))
            use_tables(connection, self.database)
        except psycopg.Error as error:
            is_lost = connection.broken or connection.closed
            self.forget()
            raise first_failure(self.database, error, self.words_of(error), is_lost) from None
        except BaseException:
            self.forget()
            raise
        return connection

    def words_of(self, error: Exception) -> Phrase | str:
        """The server's words for an error. No chain of exceptions shows more, since the password may be in them."""
        return first_line_of(error, self.password)

    def connect_again(self) -> None:
        """Raises DatabaseAway when the server does not come back in time, DatabaseRefused, LostConnection."""
        old = self.server
        for left in reversed(range(TRIES)):
            try:
                self.connect()
                break
            except DatabaseAway:
                if not left:
                    raise
                Event().wait(PAUSE)
        if old:
            self.run_statements([(END_OTHER, old)])

    def forget(self) -> None:
        if self.connection is not None:
            with suppress(Exception):
                self.connection.close()
        self.connection = None

    @contextmanager
    def lock(self, name: str, seconds: float) -> Iterator[None]:
        """Be the only one of all hosts who holds this lock. Raises LockTaken, DatabaseAway, DatabaseRefused."""
        self.refuse_lost_locks()
        self.take_lock(name, seconds)
        self.locks.append(name)
        try:
            yield
        finally:
            self.locks.remove(name)
            self.free_lock(name)

    def take_lock(self, name: str, seconds: float) -> None:
        """Raises LockTaken, DatabaseAway, DatabaseRefused."""
        asked = locking(name, seconds)
        try:
            self.run_statements(asked)
            return
        except LostConnection as lost:
            if self.locks:
                raise away(self.database, lost) from lost
        try:
            self.connect_again()
            self.run_statements(asked)
        except LostConnection as lost:
            raise away(self.database, lost) from lost

    def free_lock(self, name: str) -> None:
        """The server frees it, too, when the connection ends."""
        if self.connection is not None:
            try:
                self.run_statements([("select pg_advisory_unlock(hashtextextended(%s, 0))", (name,))])
            except (LostConnection, NotRecorded, DatabaseAway, DatabaseRefused):
                self.forget()

    def restore(self, seconds: float) -> None:
        """After a lost connection: the same locks on a new one, when nothing of the old one runs any more.

        What the old one did is then decided. Raises DatabaseAway, DatabaseRefused, LockTaken.
        """
        try:
            self.connect_again()
            for name in self.locks:
                self.run_statements(locking(name, seconds))
        except LostConnection as lost:
            raise away(self.database, lost) from lost
        except BaseException:
            self.forget()
            raise


def locking(name: str, seconds: float) -> list[Statement]:
    """What takes a lock until the session ends, or fails after so many seconds."""
    wait = f"{max(1, int(seconds * 1000))}ms"
    return [("select set_config('lock_timeout', %s, true)", (wait,)), (LOCK, (name,))]


def result_rows(connection: "psycopg.Connection", sql: LiteralString, values: Sequence[Value]) -> list[Row]:
    done = connection.execute(sql, values or None, binary=True)
    return done.fetchall() if done.description else []


def new_connection(database: str) -> "psycopg.Connection":
    """A new connection, whose statements take effect one by one. Raises DatabaseAway, DatabaseRefused."""
    try:
        import psycopg
    except ImportError as error:
        words = (
            "Games in a database need a library that is not installed. Install it with "
            "`pipx inject referee 'psycopg[binary]'`, or where referee was installed with pip: "
            "`pip install 'referee[postgres]'`."
        )
        raise DatabaseRefused(say(words)) from error
    facts: dict[str, Any] = {"connect_timeout": PATIENCE, "application_name": "referee", **KEPT_ALIVE}
    try:
        facts |= {"sslmode": mode} if (mode := tls_mode(database)) else {}
        return psycopg.connect(database, autocommit=True, **facts)
    except psycopg.Error as error:
        raise connection_failure(database, error) from None


CHECKED = "verify-full"
"""Only the right server, which a certificate proves, and nobody who listens."""


def tls_mode(database: str) -> str:
    """How the line to a server is secured: as the address says, else CHECKED; "": it does not leave this machine.

    Raises psycopg.Error for an address that the library can't read.
    """
    from psycopg import conninfo, pq

    given = conninfo.conninfo_to_dict(database)
    usual = {each.keyword: each.val for each in pq.Conninfo.get_defaults()}  # also those of variables, such as PGHOST
    host, number = (str(given.get(name) or (usual[name.encode()] or b"").decode()) for name in ("host", "hostaddr"))
    return "" if all(map(is_local, (number or host).split(","))) else str(given.get("sslmode", CHECKED))


SOON = (
    "starting up",
    "not yet accepting",
    "shutting down",
    "recovery",
    "too many",
    "remaining connection slots",
    "terminating",
)
"""What a server says that is there and cannot serve anybody now."""


def connection_failure(database: str, error: "psycopg.Error") -> DatabaseAway | DatabaseRefused:
    """Why there is no connection: a server that says FATAL, or wants a password, has refused it; another does not
    answer.
    """
    text, asked = str(error), error.pgconn
    why = first_line_of(error, asked.password.decode("utf-8", "replace") if asked else "")
    if any(each in text for each in UNSAFE):
        words = (
            "The database {database} can't be used: {why}. The connection must be encrypted, and the server proved by "
            "a certificate (sslmode={mode}). Put the certificate of whoever signed it into ~/.postgresql/root.crt, or "
            "add `?sslrootcert=system` to the address if browsers know them."
        )
        return DatabaseRefused(say(words, database=database, why=why, mode=tls_mode(database)))
    is_refused = "FATAL" in text and not any(each in text for each in SOON)
    if not is_refused and not (asked and asked.needs_password):
        return away(database, why)
    words = (
        "The database {database} can't be used: {why}. Check the address: its user and its database must exist. A "
        "password belongs into ~/.pgpass or PGPASSWORD."
    )
    return DatabaseRefused(say(words, database=database, why=why))


UNSAFE = "SSL was required", "certificate"
"""What the library says of a line that is not as safe as it must be."""


def first_failure(database: str, error: "psycopg.Error", why: object, is_lost: bool) -> DatabaseAway | DatabaseRefused:
    """Why a new connection can't be used: what the server can't do now, or what it will never do as it is set up."""
    from psycopg import errors

    if is_lost:
        return away(database, why)
    if isinstance(error, errors.OperationalError):
        words = "The database {database} can't be used now: {why}. Try again in a moment."
        return DatabaseAway(say(words, database=database, why=why))
    return refusal_of(database, why)


def failure(database: str, error: "psycopg.Error", why: object) -> Exception:
    """What a statement ended with that took no effect."""
    from psycopg import errors

    if isinstance(error, errors.LockNotAvailable | errors.DeadlockDetected):
        return LockTaken()
    if isinstance(error, errors.InsufficientPrivilege | errors.ReadOnlySqlTransaction | errors.UndefinedTable):
        return refusal_of(database, why)
    if isinstance(error, errors.OperationalError | errors.InternalError):
        words = "The database {database} couldn't do it, and nothing was recorded: {why}."
        return NotRecorded(say(words, database=database, why=why))
    return error


def refusal_of(database: str, why: object) -> DatabaseRefused:
    return DatabaseRefused(say("The database {database} can't be used: {why}.", database=database, why=why))


def away(database: str, why: object) -> DatabaseAway:
    words = "The database {database} doesn't answer: {why}. Try again in a moment."
    return DatabaseAway(say(words, database=database, why=why))


def unknown_result(database: str, why: object, writes: bool) -> DatabaseAway | Unconfirmed:
    """A statement was cut off: what only reads can be repeated, what writes may have taken effect."""
    if not writes:
        return away(database, why)
    words = (
        "The connection to {database} was lost before it confirmed the record: {why}. Run the same command again. "
        "Nothing is recorded twice."
    )
    return Unconfirmed(say(words, database=database, why=why))


def first_line_of(error: BaseException, password: str) -> str:
    """The server's words for an error, without the password, `FATAL` and what comes after the first line."""
    text = without_password(str(error), password)
    lines = [line for line in text.splitlines() if line.strip()] or [type(error).__name__]
    found = next((line for line in lines if "FATAL" in line), lines[0])
    return found.rpartition("FATAL:")[2].strip().rstrip(".")


def session_key(database: str) -> tuple[int, int, str]:
    """Each thread of each process has a connection of its own."""
    return os.getpid(), get_ident(), database
