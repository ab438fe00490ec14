"""What has been sent: for each seat the entry of which its last letter told.

`private/<game>/sent/<seat>` is one line: the number of an entry, its hash, and which address it was sent to. What is
to be sent follows from the log and these marks; a mark moves only after the letter was delivered, so after a crash a
letter may come twice, but never not at all. What went to another address does not count: no answer to it is good.
"""

import os
from hashlib import sha256
from typing import NamedTuple

from referee.store import disk
from referee.store.disk import NotRecorded
from referee.words import say


class Mark(NamedTuple):
    """The last entry that a seat was told of, and its hash."""

    entry: int
    head: str


NEVER = Mark(0, "")


def mark(private: str, game: str, seat: str, address: str = "") -> Mark:
    """NEVER where nothing was sent; to this address, if one is named.

    Raises `disk.Unreadable`: then nobody knows what was sent.
    """
    path = path_of(private, game, seat)
    try:
        words = disk.read_plain_file(path).decode("ascii", "replace").split()
    except disk.Unreadable:
        if disk.is_missing(path):
            return NEVER
        raise
    if words and words[0].isdecimal() and (not address or words[2:] in ([], [address_digest(address)])):
        return Mark(int(words[0]), "".join(words[1:2]))
    return NEVER


def address_digest(address: str) -> str:
    """What tells addresses apart, without naming them."""
    return sha256(address.encode()).hexdigest()[:16]


def advance(private: str, game: str, seat: str, to: Mark, address: str) -> None:
    """Move the mark on, never back; on disk for good when this returns. Raises NotRecorded, `disk.Unconfirmed`."""
    before = mark(private, game, seat, address)
    if before == NEVER or to.entry > before.entry:
        line = f"{to.entry} {to.head} {address_digest(address)}\n"
        write_mark(os.path.dirname(path_of(private, game, seat)), seat, line.encode("ascii"))


def path_of(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "sent", seat)


def write_mark(folder: str, name: str, raw: bytes) -> None:
    """A small file whole and on disk for good, in a folder that only its owner may enter."""
    try:
        for above in (os.path.dirname(os.path.dirname(folder)), os.path.dirname(folder), folder):
            disk.make_folder(above, 0o700)
        for left in disk.leftovers(folder, name):
            disk.forget_file(left)
        fresh = disk.fresh_name(folder, name)
        disk.write_new(fresh, raw, 0o600)
        disk.replace(fresh, os.path.join(folder, name), folder)
    except OSError as error:
        path = os.path.join(folder, name)
        raise NotRecorded(say("{path} could not be written: {why}.", path=path, why=disk.reason_text(error))) from error
