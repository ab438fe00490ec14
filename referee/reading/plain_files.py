"""The one way in which files are read: plain files alone."""

import os
import stat
from errno import EINVAL, ELOOP

from referee.words import say


class NotPlain(OSError):
    """A folder, a pipe, a socket, a device, or a link that is not followed: `strerror` says which."""


def first_bytes(path: str, most: int, *, follow: bool = True) -> bytes:
    """The first `most` bytes of a plain file, or all of it. Raises NotPlain, and OSError for what cannot be opened.

    `follow`: a link to a plain file is read, too. Files that a stranger may have put there are read without that.
    """
    file, size = open_plain(path, follow)
    try:
        return read_up_to(file, most, size)
    finally:
        os.close(file)


def end_bytes(path: str, front: int, back: int) -> tuple[bytes, bytes]:
    """The first and the last bytes of a plain file, as many as it has of these numbers. Raises NotPlain, OSError.

    A link is not followed.
    """
    file, size = open_plain(path, follow=False)
    try:
        first = os.read(file, front) if front else b""
        os.lseek(file, max(0, size - back), os.SEEK_SET)
        return first, os.read(file, back)
    finally:
        os.close(file)


def open_plain(path: str, follow: bool) -> tuple[int, int]:
    """A plain file, open to be read, and its size; the caller closes it. Raises NotPlain, OSError."""
    if not follow and not NOFOLLOW:
        refuse_link(path)
    try:
        file = os.open(path, os.O_RDONLY | ALWAYS | (0 if follow else NOFOLLOW))
    except OSError:
        if not follow:  # each system has another number for this error
            refuse_link(path)
        raise
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode):
        os.close(file)
        raise NotPlain(EINVAL, say("it is not a plain file"), path)
    return file, found.st_size


def refuse_link(path: str) -> None:
    """Raises NotPlain."""
    if os.path.islink(path):
        raise NotPlain(ELOOP, say("it is a link"), path)


def read_up_to(file: int, most: int, size: int) -> bytes:
    """The first bytes of a file that had this size when it was opened: what is added later need not be read.

    A file of the system, as in `/proc`, says that it is empty, and is read to its end.
    """
    parts: list[bytes] = []
    while most > 0 and (part := os.read(file, min(most, PART))):
        parts.append(part)
        most -= len(part)
        size -= len(part)
        if size == 0:
            break
    return b"".join(parts)


def flags(*names: str) -> int:
    """The flags of `os.open` that this system has."""
    found = 0
    for name in names:
        found |= getattr(os, name, 0)
    return found


ALWAYS, NOFOLLOW = flags("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"), flags("O_NOFOLLOW")
"""How files are opened. O_NONBLOCK: opening a pipe that nobody writes to would wait for ever."""
PART = 1 << 16
"""Bytes that are asked for at once."""
