"""A mail that is heard, in a run over the spool: who sent it, the game that it is about, and what it may move.

The last offer of each seat is kept in the private part of its game until the next one; losing it costs a question.
"""

import hmac
import json
import os
import re
from base64 import b32encode
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from referee import GAME_ID
from referee.app.errors import Refused, Unreplayable
from referee.app.game_access import Game, Table, folder_of
from referee.app.look.listed_games import UnreadableGame, locked_folder, open_readable, private_of
from referee.app.play import record_move, seats
from referee.app.play.entries import TURNS
from referee.app.play.record_move import Submitted, recorded_before, recorded_now
from referee.app.post import moderator_notes
from referee.app.post.game_facts import name_now
from referee.app.post.moderator_notes import ModeratorNote
from referee.mail.read import identity, requests
from referee.mail.read.mail_parts import Mail
from referee.mail.read.move_blocks import REPLY
from referee.mail.read.requests import Wishes
from referee.mail.transport import inboxes
from referee.mail.transport.mail_progress import Begun
from referee.mail.write import addresses as reply_tags
from referee.mail_settings import MailSettings
from referee.rules.line import counted_line
from referee.rules.rewrites import UNDO
from referee.show.view import Line
from referee.store import disk, log
from referee.store.documents import REFEREE, Aside, Entry
from referee.store.private import Private
from referee.store.stores import put_document, read_document, store_of
from referee.words import ENGLISH, Phrase, say

RECORDED, ANSWERED, IGNORED, QUARANTINED, WAITING = "recorded", "answered", "ignored", "quarantined", "waiting"
DEFERRED = "deferred"
"""The result of a mail: recorded; answered without an entry; no answer; quarantined; still there; its answer waits."""


class Received(NamedTuple):
    """The result of one mail, with its seat and game as far as they are known."""

    mail: str
    became: str
    says: Phrase
    game: str = ""
    seat: str = ""
    entry: int | None = None


class Failed(Exception):
    """A receipt could not be delivered; `later`: it may be, at another time."""

    def __init__(self, says: Phrase, later: bool) -> None:
        super().__init__(says)
        self.says, self.later = says, later


OPEN = 16
"""So many games stay open in a run."""


class Intake(NamedTuple):
    """A run that handles mails.

    broken  the games that it could not read, each tried once
    opened  the last games that it opened, as it left them: a game whose log has the same bytes is not replayed again
    """

    table: Table
    settings: MailSettings
    broken: dict[str, UnreadableGame]
    opened: dict[str, Game]

    @property
    def private(self) -> str:
        return self.table.settings.private

    def open_game(self, id: str) -> Game:
        """Raises UnreadableGame."""
        if id in self.broken:
            raise self.broken[id]
        try:
            return self.keep(open_readable(self.table, id, self.opened.get(id)))
        except UnreadableGame as error:
            self.broken[id] = error
            raise

    def keep(self, game: Game) -> Game:
        """Keep a game open. Of many that one run opens, the oldest are let go."""
        self.opened.pop(game.id, None)
        self.opened[game.id] = game
        if len(self.opened) > OPEN:
            del self.opened[next(iter(self.opened))]
        return game


class Case(NamedTuple):
    """A mail with a right tag: its name in the spool, whose it is, its Message-ID."""

    mail: str
    begun: Begun
    kept: Private
    message_id: str = ""

    @property
    def digest(self) -> str:
        return self.mail.removesuffix(inboxes.ENDING)


NOTHING = say("Nothing was recorded and nothing changed.")
UNSENT = say("Your message to other players was not passed on. Write it again with your move.")
FAULTY = say(
    "An error in the program prevented this from being recorded. It is not your mistake, "
    "and nothing else is lost. The moderator has been informed. Wait for them, or send "
    "something else."
)


class MailSender(NamedTuple):
    """The sender of a mail: a seat of a game, in answer to the e-mail after an entry.

    signer  its ssh key, or ""
    since   the last entry before the mail was handled first: of a later one that it asks for it is the maker, even
            though a crash came between
    """

    game: str
    seat: str
    entry: int
    signer: str = ""
    since: int = 0

    def has_made(self, done: Submitted) -> bool:
        """Whether the mail is what made the entry."""
        return not done.before or (done.entry is not None and done.entry > self.since)


