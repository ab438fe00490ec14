"""Letters to the players: what is due is written from the log, delivered, and then marked as sent."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from typing import NamedTuple

from referee.app.errors import Usage
from referee.app.game_access import Game, Table, folder_of, game_ids, open_game, refuse_stranger
from referee.app.look import report_files
from referee.app.mail import letter_words, private_words
from referee.app.mail.due_reports import news
from referee.app.mail.letter_words import LetterNews
from referee.app.mail.observers import due_to_observers
from referee.app.mail.private_words import PrivateWords
from referee.app.play.record_move import has_clock, view_with_deadline
from referee.app.time.deadline_words import deadline_sentence, moment
from referee.app.time.tick import TROUBLES
from referee.mail.mail_settings import MailSettings
from referee.mail.transport import outbox
from referee.mail.transport.outbox import Mark
from referee.mail.transport.outgoing import Send, Undelivered, Unreachable, open_session
from referee.mail.write import mime
from referee.mail.write.letter import Letter
from referee.report.pictures.palette import BadPalette, Palette
from referee.rules.replay import WAITING
from referee.settings import Misconfigured
from referee.store import disk, log, private
from referee.store.documents import Entry
from referee.store.private import LONG, NO_LETTERS, Private
from referee.words import ENGLISH, Phrase, say, speaking

SENT, WAITS, DUE, TROUBLE = "sent", "waits", "due", "trouble"


class Posted(NamedTuple):
    """What became of a letter.

    did     `sent`; `waits`: it could not be delivered, and is still due; `due`: in a dry run; `trouble`: there is none
    says    why, or what it is about
    """

    game: str
    seat: str
    to: str
    entry: int
    kind: str
    did: str
    says: Phrase


class Task(NamedTuple):
    """A letter, what it tells of words to its reader alone, and where its mark goes when it is delivered."""

    letter: Letter
    mark: Mark
    told: tuple[PrivateWords, ...]


def send_due_letters(
    table: Table, names: Sequence[str] = (), *, again: Sequence[str] = (), dry_run: bool = False
) -> list[Posted]:
    """Deliver what is due in these games, or in all. Raises Misconfigured without settings of mail.

    `again`: seats of the one game named that lost their letter. They get it as the game is now, due or not.
    """
    mail = mail_of(table)
    for name in names:
        folder_of(table, name)
    if again:
        refuse_lost(table, names, again)
    with ExitStack() as stack:
        carrier = Carrier(mail, stack)
        return [
            done
            for id in names or with_players(table)
            for done in send_game_letters(table, id, carrier, again, dry_run)
        ]


def with_players(table: Table) -> list[str]:
    """The games whose private part is here. Others, such as an archive's, have nobody to write to."""
    return [id for id in game_ids(table) if private.is_kept(table.settings.private, id)]


def refuse_lost(table: Table, names: Sequence[str], again: Sequence[str]) -> None:
    """Letters are sent again to seats of one game that have an address. Raises Usage."""
    if len(names) != 1:
        raise Usage(say("Name the one game whose letter is to be sent again."))
    game = open_game(table, names[0])
    kept = private.read_private_part(table.settings.private, game.id)
    for seat in again:
        refuse_stranger(game, seat)
        if seat not in kept.addresses:
            words = "{seat} has no address in {game}; give one: referee player {game} {seat} --address NAME@HOST"
            raise Usage(say(words, seat=seat, game=game.id))


def mail_of(table: Table) -> MailSettings:
    """Raises Misconfigured."""
    if table.settings.mail is None:
        raise Misconfigured(
            say('There is no [mail] in referee.toml; begin it with: from = "Referee <referee@example.org>"')
        )
    return table.settings.mail


class Carrier:
    """Sends over one connection, made when the first letter needs it; once it is lost nothing else is tried."""

    def __init__(self, mail: MailSettings, stack: ExitStack) -> None:
        self.mail = mail
        self.stack = stack
        self.send: Send | None = None
        self.lost: Unreachable | None = None

    def __call__(self, message: bytes, to: str) -> None:
        """Raises Undelivered."""
        if self.lost:
            raise self.lost
        try:
            if self.send is None:
                self.send = self.stack.enter_context(open_session(self.mail))
            self.send(message, to)
        except Unreachable as lost:
            self.lost = lost
            raise


def send_game_letters(table: Table, id: str, carrier: Carrier, again: Sequence[str], dry_run: bool) -> Iterator[Posted]:
    """What became of the letters of one game. One that makes trouble does not keep the others waiting."""
    try:
        if dry_run:
            kept = private.read_private_part(table.settings.private, id)
            yield from (posted_letter(task.letter, DUE) for task in tasks(table, open_game(table, id), kept, again))
            return
        folder = os.path.join(table.settings.private, id)
        make(folder)
        with log.game_lock(folder, table.settings.wait):  # two who send at once would send everything twice
            kept = private.read_private_part(table.settings.private, id)
            for task in tasks(table, open_game(table, id), kept, again):
                yield handed_over(table, task, kept, carrier)
    except TROUBLES as error:
        yield Posted(id, "", "", 0, "", TROUBLE, say("{why}", why=error))


def make(folder: str) -> None:
    try:
        disk.make_folder(folder, 0o700)
    except OSError as error:
        words = "{folder} could not be made: {why}."
        raise disk.NotRecorded(say(words, folder=folder, why=disk.reason_text(error))) from error


