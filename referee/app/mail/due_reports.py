"""Which letters are due: what of a game's log concerns a seat, and has not been told to it yet."""

from collections.abc import Iterator

from referee.app.game_access import Game
from referee.mail.transport.outbox import NEVER, Mark
from referee.rules.replay import WAITING
from referee.store.documents import Entry
from referee.store.private import EVERY, NO_LETTERS, Private

TURNS = ("move", "missed")
TOLD = ("deal", "edition", "close")
"""What everybody is told."""


def news(game: Game, kept: Private, seat: str, mark: Mark) -> list[int]:
    """The numbers of the entries after the mark that bring a letter to a seat, in order; none if it wants none."""
    if kept.letters.get(seat) == NO_LETTERS:
        return []
    if game.phase == WAITING:
        return [game.log.last] if mark == NEVER else []
    every = kept.letters.get(seat, EVERY) == EVERY
    return list(concerning(game, seat, every, mark.entry))


def concerning(game: Game, seat: str, every: bool, after: int) -> Iterator[int]:
    mover = game.book.play.to_move(game.position)
    for number in range(after + 1, game.log.last + 1):
        entry = game.log.entry(number)
        if entry["kind"] in TURNS:
            if mover in (seat, None) or is_told(game, number, entry, seat, every):
                yield number
        elif entry["kind"] in TOLD or concerns(entry, seat, mover):
            yield number


def is_told(game: Game, number: int, entry: Entry, seat: str, every: bool) -> bool:
    """Whether a turn brings a letter to a seat not to move: its own that was missed, or another's that ended."""
    if entry["seat"] == seat:
        return bool(entry["kind"] == "missed")
    return every and game.book.play.to_move(game.moments[number].position) != entry["seat"]


def concerns(entry: Entry, seat: str, mover: str | None) -> bool:
    """Whether an entry beside the moves does; one about no seat, such as a clock that stands still: who is to move."""
    if entry["kind"] == "talk":
        return bool(entry["seat"] != seat)
    if entry["kind"] == "consent":  # a player knows what they said themselves
        return bool(entry["seat"] == seat and "by" in entry)
    return bool(entry.get("seat", mover) == seat)
