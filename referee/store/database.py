"""Games and private parts in PostgreSQL: the same operations on paths as on files, each of them whole or not at all.

A path such as `postgresql://club@db.example.org/club/games/spring-cup/log.yaml` names a log, which is kept by entry;
any other is a document. There are no folders: one is there as long as something is in it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from referee.store.addresses import DatabaseAway, DatabaseRefused, place_in
from referee.store.chain import Log, raw_documents
from referee.store.disk import NotRecorded, Unreadable
from referee.store.sessions import LockTaken, LostConnection, Session, session_key, unknown_result
from referee.words import say

LOG = "log.yaml"
"""What a log is called in the folder of its game."""
# The places in a folder are those between "folder/" and "folder0": '0' is the character after '/'.
HAS = (
    "select exists(select from referee.documents where place = %s or place >= %s || '/' and place < %s || '0') "
    "or exists(select from referee.logs where place in (%s, %s) or place >= %s || '/' and place < %s || '0')"
)
READ_LOG = "select bytes from referee.entries where place = %s order by number"
READ_ENDS = (
    "select substring(raw from 1 for %s::int), substring(raw from greatest(1, length(raw) - %s::int + 1)) "
    "from (select string_agg(bytes, ''::bytea order by number) as raw from referee.entries where place = %s) as whole "
    "where raw is not null"
)
READ = "select bytes from referee.documents where place = %s"
NAMES = (
    "select distinct split_part(substr(place, length(%s) + 2), '/', 1) from ("
    "select place from referee.documents where place >= %s || '/' and place < %s || '0' union all "
    "select place || '/log.yaml' from referee.logs where place = %s or place >= %s || '/' and place < %s || '0'"
    ") as inside"
)
ALL_BELOW = (
    "select substr(place, length(%s) + 2) from ("
    "select place from referee.documents where place >= %s || '/' and place < %s || '0' union all "
    "select place || '/log.yaml' from referee.logs where place >= %s || '/' and place < %s || '0'"
    ") as inside"
)
PUT = (
    "insert into referee.documents (place, bytes) values (%s, %s) "
    "on conflict (place) do update set bytes = excluded.bytes, changed = excluded.changed"
)
APPEND = (
    "insert into referee.documents (place, bytes) values (%s, %s) "
    "on conflict (place) do update set bytes = documents.bytes || excluded.bytes, changed = excluded.changed"
)
ADD = "insert into referee.documents (place, bytes) values (%s, %s) on conflict do nothing returning place"
MOVE_OVER = "delete from referee.documents where place = %s and exists(select from referee.documents where place = %s)"
MOVE_DOCUMENTS = (
    "update referee.documents set place = %s || substr(place, length(%s) + 1) "
    "where place = %s or place >= %s || '/' and place < %s || '0'"
)
MOVE_LOGS = (
    "update referee.logs set place = %s || substr(place, length(%s) + 1) "
    "where place = %s or place >= %s || '/' and place < %s || '0'"
)
BEGIN_LOG = (
    "with begun as (insert into referee.logs (place, last, head) values (%s, %s, %s) on conflict do nothing "
    "returning place) insert into referee.entries (place, number, head, bytes) select begun.place, document.* "
    "from begun, unnest(%s::int[], %s::bytea[], %s::bytea[]) as document returning number"
)
EXTEND_LOG = (
    "with moved as (update referee.logs set last = %s, head = %s where place = %s and head = %s returning place) "
    "insert into referee.entries (place, number, head, bytes) select moved.place, document.* "
    "from moved, unnest(%s::int[], %s::bytea[], %s::bytea[]) as document returning number"
)
"""The row of the log is locked by its update: of two writers the second finds another head, and adds nothing."""
HEAD_AT = "select head from referee.entries where place = %s and number = %s"


class Database:
    """All that is kept below one address, by one connection."""

    def __init__(self, database: str) -> None:
        self.address = database
        self.session = Session(database)

    def place(self, path: str) -> str:
        return place_in(path).path

    def read(self, path: str) -> bytes:
        """The bytes of a document or a whole log. Raises Unreadable where there is none, DatabaseAway."""
        place = self.place(path)
        log = log_place(place)
        rows = self.session.rows(READ, place) if log is None else self.session.rows(READ_LOG, log)
        if not rows:
            raise missing(path)
        return b"".join(cast(bytes, row[0]) for row in rows)

    def read_ends(self, path: str, front: int, back: int) -> tuple[bytes, bytes]:
        """The first and the last bytes, as many as there are of these numbers. Raises Unreadable, DatabaseAway."""
        log = log_place(self.place(path))
        if log is None:
            raw = self.read(path)
            return raw[:front], raw[max(0, len(raw) - back) :]
        rows = self.session.rows(READ_ENDS, front, back, log)
        if not rows:
            raise missing(path)
        return cast(bytes, rows[0][0]), cast(bytes, rows[0][1])

    def has(self, path: str) -> bool:
        """Whether there is a document, a log or anything below."""
        place = self.place(path)
        log = log_place(place)
        return bool(self.session.rows(HAS, *[place] * 3, place, place if log is None else log, *[place] * 2)[0][0])

    def has_folder(self, path: str) -> bool:
        place = self.place(path)
        return log_place(place) is None and not self.session.rows(READ, place) and (not place or self.has(path))

    def names(self, folder: str) -> list[str]:
        """What is in a folder, in order. Raises FileNotFoundError when nothing is."""
        place = self.place(folder)
        found = sorted(str(row[0]) for row in self.session.rows(NAMES, *[place] * 6))
        if not found:
            raise FileNotFoundError(folder)
        return found

    def documents(self, folder: str) -> list[str]:
        """The paths in a folder of all documents and logs in it and below, in no order."""
        place = self.place(folder)
        return [str(row[0]) for row in self.session.rows(ALL_BELOW, *[place] * 5)]

    def date(self, path: str) -> int:
        """When a document was changed, in nanoseconds since 1970; 0 where there is none."""
        rows = self.session.rows("select changed from referee.documents where place = %s", self.place(path))
        return cast(int, rows[0][0]) if rows else 0

    def set_date(self, path: str, date: int) -> None:
        sql = "update referee.documents set changed = %s::bigint where place = %s"
        self.session.rows(sql, date, self.place(path), writes=True)

    def make_folder(self, folder: str) -> None:
        """There is nothing to make."""

    def sync_folder(self, folder: str) -> None:
        """What was confirmed is on the server's disk."""

    def add(self, path: str, raw: bytes) -> None:
        """A document that must not exist yet. Raises FileExistsError, NotRecorded, Unconfirmed, DatabaseAway."""
        place = self.place(path)
        if not self.session.rows(ADD, place, raw, writes=True) and self.read(path) != raw:
            raise FileExistsError(path)

    def put(self, path: str, raw: bytes) -> None:
        """A document in place of what there was. Raises NotRecorded, Unconfirmed, DatabaseAway."""
        self.session.rows(PUT, self.place(path), raw, writes=True)

    replace = put_note = put

    def append_line(self, path: str, line: bytes, *, forced: bool = True) -> None:
        """A line more of a document. One that is repeated may be there twice. Raises as `put`."""
        self.session.rows(APPEND, self.place(path), line + b"\n", writes=True)

    def move(self, path: str, target: str) -> None:
        """Another name for a document, or for all in a folder; what had this name goes.

        Raises FileNotFoundError, NotRecorded, Unconfirmed, DatabaseAway.
        """
        old, new = self.place(path), self.place(target)
        given = (new, *[old] * 4)
        if not self.has(path) and not self.has(target):
            raise FileNotFoundError(path)
        self.session.rows_of_all([(MOVE_OVER, (new, old)), (MOVE_DOCUMENTS, given), (MOVE_LOGS, given)])

    def remove(self, path: str) -> None:
        """Remove a document, if there is one."""
        self.session.rows("delete from referee.documents where place = %s", self.place(path), writes=True)

    # Logs

    def begin_log(self, folder: str, log: Log) -> bool:
        """Keep a new log: whether it is there with just these bytes, and not another one.

        Raises NotRecorded, Unconfirmed, DatabaseAway.
        """
        parts, heads = raw_documents(log.raw), [bytes.fromhex(each) for each in log.heads]
        numbers = list(range(len(parts)))
        given = (self.place(folder), log.last, heads[-1], numbers, heads, parts)
        return bool(self.session.rows(BEGIN_LOG, *given, writes=True)) or self.read(f"{folder}/{LOG}") == log.raw

    def extend_log(self, folder: str, before: str, log: Log) -> None:
        """Keep the documents of a log after that with the head `before`; the caller holds the lock.

        Where the connection is lost, another one finds out whether they were kept, and keeps them if not.
        Raises NotRecorded, Unconfirmed, DatabaseAway.
        """
        try:
            self.add_entries(folder, before, log)
        except LostConnection as lost:
            try:
                self.session.restore(RESTORING)
                self.add_entries(folder, before, log)
            except (LostConnection, LockTaken, DatabaseAway, DatabaseRefused) as error:
                raise unknown_result(self.address, lost, True) from error

    def add_entries(self, folder: str, before: str, log: Log) -> None:
        """Raises NotRecorded when the log has another head by now, LostConnection."""
        place, heads, first = self.place(folder), [bytes.fromhex(each) for each in log.heads], log.heads.index(before)
        head, numbers, parts = heads[-1], list(range(first + 1, log.last + 1)), raw_documents(log.raw)[first + 1 :]
        given = (log.last, head, place, heads[first], numbers, heads[first + 1 :], parts)
        self.session.refuse_lost_locks()
        if not self.session.run_statements([(EXTEND_LOG, given)]):
            found = self.session.run_statements([(HEAD_AT, (place, log.last))])
            if not found or found[0][0] != head:
                raise NotRecorded(CHANGED)

    def head(self, folder: str) -> str:
        """The head of a log. Raises Unreadable, DatabaseAway."""
        rows = self.session.rows("select head from referee.logs where place = %s", self.place(folder))
        if not rows:
            raise missing(f"{folder}/{LOG}")
        return cast(bytes, rows[0][0]).hex()

    def keeps_what_it_confirms(self) -> bool:
        """Whether the server writes to its disk before it answers. Raises DatabaseAway, DatabaseRefused."""
        return self.session.rows("select current_setting('fsync')") == [("on",)]

    @contextmanager
    def lock(self, folder: str, seconds: float) -> Iterator[None]:
        """Be the only one on all hosts who writes into a folder. Raises LockTaken, DatabaseAway."""
        with self.session.lock(self.place(folder), seconds):
            yield

    def has_locks_again(self) -> bool:
        """After a lost connection: whether a new one has the same locks. What was read before may have changed."""
        try:
            if self.session.locks:
                self.session.restore(RESTORING)
        except (LockTaken, DatabaseAway, DatabaseRefused):
            return False
        return bool(self.session.locks)


RESTORING = 30
"""Seconds for which a new connection waits until the server has ended what the lost one did."""
CHANGED = say("The log changed while the move was being checked. Please try again.")
OPENED: dict[tuple[int, int, str], Database] = {}
"""The connection of each thread of each process: a process that was forked has none."""


def database_at(path: str) -> Database:
    """The database of a path. Raises BadAddress."""
    key = session_key(place_in(path).database)
    if key not in OPENED:
        OPENED[key] = Database(key[-1])
    return OPENED[key]


def log_place(place: str) -> str | None:
    """The folder whose log this is; None for any other document."""
    folder, _, name = place.rpartition("/")
    return folder if name == LOG else None


def missing(path: str) -> Unreadable:
    return Unreadable(say("{path} can't be read: {why}.", path=path, why="there is no such document"))
