"""What a game would have been under another edition of its title: the same entries, judged by other decisions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.canonical import canonical
from referee.desk.adopting import refuse_other_edition
from referee.desk.editions import Difference, differences
from referee.desk.table import Game, Table, committed_secret, open_game
from referee.misfit import own_fields
from referee.replay import dealt, fate_of
from referee.rulebook import Fate, Rulebook
from referee.ruling import Rejected, Violation, judge

Fields = Mapping[str, Any]


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
    found = differences(game.book, game.book.edition, newer.edition)
    return Rereading(game.book.name, game.book.edition.number, found, departure(game, newer, fate))


def departure(game: Game, book: Rulebook, fate: Fate) -> Departure | None:
    """Where a game would have gone otherwise under the edition of this book; None: nowhere up to now.

    `fate` answers what chance holds for the game. Positions are compared as the other edition shows them.
    """
    position = book.begin({**game.header, "edition": book.edition.number})
    for moment in game.moments[1:]:
        if moment.entry["kind"] == "deal":
            position = dealt(book, position, fate)[0]
        elif moment.entry["kind"] in ("move", "missed"):
            ruling = judge(book, position, move_of(book, position, moment.entry), fate)
            if isinstance(ruling, Rejected):
                return Departure(moment.number, ruling.violations)
            position = ruling.position
        if canonical(book.public(position)) != canonical(book.public(moment.position)):
            return Departure(moment.number)
    return None


def move_of(book: Rulebook, position: Any, entry: Fields) -> Fields:
    """The move of an entry; of a missed turn what the rules have for it."""
    if entry["kind"] == "missed" and "by" not in entry:
        return {"seat": entry["seat"], **book.missed(position)}
    return {"seat": entry["seat"], **{key: value for key, value in own_fields(entry).items() if key != "by"}}
