"""A mail that is heard: who sent it, the game that it is about, and what is answered."""

from typing import NamedTuple

from referee.app.errors import Unreplayable
from referee.app.game_access import Game, Table
from referee.app.play import record_aside
from referee.app.play.messages import TURNS
from referee.app.play.record_move import Submitted, recorded_before, recorded_now
from referee.store.documents import Aside
from referee.words import Phrase, say

NOTHING = say("Nothing was recorded and nothing changed.")
FAULTY = say(
    "A fault in the program kept this from being recorded. It is not your mistake, and nothing else is lost. The "
    "moderator is notified. Wait for them, or send something else."
)


class MailSender(NamedTuple):
    """Whose mail it is: a seat of a game, in answer to the letter after an entry.

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


class MailAnswer(NamedTuple):
    """What a player is told.

    opening  paragraphs; `refused`, what stopped it, to be printed line by line below them
    entry    the last entry that this recorded now; None: nothing was
    entered  all that this recorded now, such as `entries 6 to 8`
    fault    a fault of the program, which the moderator must know; None: there was none
    """

    opening: tuple[Phrase, ...]
    refused: tuple[Exception, ...] = ()
    entry: int | None = None
    entered: tuple[Phrase, ...] = ()
    fault: Phrase | None = None


class Hearing:
    """A mail that is being handled: its sender, and the game as the mail has left it so far.

    The game was opened once, and its lock is held.
    """

    def __init__(self, table: Table, game: Game, sender: MailSender) -> None:
        self.table, self.game, self.sender = table, game, sender

    def take(self, done: tuple[Game, Submitted]) -> Submitted:
        self.game = done[0]
        return done[1]

    def note(self, kind: str, fields: Aside | int) -> Submitted:
        """Record an entry beside the moves, unless it is there already: then `fields` is its number."""
        if isinstance(fields, int):
            return recorded_before(self.game, self.sender.seat, fields)
        self.game = record_aside.append_aside(self.table, self.game, kind, fields)
        return recorded_now(self.game, self.sender.seat)


def recorded_answer(
    sender: MailSender, done: Submitted, *words: Phrase, refused: tuple[Exception, ...] = ()
) -> MailAnswer:
    """What is told of something that became entries, now or by an earlier mail."""
    found = (
        MailAnswer(words, refused, done.entry, (done.entries_phrase,))
        if sender.has_made(done)
        else MailAnswer(words, refused)
    )
    if isinstance(done.stopped, Unreplayable):
        return found._replace(opening=(*words, FAULTY), fault=done.stopped.says)
    return found


def is_used_up(game: Game, sender: MailSender) -> bool:
    """Whether its seat ended a turn after the letter that a mail answers, and before the mail was handled first."""
    for number in range(sender.entry + 1, sender.since + 1):
        entry = game.log.entry(number)
        if (
            entry["kind"] in TURNS
            and entry["seat"] == sender.seat
            and not game.book.play.is_turn_begun(game.moments[number].position)
        ):
            return True
    return False
