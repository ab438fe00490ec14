"""Which orders of a seat are in force, and the seals that follow each turn."""

from collections.abc import Iterator

from referee.app.ahead import orders_file, written_orders
from referee.app.ahead.orders_file import OrdersFile, SealedText, SeatOrders
from referee.app.game_access import Game, Table, committed_secret
from referee.app.play.entries import append_entry
from referee.rules.entry_shapes import SEALS, TURNS, takes_orders
from referee.rules.rewrites import UNDO
from referee.rules.sealed_orders import needs_seals
from referee.store.documents import is_kind
from referee.store.seals import seals


def turns_ended(game: Game, seat: str, after: int) -> list[int]:
    """The last entry of each turn that a seat has ended since entry `after`."""
    own = [each for each in game.line if each.number > after and each.entry.get("seat") == seat]
    return [each.number for each in own if is_kind(each.entry, *TURNS) and not goes_on(game, each.position, seat)]


def goes_on(game: Game, position: object, seat: str) -> bool:
    """Whether a seat has begun a turn in this position, and not ended it."""
    return bool(game.book.play.to_move(position) == seat and game.book.play.is_turn_begun(position))


def orders_in_force(game: Game, kept: OrdersFile, seat: str) -> SeatOrders | None:
    """What a seat has ordered for its next turns; None if there is nothing, or nothing that still holds.

    A turn that the seat ends without its orders cancels them, and so does a new player, or one who takes a move back.
    """
    orders = kept.seats.get(seat)
    if orders is None or has_changed_mind(game, seat, orders.after):
        return None
    ended = turns_ended(game, seat, orders.after)
    made = {*orders.played, *(turns_ended(game, seat, orders.begun[0])[:1] if orders.begun else ())}
    is_over = len(ended) >= len(written_orders.orders_of(orders.text).turns)
    return None if is_over or any(each not in made for each in ended) else orders


def has_changed_mind(game: Game, seat: str, after: int) -> bool:
    """Whether somebody else plays the seat, or its player took a move back."""
    return any(is_kind(each, "player", UNDO) and each.get("seat") == seat for each in game.log.entries_after(after))


def texts_in_force(game: Game, kept: OrdersFile) -> dict[str, str]:
    """Seat → its orders, "" where it has none."""
    found = {seat: orders_in_force(game, kept, seat) for seat in game.header["seats"]}
    return {seat: orders.text if orders else "" for seat, orders in found.items()}


def with_seals(table: Table, game: Game) -> Game:
    """The game with the seals that follow a whole turn, unless it has them or takes no orders; its lock is held.

    What is behind them is on disk before they are. Raises NotYours, Refused, disk.Trouble.
    """
    if not takes_orders(game.header) or not needs_seals(game.log.documents, game.book.play, game.position):
        return game
    kept, number = orders_file.read_orders(table.settings, game.id), game.log.last + 1
    texts = texts_in_force(game, kept)
    sealed = (*still_sealed(game, kept), *newly_sealed(game, kept, texts, number))
    if sealed != kept.sealed:
        orders_file.write_orders(table.settings, game.id, kept._replace(sealed=sealed))
    secret = committed_secret(table, game.header).first
    found = seals(secret, game.id, number, game.header["seats"], texts)
    return append_entry(table, game, SEALS, {"seals": found}, {}, game.position)


def still_sealed(game: Game, kept: OrdersFile) -> Iterator[SealedText]:
    """What is behind seals that are in the log: those that were written down before a crash may not be."""
    for each in kept.sealed:
        if each.entry <= game.log.last and game.log.entry(each.entry)["kind"] == SEALS:
            yield each


def newly_sealed(game: Game, kept: OrdersFile, texts: dict[str, str], number: int) -> Iterator[SealedText]:
    """What differs from the seals before."""
    before = {each.seat: each.text for each in still_sealed(game, kept)}
    for seat, text in texts.items():
        if text != before.get(seat, ""):
            yield SealedText(number, seat, text)


def sealed_in(game: Game, kept: OrdersFile, seat: str, orders: SeatOrders) -> int:
    """The last entry in whose seal these orders are; 0 if they were not sealed yet."""
    own = [each for each in still_sealed(game, kept) if each.seat == seat]
    return own[-1].entry if own and own[-1].text == orders.text else 0


def revealed_orders(table: Table, game: Game) -> list[dict[str, object]]:
    """What the closing entry says of all orders that were sealed. Raises Unreadable."""
    if not takes_orders(game.header):
        return []
    return [
        orders_file.plain_record(each) for each in still_sealed(game, orders_file.read_orders(table.settings, game.id))
    ]
