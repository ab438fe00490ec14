"""What becomes of one mail of the spool: its answer, or what to do when it could not be handled."""

from collections.abc import Iterator
from contextlib import contextmanager

from referee.app.errors import NotYours, Unreported, entry_range
from referee.app.game_access import Game, Table
from referee.app.look.listed_games import UnreadableGame, locked_folder, private_of
from referee.app.mail import replies, reply_limits
from referee.app.mail.answer_older import answer_older
from referee.app.mail.answer_proposals import answer_proposal
from referee.app.mail.answer_requests import answer
from referee.app.mail.generous_answer import answer_mail
from referee.app.mail.heard_mail import (
    ANSWERED,
    IGNORED,
    NOTHING,
    OLDER,
    QUARANTINED,
    RECORDED,
    WAITING,
    Case,
    Hearing,
    Intake,
    MailAnswer,
    MailSender,
    Received,
    game_named,
    is_used_up,
    is_void,
    seat_with_address,
    sender_of,
)
from referee.app.mail.mail_meaning import Act
from referee.app.mail.replies import answer_mark, deliver_kept_receipt, deliver_receipt, notice, reply, send_due
from referee.app.play.entries import commit
from referee.app.play.record_move import report_recorded
from referee.mail.mail_settings import MailSettings
from referee.mail.read import identity, mail_parts
from referee.mail.read.mail_parts import Mail, UnreadableMail, header_only_mail
from referee.mail.read.mail_parts import parsed_mail as parsed
from referee.mail.read.requests import Wishes, wishes
from referee.mail.transport import inboxes, mail_progress
from referee.mail.transport.mail_progress import Begun, Progress
from referee.rules.replay import PLAYING
from referee.store import log
from referee.store.private import Private
from referee.words import Phrase, say


def put_aside(intake: Intake, name: str, raw: bytes, why: Phrase, advice: Phrase) -> Received:
    """A mail that could not be handled. If its tag is right, the sender is informed what to do."""
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
    "I couldn't read your e-mail: it is too large or has too many parts. Send your move as "
    "plain text, without pictures or other attachments."
)
STUMBLED = say(
    "I couldn't process your e-mail because of an error in the program. The moderator has "
    "been informed. Please write again what you want, as simply as you can."
)
OUT_OF_TIME = say(
    "Processing your e-mail took too long, so it was stopped. The moderator has been "
    "informed. Please write again what you want, as simply as you can."
)


def case_of(intake: Intake, name: str, raw: bytes) -> Case | None:
    """Whose mail it is by its header alone; None when it has no right tag there, or no person wrote it."""
    try:
        mail = header_only_mail(raw)
        known = mail_progress.read_progress(intake.private, name).begun
        begun, kept = known_sender(intake, mail, None, known)
    except UnreadableGame:
        return None
    if begun is None or kept is None or begun.seat not in kept.addresses or mail_parts.automatic(mail):
        return None
    return Case(name, begun, kept, identity.message_id(mail))


def known_sender(
    intake: Intake, mail: Mail, wish: Wishes | None, noted: Begun | None
) -> tuple[Begun, Private | None] | tuple[None, None]:
    """Whose mail it is, by what was `noted` or by its tag, and the private part of that game, if it is still there.

    Raises UnreadableGame.
    """
    if noted and noted.seat:
        return noted, private_of(intake.table, noted.game)
    return sender_of(intake.table, intake.settings, mail, wish) or (None, None)


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


def stranger(intake: Intake, name: str, mail: Mail, wish: Wishes) -> Received:
    """A mail without a right tag: nothing is done; a registered sender is informed at the registered address."""
    for game in [game_named(wish), *identity.games_named(mail, intake.settings.separator)][:MOST_NAMED]:
        kept = private_of(intake.table, game) if game else None
        seat = seat_with_address(kept.addresses.items(), identity.sender(mail)) if kept else ""
        if kept and seat:
            return notify_seat(intake, name, game, seat, kept, UNMATCHED, identity.message_id(mail))
    return Received(name, IGNORED, say("It doesn't answer one of our e-mails, and names no game of its sender."))


MOST_NAMED = 5
"""So many games that a stranger names are looked at."""


UNMATCHED = say(
    "An e-mail arrived that seems to be from you, but I couldn't match it with one I sent "
    "you. I did nothing with it. Please answer the latest e-mail you got, so that its own "
    "address is used. You get this notice at most once a day."
)
VOID = say(
    "An e-mail arrived that answers an old one for your seat, from before somebody else "
    "took it over. I did nothing with it. If it is yours, answer the latest e-mail you "
    "got. You get this notice at most once a day."
)


