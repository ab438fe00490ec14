"""A game's folder: its log is read, begun and continued here, and nowhere else.

A commit never writes into the log. It makes a complete new file next to it, which begins with the old bytes, and lets
it take the place of the old one in a single step. So there are three answers and no fourth: recorded (the call
returns), not recorded (NotRecorded: the bytes are what they were), recorded but not confirmed (Unconfirmed).

Of all processes that ask for the lock of a game one has it, and a process that ends gives it back. On Linux and macOS
it is `flock`, in a few lines: `filelock`, which does the same, takes as long to import as two starts of Python. Both
keep each other out. Windows has no `flock`: there it is `filelock`.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EACCES, EAGAIN
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING

from referee import GAME_ID
from referee.exit_codes import BUSY
from referee.reading.plain_files import flags
from referee.store import disk
from referee.store.chain import (
    BadWord,
    Damage,
    Log,
    check_head,
    document,
    find_head,
    first_unlike,
    log_with_document,
    parse,
    raw_documents,
)
from referee.store.disk import NotRecorded, Trouble, Unconfirmed, Unreadable
from referee.store.stores import database_of, read_document, store_of
from referee.words import say

if TYPE_CHECKING:
    from referee.store.database import Database


__all__ = [
    "BadWord",
    "Busy",
    "Damage",
    "Log",
    "NotRecorded",
    "Taken",
    "Trouble",
    "Unconfirmed",
    "Unreadable",
    "append",
    "check_head",
    "check_id",
    "confirm",
    "create",
    "document",
    "find_head",
    "first_unlike",
    "game_lock",
    "parse",
    "read_log",
    "refuse_taken",
]

NAME = "log.yaml"
LOCK = ".lock"
NAMED = re.compile(GAME_ID)
DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""Names that Windows keeps for devices."""


class Busy(Trouble):
    """Another process holds the game's lock; trying again later may help."""

    code = BUSY


class Taken(NotRecorded):
    """There is such a game already."""


def check_id(text: str) -> str:
    """The name of a game, unchanged. Raises BadWord when it could not be the name of a folder on every system."""
    if not NAMED.fullmatch(text):
        raise BadWord(
            say(
                "{id} can't be the name of a game. Use 1 to 40 of the letters a-z, digits and hyphens, "
                "and don't begin with a hyphen. For example: spring-cup.",
                id=repr(text),
            )
        )
    if DEVICES.fullmatch(text):
        raise BadWord(say("{id} can't be the name of a game: Windows reserves that name for a device.", id=text))
    return text


def read_log(folder: str, upto: int | None = None) -> Log:
    """The log of the game in `folder`; with `upto` only its good beginning, if it is damaged after that entry.

    Raises Unreadable when there is none, Damage when it is not as written.
    """
    disk.refuse_link(folder)
    try:
        return parse(read_document(os.path.join(folder, NAME)), folder)
    except Damage as damage:
        if upto is None or upto >= damage.entry:
            raise
        return parse(damage.before, folder)


def create(games: str, game: str, first: bytes) -> Log:
    """Begin a game: the folder `games`/`game` appears at once and complete. `first` is the header, or the
    header and the entries that go with it (the deal).

    Raises BadWord, Taken, NotRecorded or Unconfirmed; never touches a game that is there.
    """
    folder = os.path.join(games, check_id(game))
    log = parse(first, folder)
    refuse_giant(first)
    if database := database_of(folder):
        if not database.begin_log(folder, log):
            raise taken_error(game)
        return log
    try:
        disk.make_folder(games)
        refuse_taken(folder, game)
        fresh = folder_with(games, game, first)
    except OSError as error:
        says = say("{folder} couldn't be created: {why}.", folder=folder, why=disk.reason_text(error))
        raise NotRecorded(says) from error
    try:
        settle(fresh, folder, games)
    except NotRecorded:
        disk.forget_folder(fresh, NAME)
        refuse_taken(folder, game)
        raise
    return log


def confirm(folder: str) -> None:
    """Make the names in a folder survive a power cut, where that was left open. Raises Unconfirmed."""
    try:
        store_of(folder).sync_folder(folder)
    except OSError as error:
        raise not_confirmed(error) from error


def refuse_taken(folder: str, game: str) -> None:
    """Raise Taken when there is anything of that name."""
    if store_of(folder).has(folder):
        raise taken_error(game)


def taken_error(game: str) -> Taken:
    words = (
        "There is already a game {game}, and games are never overwritten. Use another name. If "
        "it is the one you have just started, all is well: referee show {game}"
    )
    return Taken(say(words, game=game))


