"""Files of people's own choice: boards, components, cases."""

import os
import stat
from errno import EINVAL

from referee.source.caret import Source
from referee.source.reading import FILE, read


def read_file(path: str, limit: int = FILE) -> Source:
    """The one document of a plain file, however large the file is. Raises `BadInput`, OSError (also for pipes)."""
    return read(first_bytes(path, limit + 1), path, limit)


def first_bytes(path: str, most: int) -> bytes:
    # O_NONBLOCK: opening a pipe that nobody writes to would wait for ever; it is not on every system.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(EINVAL, "It is not a plain file", path)
        return file.read(most)
