"""The lock of a file: of all processes that ask for it one has it, and a process that ends gives it back.

On Linux and macOS it is `flock`, in a few lines: `filelock`, which does the same, takes as long to import as two starts
of Python. Both keep each other out. Windows has no `flock`: there it is `filelock`.
"""

import os
from collections.abc import Callable
from errno import EACCES, EAGAIN
from functools import partial
from time import monotonic, sleep

from referee.reading.plain_files import flags

BETWEEN = 0.05
"""Seconds between two tries."""
OPENED = os.O_RDWR | os.O_CREAT | flags("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK")


class Held(Exception):
    """Another process has the lock, and kept it."""


def acquired_lock(path: str, seconds: float) -> Callable[[], None]:
    """Get the lock of a file, which is made if there is none; what gives it back. Raises Held after so many seconds.

    Raises OSError where the file cannot be opened or locked.
    """
    return (library_lock if os.name == "nt" else flock)(path, seconds)


def flock(path: str, seconds: float) -> Callable[[], None]:
    """Get a lock by `flock`; what gives it back. Raises Held, OSError."""
    until = monotonic() + seconds
    while True:
        file = os.open(path, OPENED, 0o666)
        try:
            if is_locked(file):
                return partial(os.close, file)
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        if monotonic() >= until:
            raise Held
        sleep(BETWEEN)


def is_locked(file: int) -> bool:
    """Whether the lock of an open file could be got, and nobody has removed the file meanwhile. Raises OSError."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            return False
        raise
    return os.fstat(file).st_nlink > 0


def library_lock(path: str, seconds: float) -> Callable[[], None]:
    """Get a lock by `filelock`; what gives it back. Raises Held, OSError."""
    from filelock import FileLock, Timeout

    lock = FileLock(path)
    try:
        lock.acquire(timeout=seconds)
    except Timeout as error:
        raise Held from error
    return lock.release
