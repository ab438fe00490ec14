"""What becomes of one mail of the spool: its answer, or what to do when it could not be handled."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from referee.app.errors import NotYours, Unreported, entry_range
from referee.app.game_access import Game, Table
from referee.app.look.listed_games import UnreadableGame, locked_folder, private_of
from referee.app.play.entries import commit
from referee.app.play.record_move import report_recorded
from referee.app.post import moderator_notes, spool
from referee.app.post.moderator_notes import note_unanswered
from referee.mail.act import replies
from referee.mail.act.answer_moderator import answer_moderator, moderator_due
from referee.mail.act.answer_older import answer_older, with_reason
from referee.mail.act.answer_proposals import answer_asked, answer_proposal
from referee.mail.act.corrections import correcting_answer, correction_in
from referee.mail.act.generous_answer import answer_mail
from referee.mail.act.heard_mail import (
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
    is_used_up,
    is_void,
    sender_of,
)
from referee.mail.act.mail_meaning import Act
from referee.mail.act.moderator_post import ALL_GAMES, MODERATOR, answered_number
from referee.mail.act.moves_elsewhere import answer_everywhere
from referee.mail.act.offers import taken_offer, with_codes
from referee.mail.act.other_games import part_for_game
from referee.mail.act.plain_senders import OwnSeat, named_games, own_seats, plain_sender, sole_seats
from referee.mail.act.put_aside import WITHHELD
from referee.mail.act.replies import (
    answer_mark,
    deliver_kept_receipt,
    deliver_receipt,
    receipt_without_game,
    reply,
    send_due,
)
from referee.mail.act.table import new_address
from referee.mail.act.table.last_letters import games_left
from referee.mail.act.table.new_address import Confirming
from referee.mail.read import identity, mail_parts
from referee.mail.read.languages import reading_in
from referee.mail.read.mail_parts import Mail, UnreadableMail, header_only_mail
from referee.mail.read.mail_parts import parsed_mail as parsed
from referee.mail.read.natural_requests import is_automatic
from referee.mail.read.request_words import RESIGN
from referee.mail.read.requests import EMPTY, Wishes, own_lines, wishes
from referee.mail.read.short_answers import ShortAnswer, short_mail
from referee.mail.transport import inboxes, mail_progress
from referee.mail.transport.mail_progress import Begun, Progress
from referee.rules.proposals import YES
from referee.store import log
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say, speaking, word_list


def seats_of_sender(intake: Intake, mail: Mail) -> list[OwnSeat]:
    """The seats to one of which the address in `From` points, in games that can be read."""
    return sole_seats(own_seats(intake.table, identity.sender(mail)))


def put_aside(intake: Intake, name: str, raw: bytes, why: Phrase, advice: Phrase) -> Received:
    """A mail that could not be handled. If its tag is right, the sender is informed what to do."""
    found = Received(name, QUARANTINED, why)
    case = case_of(intake, name, raw)
    if case is None:
        return answer_failed_moderator(intake, found, raw)
    begun = case.begun
    entry = last_entry(intake, case)
    words = say("Recorded from it: {entries}.", entries=entry_range(entry)) if entry else NOTHING
    done = MailAnswer((advice, words), (), entry, (entry_range(entry),) if entry else ())
    return reply(intake, case, found._replace(game=begun.game, seat=begun.seat, entry=entry), done, None)


def answer_failed_moderator(intake: Intake, found: Received, raw: bytes) -> Received:
    """The moderator is informed that a mail of theirs was put aside; of any other mail nobody is."""
    mail = header_only_mail(raw)
    is_moderator = identity.sender(mail) == intake.settings.moderator_address.lower()
    if not is_moderator or answered_number(intake.table.settings, mail) is None or mail_parts.automatic(mail):
        return found
    if spool.count_reply(intake.table, ALL_GAMES, MODERATOR, found.mail.removesuffix(inboxes.ENDING)) is None:
        return found
    with speaking(ENGLISH):
        due = moderator_due(intake, say("Your e-mail was put aside"), str(PUT_ASIDE))
    return deliver_receipt(intake, found._replace(seat=MODERATOR), due)


PUT_ASIDE = say(
    "I couldn't process your e-mail, so it was put aside. `status` shows what was recorded from it. For the reason, "
    "see: referee mail list"
)
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


def stranger(intake: Intake, name: str, mail: Mail, seats: Sequence[OwnSeat]) -> Received:
    """A mail without a right tag: nothing is done; a registered sender gets the last e-mail again, once a day."""
    address, digest = identity.sender(mail), name.removesuffix(inboxes.ENDING)
    if not seats:
        note_unanswered(intake.table.settings, name, mail, intake.table.time())
        return Received(name, IGNORED, say("It doesn't answer one of our e-mails, and no player has this address."))
    named = [*named_games(mail, intake.settings), *identity.games_named(mail, intake.settings.separator)]
    chosen = next((each for id in named for each in seats if each.id == id), seats[0])
    found = Received(name, ANSWERED, UNMATCHED, chosen.id, chosen.seat)
    if not spool.count_notice(intake.table, address, digest):
        words = say("{words} A notice was already sent today.", words=UNMATCHED)
        return found._replace(became=IGNORED, says=words)
    others = [say("{name}", name=each.id) for each in seats if each.rank == 0 and each is not chosen]
    more = [say("Other games wait for you, too: {games}.", games=word_list(others))] if others else []
    done = MailAnswer((REPLY_TO_THIS, *more), subject=say("Please reply to this e-mail"), is_older=True)
    game, answers = chosen.game or intake.open_game(chosen.id), identity.message_id(mail)
    due = replies.receipt(intake.table, game, chosen.seat, chosen.kept, done, digest, answers)
    return deliver_receipt(intake, found, due)


UNMATCHED = say("It answers no e-mail that is still valid.")
REPLY_TO_THIS = say(
    "An e-mail from your address arrived that answers none of mine, so I did nothing with it. Here is my last e-mail "
    "again: please reply to this one. It has a reply address of its own, which shows that you are you. You get this at "
    "most once a day."
)


def game_left(intake: Intake, mail: Mail, seats: Sequence[OwnSeat]) -> str:
    """The game of which a mail speaks, if its sender plays there no longer, but elsewhere; else ""."""
    named = [*named_games(mail, intake.settings), *identity.games_named(mail, intake.settings.separator)]
    if not seats or any(each.id in named for each in seats):
        return ""
    return next(games_left(intake.table.settings, named, identity.sender(mail)), "")


def answer_who_left(intake: Intake, name: str, mail: Mail, own: OwnSeat, left: str) -> Received:
    """A mail for a game that its sender no longer plays does nothing in their other games."""
    digest = name.removesuffix(inboxes.ENDING)
    says = say("You don't play in {game} any more, so I did nothing with your e-mail.", game=left)
    found = Received(name, ANSWERED, says, left)
    if spool.count_reply(intake.table, own.id, own.seat, digest) is None:
        return found._replace(became=IGNORED)
    begun, done = Begun(own.id, own.seat, 0), MailAnswer((says,))
    due = receipt_without_game(intake.table, begun, own.kept, done, digest, identity.message_id(mail))
    letter = due.letter._replace(game=left, reply_to=intake.settings.moderator_address)
    return deliver_receipt(intake, found, due._replace(letter=letter))


def answer_undecided(intake: Intake, name: str, mail: Mail, seats: Sequence[OwnSeat]) -> Received:
    """A mail without a tag where addresses count, which may be about several games of its sender: which is asked."""
    digest = name.removesuffix(inboxes.ENDING)
    if not seats:
        return stranger(intake, name, mail, seats)
    first = seats[0]
    found = Received(name, ANSWERED, WHICH_GAME, first.id, first.seat)
    if spool.count_reply(intake.table, first.id, first.seat, digest) is None:
        return found._replace(became=IGNORED)
    ids = word_list([say("{name}", name=each.id) for each in seats])
    words = (
        WHICH_GAME,
        say("These are your games: {games}.", games=ids),
        say("Send it again, with the name of the game at the beginning: `{game}: …`", game=first.id),
    )
    begun, done = Begun(first.id, first.seat, 0), MailAnswer(words, subject=say("Which game do you mean?"))
    due = receipt_without_game(intake.table, begun, first.kept, done, digest, identity.message_id(mail))
    return deliver_receipt(intake, found, due)


WHICH_GAME = say("I can't see which of your games your e-mail is about, so I did nothing with it.")
VOID = say(
    "An e-mail arrived that answers an old one for your seat, from before somebody else "
    "took it over. I did nothing with it. If it is yours, answer the latest e-mail you "
    "got. You get this notice at most once a day."
)


def notify_of_void(intake: Intake, case: Case) -> Received:
    """Notify the registered address of a seat to which an old e-mail was answered, once a day; nobody else."""
    (game, seat, *_), kept = case.begun, case.kept
    says = say("It answers no e-mail that is still valid. It says that it is from {seat}.", seat=seat)
    if seat not in kept.addresses or not spool.count_notice(intake.table, kept.addresses[seat], case.digest):
        return Received(case.mail, IGNORED, say("{words} A notice was already sent today.", words=says), game, seat)
    done = MailAnswer((VOID,), subject=say("I couldn't match an e-mail"))
    due = receipt_without_game(intake.table, Begun(game, seat, 0), kept, done, case.digest, case.message_id)
    return deliver_receipt(intake, Received(case.mail, ANSWERED, says, game, seat), due)


def process_mail(intake: Intake, name: str, raw: bytes, progress: Progress) -> Received:
    """The result of handling a mail in the spool, with which earlier runs made this progress.

    Raises Unreadable, UnreadableGame, Failed and anything that is not the mail's fault.
    """
    before, left = progress.receipt, resigned_from(intake.table, progress.begun)
    if before and (before.to == left or is_registered(intake.table, before)):
        found = deliver_kept_receipt(intake, name, before)
        return found._replace(game="") if before.seat == MODERATOR else found
    with readable():
        mail = parsed(raw)
    if (noted := identity.note_trial_arrival(intake.private, mail, intake.settings, intake.table.time())) is not None:
        return Received(name, IGNORED, noted)
    if mail_parts.is_bounce(mail):
        return Received(name, QUARANTINED, mail_parts.bounce_words(raw))
    if why := mail_parts.automatic(mail):
        if why == mail_parts.LISTED:
            note_unanswered(intake.table.settings, name, mail, intake.table.time())
        return Received(name, IGNORED, why)
    if (number := answered_number(intake.table.settings, mail)) is not None:
        unproved = unproved_by(intake, mail, intake.settings.moderator_address)[1]
        return answer_moderator(intake, name, mail, number, unproved)
    addresses = (intake.settings.reply,)
    with readable():
        wish = wishes(mail, addresses)
    if asked := new_address.answered_question(intake.table, mail, intake.settings.separator):
        return answer_at_new_address(intake, name, mail, asked)
    begun, kept = known_sender(intake, mail, wish, progress.begun)
    seats = seats_of_sender(intake, mail) if begun is None else []
    if elsewhere := game_left(intake, mail, seats):
        return answer_who_left(intake, name, mail, seats[0], elsewhere)
    if begun is None and not intake.settings.tags:
        begun, kept = plain_sender(intake.table, intake.settings, mail, seats) or (None, None)
        if begun is None:
            return answer_undecided(intake, name, mail, seats)
    if begun is None:
        return stranger(intake, name, mail, seats)
    if kept is None:
        return Received(name, IGNORED, say("Its game is no longer here."), begun.game, begun.seat)
    if left and begun.seat not in kept.addresses and any(each.kind == RESIGN for each in wish.asked):
        kept = kept._replace(addresses={**kept.addresses, begun.seat: left})
    if begun.seat not in kept.addresses:  # e-mails to a seat without an address are void
        return stranger(intake, name, mail, seats_of_sender(intake, mail))
    case = Case(name, begun, kept, identity.message_id(mail))
    language = kept.languages.get(begun.seat, ENGLISH)
    with reading_in(language):
        own = part_for_game(intake, case, mail)
        if own.mail is not mail or language != ENGLISH:  # it was read in English, to know whose it is
            with readable():
                wish = wishes(own.mail, addresses)
        if own.notes and wish.unclear == EMPTY:
            wish = wish._replace(unclear=say("Your e-mail says nothing about {game}.", game=begun.game))
        if is_absence_note(mail, wish, addresses):
            return Received(name, IGNORED, say("It is the absence note of a program."), begun.game, begun.seat)
        return act_on_mail(intake, case, own.mail, wish, own.notes)


def is_absence_note(mail: Mail, wish: Wishes, addresses: Sequence[str]) -> bool:
    """Whether a program answers for somebody who is away, though no header says so; with a move it is no such note."""
    if wish.block or wish.unclear or wish.asked or wish.said:
        return False
    return is_automatic(mail.subject) or is_automatic("\n".join(own_lines(mail, addresses)))


def answer_at_new_address(intake: Intake, name: str, mail: Mail, asked: Confirming) -> Received:
    """A `yes` from the new address of a player changes it; nothing else in such a mail does anything."""
    found = Received(name, ANSWERED, new_address.CONFIRMED, asked.game, asked.seat)
    answered = short_mail(mail, (intake.settings.reply,), ())
    if (
        answered is None
        or answered.short._replace(is_firm=True) != ShortAnswer(YES)
        or unproved_by(intake, mail, asked.wanted.new)[1]
    ):
        return found._replace(became=IGNORED, says=say("It doesn't confirm the new address, to which it answers."))
    with yours(asked.game), log.game_lock(locked_folder(intake.table, asked.game), intake.table.settings.wait):
        kept = new_address.confirm_address(intake.table, intake.open_game(asked.game), asked)
    if kept is None:
        return found._replace(became=IGNORED, says=say("Its seat has another player or address by now."))
    case = Case(name, Begun(asked.game, asked.seat, asked.entry), kept, identity.message_id(mail))
    done = MailAnswer((new_address.CONFIRMED,), subject=new_address.SUBJECT)
    return reply(intake, case, found, done, None)


def unproved_by(intake: Intake, mail: Mail, address: str) -> tuple[str, Phrase | None]:
    """What our mail server found out about the sender, and what is said where more is required."""
    proof = identity.dmarc(mail, intake.settings.authserv, address, intake.settings.own_received)
    is_proved = intake.settings.require != "dmarc" or proof == identity.PASS
    return proof, None if is_proved else unproved_notice(proof)


@contextmanager
def readable() -> Iterator[None]:
    """Raises UnreadableMail for whatever is in the bytes of a mail."""
    try:
        yield
    except UnreadableMail:
        raise
    except Exception as error:
        raise UnreadableMail(inboxes.program_fault(error)) from error


def act_on_mail(intake: Intake, case: Case, mail: Mail, wish: Wishes, notes: Sequence[Phrase] = ()) -> Received:
    """Do what the mail of a player asks for, and answer it. `notes`: what became of what it says about other games."""
    address = case.kept.addresses.get(case.begun.seat, "")
    proof, unproved = unproved_by(intake, mail, address)
    try:
        with yours(case.begun.game):
            heard = hear(intake, case, mail, wish, unproved)
    except UnreadableGame as broken:
        return postpone(intake, case, broken)
    if heard is None:
        return notify_of_void(intake, case)
    game, done, since = heard
    done = done._replace(opening=(*done.opening, *notes))
    case = case._replace(begun=case.begun._replace(last=since))
    why = [replies.refusal_of(each).partition("\n")[0] for each in done.refused]
    told = [WITHHELD if each in done.secret else each for each in done.opening]
    facts = [done.fault] if done.fault else [*told, *why]
    words = say("{answer} (DMARC: {proof})", answer=" ".join(map(str, facts)), proof=proof)
    became = QUARANTINED if done.fault else RECORDED if done.entry is not None else ANSWERED
    found = Received(case.mail, became, words, case.begun.game, case.begun.seat, done.entry)
    return reply(intake, case, found, done, game, counts=not wish.is_check)


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
        hearing = Hearing(table, game, sender, case.kept)
        done = MailAnswer((unproved, NOTHING)) if unproved else answer_read(intake, hearing, mail, wish)
        hearing.game = intake.keep(commit(table, hearing.game))
    if hearing.game.log.last > since:
        write_reports(table, hearing.game, begun.seat, hearing.game.log.last - since)
    return hearing.game, done, since


def answer_read(intake: Intake, hearing: Hearing, mail: Mail, wish: Wishes) -> MailAnswer:
    """Do what a mail asks for, read generously where the settings want that; first what it answers to a proposal.

    Nothing of a mail whose e-mail is used up is done, and nothing is asked back about it.
    """

    def read(
        hearing: Hearing, mail: Mail, wish: Wishes, act: Act, instead: Callable[[], MailAnswer] | None = None
    ) -> MailAnswer:
        if not intake.settings.lenient or hearing.sender.entry > hearing.game.log.last:
            return act(hearing, wish)
        return answer_mail(hearing, wish, mail, act, instead)

    def correct(mail: Mail, wish: Wishes) -> MailAnswer | None:
        text = "\n".join(own_lines(mail, hearing.addresses))
        found = correction_in(hearing, text, lambda other, act: read(other, mail, wish, act))
        return found and correcting_answer(hearing, found, text)

    def answer_rest(mail: Mail, wish: Wishes) -> MailAnswer:
        if not is_used_up(hearing.game, hearing.sender):
            return correct(mail, wish) or answer_everywhere(
                hearing, mail, wish, lambda mail, wish: read(hearing, mail, wish, answer_asked)
            )
        found = [MailAnswer((OLDER, NOTHING), is_older=True)]

        def act(hearing: Hearing, wish: Wishes) -> MailAnswer:
            found.append(answer_older(hearing, wish))
            return found[-1]

        done = with_reason(hearing, read(hearing, mail, wish, act, lambda: found[-1]))
        corrected = correct(mail, wish) if NOTHING in done.opening else None
        return corrected._replace(opening=(OLDER, *corrected.opening), is_older=True) if corrected else done

    taken = taken_offer(hearing, mail)
    if taken.mail:
        mail, wish = taken.mail, wishes(taken.mail, hearing.addresses)
    done = taken.answer or answer_proposal(hearing, mail, wish, answer_rest)
    return with_codes(hearing, done)


def write_reports(table: Table, game: Game, seat: str, entries: int) -> None:
    """Raises Unreported if trying again may help: it is recorded, whatever becomes of its report."""
    try:
        report_recorded(table, game, seat, entries)
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
    """Whether a receipt still goes to the address of its seat, or of the moderator."""
    mail = table.settings.mail
    if due.seat == MODERATOR and mail:
        return mail.moderator_address == due.to
    kept = private_of(table, due.game)
    return kept is not None and kept.addresses.get(due.seat) == due.to


def resigned_from(table: Table, begun: Begun | None) -> str:
    """The address of the player who stopped by an e-mail that was begun; "" for all others."""
    facts = begun and (begun.game, begun.seat, RESIGN, begun.entry)
    notes = moderator_notes.all_notes(table.settings) if begun else []
    return next((each.text for each in notes if (each.game, each.seat, each.kind, each.entry) == facts), "")


def postpone(intake: Intake, case: Case, broken: UnreadableGame) -> Received:
    """A mail for a game that cannot be read waits until it can; its sender is answered so once."""
    intake.broken.setdefault(broken.game, broken)
    begun, found = case.begun, waiting_for(case.mail, broken)._replace(seat=case.begun.seat)
    if begun.answered:
        return found
    if spool.count_reply(intake.table, begun.game, begun.seat, case.digest) is not None:
        done = MailAnswer((POSTPONED,), subject=say("Your e-mail has to wait"))
        mark = answer_mark(case.digest, done)
        send_due(intake, receipt_without_game(intake.table, begun, case.kept, done, mark, case.message_id))
    mail_progress.write_begun_note(intake.private, case.mail, begun._replace(answered=True))
    return found


POSTPONED = say(
    "Your e-mail has arrived, but the records of this game can't be read at the moment, so "
    "nothing is recorded yet. The moderator has been informed. You don't need to send it "
    "again: you get another answer as soon as the game can be read."
)


def waiting_for(name: str, broken: UnreadableGame) -> Received:
    return Received(name, WAITING, say("It waits for {game}, which can't be read.", game=broken.game), broken.game)
