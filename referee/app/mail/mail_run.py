"""A run that handles the mails of the spool: its games, the mails, and what became of each."""

from typing import NamedTuple

from referee.app.game_access import Game, Table
from referee.app.look.listed_games import UnreadableGame, open_readable
from referee.mail.mail_settings import MailSettings
from referee.mail.transport import inboxes
from referee.mail.transport.mail_progress import Begun
from referee.store.private import Private
from referee.words import Phrase

RECORDED, ANSWERED, IGNORED, QUARANTINED, WAITING = "recorded", "answered", "ignored", "quarantined", "waiting"
DEFERRED = "deferred"
"""What became of a mail: it made an entry; it was answered and made none; nobody is told; put aside; still there;
it is done, and its answer waits."""


class Received(NamedTuple):
    """What became of one mail, and of which seat and game it was, as far as that is known."""

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


class Intake(NamedTuple):
    """A run that handles mails; `broken`: the games that it could not read, each tried once."""

    table: Table
    settings: MailSettings
    broken: dict[str, UnreadableGame]

    @property
    def private(self) -> str:
        return self.table.settings.private

    def open_game(self, id: str) -> Game:
        """Raises UnreadableGame."""
        if id in self.broken:
            raise self.broken[id]
        try:
            return open_readable(self.table, id)
        except UnreadableGame as error:
            self.broken[id] = error
            raise


class Case(NamedTuple):
    """A mail with a right tag: its name in the spool, whose it is, its Message-ID."""

    mail: str
    begun: Begun
    kept: Private
    message_id: str = ""

    @property
    def digest(self) -> str:
        return self.mail.removesuffix(inboxes.ENDING)
