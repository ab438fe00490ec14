"""Games that are listed without a replay: closed ones, known by both ends of their logs, and unreadable ones."""

import os
import re
from typing import NamedTuple, cast

from referee.app.errors import Missing
from referee.app.game_access import Game, Table, UnknownEdition, book_of, current_game, folder_of
from referee.mail.transport import mail_progress
from referee.rules import replay
from referee.rules.entry_shapes import OtherVerdict
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.show.sentences import is_practice
from referee.store import chain, chance, disk, log, private
from referee.store.addresses import DatabaseAway
from referee.store.documents import Data, Header, NewerFormat
from referee.store.private import Private
from referee.store.stores import is_missing, store_of
from referee.titles import UnknownTitle
from referee.words import Phrase, say

FRONT, BACK = 1 << 14, 1 << 12
"""So many bytes are read of the ends of a log: more than almost every header and every closing entry have."""
NUMBER = re.compile(rb"---\nentry: ([1-9][0-9]{0,8})\n")
CLOSES = b"\nkind: close\n"
FIELDS = {"entry", "prev", "at", "kind", "secret", "state"}
"""Those of a closing entry."""
SECRET = re.compile(r"[0-9a-f]{64}")


class ClosedGame(NamedTuple):
    """What the first and last lines of a closed game's log say; `entry` is the number of the closing entry."""

    id: str
    book: AnyRulebook
    header: Header
    entry: int
    at: str


def closed_game(table: Table, id: str) -> ClosedGame | None:
    """The closed game of this name; None if only the whole log can show the state of the game.

    Raises Missing, Refused for an edition that is not played here, `titles.UnknownTitle`.
    """
    folder = folder_of(table, id)
    try:
        disk.refuse_link(folder)
        front, back = store_of(folder).read_ends(os.path.join(folder, log.NAME), FRONT, BACK)
        last = closing_at(back)
        header = header_at(front) if last else {}
    except log.Trouble:
        return None
    if header.get("game") != id or header.get("commitment") != promise_of(id, last) or "fork" in header:
        return None
    book = book_of(header)
    if not is_usual(book, header):
        return None
    return ClosedGame(id, book, cast(Header, header), int(str(last["entry"])), str(last["at"]))


def closing_at(back: bytes) -> Data:
    """The closing entry that ends a log; nothing if another entry does. Raises `log.Damage`."""
    part = back[back.rfind(b"\n" + chain.START) + 1 :]
    number = NUMBER.match(part)
    fields = chain.document_fields(int(number[1]), part, [part]) if number and CLOSES in part else {}
    return fields if fields.keys() == FIELDS else {}


def header_at(front: bytes) -> Data:
    """The header that begins a log. Raises `log.Damage`."""
    part = front[: front.find(b"\n" + chain.START) + 1]
    return chain.document_fields(0, part, [part])


def promise_of(id: str, last: Data) -> str:
    """The commitment to the secret that a closing entry reveals; "" if there is none."""
    secret = str(last.get("secret"))
    return chance.commitment(id, bytes.fromhex(secret)) if SECRET.fullmatch(secret) else ""


def is_usual(book: AnyRulebook, header: Data) -> bool:
    """Whether the header of a closed game is as expected."""
    if is_practice(header) != chance.is_practice(str(header["game"]), header.get("commitment")):
        return False
    seats, clock = header.get("seats"), header.get("clock", {})
    return isinstance(seats, dict) and isinstance(clock, dict) and {*seats} <= {*book.seats} and is_text(clock)


def is_text(fields: Data) -> bool:
    return all(isinstance(each, str) for each in fields.values())


def seats_behind(settings: Settings, game: ClosedGame) -> tuple[str, ...]:
    """The seats with an address that no e-mail has informed of the closing. Raises `disk.Unreadable`."""
    try:
        addresses = private.read_private_part(settings.private, game.id).addresses
    except disk.Trouble:
        return ()
    seats = [seat for seat in game.header["seats"] if seat in addresses]
    marks = {seat: mail_progress.mark(settings.private, game.id, seat, addresses[seat]) for seat in seats}
    return tuple(seat for seat, mark in marks.items() if mark.entry < game.entry)


