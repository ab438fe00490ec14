"""E-mails to the players: the due ones are written from the log, delivered, and then marked as sent."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from referee.app.ahead import play_orders
from referee.app.consent.proposal_words import time_sentence
from referee.app.errors import Usage
from referee.app.game_access import (
    TROUBLES,
    Game,
    Table,
    current_game,
    folder_of,
    game_ids,
    open_game,
    refuse_stranger,
)
from referee.app.kept_answers import ALWAYS, Summaries
from referee.app.look import game_views, replays, report_files
from referee.app.look.game_views import has_clock, view_for_reader
from referee.app.look.library import published_rules
from referee.app.look.listed_games import closed_game, seats_behind, trouble_kind
from referee.app.post import due_reports, moderator_notes
from referee.app.post.due_reports import PrivateWords, news
from referee.app.post.game_facts import LeftPlayer, note_left
from referee.app.time.deadlines import moment
from referee.exit_codes import Foreseen
from referee.mail.act import heard_mail, letter_words
from referee.mail.act.letter_words import LetterNews
from referee.mail.act.observers import due_to_observers
from referee.mail.act.table.last_letters import last_letters
from referee.mail.act.table.new_address import address_letters
from referee.mail.transport import mail_progress
from referee.mail.transport.mail_progress import Mark, is_daily
from referee.mail.transport.outgoing import Send, Undelivered, Unreachable, open_session
from referee.mail.write import mime
from referee.mail.write.addresses import LETTER, MENU, REPLAY, Letter
from referee.mail.write.letter_bodies import is_short_receipt
from referee.mail.write.mime import PartFailed
from referee.mail_settings import MailSettings
from referee.report.pictures.palette import BadPalette, Palette
from referee.rules.entry_shapes import ASIDES
from referee.rules.replay import WAITING
from referee.settings import Misconfigured
from referee.store import log, private
from referee.store.documents import Entry, is_kind, people
from referee.store.private import LONG, NO_LETTERS, Private
from referee.store.stores import recording, store_of
from referee.words import ENGLISH, Phrase, language, say, speaking, term

NONE_OPEN: Mapping[str, Game] = {}
SENT, WAITS, DUE = "sent", "waits", "due"


class Posted(NamedTuple):
    """The result of an e-mail.

    did     `sent`; `waits`: it could not be delivered, and is still due; `due`: in a dry run; `trouble`,
            `unreadable`: there is none
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
    """An e-mail, the private messages that it shows its reader, and where its mark goes when it is delivered."""

    letter: Letter
    mark: Mark
    told: tuple[PrivateWords, ...]


def send_due_letters(
    table: Table, names: Sequence[str] = (), *, again: Sequence[str] = (), dry_run: bool = False
) -> list[Posted]:
    """Deliver the due e-mails of these games, or of all. Raises Misconfigured without settings of mail.

    `again`: seats of the one named game that lost their e-mail. They get it as the game is now, due or not.
    """
    mail = table.settings.needed_mail()
    for name in names:
        folder_of(table, name)
    if again:
        refuse_lost(table, names, again)
    with ExitStack() as stack:
        carrier = Carrier(mail, stack)
        if not names:
            return send_everywhere(table, carrier, dry_run)
        return [done for id in names for done in send_game_letters(table, id, carrier, again, dry_run)]


def send_letters_of(table: Table, names: Sequence[str], opened: Mapping[str, Game] = NONE_OPEN) -> list[Posted]:
    """Deliver the due e-mails of games, of which some were `opened` before. Raises Misconfigured."""
    with ExitStack() as stack:
        carrier = Carrier(table.settings.needed_mail(), stack)
        return [done for id in names for done in send_game_letters(table, id, carrier, seen=opened.get(id))]


def with_players(table: Table) -> list[str]:
    """The games whose private part is here. Others, such as an archive's, have nobody to write to."""
    return [id for id in game_ids(table) if private.is_kept(table.settings.private, id)]


def refuse_lost(table: Table, names: Sequence[str], again: Sequence[str]) -> None:
    """E-mails are sent again to seats of one game that have an address. Raises Usage."""
    if len(names) != 1:
        raise Usage(say("Name one game, so that its last e-mail can be sent again."))
    game = open_game(table, names[0])
    kept = private.read_private_part(table.settings.private, game.id)
    for seat in again:
        refuse_stranger(game, seat)
        if seat not in kept.addresses:
            words = "{seat} has no address in {game}. To set one: referee player {game} {seat} --address NAME@HOST"
            raise Usage(say(words, seat=seat, game=game.id))