def handed_over(table: Table, task: Task, kept: Private, carrier: Carrier) -> Posted:
    """Deliver, then advance the mark: in this order nothing is lost."""
    letter, folder = task.letter, table.settings.private
    try:
        carrier(letter_bytes(table, letter, carrier.mail, kept.reply_key), letter.to)
    except Undelivered as error:
        return posted_letter(letter, WAITS, say("{why}", why=error))
    outbox.advance(folder, letter.game, letter.seat, task.mark, letter.to)
    private_words.forget_words(task.told)
    return posted_letter(letter, SENT)


def letter_bytes(table: Table, letter: Letter, mail: MailSettings, key: bytes) -> bytes:
    """The bytes of a letter, in the configured colours. Raises Misconfigured when these are none, Undelivered."""
    try:
        return mime.message(letter, mail, key, palette(table, letter))
    except BadPalette as error:
        raise Misconfigured(say("The setting palette: {why}", why=error)) from error


def palette(table: Table, letter: Letter) -> Palette:
    """The configured colours of the seats of a letter."""
    return report_files.palette(table.settings, letter.view) if letter.view else None


def posted_letter(letter: Letter, did: str, says: Phrase | None = None) -> Posted:
    return Posted(letter.game, letter.seat, letter.to, letter.entry, letter.kind, did, says or letter.subject)


def tasks(table: Table, game: Game, kept: Private, again: Sequence[str] = ()) -> Iterator[Task]:
    """What is due in a game, for the seats that have an address; for those that lost a letter, in any case."""
    folder = table.settings.private
    for seat in (seat for seat in game.header["seats"] if seat in kept.addresses):
        mark = outbox.mark(folder, game.id, seat, kept.addresses[seat])
        numbers = news(game, kept, seat, mark) or [game.log.last] * (seat in again)
        words = private_words.waiting(table.settings, game.id, seat) if wants_letters(kept, seat) or again else ()
        if numbers or words:
            with speaking(kept.languages.get(seat, ENGLISH)):
                letter = due_letter(table, game, kept, seat, numbers, words, mark == outbox.NEVER)
            yield Task(to_compose(table, game, letter), Mark(game.log.last, game.log.head), words)
    nothing_private: Entry = {"kind": "", "at": ""}
    subject = letter_words.subject_of(LetterNews(game, "", (nothing_private,)))
    for letter, mark in due_to_observers(table, game, kept, subject):
        yield Task(letter, mark, ())


def wants_letters(kept: Private, seat: str) -> bool:
    return kept.letters.get(seat) != NO_LETTERS


def to_compose(table: Table, game: Game, letter: Letter) -> Letter:
    """The letter with what its seat may do now, where the settings want that and it is to move."""
    if table.settings.mail is None or not table.settings.mail.composer:
        return letter
    from referee.app.look.compose_page import menu

    return letter._replace(menu=menu(game, letter.seat))


def due_letter(
    table: Table, game: Game, kept: Private, seat: str, numbers: list[int], words: tuple[PrivateWords, ...], first: bool
) -> Letter:
    """What happened, and words to this seat alone; spoken in its language."""
    news = LetterNews(game, seat, tuple([game.log.entry(number) for number in numbers]))
    opening = list(letter_words.openings(news))
    opening += [private_words.told_words(each, game.players) for each in words]
    kind = "reminder" if news.is_reminder else "invitation" if game.phase == WAITING else "report"
    letter = letter_to_seat(
        game,
        kept,
        seat,
        kind=kind,
        subject=letter_words.subject_of(news),
        opening=tuple(opening),
        mark=mark_of(numbers, words),
        now=table.time(),
    )
    is_dealt = any(each.get("kind") == "deal" for each in news.entries)
    letter = letter._replace(is_final=letter.is_final or first or is_dealt)
    return welcoming(table, game, letter) if first or is_dealt else letter


def welcoming(table: Table, game: Game, letter: Letter) -> Letter:
    """The first letter of a game to its reader."""
    assert letter.view is not None
    moderator = table.settings.mail.moderator if table.settings.mail else ""
    paragraphs = letter_words.welcome_paragraphs(game, letter.seat, moderator, letter.view)
    return letter._replace(welcome=tuple(paragraphs), examples=letter_words.legal_examples(game, letter.seat))


def mark_of(numbers: list[int], words: tuple[PrivateWords, ...]) -> str:
    """Letters about the same entry differ by what they tell of words, and of what happened besides."""
    names = [os.path.basename(each.path) for each in words]
    return sha256(" ".join([*map(str, numbers), *names]).encode()).hexdigest()[:16] if words else ""


def letter_to_seat(
    game: Game,
    kept: Private,
    seat: str,
    *,
    kind: str,
    subject: Phrase,
    opening: tuple[Phrase, ...] = (),
    quoted: str = "",
    answers: str = "",
    mark: str = "",
    now: str = "",
) -> Letter:
    """A letter to a seat about the game as it is now. Call it inside `speaking` the seat's language.

    With the time that it is `now` it says how much time is left.
    """
    view = view_with_deadline(game, game.book.show().view(game.header, game.moments, seat))
    return Letter(
        game.id,
        str(view.full_title),
        seat,
        game.players[seat],
        kept.addresses[seat],
        kept.languages.get(seat, ENGLISH),
        game.log.last,
        game.log.head,
        str(game.log.documents[-1].get("at", view.at)),
        kind,
        subject,
        opening,
        quoted,
        view,
        game.log.raw,
        answers,
        mark,
        deadline=deadline_sentence(game, seat, moment(now)) if now and has_clock(game) else None,
        is_long=kept.lengths.get(seat) == LONG,
        is_final=LetterNews(game, seat).is_end,
        due=letter_words.appointment_of(game, seat) if has_clock(game) else None,
    )
