"""A letter before it is a mail: to whom, about what, and the view of the game that it prints."""

from typing import NamedTuple

from referee.show.menu import Menu
from referee.show.view import View
from referee.words import Phrase

KINDS = ("report", "receipt", "reminder", "invitation", "question", "test")


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
