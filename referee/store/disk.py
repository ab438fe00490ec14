"""Files that are never half written: create, replace, and say honestly what happened.

A write is a new file (`O_EXCL`), written whole, fsynced and closed; only then does it get the name that readers know,
and only after its folder is fsynced too is it promised. A line that is added to a file is promised when the file is
fsynced; readers pass over one without its end. Links are never followed.
"""

import os
import stat
from contextlib import suppress
from errno import EINVAL

from referee.exit_codes import MISSING, UNCONFIRMED, UNWRITABLE, Foreseen
from referee.reading.plain_files import ALWAYS, NOFOLLOW, NotPlain, end_bytes, first_bytes, flags
from referee.words import Phrase, say

NEW = ".new"
"""How the name of a file that is still being written ends."""


class Trouble(Foreseen):
    """A problem that a person must know about; `says` is the text."""

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return str(self.says)


class Unreadable(Trouble):
    """There is no such file, or it is not one that may be opened."""

    code = MISSING


class NotRecorded(Trouble):
    """Nothing was written: the previous content is there, byte for byte."""

    code = UNWRITABLE


class Unconfirmed(Trouble):
    """It was written, but the disk did not confirm that it will survive a power cut; doing it again is safe."""

    code = UNCONFIRMED


LARGEST = 1 << 26
"""Bytes of a file that is read whole: a thousand times what a log of a long game has."""


def read_plain_file(path: str) -> bytes:
    """The bytes of a plain file. Raises Unreadable for links, folders, pipes, giants and what cannot be opened."""
    try:
        raw = first_bytes(path, LARGEST + 1, follow=False)
    except OSError as error:
        raise unreadable_error(path, error) from error
    if len(raw) > LARGEST:
        raise Unreadable(say("{path} is larger than {most} MB, so something is wrong.", path=path, most=LARGEST >> 20))
    return raw


def read_ends(path: str, front: int, back: int) -> tuple[bytes, bytes]:
    """The first and the last bytes of a plain file, as many as it has of these numbers. Raises Unreadable as `read`."""
    try:
        return end_bytes(path, front, back)
    except OSError as error:
        raise unreadable_error(path, error) from error


def unreadable_error(path: str, error: OSError) -> Unreadable:
    """What kept a file from being read."""
    if not isinstance(error, NotPlain):
        return Unreadable(say("{path} can't be read: {why}.", path=path, why=reason_text(error)))
    refuse_link(path)
    return Unreadable(say("{path} is not a plain file.", path=path))


def is_missing(path: str) -> bool:
    """Whether there is nothing of that name for certain, and not only nothing that can be looked at now."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def refuse_link(path: str) -> None:
    """Raise Unreadable if `path` is a symbolic link: it could point out of the folder of the games."""
    mode_of(path)


def refuse_odd(path: str) -> None:
    """Raise Unreadable when something is at `path` that is no plain file: who opens it could wait, or harm another."""
    mode = mode_of(path)
    if mode and not stat.S_ISREG(mode):  # 0: opening it says so
        raise Unreadable(say("{path} is not a plain file.", path=path))


def is_folder(path: str) -> bool:
    """Whether there is such a folder. Raises Unreadable if `path` is a symbolic link, as `refuse_link`."""
    return stat.S_ISDIR(mode_of(path))


def mode_of(path: str) -> int:
    """The mode of what is at `path`; 0: nothing is there, or nothing that we may look at.

    Raises Unreadable if it is a symbolic link.
    """
    try:
        mode = os.lstat(path).st_mode
    except (OSError, ValueError):
        return 0
    if stat.S_ISLNK(mode):
        raise Unreadable(
            say("{path} is a link. Links are not followed: put the file or folder itself there.", path=path)
        )
    return mode


AFRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | flags("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")
"""How a file is made that must not exist yet."""


def write_new(path: str, raw: bytes, mode: int = 0o666) -> None:
    """Make a file that must not exist yet, whole and fsynced. Raises OSError, and then leaves no file."""
    fd = os.open(path, AFRESH, mode)
    try:
        try:
            write_all(fd, raw)
            os.fsync(fd)
        finally:
            os.close(fd)
    except BaseException:
        forget_file(path)
        raise


def write_file(path: str, raw: bytes, mode: int = 0o666) -> None:
    """Write a file in its place. A kill or a power cut may leave a part, an older one, or none. Raises OSError."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | ALWAYS | NOFOLLOW, mode)
    try:
        write_all(fd, raw)
    finally:
        os.close(fd)


