"""Answers to mails that wait, because too many went out to a seat within the hour.

private/mail/deferred/<mail>.answer   one of them
"""

import json
import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from referee.app.game_access import Table
from referee.app.post import reply_limits
from referee.mail.transport import inboxes
from referee.show.clock_sentences import minute
from referee.store import disk
from referee.store.stores import read_document, store_of

ENDING = ".answer"


class Deferred(NamedTuple):
    """An answer that waits.

    at      when the mail was handled
    entry   the entry of the e-mail that it answers
    to      where answers went then
    became  where the mail goes once it is answered, and `why`
    text    the answer, in the language of the seat
    """

    mail: str
    at: str
    game: str
    seat: str
    entry: int
    to: str
    became: str
    why: str
    text: str


def deferred_folder(table: Table) -> str:
    return os.path.join(inboxes.private_mail_folder(table.settings.private), inboxes.DEFERRED)


def store_deferred(table: Table, note: Deferred) -> None:
    """Raises NotRecorded."""
    inboxes.prepare(table.settings.private, inboxes.DEFERRED)
    inboxes.write_whole_file(deferred_folder(table), note.mail + ENDING, json.dumps(note).encode())


def waiting(table: Table) -> list[Deferred]:
    """All answers that wait, in the order in which their mails came. One that cannot be read is left out."""
    place = deferred_folder(table)
    found = [read_note(os.path.join(place, name + ENDING)) for name in inboxes.mail_names(place)]
    return sorted((each for each in found if each), key=lambda each: (each.at, each.mail))


def read_note(path: str) -> Deferred | None:
    try:
        return Deferred._make(json.loads(read_document(path)))
    except (disk.Unreadable, ValueError, TypeError):
        return None


def remove_deferred(table: Table, note: Deferred) -> None:
    path = os.path.join(deferred_folder(table), note.mail + ENDING)
    store_of(path).remove(path)


def notes_by_seat(notes: Iterable[Deferred]) -> list[list[Deferred]]:
    """The waiting answers for each seat."""
    found = sorted(notes, key=lambda each: (each.game, each.seat))
    return [list(some) for _, some in groupby(found, key=lambda each: (each.game, each.seat))]


class Late(NamedTuple):
    """How many answers wait for a seat, and until when."""

    game: str
    seat: str
    number: int
    time: str


def late(table: Table) -> Iterator[Late]:
    """The seats whose answers wait; none if nobody may look."""
    try:
        found = notes_by_seat(waiting(table))
    except OSError:
        return
    for notes in found:
        game, seat = notes[0].game, notes[0].seat
        until = reply_limits.opens(table, game, seat) or table.time()
        yield Late(game, seat, len(notes), minute(until))
