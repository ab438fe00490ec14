"""What a game would have been under another edition of its title: the same entries, judged by other decisions."""

from typing import NamedTuple

from referee.app.editions.adopt_edition import refuse_other_edition
from referee.app.editions.contrast import sort_game
from referee.app.editions.courses import GameCourse, course, ended_turns
from referee.app.editions.game_editions import Difference, policy_differences
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, committed_secret, open_game
from referee.rules.replay import fate_of
from referee.rules.rulebook import AnyRulebook, Fate
from referee.rules.ruling import Violation


class Departure(NamedTuple):
    """The first entry at which a game would have gone otherwise.

    refused  what it breaks under the other edition; () where it is allowed, and leads to another position
    """

    entry: int
    refused: tuple[Violation, ...] = ()


class Rereading(NamedTuple):
    """What another edition decides otherwise, and where that would have mattered in a game up to now."""

    title: str
    current: int
    differences: list[Difference]
    departure: Departure | None


def reread(table: Table, id: str, edition: int) -> Rereading:
    """A game under a newer edition than its own. Raises Refused, and NotYours where its secret is not kept."""
    game = open_game(table, id)
    refuse_other_edition(game, edition)
    newer = game.book.under({"edition": edition})
    fate = fate_of(game.book, game.log, committed_secret(table, game.header))
    found = policy_differences(game.book, game.book.edition, newer.edition)
    return Rereading(game.book.name, game.book.edition.number, found, departure(game, newer, fate))


def departure(game: Game, book: AnyRulebook, fate: Fate) -> Departure | None:
    """Where a game would have gone otherwise under the edition of this book; None: nowhere up to now.

    `fate` answers what chance holds for the game. Raises Refused where the title cannot judge it under that edition.
    """
    other = course(book, game.log, fate, ended_turns(game.book, game.moments))
    state, halt = sort_game(GameCourse(game.book, tuple(game.moments)), other).state, other.halt
    if halt and (state is None or halt.entry <= state):
        if not halt.is_illegal:
            raise Refused(halt.says)
        return Departure(halt.entry, halt.violations)
    return None if state is None else Departure(state)
