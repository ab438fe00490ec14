"""Closed games, known by the two ends of their logs: so thousands of them are listed in a moment.

A game is closed if the last document of its log is a whole closing entry and reveals the secret that the header
promised: before that, nobody but the moderator can write it. What is between is not read; `referee verify` checks it.
"""

import os
import re
from typing import NamedTuple, cast

from referee.app.game_access import Table, book_of, folder_of
from referee.mail.transport import outbox
from referee.rules.rulebook import AnyRulebook
from referee.settings import Settings
from referee.show.sentences import is_practice
from referee.store import chain, chance, disk, log, private
from referee.store.documents import Data, Header

FRONT, BACK = 1 << 14, 1 << 12
"""So many bytes are read of the ends of a log: more than almost every header and every closing entry have."""
NUMBER = re.compile(rb"---\nentry: ([1-9][0-9]{0,8})\n")
CLOSES = b"\nkind: close\n"
FIELDS = {"entry", "prev", "at", "kind", "secret", "state"}
"""Those of a closing entry."""
SECRET = re.compile(r"[0-9a-f]{64}")


class ClosedGame(NamedTuple):
    """What the ends of a closed game's log say; `entry` is the number of the closing entry."""

    id: str
    book: AnyRulebook
    header: Header
    entry: int
    at: str


def closed_game(table: Table, id: str) -> ClosedGame | None:
    """The closed game of this name; None where only the whole log can say how the game stands.

    Raises Missing, Refused for an edition that is not played here, `titles.UnknownTitle`.
    """
    folder = folder_of(table, id)
    try:
        disk.refuse_link(folder)
        front, back = disk.read_ends(os.path.join(folder, log.NAME), FRONT, BACK)
        last = closing_at(back)
        header = header_at(front) if last else {}
    except log.Trouble:
        return None
    if header.get("game") != id or header.get("commitment") != promise_of(id, last):
        return None
    book = book_of(header)
    if not is_usual(book, header):
        return None
    return ClosedGame(id, book, cast(Header, header), int(str(last["entry"])), str(last["at"]))


def closing_at(back: bytes) -> Data:
    """The closing entry that ends a log; nothing where another entry does. Raises `log.Damage`."""
    part = back[back.rfind(b"\n" + chain.START) + 1 :]
    number = NUMBER.match(part)
    fields = chain.document_fields(int(number[1]), part, [part]) if number and CLOSES in part else {}
    return fields if fields.keys() == FIELDS else {}


def header_at(front: bytes) -> Data:
    """The header that begins a log. Raises `log.Damage`."""
    part = front[: front.find(b"\n" + chain.START) + 1]
    return chain.document_fields(0, part, [part])


def promise_of(id: str, last: Data) -> str:
    """The commitment to the secret that a closing entry reveals; "" where there is none."""
    secret = str(last.get("secret"))
    return chance.commitment(id, bytes.fromhex(secret)) if SECRET.fullmatch(secret) else ""


def is_usual(book: AnyRulebook, header: Data) -> bool:
    """Whether what is asked of the header of a closed game is as it should be."""
    if is_practice(header) != chance.is_practice(str(header["game"]), header["commitment"]):
        return False
    seats, clock = header.get("seats"), header.get("clock", {})
    return isinstance(seats, dict) and isinstance(clock, dict) and {*seats} <= {*book.seats} and is_text(clock)


def is_text(fields: Data) -> bool:
    return all(isinstance(each, str) for each in fields.values())


def seats_behind(settings: Settings, game: ClosedGame) -> tuple[str, ...]:
    """The seats with an address that no e-mail has told of the closing. Raises `disk.Unreadable`."""
    try:
        addresses = private.read_private_part(settings.private, game.id).addresses
    except disk.Trouble:
        return ()
    seats = [seat for seat in game.header["seats"] if seat in addresses]
    marks = {seat: outbox.mark(settings.private, game.id, seat, addresses[seat]) for seat in seats}
    return tuple(seat for seat, mark in marks.items() if mark.entry < game.entry)
