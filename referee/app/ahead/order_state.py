"""What became of the orders of a seat: one state, computed from the log, its seals and the private file.

    in force ─▶ played ─▶ taken back
        ├──────▶ taken back
        └──────▶ cancelled

The file is `private/<game>/orders.json`, for the moderator alone: what each seat has ordered, and every text that was
ever sealed, which the closing of the game reveals.

Whatever is said about orders, sealed or played follows from it. Orders that are no longer in force never are again: the
seat must send new ones.
"""

import json
import os
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.app.ahead.written_orders import OrdersAhead, orders_of
from referee.app.game_access import Game, Table, committed_secret
from referee.app.play.entries import append_entry
from referee.app.time.deadlines import OpenTurn, deadline
from referee.rules.entry_shapes import SEALS, TURNS, takes_orders
from referee.rules.line import Moment, counted_line, lengthen
from referee.rules.replay import PLAYING
from referee.rules.sealed_orders import needs_seals
from referee.settings import Settings
from referee.store import private
from referee.store.chance import seals
from referee.store.disk import Unreadable
from referee.store.documents import is_kind
from referee.store.stores import read_document, recording, store_of
from referee.words import Phrase, say

FORMAT = "referee-orders/1"
NAME = "orders.json"


class SeatOrders(NamedTuple):
    """What a seat has ordered.

    after   the last entry when it came
    text    the orders, as `written_orders` writes them
    begun   while a move of theirs is being recorded: the entry that it answers, its alternative, its turn; else ()
    refused the entry with which a turn began that none of their moves could play; else ()
    names   what its player was called later: the orders of anybody else end with the entry of who takes the seat
    """

    after: int
    text: str
    begun: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


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
        found = orders_in(json.loads(raw), game)
        for each in found.seats.values():
            orders_of(each.text)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        words = "{path} doesn't hold the orders ahead of {game}, or it was changed. Restore a copy."
        raise Unreadable(say(words, path=path, game=game)) from None
    return found


