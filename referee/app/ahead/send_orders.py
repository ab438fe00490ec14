"""A player sends orders ahead, or the moderator enters them; cancels them, or asks what they are."""

from typing import NamedTuple

from referee.app.ahead import order_state, written_orders
from referee.app.ahead.order_state import IN_FORCE, SeatOrders, state_of
from referee.app.ahead.play_orders import note_cancelled
from referee.app.ahead.written_orders import OrdersAhead
from referee.app.errors import Refused, Usage
from referee.app.game_access import Game, Table, folder_of, open_game, refuse_stranger
from referee.app.play.read_move import refuse_idle
from referee.reading import Draft
from referee.rules.entry_shapes import takes_orders
from referee.store import log
from referee.words import Phrase, say

NO_ORDERS = "none"
"""The state of orders that were never sent, or were cancelled by a word."""


class SentOrders(NamedTuple):
    """The orders of a seat that are in force; None if there are none.

    lines  the same in words
    state  what became of those that it sent last
    """

    game: str
    seat: str
    orders: OrdersAhead | None
    lines: tuple[Phrase, ...] = ()
    state: str = NO_ORDERS


def refuse_orderless(game: Game) -> None:
    """Raises Refused for a game that takes no orders, or in which nobody can move."""
    if not takes_orders(game.header):
        words = "Orders ahead aren't possible in this game. You can move when it is your turn."
        raise Refused(say(words))
    refuse_idle(game)
    if game.book.play.to_move(game.position) is None:
        raise Refused(say("The game is over, so there is nothing to order."))


def take_orders(table: Table, game: Game, seat: str, draft: Draft) -> SentOrders:
    """Keep orders in place of all that the seat ordered before. The caller holds the game's lock.

    Raises Flawed, Refused, disk.Trouble.
    """
    refuse_orderless(game)
    found = written_orders.checked_orders(game, seat, draft)
    if found is None:
        return cancel_orders(table, game, seat)
    if game.book.play.to_move(game.position) == seat:
        hint = say("Orders are for when it is not your turn. Write the move alone, as in your last e-mail.")
        raise Refused(say("It is your turn now, so send a move and no orders."), hint)
    kept = order_state.read_orders(table.settings, game.id)
    orders = SeatOrders(game.log.last, written_orders.orders_text(found))
    order_state.write_orders(table.settings, game.id, kept.with_seat(seat, orders))
    return orders_of_seat(table, game, seat)


def cancel_orders(table: Table, game: Game, seat: str) -> SentOrders:
    """Forget what a seat has ordered. Twice does no harm. The caller holds the game's lock. Raises disk.Trouble."""
    kept = order_state.read_orders(table.settings, game.id)
    if seat in kept.seats:
        order_state.write_orders(table.settings, game.id, kept.with_seat(seat, None))
    return SentOrders(game.id, seat, None)


def orders_of_seat(table: Table, game: Game, seat: str) -> SentOrders:
    """What a seat has ordered and is still to be played. Raises Unreadable."""
    found = state_of(game, order_state.read_orders(table.settings, game.id), seat)
    if found is None or found.state != IN_FORCE:
        return SentOrders(game.id, seat, None, state=found.state if found else NO_ORDERS)
    lines = tuple(written_orders.orders_lines(game, found.plan, found.number))
    return SentOrders(game.id, seat, found.plan, lines, IN_FORCE)


def enter_orders(table: Table, id: str, raw: bytes, name: str) -> SentOrders:
    """The moderator enters the orders of the seat that a file names. Raises Stop, BadInput, disk.Trouble."""
    draft = written_orders.read_orders(raw, name)
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        return take_orders(table, game, stated_seat(game, draft), draft)


def rehearse_orders(table: Table, id: str, raw: bytes, name: str) -> SentOrders:
    """The same without a trace: what the orders would be."""
    draft = written_orders.read_orders(raw, name)
    game = open_game(table, id)
    seat = stated_seat(game, draft)
    found = written_orders.checked_orders(game, seat, draft)
    if found is None:
        return SentOrders(id, seat, None)
    return SentOrders(id, seat, found, tuple(written_orders.orders_lines(game, found)), IN_FORCE)


def stated_seat(game: Game, draft: Draft) -> str:
    """The seat that a file of orders names; "" where it names none. Raises Refused."""
    refuse_orderless(game)
    stated = draft.source.data.get("seat") if isinstance(draft.source.data, dict) else None
    seat = stated if isinstance(stated, str) else ""
    refuse_stranger(game, seat)
    return seat


def show_orders(table: Table, id: str, seat: str) -> SentOrders:
    """What a seat has ordered, for the moderator. Raises Usage, Refused, disk.Trouble."""
    game = open_game(table, id)
    refuse_seatless(game, seat)
    return orders_of_seat(table, game, seat)


def forget_orders(table: Table, id: str, seat: str) -> SentOrders:
    """The moderator cancels the orders of a seat, whose player hears it. Raises Usage, Refused, disk.Trouble."""
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        refuse_seatless(game, seat)
        if orders_of_seat(table, game, seat).orders:
            note_cancelled(table, game, seat)
        return cancel_orders(table, game, seat)


def refuse_seatless(game: Game, seat: str) -> None:
    """Raises Usage without a seat of the game, Refused for a game that takes no orders."""
    if not takes_orders(game.header):
        raise Refused(say("Players of {game} can't send orders ahead: its header doesn't say so.", game=game.id))
    if not seat:
        raise Usage(say("Name the seat: referee player orders {game} --seat SEAT", game=game.id))
    refuse_stranger(game, seat)