class Carrier:
    """Sends over one connection, opened when the first e-mail needs it; once it is lost, nothing else is tried."""

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


def send_everywhere(table: Table, carrier: Carrier, dry_run: bool) -> list[Posted]:
    """Deliver the due e-mails of all games; games are not replayed for the answer that was found out before."""
    summaries, done = Summaries(table, f"letters-{language()}"), list[Posted]()
    for id in with_players(table):
        known = summaries.find(id)
        if known is None or (known and not dry_run):
            found = list(due_now(table, id, carrier, dry_run))
            keep_due(id, summaries, found)
        else:
            found = [Posted(**{**facts, "says": say("{subject}", subject=facts["says"])}) for facts in known]
        done += found
    summaries.save()
    return done


def due_now(table: Table, id: str, carrier: Carrier, dry_run: bool) -> Iterator[Posted]:
    """The result of the e-mails of a game; a closed one whose players know everything is not replayed for that."""
    with suppress(*TROUBLES):
        if owes_nothing(table, id):
            return
    yield from send_game_letters(table, id, carrier, (), dry_run)


def owes_nothing(table: Table, id: str) -> bool:
    """Whether a closed game, known by both ends of its log, has nothing to tell anybody. Raises TROUBLES."""
    found = closed_game(table, id)
    if found is None or seats_behind(table.settings, found):
        return False
    kept = private.read_private_part(table.settings.private, id)
    seats = found.header["seats"]
    return not kept.observers and not any(due_reports.waiting(table.settings, id, seat) for seat in seats)


def keep_due(id: str, summaries: Summaries, found: Sequence[Posted]) -> None:
    """Keep which e-mails of a game are due, unless that made trouble or has changed since, such as by sending them."""
    if all(each.did == DUE for each in found):
        summaries.keep(id, [{**each._asdict(), "says": str(each.says)} for each in found], ALWAYS)


def send_game_letters(
    table: Table,
    id: str,
    carrier: Carrier,
    again: Sequence[str] = (),
    dry_run: bool = False,
    seen: Game | None = None,
) -> Iterator[Posted]:
    """The result of the e-mails of one game, `seen` before. One that makes trouble does not keep the others waiting."""
    try:
        if dry_run:
            kept = private.read_private_part(table.settings.private, id)
            game = open_game(table, id)
            yield from (posted_letter(letter, DUE) for _, letter in last_letters(table, game, kept))
            for reader in readers(game, kept):
                found = tasks(table, game, kept, reader, again, whole=False)
                yield from (posted_letter(task.letter, DUE) for task in found)
            return
        folder = os.path.join(table.settings.private, id)
        with recording(folder, "created"):
            store_of(folder).make_folder(folder)
        with log.game_lock(folder, table.settings.wait):  # two who send at once would send everything twice
            kept, game = private.read_private_part(table.settings.private, id), current_game(table, id, seen)
            for letter in address_letters(table, game, kept):
                yield handed_over(table, Task(letter, Mark(game.log.last, game.log.head), ()), kept, carrier)
            for left, letter in last_letters(table, game, kept):
                done = handed_over(table, Task(letter, Mark(game.log.last, game.log.head), ()), kept, carrier)
                if done.did == SENT:
                    note_left(table.settings, id, LeftPlayer(left.seat, left.digest, until=left.until))
                yield done
            for reader in readers(game, kept):
                try:
                    for task in tasks(table, game, kept, reader, again):
                        yield handed_over(table, task, kept, carrier)
                except Foreseen:
                    raise
                except Exception as bug:  # the others get theirs
                    whose, player = (id, reader, game.log.last), game.players.get(reader, str(WATCHERS))
                    note = moderator_notes.note_fault(table, whose, player, LETTER, bug)
                    yield Posted(id, reader, "", game.log.last, "", trouble_kind(bug), moderator_notes.headline(note))
    except TROUBLES as error:
        yield Posted(id, "", "", 0, "", trouble_kind(error), say("{why}", why=error))


