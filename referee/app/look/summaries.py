"""What was found out about each game when all were looked at: `private/summaries`. Nobody needs it: it saves replays.

An answer is kept under a digest of all that it follows from: the bytes of the log, of the private part and of what was
sent, the settings and the program. If any of these is another now, or the time is, the answer is found out again. So it
is never out of date, and whoever deletes the file changes nothing.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

from referee import __version__
from referee.app.game_access import Table
from referee.app.kept_answers import KeptAnswers, NotOurs, open_database
from referee.reading.plain_files import first_bytes
from referee.settings import Settings
from referee.store import disk, log, private

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
    yield from bytes_if_there(os.path.join(place, id, "orders.json"))
    yield from bytes_if_there(os.path.join(place, id, "address.json"))
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
