"""The files of an archive. They are written whole, and only files that its manifest names are ever removed."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from referee.app.errors import Refused, Unwritable
from referee.reading.schemas import ENDING
from referee.store import disk, log
from referee.words import say

LOG = f"log/{log.NAME}"
"""The copy of a log: so deep that the schema which its first line names, `../../schemas/…`, is in the archive."""
PREVIEW = "preview.png"
"""What a link to the record shows in chats; only in an archive that knows its address."""
BOARD, COURSE, WORDS = "board.svg", "course.svg", "words.js"
"""The last board as a small picture, the course of the scores, and what can be searched of a game."""
NAMES = ("index.html", "record.html", PREVIEW, BOARD, COURSE, WORDS, LOG, "notes.yaml")
"""The files of ours that a game's folder may hold."""
SCHEMA = f"schemas/log{ENDING}"

Files = Mapping[str, tuple[str, int]]
"""Name → SHA-256 and number of bytes. Only the copy of a log is a witness: of the hash of a page half is enough."""
HALF = 32


def hex_digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()


def file_marks(files: Mapping[str, bytes]) -> Files:
    return {name: (file_digest(name, raw), len(raw)) for name, raw in files.items()}


def file_digest(name: str, raw: bytes) -> str:
    return hex_digest(raw) if name == LOG else hex_digest(raw)[:HALF]


def unwritten(path: str, error: BaseException) -> Unwritable:
    return Unwritable(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error)))


def put(folder: str, name: str, raw: bytes) -> None:
    """Write a file of the archive whole, or not at all; in no hurry to have it on the disk: it can be made again.

    Raises Unwritable. The name of the unfinished file is always the same, so that the next run takes its place.
    """
    path = os.path.join(folder, name)
    above, last = os.path.split(path)
    fresh = os.path.join(above, f".{last}{disk.NEW}")
    try:
        for each in folders(folder, name):
            refuse_link(each)
        write_fresh(above, fresh, raw)
        os.replace(fresh, path)
    except OSError as error:
        disk.forget_file(fresh)
        raise unwritten(path, error) from error


def write_fresh(folder: str, fresh: str, raw: bytes) -> None:
    """Write a file in a folder, and make the folder if there is none: usually it exists."""
    try:
        disk.write_file(fresh, raw)
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)
        disk.write_file(fresh, raw)


def folders(folder: str, name: str) -> list[str]:
    """The folder of a file in it, and all above that one, the archive's or the game's own first."""
    parts = name.split("/")[:-1]
    return [os.path.join(folder, *parts[:depth]) for depth in range(len(parts) + 1)]


def refuse_link(folder: str) -> None:
    """Refuse a folder of the archive that is a link: it would point out of the archive. Raises Refused."""
    if os.path.islink(folder):
        raise Refused(say("{folder} is a link, but the archive only writes to its own folders.", folder=folder))


def is_there(folder: str, name: str, mark: tuple[str, int]) -> bool:
    """Whether a file looks unchanged: a plain file of the same size. Only `--check` reads them all."""
    try:
        found = os.lstat(os.path.join(folder, name))
    except OSError:
        return False
    return found.st_size == mark[1] and stat.S_ISREG(found.st_mode)


def are_there(folder: str, marks: Files) -> bool:
    return all(is_there(folder, name, mark) for name, mark in marks.items())


def is_same(folder: str, name: str, mark: tuple[str, int]) -> bool:
    """Whether a file is that to the byte."""
    try:
        return file_digest(name, disk.read_plain_file(os.path.join(folder, name))) == mark[0]
    except disk.Unreadable:
        return False


def take_away(folder: str, names: Sequence[str]) -> None:
    """Remove files that the manifest named, and folders of the archive that are empty then; links are left alone."""
    for name in names:
        if not any(map(os.path.islink, folders(folder, name))):
            disk.forget_file(os.path.join(folder, name))
    below = {each for name in names for each in folders(folder, name)} - {folder}
    for each in sorted(below, reverse=True):  # the deepest first
        with suppress(OSError):
            os.rmdir(each)


def strangers(folder: str, wanted: Mapping[str, object]) -> Iterator[str]:
    """Files that are there under names that a first run would write."""
    yield from (name for name in wanted if os.path.lexists(os.path.join(folder, name)))
