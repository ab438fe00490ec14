"""Mails without a right tag: nothing is done, and only a registered player hears of it, once a day."""

from referee.app.look.unreadable_games import private_of
from referee.app.mail import receipts, reply_limits
from referee.app.mail.mail_run import ANSWERED, IGNORED, Intake, Received
from referee.app.mail.send_replies import deliver_receipt
from referee.app.mail.senders import game_named, seat_with_address
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.read.requests import Wishes
from referee.mail.transport import inboxes
from referee.store.private import Private
from referee.words import Phrase, say


def stranger(intake: Intake, name: str, mail: Mail, wish: Wishes) -> Received:
    """A mail without a right tag: nothing is done; one who is registered is told so at his registered address."""
    game = game_named(wish) or identity.game_answered(mail)
    kept = private_of(intake.table, game) if game else None
    seat = seat_with_address(kept.addresses.items(), identity.sender(mail)) if kept else ""
    if kept is None or not seat:
        return Received(name, IGNORED, say("It answers no letter, and nobody knows who wrote it."))
    return notify_seat(intake, name, game, seat, kept, UNMATCHED, identity.message_id(mail))


UNMATCHED = say(
    "A mail came that seems to be from you, but it could not be matched with a letter to you. Nothing was done with "
    "it. Answer the last letter that you got, with its own address. You get at most one such notice a day."
)
VOID = say(
    "A mail came that answers an old e-mail to your seat: it was sent before somebody else took the seat. Nothing was "
    "done with it. If it is yours, answer the last e-mail that you got. You get at most one such notice a day."
)


def notify_seat(
    intake: Intake, name: str, game: str, seat: str, kept: Private, words: Phrase, answers: str
) -> Received:
    """Notify the registered address of a seat, once a day; nobody else."""
    says = say("It answers no letter that is still good; it says that it is from {seat}.", seat=seat)
    digest = name.removesuffix(inboxes.ENDING)
    if seat not in kept.addresses or not reply_limits.take_notice(intake.table, kept.addresses[seat], digest):
        return Received(name, IGNORED, say("{words} There was a notice today.", words=says), game, seat)
    subject = say("A mail could not be matched")
    due = receipts.notice(intake.table, game, seat, kept, (words,), digest, subject)
    due = due._replace(letter=due.letter._replace(answers=answers))
    return deliver_receipt(intake, Received(name, ANSWERED, says, game, seat), due)
