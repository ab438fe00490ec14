"""Where games and private parts are kept: in files or in a database, with the same few operations on their paths."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.store import disk
from referee.store.addresses import is_in_database
from referee.words import say

if TYPE_CHECKING:
    from referee.store.database import Database

OWN = 0o600
"""Only its owner may read what is written here."""


class Files:
    """Files in folders that only their owner may enter. A database answers the same questions.

    A log is begun, extended and locked by `referee.store.log`.
    """

    def read(self, path: str) -> bytes:
        """All bytes of a document. Raises `disk.Unreadable`."""
        return disk.read_plain_file(path)

    def read_ends(self, path: str, front: int, back: int) -> tuple[bytes, bytes]:
        """Its first and its last bytes, as many as there are of these numbers. Raises `disk.Unreadable`."""
        return disk.read_ends(path, front, back)

    def has(self, path: str) -> bool:
        """Whether there is anything of this name."""
        return os.path.lexists(path)

    def has_folder(self, path: str) -> bool:
        return os.path.isdir(path)

    def names(self, folder: str) -> list[str]:
        """What is in a folder, in order. Raises OSError."""
        return sorted(os.listdir(folder))

    def documents(self, folder: str) -> list[str]:
        """The paths in a folder of all documents in it and below, in no order; also of links to folders.

        Raises OSError for a folder that cannot be read.
        """
        found: list[str] = []
        for place, folders, names in os.walk(folder, onerror=raise_error):
            paths = [os.path.join(place, name) for name in folders]
            found += [path for path in paths if os.path.islink(path)]
            found += [os.path.join(place, name) for name in names]
        return [os.path.relpath(path, folder) for path in found]

    def date(self, path: str) -> int:
        """When a document was changed, in nanoseconds since 1970; 0 where there is none."""
        try:
            return os.stat(path).st_mtime_ns
        except OSError:
            return 0

    def set_date(self, path: str, date: int) -> None:
        os.utime(path, ns=(date, date))

    def make_folder(self, folder: str) -> None:
        """Make a folder for its owner alone, unless it is there. Raises OSError."""
        disk.make_folder(folder, 0o700)

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder survive a power cut. Raises OSError."""
        disk.sync_folder(folder)

    def add(self, path: str, raw: bytes) -> None:
        """Write a document that must not exist yet. Raises FileExistsError, OSError."""
        disk.write_new(path, raw, OWN)

    def put(self, path: str, raw: bytes) -> None:
        """Write a document whole, in place of what there was. Raises OSError."""
        folder, name = os.path.split(path)
        fresh = disk.fresh_name(folder, name)
        disk.write_new(fresh, raw, OWN)
        os.replace(fresh, path)

    def put_note(self, path: str, raw: bytes) -> None:
        """As `put`, but a kill or a power cut may leave a part of it, an older one, or none. Raises OSError."""
        disk.write_file(path, raw, OWN)

    def append_line(self, path: str, line: bytes, *, forced: bool = True) -> None:
        """Add a line to a document, or begin one with it: it survives a power cut when this returns. Raises OSError.

        forced: False where nobody misses the line after a power cut
        """
        try:
            disk.append_line(path, line, forced=forced)
        except FileNotFoundError:  # its name, too, has to survive
            self.replace(path, line + b"\n")

    def replace(self, path: str, raw: bytes) -> None:
        """As `put`, and it survives a power cut when this returns. Raises OSError."""
        folder, name = os.path.split(path)
        for left in disk.leftovers(folder, name):
            disk.forget_file(left)
        fresh = disk.fresh_name(folder, name)
        disk.write_new(fresh, raw, OWN)
        disk.replace(fresh, path, folder)

    def move(self, path: str, target: str) -> None:
        """Give a document, or a folder, another name. Raises OSError."""
        os.replace(path, target)

    def remove(self, path: str) -> None:
        """Remove a document, if that is possible."""
        disk.forget_file(path)


def raise_error(error: OSError) -> None:
    """`os.walk` would leave out a folder that it cannot read."""
    raise error


FILES = Files()


def store_of(path: str) -> "Files | Database":
    """The store in which a path is. Raises `addresses.BadAddress`."""
    return database_of(path) or FILES


def database_of(path: str) -> "Database | None":
    """The database in which a path is; None for one on this disk. Raises `addresses.BadAddress`."""
    if not is_in_database(path):
        return None
    from referee.store.database import database_at  # PostgreSQL is an extra

    return database_at(path)


FAILURES = {
    "written": "{path} couldn't be written: {why}.",
    "saved": "{path} couldn't be saved: {why}.",
    "moved": "{path} couldn't be moved: {why}.",
    "created": "{folder} couldn't be created: {why}.",
}


@contextmanager
def recording(path: str, done: str = "written") -> Iterator[None]:
    """Raises NotRecorded in place of OSError: a file or folder couldn't be `written`, `saved`, `moved`, `created`."""
    try:
        yield
    except OSError as error:
        why = disk.reason_text(error)
        raise disk.NotRecorded(say(FAILURES[done], path=path, folder=path, why=why)) from error


def put_document(path: str, raw: bytes) -> None:
    """Write a document whole, in a folder that is made for it. Raises OSError."""
    store = store_of(path)
    store.make_folder(os.path.dirname(path))
    store.put(path, raw)


def read_document(path: str) -> bytes:
    """The bytes of a document in any store. Raises `disk.Unreadable`."""
    return store_of(path).read(path)


def is_missing(path: str) -> bool:
    """Whether there is nothing of that name for certain, and not only nothing that can be looked at now."""
    database = database_of(path)
    return not database.has(path) if database else disk.is_missing(path)
