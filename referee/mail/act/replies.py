"""Answers to mails: composed, kept until they are delivered, or deferred when too many went out within the hour."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from referee.app.ahead import play_orders
from referee.app.errors import Flawed, Stop
from referee.app.game_access import Game, Table, game_of
from referee.app.look.listed_games import UnreadableGame, open_readable, private_of
from referee.app.play import refusal
from referee.app.post import spool
from referee.app.post.spool import Deferred
from referee.mail.act import heard_mail, letter_words, send_reports
from referee.mail.act.answer_undo import UNDO_OFFERS
from referee.mail.act.heard_mail import (
    DEFERRED,
    IGNORED,
    QUARANTINED,
    WAITING,
    Case,
    Failed,
    Intake,
    MailAnswer,
    Received,
    is_void,
)
from referee.mail.act.send_reports import letter_to_seat, with_pages
from referee.mail.transport import inboxes, mail_progress, outgoing
from referee.mail.transport.mail_progress import Begun
from referee.mail.write.addresses import Letter, letter_names
from referee.mail.write.letter_bodies import NOBODY, first_names, fitting_refusal, with_people
from referee.reading import BadInput
from referee.rules.replay import PLAYING
from referee.show.clock_sentences import minute
from referee.show.sentences import seats_of
from referee.show.view import View
from referee.store.documents import planner_seats
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say, speaking, term


class Due(NamedTuple):
    """A receipt to deliver, and the entry up to which it informs its reader; 0: nothing new."""

    letter: Letter
    key: bytes
    told: int


def receipt(table: Table, game: Game, seat: str, kept: Private, answer: MailAnswer, mark: str, answers: str) -> Due:
    """The receipt for a mail: `mark` identifies it, `answers` is the Message-ID of the mail."""
    with speaking(kept.languages.get(seat, ENGLISH)):
        names = first_names(seats_of(game.players, ()))
        quoted = "\n".join([mailed_refusal(each, names) for each in answer.refused])
        words = subject(game, seat, answer)
        if seat in planner_seats(game.log.documents):  # who has resigned is asked for no turn
            done = answer._replace(subject=words)
            return receipt_without_game(table, Begun(game.id, seat, game.log.last), kept, done, mark, answers)
        orders = tuple(play_orders.orders_paragraphs(table, game, seat, game.log.last))
        letter = letter_to_seat(
            game,
            kept,
            seat,
            kind="receipt",
            subject=words,
            opening=(*sorted(answer.opening, key=lambda each: each in UNDO_OFFERS.values()), *orders),
            quoted=quoted,
            now=table.time(),
        )
    letter = letter._replace(answers=answers, mark=mark, readings=answer.readings)
    letter = letter._replace(has_board=answer.shows, history=answer.history)
    if answer.draft and letter.view and letter.view.asked:
        asked = letter.view.asked._replace(block=answer.draft)
        letter = letter._replace(view=letter.view._replace(asked=asked))
    if answer.at is not None:
        letter = letter._replace(view=past_view(game, kept, seat, answer.at), deadline=None, due=None)
    if answer.entry is None:
        letter = with_pages(table, game, letter) if answer.is_older else letter._replace(log=b"")
        return Due(letter, kept.reply_key, 0)
    if letter.view and not letter.is_long:
        letter = letter._replace(view=letter.view._replace(digest=letter_words.move_lines(letter.view, answer.entered)))
    return Due(with_pages(table, game, letter), kept.reply_key, game.log.last)


def named_after(due: Due, game: Game, number: int) -> Due:
    """A receipt with a Message-ID that follows from the mail alone: by entry `number`, whatever came after it."""
    number = min(number, game.log.last)
    return due._replace(letter=due.letter._replace(about=(number, game.log.heads[number])))


def subject(game: Game, seat: str, answer: MailAnswer) -> Phrase:
    """The result of the mail, and whether its sender has more to do in the same turn."""
    if answer.entry is None:
        return (None if answer.refused else answer.subject) or say("Nothing was recorded")
    if game.phase == PLAYING and game.mover == seat and game.book.play.is_turn_begun(game.position):
        return say("Recorded – it is still your turn")
    return say("Recorded")


def past_view(game: Game, kept: Private, seat: str, number: int) -> View:
    """The game as a seat may see it after an earlier entry; it asks nobody for a move."""
    before = game_of(game.id, game.folder, game.log, game.moments[: number + 1])
    with speaking(kept.languages.get(seat, ENGLISH)):
        view: View = before.book.show().view(before.header, before.line, seat)
        asked = view.asked
        if asked:
            player = next((each.player for each in view.seats if each.id == asked.seat), asked.seat)
            then = say("It was {player}'s turn ({seat}) then.", player=player, seat=term(asked.seat))
            asked = asked._replace(seat="", says=then)
    return view._replace(asked=asked, deadline=None, due=None)


COLLECTED = say("Answers to your e-mails")


def receipt_without_game(
    table: Table, begun: Begun, kept: Private, answer: MailAnswer, mark: str, answers: str = ""
) -> Due:
    """An answer that shows nothing of any game, and for which none is opened."""
    to, language = kept.addresses[begun.seat], kept.languages.get(begun.seat, ENGLISH)
    whose = (begun.game, "", begun.seat, "", to, language, begun.entry, mark, table.time(), "receipt")
    quoted = "\n".join(map(mailed_refusal, answer.refused))
    words = (answer.subject or say("Nothing was recorded"), answer.opening, quoted)
    return Due(Letter(*whose, *words, answers=answers, mark=mark, readings=answer.readings), kept.reply_key, 0)


def refusal_of(error: Exception) -> str:
    """A refusal line by line, as `submit` prints it."""
    return refusal.refusal_text(error) if isinstance(error, Flawed) else str(error)


def mailed_refusal(error: Exception, names: Mapping[str, str] = NOBODY) -> str:
    """A refusal in lines that fit an e-mail, with people by their names, and without places in a file."""

    def by_name(words: Phrase) -> Phrase:
        return with_people(words, names)

    if isinstance(error, Flawed | BadInput):
        problems = [
            each._replace(says=by_name(each.says), hint=each.hint and by_name(each.hint)) for each in error.problems
        ]
        book = error.book if isinstance(error, Flawed) else None
        text = refusal.refusal_text(Flawed(error.name, error.lines, problems, book), place=False)
    elif isinstance(error, Stop):
        text = "\n".join([str(by_name(each)) for each in (error.says, error.hint) if each])
    else:
        text = str(error)
    return fitting_refusal(text)


DETAILED = 50
"""Of more mails than this that wait for one seat, the answers of the first are given in full."""


def deferred_text(kept: Private, seat: str, answer: MailAnswer) -> str:
    """An answer in the language of its reader, line by line."""
    with speaking(kept.languages.get(seat, ENGLISH)):
        return "\n".join([*map(str, answer.opening), *map(mailed_refusal, answer.refused), *answer.readings])


def still_due(table: Table, kept: Private, notes: Sequence[Deferred]) -> list[Deferred]:
    """Those whose sender still plays the seat. While the game cannot be read, those whose address is the same."""
    try:
        game = open_readable(table, notes[0].game)
    except UnreadableGame:
        return [each for each in notes if kept.addresses.get(each.seat) == each.to]
    mine = [each for each in notes if not is_void(table, game, Begun(each.game, each.seat, each.entry))]
    return mine if notes[0].seat in kept.addresses else []


def due(table: Table, kept: Private, notes: Sequence[Deferred]) -> Due:
    """One e-mail with the answers to all of them, in order, and the present state of the game."""
    game, seat, mark = notes[0].game, notes[0].seat, deferred_mark(notes)
    left = spool.count_reply(table, game, seat, mark)
    words = (deferred_headline(notes), *last_answer(table, game, seat, left))
    with speaking(kept.languages.get(seat, ENGLISH)):
        quoted = "\n\n".join(answers(notes))
        try:
            opened = open_readable(table, game)
        except UnreadableGame:
            begun, answer = Begun(game, seat, notes[-1].entry), MailAnswer(words, subject=COLLECTED)
            due = receipt_without_game(table, begun, kept, answer, mark)
            return due._replace(letter=due.letter._replace(quoted=quoted))
        letter = letter_to_seat(opened, kept, seat, kind="receipt", subject=COLLECTED, opening=words, quoted=quoted)
    return named_after(Due(letter._replace(log=b"", mark=mark), kept.reply_key, 0), opened, notes[-1].entry)


def deferred_mark(notes: Sequence[Deferred]) -> str:
    return sha256("\n".join(each.mail for each in notes).encode()).hexdigest()


def deferred_headline(notes: Sequence[Deferred]) -> Phrase:
    words = (
        "These are the answers to your e-mails between {first} and {last}, in order ({number} "
        "in all). They had to wait because you had already had {most} answers within an hour."
    )
    first, last = minute(notes[0].at), minute(notes[-1].at)
    return say(words, first=first, last=last, number=len(notes), most=spool.REPLIES_AN_HOUR)


def answers(notes: Sequence[Deferred]) -> Iterator[str]:
    for number, each in enumerate(notes[:DETAILED], 1):
        yield f"{say('{number}. Your e-mail of {time}:', number=number, time=minute(each.at))}\n{each.text}"
    if len(notes) == DETAILED + 1:
        words = "One more e-mail arrived later, and nothing in it was recorded. If it still matters, send it again."
        yield str(say(words))
    elif len(notes) > DETAILED:
        words = (
            "{number} more e-mails arrived later, and nothing in them was recorded. If one still "
            "matters, send it again."
        )
        yield str(say(words, number=len(notes) - DETAILED))


def last_answer(table: Table, game: str, seat: str, left: int | None) -> list[Phrase]:
    """What the last answer of the hour says: from when on there are answers again."""
    if left != 0:
        return []
    words = (
        "This is my last answer for now: you have had {most} within an hour. I still process "
        "your e-mails at once, and confirm everything I record. I answer other e-mails at "
        "{time}."
    )
    return [say(words, most=spool.REPLIES_AN_HOUR, time=minute(spool.next_reply_time(table, game, seat)))]


def reply(
    intake: Intake, case: Case, found: Received, done: MailAnswer, game: Game | None, *, counts: bool = True
) -> Received:
    """Answer a mail, or defer its answer when too many went out. `game`: None if it cannot be shown."""
    begun, mark = case.begun, answer_mark(case.digest, done)
    if done.entry is None and counts:
        left = spool.count_reply(intake.table, begun.game, begun.seat, case.digest)
        if left is None:
            return defer(intake, case, found, done)
        last = last_answer(intake.table, begun.game, begun.seat, left)
        done = done._replace(opening=(*done.opening, *last))
    if game is None:
        due = receipt_without_game(intake.table, begun, case.kept, done, mark, case.message_id)
    else:
        due = receipt(intake.table, game, begun.seat, case.kept, done, mark, case.message_id)
        due = named_after(due, game, done.entry or begun.last or begun.entry)
    private = intake.private
    if done.offer:
        message = letter_names(due.letter, intake.settings, due.key).id
        heard_mail.keep_offer(private, begun.game, begun.seat, done.offer._replace(message=message))
    else:
        heard_mail.pass_over(private, begun.game, begun.seat)
    return deliver_receipt(intake, found, due)


def defer(intake: Intake, case: Case, found: Received, done: MailAnswer) -> Received:
    """Keep the answer until it may go out."""
    begun, until = case.begun, spool.next_reply_time(intake.table, case.begun.game, case.begun.seat)
    to, text = case.kept.addresses[begun.seat], deferred_text(case.kept, begun.seat, done)
    facts = (found.became, str(found.says), text)
    note = Deferred(case.mail, intake.table.time(), begun.game, begun.seat, begun.entry, to, *facts)
    if done.offer:
        heard_mail.keep_offer(intake.private, begun.game, begun.seat, done.offer._replace(is_last=False))
    spool.store_deferred(intake.table, note)
    return found._replace(became=DEFERRED, says=say("Answered at {time}: {words}", time=until, words=found.says))


def answer_mark(digest: str, done: MailAnswer) -> str:
    """What distinguishes a receipt: the bytes of the mail, and the answer, which differs for a repetition."""
    return sha256("\n".join([digest, *map(str, done.opening)]).encode()).hexdigest()


def deliver_receipt(intake: Intake, found: Received, due: Due) -> Received:
    """Keep the receipt until it is delivered: after a crash just this one goes. Raises Failed, NotRecorded."""
    letter = due.letter
    with delivering():
        message = send_reports.letter_bytes(intake.table, letter, intake.settings, due.key)
    facts = (due.told, letter.head, found.became, str(found.says), found.entry, message)
    receipt = mail_progress.Receipt(letter.game, letter.seat, letter.to, *facts)
    mail_progress.write_receipt(intake.private, found.mail, receipt)
    return deliver_kept_receipt(intake, found.mail, receipt)


@contextmanager
def delivering() -> Iterator[None]:
    """Raises Failed for an answer that cannot be delivered."""
    try:
        yield
    except outgoing.Undelivered as error:
        raise Failed(say("The receipt was not delivered: {why}", why=error), error.later) from error


def send_due(intake: Intake, due: Due) -> None:
    """Deliver an answer that is not kept: where that fails, it is composed again. Raises Failed."""
    with delivering():
        message = send_reports.letter_bytes(intake.table, due.letter, intake.settings, due.key)
        outgoing.deliver_letter(intake.settings, message, due.letter.to)


def deliver_kept_receipt(intake: Intake, name: str, due: mail_progress.Receipt) -> Received:
    """Deliver a kept receipt: its reader is then informed up to an entry. Raises Failed."""
    with delivering():
        outgoing.deliver_letter(intake.settings, due.message, due.to)
    if due.told:
        mail_progress.advance(intake.private, due.game, due.seat, mail_progress.Mark(due.told, due.head), due.to)
    return Received(name, due.became, say("{words}", words=due.says), due.game, due.seat, due.entry)


def answer_deferred(intake: Intake) -> list[Received]:
    """Answer what waited until its seat may be answered again, in order; one e-mail for each seat."""
    table = intake.table
    free = [
        each
        for each in spool.notes_by_seat(spool.deferred_notes(table))
        if not spool.next_reply_time(table, each[0].game, each[0].seat)
    ]
    return [done for notes in free for done in answer_group(intake, notes)]


def answer_group(intake: Intake, notes: Sequence[Deferred]) -> list[Received]:
    """Deliver the answers to one seat, and file its mails away. Answers that cannot be delivered now wait."""
    try:
        kept = private_of(intake.table, notes[0].game)
        mine = still_due(intake.table, kept, notes) if kept else []
        if kept and mine:
            send_due(intake, due(intake.table, kept, mine))
    except (Failed, UnreadableGame) as trouble:
        return [Received(notes[0].mail, WAITING, say("{why}", why=trouble), notes[0].game, notes[0].seat)]
    return [filed_deferred(intake, each, each in mine) for each in notes]


def filed_deferred(intake: Intake, note: Deferred, is_answered: bool) -> Received:
    became, why = note.became, say("{words}", words=note.why)
    if not is_answered:
        became, why = IGNORED, say("Not answered, because somebody else plays this seat now.")
    where = inboxes.QUARANTINE if became == QUARANTINED else inboxes.DONE
    inboxes.file_away(intake.private, note.mail, where, str(why), inboxes.DEFERRED)
    spool.remove_deferred(intake.table, note)
    return Received(note.mail, became, why, note.game, note.seat)
