"""Answers that wait, since too many went out within the hour: none is dropped, and one e-mail brings all that wait.

private/mail/deferred/   each such mail, and beside it its answer; what it asked for was done when it came
"""

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from referee.app.game_access import Table
from referee.app.look.unreadable_games import UnreadableGame, open_readable
from referee.app.mail import receipts, reply_limits
from referee.app.mail.heard_mail import MailAnswer
from referee.app.mail.receipts import Due, quoted_refusal
from referee.app.mail.senders import is_void
from referee.mail.transport import inboxes
from referee.mail.transport.mail_progress import Begun
from referee.show.sentences import minute
from referee.store import disk
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say, speaking

ENDING = ".answer"
DETAILED = 50
"""Of more mails than this that wait for one seat, the answers of the first are given in full."""


class Deferred(NamedTuple):
    """An answer that waits.

    at      when the mail was handled
    entry   the entry after which the letter was written that it answers
    to      where answers went then
    became  what is to become of the mail once it is answered, and `why`
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


def deferred_text(kept: Private, seat: str, answer: MailAnswer) -> str:
    """An answer in the language of its reader, line by line."""
    with speaking(kept.languages.get(seat, ENGLISH)):
        return "\n".join([*map(str, answer.opening), *map(quoted_refusal, answer.refused)])


def deferred_folder(table: Table) -> str:
    return os.path.join(inboxes.private_mail_folder(table.settings.private), inboxes.DEFERRED)


def store_deferred(table: Table, note: Deferred) -> None:
    """Raises NotRecorded."""
    inboxes.write_whole_file(deferred_folder(table), note.mail + ENDING, json.dumps(note).encode())


def waiting(table: Table) -> list[Deferred]:
    """All answers that wait, in the order in which their mails came. One that cannot be read is left out."""
    place = deferred_folder(table)
    found = [read_note(os.path.join(place, name + ENDING)) for name in inboxes.mail_names(place)]
    return sorted((each for each in found if each), key=lambda each: (each.at, each.mail))


def read_note(path: str) -> Deferred | None:
    try:
        return Deferred._make(json.loads(disk.read_plain_file(path)))
    except (disk.Unreadable, ValueError, TypeError):
        return None


def remove_deferred(table: Table, note: Deferred) -> None:
    disk.forget_file(os.path.join(deferred_folder(table), note.mail + ENDING))


def groups(table: Table) -> Iterator[list[Deferred]]:
    """What waits for each seat whose answers may go out now."""
    found = sorted(waiting(table), key=lambda each: (each.game, each.seat))
    for (game, seat), notes in groupby(found, key=lambda each: (each.game, each.seat)):
        if not reply_limits.opens(table, game, seat):
            yield list(notes)


class Late(NamedTuple):
    """How many answers wait for a seat, and until when."""

    game: str
    seat: str
    number: int
    time: str


def late(table: Table) -> Iterator[Late]:
    """The seats whose answers wait; none where nobody may look."""
    try:
        found = sorted(waiting(table), key=lambda each: (each.game, each.seat))
    except OSError:
        return
    for (game, seat), notes in groupby(found, key=lambda each: (each.game, each.seat)):
        until = reply_limits.opens(table, game, seat) or table.time()
        yield Late(game, seat, len(list(notes)), minute(until))


def still_due(table: Table, kept: Private, notes: Sequence[Deferred]) -> list[Deferred]:
    """Those whose sender still plays the seat. While the game cannot be read, those whose address is the same."""
    try:
        game = open_readable(table, notes[0].game)
    except UnreadableGame:
        return [each for each in notes if kept.addresses.get(each.seat) == each.to]
    mine = [each for each in notes if not is_void(table, game, Begun(each.game, each.seat, each.entry))]
    return mine if notes[0].seat in kept.addresses else []


def due(table: Table, kept: Private, notes: Sequence[Deferred]) -> Due:
    """One e-mail with the answers to all of them, in order; and the game as it is now, if it can be read."""
    game, seat, mark = notes[0].game, notes[0].seat, mark_of(notes)
    left = reply_limits.take(table, game, seat, mark)
    words = [deferred_headline(notes), *last_answer(table, game, seat, left)]
    with speaking(kept.languages.get(seat, ENGLISH)):
        quoted = "\n\n".join(f"{each}" for each in answers(notes))
    try:
        return receipts.collective_receipt(open_readable(table, game), seat, kept, words, quoted, mark)
    except UnreadableGame:
        due = receipts.notice(table, game, seat, kept, words, mark, receipts.COLLECTED)
        return due._replace(letter=due.letter._replace(entry=notes[-1].entry, quoted=quoted))


def mark_of(notes: Sequence[Deferred]) -> str:
    return sha256("\n".join(each.mail for each in notes).encode()).hexdigest()


def deferred_headline(notes: Sequence[Deferred]) -> Phrase:
    words = (
        "These are the answers to e-mails of yours that came between {first} and {last}, in order: {number} in all. "
        "They had to wait because you had {most} answers within an hour."
    )
    first, last = minute(notes[0].at), minute(notes[-1].at)
    return say(words, first=first, last=last, number=len(notes), most=reply_limits.HOURLY)


def answers(notes: Sequence[Deferred]) -> Iterator[str]:
    for number, each in enumerate(notes[:DETAILED], 1):
        yield f"{say('{number}. Your e-mail of {time}:', number=number, time=minute(each.at))}\n{each.text}"
    if len(notes) > DETAILED:
        words = "{number} more e-mails came later. Nothing was recorded of them. If one still matters, send it again."
        yield str(say(words, number=len(notes) - DETAILED))


def last_answer(table: Table, game: str, seat: str, left: int | None) -> list[Phrase]:
    """What the last answer of the hour says: until when there is no other."""
    if left != 0:
        return []
    words = (
        "This is the last answer for now: you had {most} within an hour. Your e-mails are still handled at once, and "
        "what records something is still confirmed. Other e-mails are answered at {time}."
    )
    return [say(words, most=reply_limits.HOURLY, time=minute(reply_limits.opens(table, game, seat)))]
