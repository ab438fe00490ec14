"""Which logs are meant, and what of a log may be sent to another process or machine: never a private part."""

import os
import re
from contextlib import suppress
from typing import NamedTuple

from referee.app.errors import Missing, Usage
from referee.app.game_access import Table, expected_game, folder_of, game_ids, lost_ids
from referee.app.verify import verify_log
from referee.app.verify.verify_log import Beside, Keep, LogVerdict, beside_log, keep_nothing
from referee.settings import Settings
from referee.store import disk, log, private
from referee.store.addresses import is_in_database
from referee.store.stores import read_document, store_of
from referee.words import say

Palette = str | tuple[tuple[str, str], ...]
"""The colours of reports, as settings have them."""
NEXT = b"\n---\n"
"""Between two documents of a log."""
FRONT = 1 << 14
"""So many bytes of a log have its header, or at least the name of its game."""
GAME = re.compile(rb"^game: '?([a-z0-9][a-z0-9-]*)'?$", re.MULTILINE)
CLOSED = re.compile(rb"^kind: close$", re.MULTILINE)
FORK = b"\nfork:\n"


class SentLog(NamedTuple):
    """A log as it is sent: what its folder is called, its bytes, what is beside it, and the time."""

    folder: str
    raw: bytes
    beside: Beside
    now: str

    def table(self, palette: Palette = ()) -> Table:
        """The table of whoever works on it: there is nothing on it but the colours of pages."""
        return Table(Settings(games=os.devnull, private=os.devnull, palette=palette), self.now)

    def parse(self) -> log.Log:
        """The log. Raises `log.Damage`."""
        return log.parse(self.raw, self.folder)

    def verdict(self, table: Table, keep: Keep = keep_nothing, found: log.Log | None = None) -> LogVerdict:
        """The verdict on it, by nothing else. `found`: the log, where it was read already."""
        parsed = (lambda: found) if found else self.parse
        return verify_log.verdict_on_log(table, self.folder, keep=keep, parsed=parsed, beside=self.beside)


def game_named(folder: str) -> str:
    """The game that the header of a log names, of which only the beginning is read; "" if it cannot be read."""
    try:
        front, _ = store_of(folder).read_ends(os.path.join(folder, log.NAME), FRONT, 0)
    except disk.Trouble:
        return ""
    named = GAME.search(front.partition(NEXT)[0])
    return named[1].decode() if named else ""


def log_bytes(folder: str) -> bytes:
    """The bytes of the log in a folder. Raises `disk.Unreadable`."""
    disk.refuse_link(folder)
    return read_document(os.path.join(folder, log.NAME))


def sent_log(table: Table, folder: str, raw: bytes) -> SentLog | None:
    """A log that may be sent; None if a private part that is here belongs to it, or to the parent of a fork.

    A closed game has no secret any more: its log reveals it.
    """
    beside = Beside(expected_game(table.settings, folder))
    if is_fork(raw):
        with suppress(log.Damage):
            beside = beside_log(table, folder, log.parse(raw, folder))
    if any(needs_private_part(table, each) for each in (raw, beside.parent)):
        return None
    return SentLog(folder, raw, beside, table.time())


def is_fork(raw: bytes) -> bool:
    return FORK in raw[: raw.find(NEXT, 1) + 1]


def needs_private_part(table: Table, raw: bytes) -> bool:
    """Whether a game is not closed and its private part is here."""
    named = GAME.search(raw)
    if not named or CLOSED.search(raw, raw.rfind(NEXT) + 1):
        return False
    return private.is_kept(table.settings.private, named[1].decode())


def targets(table: Table, names: list[str]) -> list[str]:
    """The folders of logs that are meant: games by name, folders of one log or of many; without a name all games.

    Raises Missing.
    """
    if names:
        return [folder for name in names for folder in folders_of(table, name)]
    found, lost = game_ids(table), lost_ids(table)
    if not found:
        words = "There are private parts of {games} here. If these games were lost, restore copies of them."
        hint = say(words, games=", ".join(lost)) if lost else None
        raise Missing(say("There are no games in {games}.", games=os.path.join(table.settings.games, "")), hint)
    return [table.folder(id) for id in (*found, *lost)]


def refuse_head_of_many(folders: list[str], head: str | None) -> None:
    """A head belongs to one game, and is one. Raises Usage, `log.BadWord`."""
    if head is not None and len(folders) != 1:
        raise Usage(say("A head belongs to one game. Name it: referee verify GAME --head HEX"))
    if head is not None:
        log.check_head(head)


def folders_of(table: Table, name: str) -> list[str]:
    store = store_of(name)
    if os.path.basename(name) == log.NAME and os.path.isfile(name):
        return [os.path.dirname(name) or os.curdir]
    if has_log(name):
        return [name]
    if os.path.isfile(name):
        hint = say("Put it into a folder of its own, under the name {log}, and name the folder.", log=log.NAME)
        raise Missing(say("{path} is a file, but a log is a file {log}.", path=name, log=log.NAME), hint)
    if not store.has_folder(name):
        return [folder_of(table, name)]
    found = [each for each in (os.path.join(name, inside) for inside in store.names(name)) if has_log(each)]
    if not found:
        raise Missing(say("There is no log in {folder}.", folder=name))
    return found


def has_log(folder: str) -> bool:
    path = os.path.join(folder, log.NAME)
    return store_of(path).has(path) if is_in_database(path) else os.path.isfile(path)
