"""Answers to mails: composed, kept until they are delivered, or deferred when too many went out within the hour."""

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from referee.app.game_access import Game, Table
from referee.app.look.listed_games import UnreadableGame, open_readable, private_of
from referee.app.mail import receipts, reply_limits, send_reports
from referee.app.mail.heard_mail import MailAnswer, is_void
from referee.app.mail.mail_run import DEFERRED, IGNORED, QUARANTINED, WAITING, Case, Failed, Intake, Received
from referee.app.mail.receipts import Due, quoted_refusal
from referee.mail.transport import inboxes, mail_progress, outbox, outgoing
from referee.mail.transport.mail_progress import Begun
from referee.mail.write import mime
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
        return "\n".join([*map(str, answer.opening), *map(quoted_refusal, answer.refused), *answer.readings])


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
    game, seat, mark = notes[0].game, notes[0].seat, deferred_mark(notes)
    left = reply_limits.take(table, game, seat, mark)
    words = [deferred_headline(notes), *last_answer(table, game, seat, left)]
    with speaking(kept.languages.get(seat, ENGLISH)):
        quoted = "\n\n".join(f"{each}" for each in answers(notes))
    try:
        return receipts.collective_receipt(open_readable(table, game), seat, kept, words, quoted, mark)
    except UnreadableGame:
        due = receipts.notice(table, game, seat, kept, words, mark, receipts.COLLECTED)
        return due._replace(letter=due.letter._replace(entry=notes[-1].entry, quoted=quoted))


def deferred_mark(notes: Sequence[Deferred]) -> str:
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


def reply(
    intake: Intake, case: Case, found: Received, done: MailAnswer, game: Game | None, *, counts: bool = True
) -> Received:
    """Answer a mail, or defer its answer when too many went out. `game`: None where it cannot be shown."""
    begun, mark = case.begun, answer_mark(case.digest, done)
    if done.entry is None and counts:
        left = reply_limits.take(intake.table, begun.game, begun.seat, case.digest)
        if left is None:
            return defer(intake, case, found, done)
        last = last_answer(intake.table, begun.game, begun.seat, left)
        done = done._replace(opening=(*done.opening, *last))
    if game is None:
        due = notice(intake, case, done, mark)
    else:
        due = receipts.receipt(intake.table, game, begun.seat, case.kept, done, mark, case.message_id)
    return deliver_receipt(intake, found, due)


def notice(intake: Intake, case: Case, done: MailAnswer, mark: str, subject: Phrase | None = None) -> Due:
    """An answer without the position of the game, as it was said to the letter of an entry."""
    begun = case.begun
    due = receipts.notice(intake.table, begun.game, begun.seat, case.kept, done.opening, mark, subject)
    quoted = "\n".join(map(receipts.quoted_refusal, done.refused))
    return due._replace(
        letter=due.letter._replace(entry=begun.entry, quoted=quoted, answers=case.message_id, readings=done.readings)
    )


def defer(intake: Intake, case: Case, found: Received, done: MailAnswer) -> Received:
    """Keep the answer until it may go out."""
    begun, until = case.begun, reply_limits.opens(intake.table, case.begun.game, case.begun.seat)
    to, text = case.kept.addresses[begun.seat], deferred_text(case.kept, begun.seat, done)
    facts = (found.became, str(found.says), text)
    note = Deferred(case.mail, intake.table.time(), begun.game, begun.seat, begun.entry, to, *facts)
    store_deferred(intake.table, note)
    return found._replace(became=DEFERRED, says=say("Answered at {time}: {words}", time=until, words=found.says))


def answer_mark(digest: str, done: MailAnswer) -> str:
    """What tells a receipt from others: the bytes of the mail, and the answer, which is another one to a repetition."""
    return sha256("\n".join([digest, *map(str, done.opening)]).encode()).hexdigest()


def deliver_receipt(intake: Intake, found: Received, due: Due) -> Received:
    """Keep the receipt until it is delivered: after a crash just this one goes. Raises Failed, NotRecorded."""
    letter = due.letter
    facts = (due.told, letter.head, found.became, str(found.says), found.entry, message_of(intake, due))
    receipt = mail_progress.Receipt(letter.game, letter.seat, letter.to, *facts)
    mail_progress.write_receipt(intake.private, found.mail, receipt)
    return deliver_kept_receipt(intake, found.mail, receipt)


def message_of(intake: Intake, due: Due) -> bytes:
    """The bytes of an answer. Raises Failed."""
    try:
        return mime.message(due.letter, intake.settings, due.key, send_reports.palette(intake.table, due.letter))
    except outgoing.Undelivered as error:
        raise delivery_failure(error) from error


def send_due(intake: Intake, due: Due) -> None:
    """Deliver an answer that is not kept: where that fails, it is composed again. Raises Failed."""
    send_message(intake, message_of(intake, due), due.letter.to)


def deliver_kept_receipt(intake: Intake, name: str, due: mail_progress.Receipt) -> Received:
    """What became of a mail whose receipt is delivered: its reader knows all up to an entry. Raises Failed."""
    send_message(intake, due.message, due.to)
    if due.told:
        outbox.advance(intake.private, due.game, due.seat, outbox.Mark(due.told, due.head), due.to)
    return Received(name, due.became, say("{words}", words=due.says), due.game, due.seat, due.entry)


def send_message(intake: Intake, message: bytes, to: str) -> None:
    """Raises Failed."""
    try:
        outgoing.deliver_letter(intake.settings, message, to)
    except outgoing.Undelivered as error:
        raise delivery_failure(error) from error


def delivery_failure(error: outgoing.Undelivered) -> Failed:
    return Failed(say("The receipt was not delivered: {why}", why=error), error.later)


def answer_deferred(intake: Intake) -> list[Received]:
    """Answer what waited until its seat may be answered again, in order; one e-mail for each seat."""
    return [done for notes in groups(intake.table) for done in answer_group(intake, notes)]


def answer_group(intake: Intake, notes: Sequence[Deferred]) -> list[Received]:
    """Deliver the answers to one seat, and file its mails away. What cannot be delivered now waits."""
    try:
        kept = private_of(intake.table, notes[0].game)
        mine = still_due(intake.table, kept, notes) if kept else []
        if kept and mine:
            send_due(intake, due(intake.table, kept, mine))
    except (Failed, UnreadableGame) as trouble:
        return [Received(notes[0].mail, WAITING, say("{why}", why=trouble), notes[0].game, notes[0].seat)]
    return [filed_deferred(intake, each, each in mine) for each in notes]


def filed_deferred(intake: Intake, note: Deferred, is_answered: bool) -> Received:
    became = note.became if is_answered else IGNORED
    why = say("{words}", words=note.why) if is_answered else say("Not answered: somebody else plays the seat now.")
    where = inboxes.QUARANTINE if became == QUARANTINED else inboxes.DONE
    inboxes.file_away(intake.private, note.mail, where, str(why), inboxes.DEFERRED)
    remove_deferred(intake.table, note)
    return Received(note.mail, became, why, note.game, note.seat)