class Offer(NamedTuple):
    """What a seat can take by one word.

    entry    the entry of the e-mail that was answered: what is taken answers it, too
    turn     the last turn at that time: after another one nothing is taken
    choices  code → the block or the line
    player   to whom it was made
    message  the Message-ID of the e-mail that makes the offer
    is_last  whether no other e-mail went to the seat since
    """

    entry: int
    turn: int
    choices: dict[str, str]
    player: str
    message: str = ""
    is_last: bool = True


class MailAnswer(NamedTuple):
    """The text for a player.

    opening  paragraphs; `refused`, what stopped it, to be printed line by line below them
    entry    the last entry that this recorded now; None: nothing was
    entered  all that this recorded now, such as `entries 6 to 8`
    fault    a fault of the program, which the moderator must know; None: there was none
    subject  what the answer is about, where nothing was recorded and nothing refused
    at       the number of the entry after which the game is shown; None: the last one
    shows    whether the board is asked for
    history  the turns so far, where they are asked for
    secret   what of `opening` is nobody's business but the player's
    readings what the mail may mean, as complete blocks that can be sent
    draft    a refused move, as it was read: the block of the answer, to be corrected
    lines    documented lines that the mail may mean
    offer    how the readings and lines can be taken by one word
    is_older whether the mail answers an e-mail that is used up: the newest one goes out again, whole
    """

    opening: tuple[Phrase, ...]
    refused: tuple[Exception, ...] = ()
    entry: int | None = None
    entered: tuple[Phrase, ...] = ()
    fault: Phrase | None = None
    subject: Phrase | None = None
    at: int | None = None
    secret: tuple[Phrase, ...] = ()
    readings: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    offer: Offer | None = None
    is_older: bool = False
    shows: bool = False
    draft: str = ""
    history: tuple[Line, ...] = ()


class Hearing:
    """A mail that is being handled: its sender, and the game as the mail has left it so far, with its private part.

    The game was opened once, and its lock is held. All that the mail adds to it gets on disk at once.
    """

    def __init__(self, table: Table, game: Game, sender: MailSender, kept: Private) -> None:
        self.table, self.game, self.sender, self.kept = table, game, sender, kept

    @property
    def language(self) -> str:
        """The language of the e-mails to its sender."""
        return self.kept.languages.get(self.sender.seat, ENGLISH)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The referee's own addresses."""
        mail = self.table.settings.mail
        return (mail.reply,) if mail else ()

    @property
    def moderator_name(self) -> str:
        """What the moderator is called; "" where the settings name nobody."""
        mail = self.table.settings.mail
        return mail.moderator_name if mail else ""

    def add_note(self, kind: str, text: str = "", about: str = "", player: str = "") -> None:
        """Write down what the moderator must know, of who plays the seat, or of a `player` who did.

        Raises Refused where one player wants too much, NotRecorded.
        """
        if not moderator_notes.store_note(self.table, self.note_of(kind, text, about, player)):
            words = "You have sent {most} messages to the moderator within a day. Write again tomorrow."
            raise Refused(say(words, most=moderator_notes.MOST))

    def is_noted(self, kind: str, text: str) -> bool:
        """Whether an earlier copy of the mail left these words for the moderator."""
        return self.note_of(kind, text).id in [each.id for each in moderator_notes.all_notes(self.table.settings)]

    def note_of(self, kind: str, text: str, about: str = "", player: str = "") -> ModeratorNote:
        sender = self.sender
        whose, name = (sender.game, sender.seat, sender.entry), player or self.game.players[sender.seat]
        return moderator_notes.new_note(self.table.time(), whose, name, kind, text, about)

    def offer_code(self, entry: int, text: str) -> str:
        """A digit and three letters by which its seat takes an offer: no other is made so, and no word is one."""
        offered = f"referee/offer/1\n{self.sender.game}\n{self.sender.seat}\n{entry}\n{text}"
        digest = hmac.digest(self.kept.reply_key, offered.encode(), sha256)
        return f"{digest[0] % 8 + 2}{b32encode(digest[1:]).decode('ascii').lower()[:3]}"

    def take(self, done: tuple[Game, Submitted]) -> Submitted:
        self.game = done[0]
        return done[1]

    def note(self, kind: str, fields: Aside | int) -> Submitted:
        """Record an entry that is not a move, unless it exists already: then `fields` is its number."""
        if isinstance(fields, int):
            return recorded_before(self.game, self.sender.seat, fields)
        self.game = record_move.append_aside(self.table, self.game, kind, fields)
        return recorded_now(self.game, self.sender.seat)