def append_line(path: str, line: bytes, *, forced: bool = True) -> None:
    """Add a line to a file that is there, and fsync it. Raises FileNotFoundError, OSError.

    A kill or a power cut before this returns may leave a part of the line. The next one begins after that.

    forced: False for what nobody misses after a power cut: it is not fsynced
    """
    fd = os.open(path, os.O_RDWR | os.O_APPEND | ALWAYS | NOFOLLOW)
    try:
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode):
            raise NotPlain(EINVAL, say("it is not a plain file"), path)
        os.lseek(fd, max(0, found.st_size - 1), os.SEEK_SET)
        is_torn = os.read(fd, 1) not in (b"", b"\n")
        write_all(fd, b"\n" * is_torn + line + b"\n")
        if forced:
            os.fsync(fd)
    finally:
        os.close(fd)


def place_new(path: str, raw: bytes, mode: int = 0o666) -> None:
    """As `write_new`, and after a kill or a power cut the file is whole or not there. Raises OSError.

    A parallel process may take our unfinished file for the rest of a crash, once: then it is written again.
    """
    folder, name = os.path.split(path)
    for left in leftovers(folder, name):
        forget_file(left)
    placed = False
    while not placed:
        fresh = fresh_name(folder, name)
        write_new(fresh, raw, mode)
        try:
            give_free_name(fresh, path)
            placed = True
        except FileNotFoundError:
            if os.path.lexists(fresh):
                raise
        finally:
            forget_file(fresh)


def give_free_name(fresh: str, path: str) -> None:
    """Give a file a name that nothing has yet. Raises FileExistsError, OSError."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a disk, or a system, without a second name for a file
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(fresh, path)


def write_all(fd: int, raw: bytes) -> None:
    left = memoryview(raw)
    while left:
        left = left[os.write(fd, left) :]


FOLDER = os.O_RDONLY | flags("O_DIRECTORY", "O_CLOEXEC")


def sync_folder(folder: str) -> None:
    """Make the names in a folder survive a power cut. Windows has no such call and does it by itself."""
    if os.name == "nt":
        return
    fd = os.open(folder, FOLDER)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def replace(fresh: str, final: str, folder: str) -> None:
    """Give a complete file the name that readers know; permanently when this returns. Raises OSError."""
    try:
        os.replace(fresh, final)
    except BaseException:
        forget_file(fresh)
        raise
    sync_folder(folder)


def fresh_name(folder: str, name: str) -> str:
    """A path in `folder` for something that will be called `name` when it is complete; nobody else has this path."""
    return os.path.join(folder, f".{name}.{os.urandom(8).hex()}{NEW}")


def leftovers(folder: str, name: str = "") -> list[str]:
    """Paths of what a crash left incomplete in `folder`: of files called `name`, or of all."""
    start = f".{name}." if name else "."
    found = [each for each in os.listdir(folder) if each.startswith(start) and each.endswith(NEW)]
    return [os.path.join(folder, each) for each in sorted(found)]


def forget_file(path: str) -> None:
    """Remove a file if that is possible: it is of no value and harmless where it is."""
    with suppress(OSError):
        os.unlink(path)


def forget_folder(folder: str, *names: str) -> None:
    """Remove a folder and these files in it, if that is possible."""
    for name in names:
        forget_file(os.path.join(folder, name))
    with suppress(OSError):
        os.rmdir(folder)


def make_folder(folder: str, mode: int = 0o777) -> None:
    """Make a folder, and those above it with the same mode, unless it is there. Raises OSError."""
    if os.path.isdir(folder):
        return
    folder = os.path.abspath(folder)
    above = os.path.dirname(folder)
    if above == folder:
        return
    make_folder(above, mode)
    with suppress(FileExistsError):
        os.mkdir(folder, mode)
    sync_folder(above)


def reason_text(error: BaseException) -> str:
    """The system's words for an error, without the path, which our own sentence names."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