def notify_seat(
    intake: Intake, name: str, game: str, seat: str, kept: Private, words: Phrase, answers: str
) -> Received:
    """Notify the registered address of a seat, once a day; nobody else."""
    says = say("It answers no e-mail that is still valid. It says that it is from {seat}.", seat=seat)
    digest = name.removesuffix(inboxes.ENDING)
    if seat not in kept.addresses or not reply_limits.take_notice(intake.table, kept.addresses[seat], digest):
        return Received(name, IGNORED, say("{words} A notice was already sent today.", words=says), game, seat)
    subject = say("I couldn't match an e-mail")
    due = replies.receipt_without_game(intake.table, game, seat, kept, (words,), digest, subject)
    due = due._replace(letter=due.letter._replace(answers=answers))
    return deliver_receipt(intake, Received(name, ANSWERED, says, game, seat), due)


def process_mail(intake: Intake, name: str, raw: bytes, progress: Progress) -> Received:
    """The result of handling a mail in the spool, with which earlier runs made this progress.

    Raises Unreadable, UnreadableGame, Failed and anything that is not the mail's fault.
    """
    before = progress.receipt
    if before and is_registered(intake.table, before):
        return deliver_kept_receipt(intake, name, before)
    mail = read_mail(raw)
    if (noted := identity.note_trial_arrival(intake.private, mail, intake.settings, intake.table.time())) is not None:
        return Received(name, IGNORED, noted)
    if mail_parts.is_bounce(mail):
        return Received(name, QUARANTINED, mail_parts.bounce_words(raw))
    if why := mail_parts.automatic(mail):
        return Received(name, IGNORED, why)
    wish = read_wishes(mail, intake.settings)
    begun, kept = known_sender(intake, mail, wish, progress.begun)
    if begun is None:
        return stranger(intake, name, mail, wish)
    if kept is None:
        return Received(name, IGNORED, say("Its game is no longer here."), begun.game, begun.seat)
    if begun.seat not in kept.addresses:  # e-mails to a seat without an address are void
        return stranger(intake, name, mail, wish)
    return act_on_mail(intake, Case(name, begun, kept, identity.message_id(mail)), mail, wish)


def read_mail(raw: bytes) -> Mail:
    """Raises Unreadable, whatever is in the bytes."""
    try:
        return parsed(raw)
    except UnreadableMail:
        raise
    except Exception as error:
        raise UnreadableMail(inboxes.program_fault(error)) from error


def read_wishes(mail: Mail, settings: MailSettings) -> Wishes:
    """Raises Unreadable, whatever is in the mail."""
    try:
        return wishes(mail, (settings.reply,))
    except Exception as error:
        raise UnreadableMail(inboxes.program_fault(error)) from error


def act_on_mail(intake: Intake, case: Case, mail: Mail, wish: Wishes) -> Received:
    """Do what the mail of a player asks for, and answer it."""
    address = case.kept.addresses.get(case.begun.seat, "")
    proof = identity.dmarc(mail, intake.settings.authserv, address, intake.settings.own_received)
    is_proved = intake.settings.require != "dmarc" or proof == identity.PASS
    try:
        with yours(case.begun.game):
            heard = hear(intake, case, mail, wish, unproved_notice(proof) if not is_proved else None)
    except UnreadableGame as broken:
        return postpone(intake, case, broken)
    if heard is None:
        return notify_seat(intake, case.mail, case.begun.game, case.begun.seat, case.kept, VOID, case.message_id)
    game, done, since = heard
    case = case._replace(begun=case.begun._replace(last=since))
    why = [replies.refusal_of(each).partition("\n")[0] for each in done.refused]
    told = [PRIVATE_WORDS if each in done.secret else each for each in done.opening]
    facts = [done.fault] if done.fault else [*told, *why]
    words = say("{answer} (DMARC: {proof})", answer=" ".join(map(str, facts)), proof=proof)
    became = QUARANTINED if done.fault else RECORDED if done.entry is not None else ANSWERED
    found = Received(case.mail, became, words, case.begun.game, case.begun.seat, done.entry)
    return reply(intake, case, found, done, game, counts=not wish.is_check)


PRIVATE_WORDS = say("Words to one player alone are passed on.")


@contextmanager
def yours(game: str) -> Iterator[None]:
    """A problem that only its moderator can fix keeps the mails of a game waiting, like a game that cannot be read."""
    try:
        yield
    except NotYours as error:
        raise UnreadableGame(game, error.says, error.hint or say("")) from error


