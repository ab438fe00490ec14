"""What was found out about each game when all were looked at: `private/summaries`. Nobody needs it: it saves replays.

An answer is kept under a digest of all that it follows from: the bytes of the log, of the private part and of what was
sent, the settings and the program. If any of these is another now, or the time is, the answer is found out again. So it
is never out of date, and whoever deletes the file changes nothing.

    referee-summaries/1 the digest of program and settings, and that of all lines below
    game question key since until value

`since` and `until` are times as entries have them: the answer holds from the one until just before the other.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple

from referee import __version__
from referee.app.game_access import Table
from referee.reading.plain_files import end_bytes, first_bytes
from referee.settings import Settings
from referee.store import disk, log, private

FORMAT = "referee-summaries/1"
NAME = "summaries"
ALWAYS = "9999"
"""Later than every time: the answer holds until its game changes."""
TAIL = 1 << 10
"""So many bytes at the end of a closed game's log: the closing entry, which is sealed with the hash before it."""
CLOSED, RUNNING = "closed-", "running-"
"""How the key of a game begins: of a closed one less has to be read, for nothing is ever added to its log."""
FRESH = 2_000_000_000
"""Nanoseconds: a stamp that is not older is none, for the next change could have the same."""
LINES = re.compile(r"(?m)^([^ ]+ [^ ]+) (.+)$")
"""A line below the first: game and question, and the rest."""
Parts = Iterator[bytes]


class KeptAnswer(NamedTuple):
    """An answer about a game: the key under which it is kept, the times between which it holds, and its JSON."""

    key: str
    since: str
    until: str
    value: str

    def holds(self, key: str, now: str) -> bool:
        return self.key == key and self.since <= now < self.until


class Summaries:
    """The answers to a question about games, in one run; `save` keeps them for the next."""

    def __init__(self, table: Table, question: str) -> None:
        self.table = table
        self.question = question
        self.now = table.time()
        self.lines = read_lines(table.settings)
        self.keys: dict[str, str] = {}
        self.changed = False

    def find(self, id: str) -> Any:
        """The kept answer, as plain data; None if there is none, or it no longer holds."""
        found = self.kept_answer(id)
        self.keys[id] = self.key_of(id, closed=bool(found and found.key.startswith(CLOSED)))
        return json.loads(found.value) if found and found.holds(self.keys[id], self.now) else None

    def kept_answer(self, id: str) -> KeptAnswer | None:
        line = self.lines.get(f"{id} {self.question}")
        return KeptAnswer(*line.split(" ", 3)) if line else None

    def keep(self, id: str, value: object, until: str, *, closed: bool = False) -> None:
        """Keep what was found out since `find` was asked, unless the game has changed meanwhile."""
        before = self.keys[id]
        if not before or self.key_of(id, closed=False) != before:
            return
        key = self.key_of(id, closed=True) if closed else before
        if key and self.now < until:
            kept = KeptAnswer(key, self.now, until, json.dumps(value, separators=(",", ":")))
            self.lines[f"{id} {self.question}"] = " ".join(kept)
            self.changed = True

    def key_of(self, id: str, *, closed: bool) -> str:
        """The key of the game as it is now; "" where it cannot be read."""
        folders = self.table.folder(id), self.table.settings.private
        try:
            disk.refuse_link(folders[0])
            if closed:
                return CLOSED + digest_of(ends_of(*folders, id))
            return RUNNING + digest_of(contents_of(*folders, id))
        except (OSError, disk.Trouble):
            return ""

    def save(self) -> None:
        """Keep all answers for the next run, of games that are still here. What cannot be kept is found out again."""
        folder, asked = self.table.settings.private, f" {self.question}"
        gone = [name for name in self.lines if name.endswith(asked) and name.removesuffix(asked) not in self.keys]
        for name in gone:
            del self.lines[name]
        if (self.changed or gone) and os.path.isdir(folder):
            with suppress(OSError, disk.Trouble):
                write_lines(self.table.settings, self.lines)