def handed_over(table: Table, task: Task, kept: Private, carrier: Carrier) -> Posted:
    """Deliver, then advance the mark: in this order nothing is lost."""
    letter, folder = task.letter, table.settings.private
    try:
        carrier(letter_bytes(table, letter, carrier.mail, kept.reply_key), letter.to)
    except Undelivered as error:
        if not error.later and not isinstance(error, Unreachable):
            mail_progress.write_refusal(folder, letter.game, letter.seat, letter.to, str(error))
        return posted_letter(letter, WAITS, say("{why}", why=error))
    mail_progress.forget_refusal(folder, letter.game, letter.seat)
    mail_progress.advance(folder, letter.game, letter.seat, task.mark, letter.to)
    due_reports.forget_words(task.told)
    heard_mail.pass_over(folder, letter.game, letter.seat)
    return posted_letter(letter, SENT)


def letter_bytes(table: Table, letter: Letter, mail: MailSettings, key: bytes) -> bytes:
    """The bytes of an e-mail, in the configured colours. Raises Misconfigured when these are none, Undelivered."""
    try:
        missed = partial(moderator_notes.note_part, table, letter)
        draw = partial(report_files.kept_board, table.settings)
        if letter.view:
            letter = letter._replace(rules=published_rules(table.settings, letter.view.title))
        return mime.message(letter, mail, key, palette(table, letter), missed, draw)
    except BadPalette as error:
        raise Misconfigured(say("The setting palette: {why}", why=error)) from error


def palette(table: Table, letter: Letter) -> Palette:
    """The configured colours of the seats in an e-mail."""
    return report_files.palette(table.settings, letter.view) if letter.view else None


def posted_letter(letter: Letter, did: str, says: Phrase | None = None) -> Posted:
    return Posted(letter.game, letter.seat, letter.to, letter.entry, letter.kind, did, says or letter.subject)


OBSERVERS, WATCHERS = "", say("those who watch")
"""The name of the readers who have no seat, for us and for people."""


def readers(game: Game, kept: Private) -> list[str]:
    """Who may get e-mails: the seats with an address, and the observers."""
    return [*[seat for seat in people(game.log.documents) if seat in kept.addresses], OBSERVERS]


def tasks(
    table: Table,
    game: Game,
    kept: Private,
    reader: str,
    again: Sequence[str] = (),
    *,
    whole: bool = True,
    daily: bool = False,
) -> Iterator[Task]:
    """The e-mails that are due to a reader; in any case to a seat that lost one.

    whole: with the options of the seat to move, which take long to find; daily: also to who gets one e-mail a day
    """
    if reader == OBSERVERS:
        nothing_private: Entry = {"kind": "", "at": ""}
        subject = letter_words.subject_of(LetterNews(game, "", (nothing_private,)))
        for letter, mark in due_to_observers(table, game, kept, subject):
            yield Task(letter, mark, ())
        return
    if not daily and reader not in again and is_daily(table.settings, kept.addresses[reader]):
        return
    known = mail_progress.mark(table.settings.private, game.id, reader, kept.addresses[reader])
    numbers = news(game, kept, reader, known) or [game.log.last] * (reader in again)
    words = due_reports.waiting(table.settings, game.id, reader) if wants_letters(kept, reader) or again else ()
    words = tuple([each for each in words if each.reader(table.settings, game, reader) == game.players[reader]])
    if numbers or words:
        with speaking(kept.languages.get(reader, ENGLISH)):
            letter = due_letter(table, game, kept, reader, numbers, words, known)
        is_talk = game.is_over and all(game.log.entry(number)["kind"] in ASIDES for number in numbers)
        letter = with_pages(table, game, letter) if whole and not is_talk else letter
        yield Task(letter, Mark(game.log.last, game.log.head), words)


def wants_letters(kept: Private, seat: str) -> bool:
    return kept.letters.get(seat) != NO_LETTERS


def with_pages(table: Table, game: Game, letter: Letter) -> Letter:
    """The e-mail with what is to be clicked on its page: the options of its seat, and after the end the replay.

    The options only if the settings want them, and nothing with an e-mail without a page.
    """
    if table.settings.mail is None or is_short_receipt(letter):
        return letter
    try:
        if game.is_over:
            with mime.making(REPLAY):
                return letter._replace(replay=replays.plain_page(table.settings, game))
        if table.settings.mail.composer:
            with mime.making(MENU):
                return letter._replace(menu=game_views.menu(game, letter.seat))
    except PartFailed as failed:
        moderator_notes.note_part(table, letter, failed)
    return letter


