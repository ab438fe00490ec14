"""The seals on orders that follow each turn."""

from collections.abc import Iterator

from referee.app.ahead import orders_file
from referee.app.ahead.order_state import needs_seals_now, still_sealed, texts_in_force
from referee.app.ahead.orders_file import OrdersFile, SealedText
from referee.app.game_access import Game, Table, committed_secret
from referee.app.play.entries import append_entry
from referee.rules.entry_shapes import SEALS, takes_orders
from referee.store.seals import seals


def with_seals(table: Table, game: Game) -> Game:
    """The game with the seals that follow a whole turn, unless it has them or takes no orders; its lock is held.

    What is behind them is on disk before they are. Raises NotYours, Refused, disk.Trouble.
    """
    if not takes_orders(game.header) or not needs_seals_now(game):
        return game
    kept, number = orders_file.read_orders(table.settings, game.id), game.log.last + 1
    texts = texts_in_force(game, kept)
    sealed = (*still_sealed(game, kept), *newly_sealed(game, kept, texts, number))
    if sealed != kept.sealed:
        orders_file.write_orders(table.settings, game.id, kept._replace(sealed=sealed))
    secret = committed_secret(table, game.header).first
    found = seals(secret, game.id, number, game.header["seats"], texts)
    return append_entry(table, game, SEALS, {"seals": found}, {}, game.position)


def newly_sealed(game: Game, kept: OrdersFile, texts: dict[str, str], number: int) -> Iterator[SealedText]:
    """What differs from the seals before."""
    before = {each.seat: each.text for each in still_sealed(game, kept)}
    for seat, text in texts.items():
        if text != before.get(seat, ""):
            yield SealedText(number, seat, text)


def revealed_orders(table: Table, game: Game) -> list[dict[str, object]]:
    """What the closing entry says of all orders that were sealed. Raises Unreadable."""
    if not takes_orders(game.header):
        return []
    return [
        orders_file.plain_record(each) for each in still_sealed(game, orders_file.read_orders(table.settings, game.id))
    ]
