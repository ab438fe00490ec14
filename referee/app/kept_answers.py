"""What was found out before, in one small table of SQLite: an answer about a game or a log that has not changed.

Nothing needs it: it may be deleted at any time, and one that is damaged is made again. A row holds for the program that
wrote it, while what it was found out from has the same key, between two times. Its seal is a digest of all of that and
of the answer, so that a row in which anything is another is none.

`private/summaries` is such a file, of what was found out when all games were looked at. The key of a game is a digest
of the bytes of its log, of its private part and of what was sent.
"""

import json
import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

from referee import __version__
from referee.app.game_access import Table
from referee.reading.plain_files import first_bytes
from referee.settings import Settings
from referee.store import disk, log, private

OURS = 0x72656665
"""By which SQLite knows a table of ours (`application_id`): the letters refe."""
ALWAYS = "9999"
"""Later than every time: the answer holds until its game changes."""
WAIT = 10
"""Seconds to wait for another process that writes the file."""
TABLE = """CREATE TABLE IF NOT EXISTS answer
(question TEXT, subject TEXT, program TEXT, since TEXT, until TEXT, value TEXT, seal TEXT,
PRIMARY KEY (question, subject))"""


class NotOurs(Exception):
    """The file is a database of another program."""


class KeptAnswers:
    """The answers to one question, by their subjects. Everything raises sqlite3.Error."""

    def __init__(self, base: sqlite3.Connection, question: str, program: str) -> None:
        self.base, self.question, self.program = base, question, program
        self.fresh: list[tuple[str, ...]] = []

    def find(self, subject: str, key: str, now: str = "") -> Any:
        """The answer as plain data; None if there is none, or it no longer holds."""
        words = "SELECT program, since, until, value, seal FROM answer WHERE question = ? AND subject = ?"
        row = self.base.execute(words, (self.question, subject)).fetchone()
        if row is None:
            return None
        program, since, until, value, seal = row
        holds = program == self.program and since <= now < until
        return json.loads(value) if holds and seal == self.seal(subject, key, since, until, value) else None

    def keep(self, subject: str, key: str, answer: object, since: str = "", until: str = ALWAYS) -> None:
        """Keep an answer once `write` is called."""
        value = json.dumps(answer, separators=(",", ":"))
        seal = self.seal(subject, key, since, until, value)
        self.fresh.append((self.question, subject, self.program, since, until, value, seal))

    def seal(self, *facts: str) -> str:
        return sha256("\0".join([self.question, self.program, *facts]).encode()).hexdigest()

    def subjects(self) -> list[str]:
        found = self.base.execute("SELECT subject FROM answer WHERE question = ?", (self.question,))
        return [subject for (subject,) in found]

    def write(self, gone: Collection[str] = ()) -> None:
        """Write what is new, together, without the subjects that are gone and the answers of another program."""
        with self.base:
            self.base.execute("DELETE FROM answer WHERE program != ?", (self.program,))
            subjects = [(self.question, each) for each in gone]
            self.base.executemany("DELETE FROM answer WHERE question = ? AND subject = ?", subjects)
            self.base.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)", self.fresh)
        self.fresh = []


def open_database(path: str) -> sqlite3.Connection:
    """The table at a path, made if there is none. Raises OSError, sqlite3.Error, NotOurs."""
    is_new = disk.is_missing(path) or os.path.getsize(path) == 0
    base = sqlite3.connect(path, timeout=WAIT)
    try:
        if is_new:
            base.execute(f"PRAGMA application_id = {OURS}")
        elif base.execute("PRAGMA application_id").fetchone() != (OURS,):
            raise NotOurs(path)
        elif base.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("damaged")
        base.execute(TABLE)
    except BaseException:
        base.close()
        raise
    return base


NAME = "summaries"
Parts = Iterator[bytes]
TROUBLES = (OSError, sqlite3.Error, disk.Trouble, NotOurs, ValueError)
"""What can be wrong with the file: then all is found out again."""


