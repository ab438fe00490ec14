"""Chance of a game in play: what nobody has drawn yet."""

from collections.abc import Sequence

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, committed_secret
from referee.rules import replay
from referee.store import chance
from referee.words import say


class Dealer:
    """The fate of a game in play (a `rulebook.Fate`). The secret is read when chance is first asked, not before."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.game = game
        self.drawn: chance.Drawn | None = None

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        if self.drawn is None:
            secret = committed_secret(self.table, self.game.header)
            self.drawn = replay.fate_of(self.game.book, self.game.log, secret)
        try:
            return self.drawn(pile, index, items)
        except chance.Unentered as needed:
            raise missing_place(self.game.id, needed.place) from needed

    @property
    def shown_items(self) -> dict[str, str]:
        return self.drawn.shown if self.drawn else {}


def missing_place(id: str, place: str) -> Refused:
    """The refusal of what needs a place of a known deal that nobody has entered yet."""
    says = say("The known deal of {game} doesn't say yet what was at {place}.", game=id, place=place)
    return Refused(says, say("Add it: referee deal known {game} {place}=ITEM", game=id, place=place))