def recorded_answer(
    sender: MailSender, done: Submitted, *words: Phrase, refused: tuple[Exception, ...] = ()
) -> MailAnswer:
    """The text about something that became entries, now or by an earlier mail."""
    found = (
        MailAnswer(words, refused, done.entry, (done.entries_phrase,))
        if sender.has_made(done)
        else MailAnswer(words, refused)
    )
    if isinstance(done.stopped, Unreplayable):
        return found._replace(opening=(*words, FAULTY), fault=done.stopped.says)
    return found


class Question(NamedTuple):
    """What is asked back: why, the readings as blocks, and whether these leave out what could not be read."""

    why: Phrase
    readings: tuple[str, ...] = ()
    is_part: bool = False


TWO_BLOCKS = say("There are two different moves in your e-mail.")
TWO_MEANINGS = say("I can read your move in more than one way.")
SEND_ONE = say("Reply with the block that you mean, and nothing else:")
SEND_PART = say("I can read only a part of it. Reply with this block if it is all that you mean:")
SEND_AGAIN = say(
    "Please edit the block below until it says what you mean. Send it without other words about your move."
)
STILL_OPEN = say("Nothing is recorded yet.")


def asking_answer(question: Question) -> MailAnswer:
    """Nothing is recorded; the answer says why, and last of all how to go on, above the readings."""
    how = SEND_AGAIN if not question.readings else SEND_PART if question.is_part else SEND_ONE
    return MailAnswer((question.why, STILL_OPEN, how), readings=question.readings)


def refusing_answer(reasons: Sequence[Phrase]) -> MailAnswer:
    """The same where no reading is possible now, for these reasons."""
    return MailAnswer((*reasons, STILL_OPEN, SEND_AGAIN))


def is_used_up(game: Game, sender: MailSender) -> bool:
    """Whether the e-mail that a mail answers opens nothing any more: the mail then changes nothing, whatever it asks.

    An e-mail is good for one turn of its seat, with all that is sent before that turn is over. So it is used up by the
    entry that ends the turn or the game, and by an undo that its seat made or that took a turn of its seat back. Only
    entries count that were there before the mail was first handled: it may have made the later ones itself.
    """
    return any(uses_up(game, sender.seat, number) for number in range(sender.entry + 1, sender.since + 1))


def uses_up(game: Game, seat: str, number: int) -> bool:
    """Whether an entry makes the earlier e-mails to a seat void."""
    entry = game.log.entry(number)
    if entry["kind"] in TURNS:
        return entry["seat"] == seat and not game.book.play.is_turn_begun(game.moments[number].position)
    if entry["kind"] == "end":
        return bool(entry.get("seat") == seat)
    before, after = (turn_numbers(game, seat, each) for each in (number - 1, number))
    return entry["kind"] == UNDO and (entry.get("seat") == seat or before != after)


def turn_numbers(game: Game, seat: str, number: int) -> list[int]:
    """The turns of a seat, or parts of them, that count after an entry."""
    line = counted_line(game.moments[: number + 1])
    return [each.number for each in line if each.entry.get("kind") in TURNS and each.entry.get("seat") == seat]


OLDER = say(
    "Your e-mail answers an older one of mine: since then your turn has ended, or a move was taken back. If what you "
    "asked for still matters, write it again in reply to this e-mail."
)


Sender = tuple[Begun, Private]
"""Whose mail it is, and the private part of its game that says so."""


def sender_of(table: Table, settings: MailSettings, mail: Mail, wish: Wishes | None) -> Sender | None:
    """The reader of the e-mail that a mail answers;

    None: it has no right tag. Raises UnreadableGame if only that game can say it.
    """
    trouble: UnreadableGame | None = None
    for token in identity.tokens(mail, settings.separator):
        try:
            found = by_token(table, token)
        except UnreadableGame as error:  # another token may be right
            trouble = trouble or error
            continue
        if found:
            return found
    found = by_line(table, *line_of_tag(mail, wish)) if wish else None
    if found is None and trouble:
        raise trouble
    return found