def digest_of(parts: Parts) -> str:
    """The digest of some bytes, each part with its length."""
    return sha256(b"".join([b"%d %b" % (len(part), part) for part in parts])).hexdigest()[:32]


def contents_of(folder: str, place: str, id: str) -> Parts:
    """All bytes from which answers about a game follow. Raises OSError."""
    yield first_bytes(os.path.join(folder, log.NAME), disk.LARGEST, follow=False)
    yield from bytes_if_there(private.path_of(place, id))
    yield from bytes_if_there(os.path.join(place, id, "orders.json"))
    yield from contents_of_folder(os.path.join(place, id, "sent"))
    yield from words_waiting(os.path.join(place, id, "talk"))


def words_waiting(folder: str) -> Parts:
    """The names of the messages to each seat, which hold a digest of their text. Raises OSError."""
    for seat in names_in(folder):
        yield from (os.fsencode(seat), *(os.fsencode(name) for name in names_in(os.path.join(folder, seat))))


def contents_of_folder(folder: str) -> Parts:
    for name in names_in(folder):
        yield os.fsencode(name)
        yield from bytes_if_there(os.path.join(folder, name))


def names_in(folder: str) -> list[str]:
    """The names in a folder; none if there is no such folder. Raises OSError."""
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []


def bytes_if_there(path: str) -> Parts:
    """The bytes of a file, after a sign that it is there. Raises OSError."""
    try:
        yield from (b"there", first_bytes(path, disk.LARGEST, follow=False))
    except FileNotFoundError:
        yield b"missing"


def ends_of(folder: str, place: str, id: str) -> Parts:
    """The end of a closed game's log, and the stamps of its private files. Raises OSError.

    Its paths are put together without `os.path.join`, which takes a tenth of the time of a closed game.
    """
    yield end_bytes(f"{folder}{os.sep}{log.NAME}", 0, TAIL)[1]
    yield stamp(private.path_of(place, id))
    yield stamp(f"{place}{os.sep}{id}{os.sep}sent")
    yield from words_waiting(f"{place}{os.sep}{id}{os.sep}talk")


def stamp(path: str) -> bytes:
    """What changes when a file is replaced, or something in a folder. Raises OSError, also for what is too fresh."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return b"missing"
    if abs(time.time_ns() - found.st_mtime_ns) < FRESH:
        raise BlockingIOError(path)
    return b"%d %d %d" % (found.st_ino, found.st_size, found.st_mtime_ns)


def summaries_path(settings: Settings) -> str:
    return os.path.join(settings.private, NAME)


def header(settings: Settings, body: bytes) -> bytes:
    """The first line: another program, other settings on which answers hang, and a torn file have another one."""
    facts = (__version__, settings.mail, settings.close, settings.orders_delay)
    made_by = sha256(repr(facts).encode()).hexdigest()
    return f"{FORMAT} {made_by} {sha256(body).hexdigest()}".encode()


def read_lines(settings: Settings) -> dict[str, str]:
    """Game and question → the rest of the line; nothing if the file is not one that would be written now."""
    try:
        first, _, body = first_bytes(summaries_path(settings), disk.LARGEST, follow=False).partition(b"\n")
    except OSError:
        return {}
    if first != header(settings, body):
        return {}
    return dict(LINES.findall(body.decode()))


def write_lines(settings: Settings, lines: Mapping[str, str]) -> None:
    """Written whole, beside the private parts. Raises OSError, NotRecorded."""
    body = "".join(f"{name} {rest}\n" for name, rest in lines.items()).encode()
    for left in disk.leftovers(settings.private, NAME):
        disk.forget_file(left)
    fresh = disk.fresh_name(settings.private, NAME)
    disk.write_new(fresh, header(settings, body) + b"\n" + body, 0o600)
    os.replace(fresh, summaries_path(settings))
