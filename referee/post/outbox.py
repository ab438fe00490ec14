"""What has been sent: for each seat the entry of which its last letter told, and words for it alone that wait.

`private/<game>/sent/<seat>` is one line, the number of an entry and its hash. What is to be sent follows from the log
and these marks; a mark moves only after the letter was delivered, so after a crash a letter may come twice, but never
not at all. `private/<game>/talk/<seat>/` holds what one player said to another.
"""

import os
from typing import NamedTuple

from referee import disk
from referee.disk import NotRecorded
from referee.words import say


class Mark(NamedTuple):
    """The last entry that a seat was told of; 0 and "": it has had no letter."""

    entry: int
    head: str


class Whisper(NamedTuple):
    """What one player said to another alone: its file, the seat that said it, and the words."""

    name: str
    seat: str
    text: str


def mark(private: str, game: str, seat: str) -> Mark:
    try:
        words = disk.read(path_of(private, game, seat)).decode("ascii", "replace").split()
    except disk.Unreadable:
        return Mark(0, "")
    if len(words) == 2 and words[0].isascii() and words[0].isdecimal():
        return Mark(int(words[0]), words[1])
    return Mark(0, "")


def advance(private: str, game: str, seat: str, to: Mark) -> None:
    """Move the mark on, never back; on disk for good when this returns. Raises NotRecorded, `disk.Unconfirmed`."""
    if to.entry > mark(private, game, seat).entry:
        write(os.path.dirname(path_of(private, game, seat)), seat, f"{to.entry} {to.head}\n".encode("ascii"))


def path_of(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "sent", seat)


def whisper(private: str, game: str, seat: str, said: Whisper) -> None:
    """Keep what is for one seat alone until its next letter; the same name twice is one word. Raises NotRecorded."""
    write(talk_of(private, game, seat), said.name, f"{said.seat}\n{said.text}".encode())


def whispers(private: str, game: str, seat: str) -> list[Whisper]:
    """What waits for a seat, in the order of the file names."""
    folder = talk_of(private, game, seat)
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
        kept = [(name, disk.read(os.path.join(folder, name)).decode("utf-8", "replace")) for name in names]
    except (OSError, disk.Unreadable):
        return []
    return [Whisper(name, *text.partition("\n")[::2]) for name, text in kept]


def delivered(private: str, game: str, seat: str, told: list[Whisper]) -> None:
    """Forget what was told in a letter that was delivered."""
    folder = talk_of(private, game, seat)
    for each in told:
        disk.forget(os.path.join(folder, each.name))
    if told:
        disk.sync_folder(folder)


def talk_of(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "talk", seat)


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