def by_token(table: Table, token: reply_tags.ReplyToken) -> Sender | None:
    kept = private_of(table, token.game)
    seat = reply_tags.holder(kept.reply_key, token, kept.addresses) if kept else None
    return (Begun(token.game, seat, token.entry), kept) if kept and seat else None


def line_of_tag(mail: Mail, wish: Wishes) -> tuple[str, str]:
    """The tag of the line `reply:` and the game, of the block of a mail or else of its lines; "" for what is not there.

    A pasted answer may have lost the lines around its block.
    """
    if wish.block:
        return wish.block.tag, game_named(wish)
    try:
        text = "\n".join(requests.lines_of(mail))
    except requests.Unclear:
        return "", ""
    tag = re.search(rf"(?m)^{REPLY.pattern}$", text)
    game = re.search(rf"(?m)^game:[ \t]*['\"]?({GAME_ID})\b", text)
    return tag[1] if tag else "", game[1] if game else ""


def by_line(table: Table, tag: str, game: str) -> Sender | None:
    """The same by the line `reply:` of a block, for mail programs that drop the part after the plus of an address."""
    kept = private_of(table, game) if tag and game else None
    if kept is None:
        return None
    found = None
    for entry in range(number_of_documents(table, game)):  # all are tried: how long it takes reveals nothing
        seat = reply_tags.holder(kept.reply_key, reply_tags.ReplyToken(game, entry, tag), kept.addresses)
        found = Begun(game, seat, entry) if seat else found
    return (found, kept) if found else None


def number_of_documents(table: Table, game: str) -> int:
    """How many documents its log has. Raises UnreadableGame."""
    try:
        return len(log.read_log(folder_of(table, game)).documents)
    except Exception:
        locked_folder(table, game)
        return len(open_readable(table, game).log.documents)  # raises what says why


def game_named(wish: Wishes) -> str:
    """The game that a block names, or ""."""
    found = re.search(
        rb"(?m)^[\"']?game[\"']?\s*:\s*[\"']?(" + GAME_ID.encode() + rb")\b",
        wish.block.raw if wish.block else b"",
    )
    return found[1].decode() if found else ""


def is_void(table: Table, game: Game, begun: Begun) -> bool:
    """Whether somebody else plays the seat since the e-mail was sent, or the substitute's last day is over.

    Not where the mail itself gave the seat to the referee before a crash, nor where a player is only called otherwise.
    """
    later = enumerate(game.log.entries_after(begun.entry), begun.entry + 1)
    taken = [(n, each) for n, each in later if each["kind"] == "player" and each["seat"] == begun.seat]
    changed = any(begun.last is None or n <= begun.last or each.get("by") != REFEREE for n, each in taken)
    changed = changed and not is_one_person(table, game, begun, [each for _, each in taken])
    return changed or begun.seat in seats.over(table, game) or begun.seat not in game.header["seats"]


def is_one_person(table: Table, game: Game, begun: Begun, taken: Sequence[Entry]) -> bool:
    """Whether who had a seat when an e-mail was sent got another name with each of these entries. Raises Unreadable."""
    names = [game.players_at(begun.entry)[begun.seat], *(each["player"] for each in taken if "by" not in each)]
    called = {name_now(table.settings, game.id, begun.seat, each) for each in names}
    return len(called) == 1 and len(names) == len(taken) + 1


def offer_path(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "offers", seat)


def keep_offer(private: str, game: str, seat: str, offer: Offer) -> None:
    """Keep the last offer of a seat. If that fails its word is not known, and the player is asked again."""
    path = offer_path(private, game, seat)
    with suppress(OSError):
        put_document(path, json.dumps(offer).encode())


def kept_offer(private: str, game: str, seat: str) -> Offer | None:
    with suppress(disk.Unreadable, ValueError, TypeError):
        return Offer._make(json.loads(read_document(offer_path(private, game, seat))))
    return None


def pass_over(private: str, game: str, seat: str) -> None:
    """Another e-mail goes to the seat: a bare `yes` without a sign of what it answers may be about that one."""
    if store_of(private).has(offer_path(private, game, seat)) and (found := kept_offer(private, game, seat)):
        keep_offer(private, game, seat, found._replace(is_last=False))
