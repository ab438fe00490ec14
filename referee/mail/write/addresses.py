"""A letter before it is a mail, the names by which it and its thread are known, and the tag of its answer."""

import hmac
import re
from base64 import b32encode
from collections.abc import Mapping
from datetime import datetime
from email.utils import format_datetime
from hashlib import sha256
from typing import NamedTuple

from referee import LEAST_HEAD
from referee.mail.transport.outgoing import Undelivered
from referee.mail_settings import MailSettings
from referee.report.wording import NOWHERE, RuleLinks
from referee.show.menu import Menu
from referee.show.view import Line, View
from referee.words import Phrase, say

TAG = 16
"""Characters of a tag: 80 bits."""
TOKEN = re.compile(rf"([^.]+)\.([0-9]{{1,6}})\.([a-z2-7]{{{TAG}}})")
LOCAL = 64
"""How long the part of an address before the @ may be."""


class ReplyToken(NamedTuple):
    """The part of a reply address after its separator: `spring-cup.40.y6vs7fra4da3brns`."""

    game: str
    entry: int
    tag: str


def reply_tag(key: bytes, game: str, seat: str, entry: int, address: str) -> str:
    """16 characters that occur only in the e-mail to this seat after this entry, sent to this address."""
    return code_of(key, f"referee/reply/2\n{game}\n{seat}\n{entry}\n{address}")[:TAG]


def code_of(key: bytes, text: str) -> str:
    """Letters and digits that nobody without the key can make for a text."""
    return b32encode(hmac.digest(key, text.encode(), sha256)).decode("ascii").lower()


def holder(key: bytes, token: ReplyToken, addresses: Mapping[str, str]) -> str | None:
    """The seat to which this was sent, by seat → address. All are tried in the same time, whichever it is."""
    found = None
    for seat, address in addresses.items():
        if hmac.compare_digest(reply_tag(key, token.game, seat, token.entry, address).encode(), token.tag.encode()):
            found = seat
    return found


def reply_address(address: str, separator: str, token: ReplyToken) -> str:
    """The address that answers come to. ValueError when the name of the game makes it longer than mail allows."""
    local, _, host = address.rpartition("@")
    whole = f"{local}{separator}{token.game}.{token.entry}.{token.tag}"
    if len(whole) > LOCAL:
        raise ValueError(f"{whole} has {len(whole)} characters; the part of an address before the @ may have {LOCAL}")
    return f"{whole}@{host}"


def token_of(detail: str) -> ReplyToken | None:
    """What the part of an address after its separator says, or None when it is no token."""
    found = TOKEN.fullmatch(detail.lower())
    return ReplyToken(found[1], int(found[2]), found[3]) if found else None


class Appointment(NamedTuple):
    """When a move is due, for a calendar; each later one for the same turn takes the place of those before.

    turn   the entry after which the turn began: with game and seat it names the appointment
    since  when the turn began; `due`: when it is over
    """

    turn: int
    since: datetime
    due: datetime


class Letter(NamedTuple):
    """One e-mail to one person.

    to        the only address it goes to
    entry     the entry after which it is written; `head` is its hash and `at` its time
    opening   paragraphs before the report: what became of a move, or why this is written
    quoted    a refusal, line by line unchanged, or ""
    view      the game as this seat may see it; None when there is nothing to show
    log       the bytes of the log to attach; b"" for none
    answers   the Message-ID of the mail that this answers, or ""
    about     the entry by which it is named, and its hash, so that a mail which is answered again gets the same
              Message-ID whatever was recorded meanwhile; None: `entry` and `head`
    mark      what tells e-mails of this kind about the same entry from each other, such as the digest of a mail
    readings  what the mail that this answers may mean, as complete blocks that can be sent
    menu      what the seat may do, to be composed on the attached report; None when it is not to move
    reply_to  where an answer goes that is for no referee, such as to a player; "": to the referee, with a tag
    moderator who moderates the game, `Sam <sam@example.org>`; "": the settings name nobody
    deadline  the same as in the view, and how much time is left when the letter is written; None: as in the view
    welcome   paragraphs for who sees the referee for the first time; () for all other letters
    is_long   whether the reader wants the whole report in every letter
    is_final  whether sources and log belong in it: at the deal and at the end
    due       the appointment to attach; None where the reader has no deadline
    lacks     the `PARTS` that couldn't be made
    has_board whether its reader asked to see the board
    history   the turns so far, for a reader who asked for them
    rules     where the numbers of rules lead
    replay    the page to attach on which a game that is over is played again; "": none
    """

    game: str
    title_name: str
    seat: str
    player: str
    to: str
    language: str
    entry: int
    head: str
    at: str
    kind: str
    subject: Phrase
    opening: tuple[Phrase, ...] = ()
    quoted: str = ""
    view: View | None = None
    log: bytes = b""
    answers: str = ""
    mark: str = ""
    readings: tuple[str, ...] = ()
    menu: Menu | None = None
    moderator: str = ""
    deadline: Phrase | None = None
    welcome: tuple[Phrase, ...] = ()
    is_long: bool = False
    is_final: bool = False
    due: Appointment | None = None
    reply_to: str = ""
    lacks: tuple[str, ...] = ()
    has_board: bool = False
    history: tuple[Line, ...] = ()
    rules: RuleLinks = NOWHERE
    about: tuple[int, str] | None = None
    replay: str = ""


LETTER = "letter"
MENU, PAGE, PICTURE, HTML, CALENDAR, REPLAY = PARTS = ("menu", "page", "picture", "html", "calendar", "replay")
"""The e-mail as a whole, and what it can do without: its text alone is enough for a turn."""


BEGINNING = "2000-01-01T00:00:00Z"
"""The time of an e-mail about a game that has no entry with one."""


class Unanswerable(Undelivered):
    """An address to answer to would be longer than mail allows."""


class Names(NamedTuple):
    """`id` and `root` are Message-IDs: the e-mail's own, and that of the thread of its game and seat."""

    id: str
    root: str
    list: str
    reply: str
    tag: str
    date: str


def letter_names(letter: Letter, mail: MailSettings, key: bytes) -> Names:
    """Raises Unanswerable."""
    tag = reply_tag(key, letter.game, letter.seat, letter.entry, letter.to)
    try:
        token = ReplyToken(letter.game, letter.entry, tag)
        reply = reply_address(mail.reply, mail.separator, token) if mail.tags else mail.reply
    except ValueError as error:
        words = "{why}. Use a shorter `reply` in [mail], or a shorter name for the next game."
        raise Unanswerable(say(words, why=error), later=False) from error
    return Names(
        f"<{stem(letter)}@{mail.host}>",
        f"<referee.{letter.game}.{letter.seat}@{mail.host}>",
        f"<{letter.game}.referee.{mail.host}>",
        reply,
        tag,
        date(letter.at),
    )


def stem(letter: Letter) -> str:
    """`referee.spring-cup.40.red.4b1f0c9d2e7a`, and what kind of e-mail it is unless it is the usual one."""
    entry, head = letter.about or (letter.entry, letter.head)
    parts = ["referee", letter.game, str(entry), letter.seat, head[:LEAST_HEAD]]
    parts += [letter.kind] if letter.kind != "report" else []
    parts += [letter.mark[:16]] if letter.mark else []
    return ".".join(parts)


def date(at: str) -> str:
    """The time of an entry as mail writes it: `Fri, 20 Nov 2026 19:00:00 +0000`."""
    return format_datetime(datetime.fromisoformat(at or BEGINNING))
