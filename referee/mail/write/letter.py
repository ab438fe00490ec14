"""A letter before it is a mail: to whom, about what, and the view of the game that it prints."""

from datetime import datetime
from typing import NamedTuple

from referee.show.menu import Menu
from referee.show.view import View
from referee.words import Phrase


class Appointment(NamedTuple):
    """When a move is due, for a calendar; each later one for the same turn takes the place of those before.

    turn   the entry after which the turn began: with game and seat it names the appointment
    since  when the turn began; `due`: when it is over
    """

    turn: int
    since: datetime
    due: datetime


class Examples(NamedTuple):
    """Lines that are legal now, and the word of a move below which they belong: `actions`."""

    part: str
    lines: tuple[str, ...]


KINDS = ("report", "receipt", "reminder", "invitation", "question", "test", "note", "digest")


class Letter(NamedTuple):
    """One letter to one person.

    to        the only address it goes to
    entry     the entry after which it is written; `head` is its hash and `at` its time
    opening   paragraphs before the report: what became of a move, or why this is written
    quoted    a refusal, line by line as it stands, or ""
    view      the game as this seat may see it; None when there is nothing to show
    log       the bytes of the log to attach; b"" for none
    answers   the Message-ID of the mail that this answers, or ""
    mark      what tells letters of this kind about the same entry from each other, such as the digest of a mail
    readings  what the mail that this answers may mean, as complete blocks that can be sent
    menu      what the seat may do, to be composed on the attached report; None when it is not to move
    reply_to  where an answer goes that is for no referee, such as to a player; "": to the referee, with a tag
    moderator who moderates the game, `Sam <sam@example.org>`; "": the settings name nobody
    deadline  the same as in the view, and how much time is left when the letter is written; None: as in the view
    welcome   paragraphs for who sees the referee for the first time; () for all other letters
    examples  lines of a move that are legal now, for a newcomer
    is_long   whether the reader wants the whole report in every letter
    is_final  whether sources and log belong in it: at the deal and at the end
    due       the appointment to attach; None where the reader has no deadline
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
    examples: Examples | None = None
    is_long: bool = False
    is_final: bool = False
    due: Appointment | None = None
    reply_to: str = ""