NOT_NOW = (log.Busy, DatabaseAway, disk.NotRecorded, disk.Unconfirmed, OSError, MemoryError)
"""Errors that say nothing about the game: trying again may help."""


def trouble_kind(error: Exception) -> str:
    """`unreadable` for a game that only its moderator can put right; `trouble` for what may pass by itself."""
    wrong = (log.Damage, replay.BadEntry, disk.Unreadable, UnknownEdition, UnknownTitle, Missing)
    return "unreadable" if isinstance(error, wrong) else "trouble"


class UnreadableGame(Exception):
    """Mail for this game waits: `why` it cannot be read, and the `fix`, for its moderator."""

    def __init__(self, game: str, why: Phrase, fix: Phrase) -> None:
        super().__init__(why)
        self.game, self.why, self.fix = game, why, fix

    @property
    def says(self) -> Phrase:
        return say("{game} can't be read: {why} {fix}", game=self.game, why=self.why, fix=self.fix)


def open_readable(table: Table, id: str, seen: Game | None = None) -> Game:
    """The game as it is now; `seen`, opened before, if its log still has the same bytes.

    Raises UnreadableGame for anything wrong with the game, and passes on temporary errors unchanged.
    """
    try:
        return current_game(table, id, seen)
    except NOT_NOW:
        raise
    except Exception as error:  # also a bug: its mails wait, those of other games do not
        raise UnreadableGame(id, unreadable_reason(error), fix(table, id, error)) from error


def locked_folder(table: Table, id: str) -> str:
    """The folder of a game. Raises UnreadableGame if it is lost."""
    try:
        return folder_of(table, id)
    except (Missing, disk.Unreadable) as error:
        raise UnreadableGame(
            id, say("{why}", why=error), put_back(os.path.join(table.folder(id), log.NAME), id)
        ) from error


def private_of(table: Table, id: str) -> Private | None:
    """The private part of a game; None if there is no such game. Raises UnreadableGame."""
    try:
        log.check_id(id)
    except log.BadWord:
        return None
    path = private.path_of(table.settings.private, id)
    try:
        return private.read_private_part(table.settings.private, id)
    except NewerFormat as error:
        raise UnreadableGame(id, error.says, UNTIL_THEN) from error
    except disk.Unreadable as error:
        if is_missing(path) and is_missing(os.path.join(table.folder(id), log.NAME)):
            return None
        raise UnreadableGame(id, error.says, put_back(path, id)) from error


UNTIL_THEN = say("Until then its e-mails wait.")


def unreadable_reason(error: Exception) -> Phrase:
    if isinstance(error, log.Damage | replay.BadEntry):
        number = error.entry if isinstance(error, log.Damage) else error.number
        return say("Entry {entry} of its log is wrong. {why}", entry=number, why=error.says)
    return say("{why}", why=str(error).partition("\n")[0] or type(error).__name__)


def fix(table: Table, id: str, error: Exception) -> Phrase:
    """What its moderator can do. A log of a newer version is not damaged: nobody is to put another in its place."""
    if isinstance(error, NewerFormat):
        return UNTIL_THEN
    if isinstance(error, UnknownEdition) and error.hint:
        return error.hint
    if isinstance(error, OtherVerdict) and error.game:
        return error.advice()
    if isinstance(error, log.Damage | replay.BadEntry | disk.Unreadable):
        return put_back(os.path.join(table.folder(id), log.NAME), id)
    return say("For details: referee verify {game}", game=id)


def put_back(path: str, id: str) -> Phrase:
    return say("Restore a good copy of {path}, then check it: referee verify {game}", path=path, game=id)
