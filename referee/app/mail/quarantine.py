"""Mails that could not be handled: who sent one with a right tag is answered what to do."""

from referee.app.errors import entry_range
from referee.app.look.listed_games import UnreadableGame, private_of
from referee.app.mail.heard_mail import NOTHING, MailAnswer, sender_of
from referee.app.mail.mail_run import QUARANTINED, Case, Intake, Received
from referee.app.mail.replies import reply
from referee.mail.read import automatic, identity
from referee.mail.read.mail_parts import header_only_mail
from referee.mail.transport import mail_progress
from referee.words import Phrase, say


def put_aside(intake: Intake, name: str, raw: bytes, why: Phrase, advice: Phrase) -> Received:
    """A mail that could not be handled. Who sent it is answered what to do, if its tag is right."""
    found = Received(name, QUARANTINED, why)
    case = case_of(intake, name, raw)
    if case is None:
        return found
    begun = case.begun
    entry = last_entry(intake, case)
    words = say("Recorded from it: {entries}.", entries=entry_range(entry)) if entry else NOTHING
    done = MailAnswer((advice, words), (), entry, (entry_range(entry),) if entry else ())
    return reply(intake, case, found._replace(game=begun.game, seat=begun.seat, entry=entry), done, None)


TOO_LARGE = say(
    "Your e-mail could not be read: it is too large, or has too many parts. Send your move as plain text, without "
    "pictures and other attachments."
)
STUMBLED = say(
    "Your e-mail could not be handled, because of an error of the referee. The moderator is notified. Write once more "
    "what you want, as simply as you can."
)
OUT_OF_TIME = say(
    "Your e-mail took the referee too long, so its handling was stopped. The moderator is notified. Write once more "
    "what you want, as simply as you can."
)


def case_of(intake: Intake, name: str, raw: bytes) -> Case | None:
    """Whose mail it is by its header alone; None when it has no right tag there, or no person wrote it."""
    try:
        mail = header_only_mail(raw)
        known = mail_progress.read_begun_note(intake.private, name)
        begun = known if known and known.seat else sender_of(intake.table, intake.settings, mail, None)
        kept = private_of(intake.table, begun.game) if begun else None
    except UnreadableGame:
        return None
    if begun is None or kept is None or begun.seat not in kept.addresses or automatic.automatic(mail):
        return None
    return Case(name, begun, kept, identity.message_id(mail))


def last_entry(intake: Intake, case: Case) -> int | None:
    """The last entry of its seat that was recorded since a mail was handled first."""
    if case.begun.last is None:
        return None
    try:
        documents = intake.open_game(case.begun.game).log.documents
    except UnreadableGame:
        return None
    own = [n for n, each in enumerate(documents) if n > case.begun.last and each.get("seat") == case.begun.seat]
    return max(own, default=None)