def orders_in(fields: Any, game: str) -> OrdersFile:
    """Raises KeyError, TypeError, ValueError for what is no file of ours."""
    if (fields["format"], fields["game"]) != (FORMAT, game):
        raise ValueError
    seats = {
        seat: SeatOrders(
            int(each["after"]),
            str(each["text"]),
            number_list(each, "begun"),
            number_list(each, "refused"),
            tuple([str(name) for name in each.get("names") or ()]),
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


IN_FORCE, PLAYED, TAKEN_BACK, CANCELLED = "in force", "played", "taken back", "cancelled"


class OrderState(NamedTuple):
    """The state of what a seat ordered last.

    number  how many of its turns were played
    since   the entry that ended them; 0 while they are in force, or where no entry did
    why     for the seat, in a sentence; None where it knows, or where somebody else plays it now
    """

    state: str
    orders: SeatOrders
    number: int
    since: int = 0
    why: Phrase | None = None

    @property
    def plan(self) -> OrdersAhead:
        return orders_of(self.orders.text)

    def with_end(self, state: str, since: int, why: Phrase | None = None) -> "OrderState":
        return self._replace(state=state, since=since, why=why)


def state_of(game: Game, kept: OrdersFile, seat: str) -> OrderState | None:
    """What became of the last orders of a seat; None if it has none, or cancelled them."""
    if seat not in kept.seats:
        return None
    orders = kept.seats[seat]
    made, turns, line = entries_made(game, kept, seat), len(orders_of(orders.text).turns), line_at(game, orders.after)
    found = OrderState(IN_FORCE, orders, 0)
    for moment in game.moments[orders.after + 1 :]:
        gone = numbers_gone(line, moment)
        if found.state in (IN_FORCE, PLAYED) and made & gone:
            says = say("The move that they made, entry {entry}, was taken back.", entry=min(made & gone))
            found = found.with_end(TAKEN_BACK, moment.number, says)
        elif found.state == IN_FORCE:
            found = after_moment(game, found, seat, moment, gone, made)
            found = found.with_end(PLAYED, moment.number) if found.number == turns else found
    return as_it_is_now(game, kept, seat, found) if found.state == IN_FORCE else found


def after_moment(
    game: Game, found: OrderState, seat: str, moment: Moment, gone: set[int], made: set[int]
) -> OrderState:
    """What becomes of orders in force by the next entry. `gone`: the turns that it takes back."""
    entry, number = moment.entry, moment.number
    if any(each <= found.orders.after for each in gone):
        return found.with_end(CANCELLED, number, say("The game went back to before you sent them."))
    if entry.get("seat") != seat:
        return found
    if is_kind(entry, "player"):
        is_same = "by" not in entry and entry["player"] in found.orders.names
        return found if is_same else found.with_end(CANCELLED, number)
    if not is_kind(entry, *TURNS):
        return found
    if number in made:
        return found if goes_on(game, moment.position, seat) else found._replace(number=found.number + 1)
    return found.with_end(CANCELLED, number, say("You missed your turn.") if is_kind(entry, "missed") else None)


def as_it_is_now(game: Game, kept: OrdersFile, seat: str, found: OrderState) -> OrderState:
    """Orders that no entry ended, unless nothing of them can be played any more."""
    if game.phase != PLAYING or game.mover is None:
        return found.with_end(CANCELLED, 0)
    if found.orders.refused:
        return found.with_end(CANCELLED, found.orders.refused[-1], say("They could not be played in this turn."))
    if goes_on(game, game.position, seat) and not found.orders.begun:
        return found.with_end(CANCELLED, 0, say("They did not play all of this turn."))
    if game.mover == seat and not (is_sealed(game, kept, seat) or needs_seals_now(game)):
        return found.with_end(CANCELLED, 0, say("They came too late for this turn."))
    return found


def rename_orders(settings: Settings, game: Game, seat: str, name: str) -> None:
    """The orders of a seat stay when its player is called otherwise. The game's lock is held. Raises disk.Trouble."""
    kept = read_orders(settings, game.id)
    if found := kept.seats.get(seat):
        write_orders(settings, game.id, kept.with_seat(seat, found._replace(names=(*found.names, name))))


def delay_window(table: Table, game: Game, turn: OpenTurn) -> tuple[int, int]:
    """How many minutes after its beginning a turn is played by orders, at least and at most: never after it is due."""
    least, most = table.settings.delay_minutes
    found = deadline(game.log.documents, turn)
    if found and found.due:
        most = min(most, int((found.due - found.since).total_seconds()) // 60)
    return min(least, most), most


def line_at(game: Game, number: int) -> list[Moment]:
    """The moments that counted after entry `number`."""
    return counted_line(game.moments[: number + 1])


def numbers_gone(line: list[Moment], moment: Moment) -> set[int]:
    """Put a moment on the line: the numbers of the turns that no longer count."""
    if not moment.rewrite:
        lengthen(line, moment)
        return set()
    before = {each.number for each in line if is_kind(each.entry, *TURNS)}
    lengthen(line, moment)
    return before - {each.number for each in line}


def entries_made(game: Game, kept: OrdersFile, seat: str) -> set[int]:
    """The entries that the last orders of a seat made, also those that a crash left without a note of it."""
    begun, after = kept.seats[seat].begun, kept.seats[seat].after
    noted = {number for each in kept.sealed if each.seat == seat for number in each.made if number > after}
    return noted | {*(own_entries(game, seat, begun[0] + 1) if begun else ())}


def own_entries(game: Game, seat: str, first: int) -> Iterator[int]:
    """The moves of a seat from entry `first` on, up to the end of its turn."""
    for number in range(first, game.log.last + 1):
        entry = game.log.entry(number)
        if entry["kind"] == "move" and entry["seat"] == seat:
            yield number
            if not goes_on(game, game.moments[number].position, seat):
                return


def goes_on(game: Game, position: object, seat: str) -> bool:
    """Whether a seat has begun a turn in this position, and not ended it."""
    return bool(game.book.play.to_move(position) == seat and game.book.play.is_turn_begun(position))


def needs_seals_now(game: Game) -> bool:
    return needs_seals(game.log.documents, game.book.play, game.position)


def still_sealed(game: Game, kept: OrdersFile) -> Iterator[SealedText]:
    """What is behind seals that are in the log: those that were written down before a crash may not be."""
    for each in kept.sealed:
        if each.entry <= game.log.last and game.log.entry(each.entry)["kind"] == SEALS:
            yield each


def is_sealed(game: Game, kept: OrdersFile, seat: str) -> bool:
    """Whether the last seal of a seat is on what it ordered last."""
    own = [each.text for each in still_sealed(game, kept) if each.seat == seat]
    return own[-1:] == [kept.seats[seat].text]


def texts_in_force(game: Game, kept: OrdersFile) -> dict[str, str]:
    """Seat → its orders, "" where it has none in force."""
    found = {seat: state_of(game, kept, seat) for seat in game.header["seats"]}
    return {seat: each.orders.text if each and each.state == IN_FORCE else "" for seat, each in found.items()}


# The seals on orders that follow each turn.


def with_seals(table: Table, game: Game) -> Game:
    """The game with the seals that follow a whole turn, unless it has them or takes no orders; its lock is held.

    What is behind them is on disk before they are. Raises NotYours, Refused, disk.Trouble.
    """
    if not takes_orders(game.header) or not needs_seals_now(game):
        return game
    kept, number = read_orders(table.settings, game.id), game.log.last + 1
    texts = texts_in_force(game, kept)
    sealed = (*still_sealed(game, kept), *newly_sealed(game, kept, texts, number))
    if sealed != kept.sealed:
        write_orders(table.settings, game.id, kept._replace(sealed=sealed))
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
    return [plain_record(each) for each in still_sealed(game, read_orders(table.settings, game.id))]
