"""What has been sent: for each seat the entry of which its last letter told.

`private/<game>/sent/<seat>` is one line, the number of an entry and its hash. What is to be sent follows from the log
and these marks; a mark moves only after the letter was delivered, so after a crash a letter may come twice, but never
not at all.
"""

import os
from typing import NamedTuple

from referee import disk
from referee.disk import NotRecorded
from referee.words import say


class Mark(NamedTuple):
    """The last entry that a seat was told of, and its hash."""

    entry: int
    head: str


NEVER = Mark(0, "")


def mark(private: str, game: str, seat: str) -> Mark:
    """NEVER where there is none. Raises `disk.Unreadable`: then nobody knows what was sent."""
    path = path_of(private, game, seat)
    if disk.is_missing(path):
        return NEVER
    words = disk.read(path).decode("ascii", "replace").split()
    if words and words[0].isdecimal():
        return Mark(int(words[0]), "".join(words[1:2]))
    return NEVER


def advance(private: str, game: str, seat: str, to: Mark) -> None:
    """Move the mark on, never back; on disk for good when this returns. Raises NotRecorded, `disk.Unconfirmed`."""
    before = mark(private, game, seat)
    if before == NEVER or to.entry > before.entry:
        write(os.path.dirname(path_of(private, game, seat)), seat, f"{to.entry} {to.head}\n".encode("ascii"))


def path_of(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "sent", seat)


def write(folder: str, name: str, raw: bytes) -> None:
    """A small file whole and on disk for good, in a folder that only its owner may enter."""
    try:
        for above in (os.path.dirname(os.path.dirname(folder)), os.path.dirname(folder), folder):
            disk.make_folder(above, 0o700)
        for left in disk.leftovers(folder, name):
            disk.forget(left)
        fresh = disk.fresh_name(folder, name)
        disk.write_new(fresh, raw, 0o600)
        disk.replace(fresh, os.path.join(folder, name), folder)
    except OSError as error:
        path = os.path.join(folder, name)
        raise NotRecorded(say("{path} could not be written: {why}.", path=path, why=disk.reason(error))) from error