def due_letter(
    table: Table, game: Game, kept: Private, seat: str, numbers: list[int], words: tuple[PrivateWords, ...], known: Mark
) -> Letter:
    """What happened, and messages to this seat alone; in its language. `known`: up to where its player knows all."""
    first = known == mail_progress.NEVER
    taken = seat_taken(game, seat) if first else 0
    numbers = [number for number in numbers if number >= taken]  # what came before was for somebody else
    copied = int(game.header["fork"]["entries"]) if "fork" in game.header else 0
    own = [game.log.entry(number) for number in numbers if number > copied]
    news = LetterNews(game, seat, tuple(own or [BEGUN] * bool(numbers)))
    opening = list(letter_words.openings(news))
    opening += letter_words.undone_words(game, seat, max(known.entry, taken - 1))
    opening += [due_reports.told_words(each, game.players_at(each.entry)) for each in words]
    opening += play_orders.orders_paragraphs(table, game, seat, known.entry)
    kind = "reminder" if news.is_reminder else "invitation" if game.phase == WAITING else "report"
    kind = "question" if news.proposal and seat in news.proposal.missing else kind
    letter = letter_to_seat(
        game,
        kept,
        seat,
        kind=kind,
        subject=ABOUT_ORDERS if is_about_orders(words) and not numbers else letter_words.subject_of(news),
        opening=tuple(opening),
        mark=mark_of(numbers, words),
        now=table.time(),
    )
    is_dealt = any(each.get("kind") == "deal" for each in news.entries)
    if taken and is_back(game, seat, taken):
        return letter._replace(
            opening=(say("You are back: you play again ({seat}).", seat=term(seat)), *letter.opening)
        )
    letter = letter._replace(is_final=letter.is_final or first or is_dealt)
    return welcoming(table, game, letter) if first or is_dealt or game.phase == WAITING else letter


BEGUN: Entry = {"kind": "fork", "at": ""}
"""What the copied entries of a fork are to its players: they lost no time there, and asked for nothing."""


def seat_taken(game: Game, seat: str) -> int:
    """The entry since which its player has a seat; 0: since the beginning."""
    entries = enumerate(game.log.entries, 1)
    return max([n for n, each in entries if is_kind(each, "player") and each["seat"] == seat], default=0)


def is_back(game: Game, seat: str, taken: int) -> bool:
    """Whether the player who got a seat by an entry had it before."""
    earlier = [each for each in game.log.entries[: taken - 1] if is_kind(each, "player") and each["seat"] == seat]
    return game.players[seat] in (game.header["seats"][seat], *[each["player"] for each in earlier])


ABOUT_ORDERS = say("Your orders")


def is_about_orders(words: Sequence[PrivateWords]) -> bool:
    """Whether private words tell a player what became of orders ahead."""
    return any(each.seat == due_reports.FROM_ORDERS for each in words)


def welcoming(table: Table, game: Game, letter: Letter) -> Letter:
    """The first letter of a game to its reader."""
    assert letter.view is not None
    moderator = table.settings.mail.moderator if table.settings.mail else ""
    paragraphs = letter_words.welcome_paragraphs(game, letter.seat, moderator, letter.view)
    return letter._replace(welcome=tuple(paragraphs))


def mark_of(numbers: list[int], words: tuple[PrivateWords, ...]) -> str:
    """E-mails about the same entry differ by the messages in them, and by other events."""
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
    mark: str = "",
    now: str = "",
) -> Letter:
    """An e-mail to a seat about the present state of the game. Call it inside `speaking` the seat's language.

    With the time that it is `now` it says how much time is left.
    """
    view = view_for_reader(game, seat)
    reader = (seat, game.players[seat], kept.addresses[seat], kept.languages.get(seat, ENGLISH))
    letter = letter_words.letter_about(game, view, reader, kind, subject, opening)
    letter = letter._replace(quoted=quoted, view=view, log=game.log.raw, mark=mark)
    return with_deadline_and_length(letter, game, kept, now)


def with_deadline_and_length(letter: Letter, game: Game, kept: Private, now: str) -> Letter:
    """The letter with how much time is left, its appointment, and as long as its reader wants it."""
    timed = has_clock(game)
    return letter._replace(
        deadline=time_sentence(game, letter.seat, moment(now)) if now and timed else None,
        due=letter_words.appointment_of(game, letter.seat) if timed else None,
        is_long=kept.lengths.get(letter.seat) == LONG,
        is_final=LetterNews(game, letter.seat).is_end,
    )
