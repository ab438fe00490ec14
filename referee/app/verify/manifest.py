"""What was found right before on this machine, so that an unchanged log costs a hash.

A log is known by its bytes, and only to the program that judged it, in the language in which it said so. The file is
trusted as much as the program: it saves time and proves nothing.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from typing import NamedTuple

from referee.app.errors import Refused, Unwritable
from referee.app.kept_answers import KeptAnswers, NotOurs, open_database
from referee.app.many.program import program_hash
from referee.store import disk
from referee.words import language, say

AT_ONCE = 1000
"""Verdicts that are written together."""


class KnownVerdict(NamedTuple):
    """What is kept of a log that is right: texts as they were printed."""

    game: str
    entries: int
    head: str
    says: str
    chance: str
    edition: int
    current: int


class VerifyManifest:
    """The verdicts of earlier runs, by log; those of another program are forgotten."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self.kept = KeptAnswers(base, f"verdict in {language()}", program_hash())

    def verdict(self, mark: str) -> KnownVerdict | None:
        found = self.kept.find(mark, mark)
        return KnownVerdict(*found) if found else None

    def keep(self, mark: str, verdict: KnownVerdict) -> None:
        self.kept.keep(mark, mark, verdict)
        if len(self.kept.fresh) >= AT_ONCE:
            self.kept.write()


def log_mark(raw: bytes) -> str:
    """The SHA-256 by which a log is known."""
    return sha256(raw).hexdigest()


@contextmanager
def open_manifest(path: str, *, many: bool) -> Iterator[VerifyManifest | None]:
    """The manifest of this path, or the usual one for many logs; None for few, and where the usual one can't be made.

    The usual one is ours alone: a damaged one is made again. What is new is written at the end, also if that comes
    early. Raises Refused, Unwritable.
    """
    place = path or (usual_path() if many else "")
    base = (opened_base(path) if path else usual_base(place)) if place else None
    if base is None:
        yield None
        return
    with closing(base), database_errors(place):
        found = VerifyManifest(base)
        try:
            yield found
        finally:
            if found.kept.fresh:
                found.kept.write()


def usual_path() -> str:
    from platformdirs import user_cache_dir

    return os.path.join(user_cache_dir("referee", appauthor=False), "verified.sqlite")


def opened_base(path: str) -> sqlite3.Connection:
    """The table at a path, made if there is none. Raises Refused for another file, Unwritable."""
    try:
        disk.make_folder(os.path.dirname(path) or os.curdir)
        with database_errors(path):
            return open_database(path)
    except OSError as error:
        raise unwritable(path, disk.reason_text(error)) from error


def usual_base(path: str) -> sqlite3.Connection | None:
    """The same of the file that is ours alone; None if it cannot be made."""
    try:
        return opened_base(path)
    except Unwritable:
        return None
    except Refused:
        disk.forget_file(path)
    with suppress(Unwritable, Refused):
        return opened_base(path)
    return None


@contextmanager
def database_errors(path: str) -> Iterator[None]:
    """Raises Refused for a file that is no manifest, Unwritable for one that cannot be written."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise unwritable(path, error) from error
    except (sqlite3.DatabaseError, NotOurs) as error:
        raise foreign(path) from error


def unwritable(path: str, why: object) -> Unwritable:
    words = "The manifest {path} couldn't be used: {why}. Name another file: --manifest FILE"
    return Unwritable(say(words, path=path, why=why))


def foreign(path: str) -> Refused:
    return Refused(
        say("{path} isn't a manifest of verified logs, or it is damaged.", path=path),
        say("If it is one, delete it: the next run makes it again. Or name another file: --manifest FILE"),
    )
