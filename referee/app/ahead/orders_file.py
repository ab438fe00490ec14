"""The orders ahead of a game, where only its moderator can read them: `private/<game>/orders.json`.

It holds what each seat has ordered, and every text that was ever sealed, which the closing of the game reveals.
"""

import json
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.settings import Settings
from referee.store import private
from referee.store.disk import Unreadable
from referee.store.stores import read_document, recording, store_of
from referee.words import say

FORMAT = "referee-orders/1"
NAME = "orders.json"


class SeatOrders(NamedTuple):
    """What a seat has ordered.

    after   the last entry when it came
    text    the orders, as `written_orders` writes them
    begun   while a move of theirs is being recorded: the entry that it answers, its alternative, its turn; else ()
    refused the entry with which a turn began that none of their moves could play; else ()
    """

    after: int
    text: str
    begun: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()


class SealedText(NamedTuple):
    """The text behind the seal of a seat from an entry on ("": none), and the entries that it made."""

    entry: int
    seat: str
    text: str
    made: tuple[int, ...] = ()


class OrdersFile(NamedTuple):
    seats: Mapping[str, SeatOrders] = MappingProxyType({})
    sealed: tuple[SealedText, ...] = ()

    def with_seat(self, seat: str, orders: SeatOrders | None) -> "OrdersFile":
        """With other orders of a seat, or none."""
        others = {each: kept for each, kept in self.seats.items() if each != seat}
        return self._replace(seats=others if orders is None else {**others, seat: orders})


NOTHING_ORDERED = OrdersFile()


def orders_path(settings: Settings, game: str) -> str:
    return os.path.join(settings.private, game, NAME)


def has_orders(settings: Settings, game: str) -> bool:
    """Whether anybody ever ordered anything in a game."""
    path = orders_path(settings, game)
    return store_of(path).has(path)


def read_orders(settings: Settings, game: str) -> OrdersFile:
    """The orders ahead of a game; nothing if there is no file. Raises Unreadable."""
    path = orders_path(settings, game)
    if not has_orders(settings, game):
        return NOTHING_ORDERED
    raw = read_document(path)
    try:
        return orders_in(json.loads(raw), game)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        words = "{path} doesn't hold the orders ahead of {game}, or it was changed. Restore a copy."
        raise Unreadable(say(words, path=path, game=game)) from None


def orders_in(fields: Any, game: str) -> OrdersFile:
    """Raises KeyError, TypeError, ValueError for what is no file of ours."""
    if (fields["format"], fields["game"]) != (FORMAT, game):
        raise ValueError
    seats = {
        seat: SeatOrders(
            int(each["after"]), str(each["text"]), *[number_list(each, name) for name in ("begun", "refused")]
        )
        for seat, each in (fields.get("seats") or {}).items()
    }
    sealed = [
        SealedText(int(each["entry"]), str(each["seat"]), str(each["text"]), number_list(each, "made"))
        for each in fields.get("sealed") or ()
    ]
    return OrdersFile(seats, tuple(sealed))


def number_list(fields: Any, name: str) -> tuple[int, ...]:
    return tuple([int(each) for each in fields.get(name) or ()])


def write_orders(settings: Settings, game: str, kept: OrdersFile) -> None:
    """Safely on disk when this returns; the caller holds the game's lock. Raises NotRecorded, `disk.Unconfirmed`."""
    path = orders_path(settings, game)
    place = os.path.dirname(path)
    with recording(place, "created"):
        for each in (settings.private, place):
            store_of(each).make_folder(each)
    private.rewrite(place, path, content(game, kept))


def content(game: str, kept: OrdersFile) -> bytes:
    seats = {seat: plain_record(each) for seat, each in kept.seats.items()}
    fields = {"format": FORMAT, "game": game, "seats": seats, "sealed": [plain_record(each) for each in kept.sealed]}
    return json.dumps(fields, indent=1).encode() + b"\n"


def plain_record(record: SeatOrders | SealedText) -> dict[str, object]:
    """Its fields as plain data, without empty lists."""
    fields = {name: list(each) if isinstance(each, tuple) else each for name, each in record._asdict().items()}
    return {name: each for name, each in fields.items() if each != []}
