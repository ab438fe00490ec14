"""The menu of a seat that is not to move, from which a page composes orders for its next turn."""

from dataclasses import replace

from referee.app.game_access import Game
from referee.rules.entry_shapes import takes_orders
from referee.show.menu import Menu
from referee.words import say

AS_IF_NOW = say(
    "These are the moves that you could make if it was your turn now. When it is your turn, they are checked again."
)


def menu_ahead(game: Game, seat: str) -> Menu | None:
    """What a seat could do if its next turn began now; None where orders ahead are not possible, or that is unknown.

    It is the same whether or not the seat has orders.
    """
    compose = game.book.compose()
    if not takes_orders(game.header) or seat not in game.header["seats"] or not compose.menu or not compose.next_turn:
        return None
    position = compose.next_turn(game.position, seat)
    if position is None:
        return None
    found = compose.menu(game.header, (*game.line[:-1], replace(game.line[-1], position=position)))
    return found and found._replace(begins=(AS_IF_NOW,), ahead=True)