def folder_with(games: str, game: str, first: bytes) -> str:
    """A complete folder under a name that nobody reads yet; what a crash left of an earlier try is removed."""
    for left in disk.leftovers(games, game):
        disk.forget_folder(left, NAME)
    fresh = disk.fresh_name(games, game)
    os.mkdir(fresh)
    try:
        disk.write_new(os.path.join(fresh, NAME), first)
        disk.sync_folder(fresh)
    except BaseException:
        disk.forget_folder(fresh, NAME)
        raise
    return fresh


def append(folder: str, seen: Log, new: bytes) -> Log:
    """Add documents to the log that was `seen`, all of them at once; the caller holds the lock.

    Raises Damage when `new` is not what comes next, NotRecorded or Unconfirmed.
    """
    log = seen
    for each in raw_documents(new):
        log = log_with_document(log, each)
    refuse_giant(log.raw)
    if database := database_of(folder):
        database.extend_log(folder, seen.head, log)
        return log
    path = os.path.join(folder, NAME)
    try:
        clean(folder)
        refuse_changed(folder, seen)
        fresh = disk.fresh_name(folder, NAME)
        disk.write_new(fresh, log.raw)
    except (OSError, Unreadable) as error:
        raise not_written(error) from error
    settle(fresh, path, folder)
    return log


def refuse_giant(raw: bytes) -> None:
    """Raise NotRecorded for a log that `read` would not take."""
    if len(raw) > disk.LARGEST:
        most = disk.LARGEST >> 20
        raise NotRecorded(say("The log would be larger than {most} MB and could not be read again.", most=most))


def clean(folder: str) -> None:
    """Remove what a crash may have left: files that nobody reads."""
    for path in disk.leftovers(folder, NAME):
        disk.forget_file(path)


def is_unchanged(folder: str, seen: Log) -> bool:
    """Whether the log in `folder` still has the bytes that were seen. Raises Unreadable."""
    database = database_of(folder)
    return database.head(folder) == seen.head if database else read_document(os.path.join(folder, NAME)) == seen.raw


def refuse_changed(folder: str, seen: Log) -> None:
    if not is_unchanged(folder, seen):
        raise NotRecorded(say("The log changed while the move was being checked. Please try again."))


def settle(fresh: str, final: str, folder: str) -> None:
    """Give a complete file or folder the name that readers know: the moment of recording."""
    try:
        os.replace(fresh, final)
        disk.sync_folder(folder)
    except BaseException as error:
        # As long as it has its old name, it was not recorded. Whatever else went wrong, even an interrupt, comes too
        # too late to report; and a disk that no longer answers leaves it open.
        if not os.path.lexists(fresh):
            raise not_confirmed(error) from error
        disk.forget_file(fresh)
        if isinstance(error, OSError):
            raise not_written(error) from error
        raise


def not_written(error: OSError | Unreadable) -> NotRecorded:
    return NotRecorded(say("The log couldn't be written: {why}.", why=disk.reason_text(error)))


def not_confirmed(error: BaseException) -> Unconfirmed:
    return Unconfirmed(
        say(
            "It was written, but the disk did not confirm it: {why}. Run the same command again. "
            "Nothing is recorded twice.",
            why=disk.reason_text(error),
        )
    )


@contextmanager
def game_lock(folder: str, seconds: float = 30) -> Iterator[None]:
    """Be the only one who commits to the game in `folder`.

    Raises Busy when that takes longer than `seconds`, Unreadable where the lock is no plain file, NotRecorded.
    """
    if database := database_of(folder):
        with locked_database(database, folder, seconds):
            yield
        return
    if not disk.is_folder(folder):
        raise Unreadable(say("There is no folder {folder}.", folder=folder))
    disk.refuse_odd(os.path.join(folder, LOCK))
    try:
        release = acquired_lock(os.path.join(folder, LOCK), seconds)
    except Held as held:
        raise busy(folder) from held
    except OSError as error:
        raise NotRecorded(
            say("{folder} can't be locked: {why}.", folder=folder, why=disk.reason_text(error))
        ) from error
    try:
        yield
    finally:
        # What was recorded stays recorded; the system frees the lock when the process ends.
        with suppress(OSError):
            release()


def busy(folder: str) -> Busy:
    return Busy(say("Another process is recording in {folder}. Try again in a moment.", folder=folder))


@contextmanager
def locked_database(database: "Database", folder: str, seconds: float) -> Iterator[None]:
    """As `game_lock`, also of processes on other hosts. Raises Busy, `addresses.DatabaseAway`."""
    from referee.store.sessions import LockTaken  # PostgreSQL is an extra

    with ExitStack() as stack:
        try:
            stack.enter_context(database.lock(folder, seconds))
        except LockTaken:
            raise busy(folder) from None
        yield


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
