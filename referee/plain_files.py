"""The one way in which files are read: plain files, and nothing that could keep us waiting or never end."""

import os
import stat
from errno import EINVAL, ELOOP

from referee.words import say


class NotPlain(OSError):
    """A folder, a pipe, a socket, a device, or a link where none is followed: `strerror` says so."""


def first_bytes(path: str, most: int, *, follow: bool = True) -> bytes:
    """The first `most` bytes of a plain file, or all of it. Raises NotPlain, and OSError for what cannot be opened.

    `follow`: a link to a plain file is read, too. Files that a stranger may have put there are read without that.
    """
    if not follow and os.path.islink(path):
        raise NotPlain(ELOOP, say("it is a link"), path)
    # O_NONBLOCK: opening a pipe that nobody writes to would wait for ever. Not every system has each of these.
    names = ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY", *(() if follow else ("O_NOFOLLOW",)))
    file = os.open(path, os.O_RDONLY | flags(*names))
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise NotPlain(EINVAL, say("it is not a plain file"), path)
        return read_up_to(file, most)
    finally:
        os.close(file)


def read_up_to(file: int, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := os.read(file, min(most, 1 << 20))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def flags(*names: str) -> int:
    """The flags of `os.open` that this system has."""
    found = 0
    for name in names:
        found |= getattr(os, name, 0)
    return found
