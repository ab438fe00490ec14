"""What was done in a turn, in the words of the story."""

from collections.abc import Sequence

from referee.app.game_access import Game
from referee.rules.entry_shapes import TURNS
from referee.rules.line import counted_line
from referee.rules.replay import Moment
from referee.show.view import View
from referee.store.documents import is_kind
from referee.words import Phrase, say


def done_words(game: Game, number: int) -> Phrase | None:
    """`stones L8, K8; house L9`: all of the turn up to an entry; None where a title says nothing, or not yet."""
    return turn_deeds(game, counted_line(game.moments[: number + 1]))


def turn_deeds(game: Game, line: Sequence[Moment]) -> Phrase | None:
    view: View = game.book.show().view(game.header, line, "")
    found = [done for each in view.digest if isinstance(done := each.says.facts.get("done"), Phrase)]
    return (found[-1] if str(found[-1]) else say("a pass")) if found else None


def turn_continues(line: Sequence[Moment], at: int) -> bool:
    """Whether the turn of a moment goes on with the next."""
    seat, following = line[at].entry.get("seat"), line[at + 1 : at + 2]
    return any(is_kind(each.entry, *TURNS) and each.entry["seat"] == seat for each in following)