class Summaries:
    """The answers to a question about games, in one run; `save` keeps them for the next."""

    def __init__(self, table: Table, question: str) -> None:
        self.table = table
        self.question = question
        self.now = table.time()
        self.keys: dict[str, str] = {}
        self.fresh: dict[str, tuple[object, str]] = {}
        self.kept: KeptAnswers | None = None
        with suppress(*TROUBLES):
            if not disk.is_missing(self.path):
                self.kept = self.answers()

    @property
    def path(self) -> str:
        return os.path.join(self.table.settings.private, NAME)

    def answers(self) -> KeptAnswers:
        """Raises TROUBLES."""
        disk.refuse_link(self.path)
        return KeptAnswers(open_database(self.path), self.question, made_by(self.table.settings))

    def find(self, id: str) -> Any:
        """The kept answer, as plain data; None if there is none, or it no longer holds."""
        self.keys[id] = self.key_of(id)
        try:
            return self.kept.find(id, self.keys[id], self.now) if self.kept and self.keys[id] else None
        except TROUBLES:
            return None

    def keep(self, id: str, value: object, until: str) -> None:
        """Keep what was found out since `find` was asked, unless the game has changed meanwhile."""
        if self.keys[id] and self.now < until and self.key_of(id) == self.keys[id]:
            self.fresh[id] = value, until

    def key_of(self, id: str) -> str:
        """The key of the game as it is now; "" where it cannot be read."""
        folder = self.table.folder(id)
        try:
            disk.refuse_link(folder)
            return digest_of(contents_of(folder, self.table.settings.private, id))
        except (OSError, disk.Trouble):
            return ""

    def save(self) -> None:
        """Keep all answers for the next run, of games that are still here. What cannot be kept is found out again."""
        if not os.path.isdir(self.table.settings.private):
            return
        try:
            self.write()
        except sqlite3.OperationalError:  # another process may be writing it
            pass
        except TROUBLES:  # it is damaged
            with suppress(*TROUBLES):
                os.unlink(self.path)
                self.kept = None
                self.write()
        if self.kept:
            self.kept.base.close()

    def write(self) -> None:
        """Raises TROUBLES."""
        gone = [id for id in self.kept.subjects() if id not in self.keys] if self.kept else []
        if not self.fresh and not gone:
            return
        if self.kept is None:
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600))
            self.kept = self.answers()
        for id, (value, until) in self.fresh.items():
            self.kept.keep(id, self.keys[id], value, self.now, until)
        self.kept.write(gone)


def made_by(settings: Settings) -> str:
    """By another program, or with other settings on which answers hang, nothing of it is used."""
    facts = (__version__, settings.mail, settings.close, settings.orders_delay)
    return sha256(repr(facts).encode()).hexdigest()


def digest_of(parts: Parts) -> str:
    """The digest of some bytes, each part with its length."""
    return sha256(b"".join([b"%d %b" % (len(part), part) for part in parts])).hexdigest()[:32]


def contents_of(folder: str, place: str, id: str) -> Parts:
    """All bytes from which answers about a game follow. Raises OSError."""
    yield first_bytes(os.path.join(folder, log.NAME), disk.LARGEST, follow=False)
    yield from bytes_if_there(private.path_of(place, id))
    for name in ("orders.json", "address.json", "left.json"):
        yield from bytes_if_there(os.path.join(place, id, name))
    yield from map(os.fsencode, names_in(os.path.join(place, "mail", "daily")))
    yield from contents_of_folder(os.path.join(place, id, "sent"))
    yield from words_waiting(os.path.join(place, id, "talk"))


def words_waiting(folder: str) -> Parts:
    """The names of the messages to each seat, which hold a digest of their text. Raises OSError."""
    for seat in names_in(folder):
        yield from (os.fsencode(seat), *(os.fsencode(name) for name in names_in(os.path.join(folder, seat))))


def contents_of_folder(folder: str) -> Parts:
    for name in names_in(folder):
        yield os.fsencode(name)
        yield from bytes_if_there(os.path.join(folder, name))


def names_in(folder: str) -> list[str]:
    """The names in a folder; none if there is no such folder. Raises OSError."""
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []


def bytes_if_there(path: str) -> Parts:
    """The bytes of a file, after a sign that it is there. Raises OSError."""
    try:
        yield from (b"there", first_bytes(path, disk.LARGEST, follow=False))
    except FileNotFoundError:
        yield b"missing"
