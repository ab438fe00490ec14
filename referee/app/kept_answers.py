"""What was found out before, in one small table of SQLite: an answer about a game or a log that has not changed.

Nothing needs it: it may be deleted at any time, and one that is damaged is made again. A row holds for the program that
wrote it, while what it was found out from has the same key, between two times. Its seal is a digest of all of that and
of the answer, so that a row in which anything is another is none.
"""

import json
import os
import sqlite3
from collections.abc import Collection
from hashlib import sha256
from typing import Any

from referee.store import disk

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