def hear(
    intake: Intake, case: Case, mail: Mail, wish: Wishes, unproved: Phrase | None
) -> tuple[Game, MailAnswer, int] | None:
    """The game after a mail did what it asks for, the answer, and `Begun.last`; None: its tag is void.

    The game is opened once. Raises UnreadableGame, and anything that is not the mail's fault.
    """
    table, begun = intake.table, case.begun
    with log.game_lock(locked_folder(table, begun.game), table.settings.wait):
        game = intake.open_game(begun.game)
        if is_void(table, game, begun):
            return None
        if begun.last is None:
            begun = begun._replace(last=game.log.last)
            mail_progress.write_begun_note(intake.private, case.mail, begun)
        since = begun.last or 0
        sender = MailSender(begun.game, begun.seat, begun.entry, case.kept.signers.get(begun.seat, ""), since)
        hearing = Hearing(table, game, sender)
        done = MailAnswer((unproved, NOTHING)) if unproved else answer_read(intake, case, hearing, mail, wish)
        hearing.game = commit(table, hearing.game)
    if hearing.game.log.last > since:
        write_reports(table, hearing.game, begun.seat, hearing.game.log.last - since)
    return hearing.game, done, since


def answer_read(intake: Intake, case: Case, hearing: Hearing, mail: Mail, wish: Wishes) -> MailAnswer:
    """Do what a mail asks for, read generously where the settings want that; first what it answers to a proposal.

    Nothing of a mail whose e-mail is used up is done, and nothing is asked back about it.
    """
    addresses = (intake.settings.reply,)

    def read(mail: Mail, wish: Wishes, act: Act) -> MailAnswer:
        if not intake.settings.lenient or hearing.sender.entry > hearing.game.log.last:
            return act(hearing, wish)
        return answer_mail(hearing, case.kept, wish, mail, addresses, act)

    def answer_rest(mail: Mail, wish: Wishes) -> MailAnswer:
        if not is_used_up(hearing.game, hearing.sender):
            return read(mail, wish, answer)
        found = [MailAnswer((OLDER, NOTHING), is_older=True)]

        def act(hearing: Hearing, wish: Wishes) -> MailAnswer:
            found.append(answer_older(hearing, wish))
            return found[-1]

        read(mail, wish, act)
        return found[-1]

    return answer_proposal(hearing, case.kept, mail, wish, addresses, answer_rest)


def write_reports(table: Table, game: Game, seat: str, entries: int) -> None:
    """Raises Unreported if trying again may help: it is recorded, whatever becomes of its report."""
    mailed = [each for each in (seat, game.mover) if each] if game.phase == PLAYING else []
    try:
        report_recorded(table, game, seat, entries, mailed=mailed)
    except Unreported as error:
        if isinstance(error.why, log.Trouble | OSError):
            raise


def unproved_notice(proof: str) -> Phrase:
    if proof == identity.MISALIGNED:
        words = (
            "This e-mail isn't from the address registered for you, and this game requires that. "
            "Send it from that address, or ask the moderator to register this one."
        )
        return say(words)
    words = (
        "The mail server could not confirm who sent this e-mail (DMARC: {proof}), and this "
        "game requires it. Please ask the moderator."
    )
    return say(words, proof=proof)


def is_registered(table: Table, due: mail_progress.Receipt) -> bool:
    """Whether a receipt still goes to the address of its seat."""
    kept = private_of(table, due.game)
    return kept is not None and kept.addresses.get(due.seat) == due.to


def postpone(intake: Intake, case: Case, broken: UnreadableGame) -> Received:
    """A mail for a game that cannot be read waits until it can; its sender is answered so once."""
    intake.broken.setdefault(broken.game, broken)
    begun, found = case.begun, waiting_for(case.mail, broken)._replace(seat=case.begun.seat)
    if begun.answered:
        return found
    if reply_limits.take(intake.table, begun.game, begun.seat, case.digest) is not None:
        done = MailAnswer((POSTPONED,))
        send_due(intake, notice(intake, case, done, answer_mark(case.digest, done), say("Your e-mail has to wait")))
    mail_progress.write_begun_note(intake.private, case.mail, begun._replace(answered=True))
    return found


POSTPONED = say(
    "Your e-mail has arrived, but the records of this game can't be read at the moment, so "
    "nothing is recorded yet. The moderator has been informed. You don't need to send it "
    "again: you get another answer as soon as the game can be read."
)


def waiting_for(name: str, broken: UnreadableGame) -> Received:
    return Received(name, WAITING, say("It waits for {game}, which can't be read.", game=broken.game), broken.game)
