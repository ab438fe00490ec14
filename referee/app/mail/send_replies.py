"""Answers to mails: composed, kept until they are delivered, or deferred when too many went out."""

from collections.abc import Sequence
from hashlib import sha256

from referee.app.game_access import Game
from referee.app.look.unreadable_games import UnreadableGame, private_of
from referee.app.mail import deferred_replies, receipts, reply_limits, send_reports
from referee.app.mail.deferred_replies import Deferred
from referee.app.mail.heard_mail import MailAnswer
from referee.app.mail.mail_run import DEFERRED, IGNORED, QUARANTINED, WAITING, Case, Failed, Intake, Received
from referee.app.mail.receipts import Due
from referee.mail.transport import inboxes, mail_progress, outbox, outgoing
from referee.mail.write import mime
from referee.words import Phrase, say


def reply(
    intake: Intake, case: Case, found: Received, done: MailAnswer, game: Game | None, *, counts: bool = True
) -> Received:
    """Answer a mail, or defer its answer when too many went out. `game`: None where it cannot be shown."""
    begun, mark = case.begun, mark_of(case.digest, done)
    if done.entry is None and counts:
        left = reply_limits.take(intake.table, begun.game, begun.seat, case.digest)
        if left is None:
            return defer(intake, case, found, done)
        last = deferred_replies.last_answer(intake.table, begun.game, begun.seat, left)
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
    return due._replace(letter=due.letter._replace(entry=begun.entry, quoted=quoted, answers=case.message_id))


def defer(intake: Intake, case: Case, found: Received, done: MailAnswer) -> Received:
    """Keep the answer until it may go out."""
    begun, until = case.begun, reply_limits.opens(intake.table, case.begun.game, case.begun.seat)
    to, text = case.kept.addresses[begun.seat], deferred_replies.deferred_text(case.kept, begun.seat, done)
    facts = (found.became, str(found.says), text)
    note = Deferred(case.mail, intake.table.time(), begun.game, begun.seat, begun.entry, to, *facts)
    deferred_replies.store_deferred(intake.table, note)
    return found._replace(became=DEFERRED, says=say("Answered at {time}: {words}", time=until, words=found.says))


def mark_of(digest: str, done: MailAnswer) -> str:
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
    return [done for notes in deferred_replies.groups(intake.table) for done in answer_group(intake, notes)]


def answer_group(intake: Intake, notes: Sequence[Deferred]) -> list[Received]:
    """Deliver the answers to one seat, and file its mails away. What cannot be delivered now waits."""
    try:
        kept = private_of(intake.table, notes[0].game)
        mine = deferred_replies.still_due(intake.table, kept, notes) if kept else []
        if kept and mine:
            send_due(intake, deferred_replies.due(intake.table, kept, mine))
    except (Failed, UnreadableGame) as trouble:
        return [Received(notes[0].mail, WAITING, say("{why}", why=trouble), notes[0].game, notes[0].seat)]
    return [filed_deferred(intake, each, each in mine) for each in notes]


def filed_deferred(intake: Intake, note: Deferred, is_answered: bool) -> Received:
    became = note.became if is_answered else IGNORED
    why = say("{words}", words=note.why) if is_answered else say("Not answered: somebody else plays the seat now.")
    where = inboxes.QUARANTINE if became == QUARANTINED else inboxes.DONE
    inboxes.file_away(intake.private, note.mail, where, str(why), inboxes.DEFERRED)
    deferred_replies.remove_deferred(intake.table, note)
    return Received(note.mail, became, why, note.game, note.seat)
