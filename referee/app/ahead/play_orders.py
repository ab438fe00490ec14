"""Orders ahead that fall due are played, exactly as if the player had sent the move then.

A turn is played some time after it began: how long follows from the secret and the turn, whether or not there are
orders. What could not be played is for its owner alone.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from referee.app.ahead import orders_file, seal_orders
from referee.app.ahead.conditions import Asking, is_true
from referee.app.ahead.order_notices import note_failure, note_played, reason_text
from referee.app.ahead.orders_file import OrdersFile, SealedText, SeatOrders
from referee.app.ahead.written_orders import Alternative, OrdersAhead, move_text, orders_of
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, committed_secret
from referee.app.play import read_move, submit_move
from referee.app.play.entries import commit
from referee.app.play.record_move import Submitted
from referee.app.time.counted_time import BEGINNING, time, times_of, utc_text
from referee.app.time.deadlines import OpenTurn, stopping_entry, turn_of
from referee.reading import Problem, Source
from referee.records import NamedTuple
from referee.rules.entry_shapes import takes_orders
from referee.store.documents import Move
from referee.store.seals import answer_delay
from referee.words import Phrase, say

LATE = timedelta(hours=1)
"""Who looks no later than this records a turn at the moment that was drawn for it: so no move shows when we look."""


class OrdersSender(NamedTuple):
    """The sender of an ordered move: its seat, for its own turn (a `read_move.MoveSender`)."""

    game: str
    seat: str

    def problems(self, game: Game, source: Source, move: Move, number: int) -> list[Problem]:
        return []


class DueOrders(NamedTuple):
    """What became of orders that fell due: the seat, and the turn that was played; None if none could be."""

    seat: str
    done: Submitted | None


class DueTurn(NamedTuple):
    """A turn that its seat has ordered: its number among those that were ordered, from 0."""

    turn: OpenTurn
    orders: SeatOrders
    number: int

    @property
    def plan(self) -> OrdersAhead:
        return orders_of(self.orders.text)


def moment_due(table: Table, game: Game, turn: OpenTurn) -> datetime:
    """When a turn is played if it was ordered: a moment of the window after its beginning."""
    least, most = table.settings.delay_minutes
    secret = committed_secret(table, game.header).first
    seconds = answer_delay(secret, game.id, turn.after, 60 * least, 60 * most)
    return times_of(game.log.documents)[turn.after] + timedelta(seconds=seconds)


def play_due_orders(table: Table, game: Game) -> tuple[Game, DueOrders | None]:
    """The game after the orders that are due now, and what became of them; the caller holds its lock.

    Raises NotYours, disk.Trouble.
    """
    if not takes_orders(game.header) or not orders_file.has_orders(table.settings, game.id):
        return game, None
    game = finish_begun(table, game)
    due = due_turn(table, game)
    return play_turn(table, game, due) if due else (game, None)


def due_turn(table: Table, game: Game) -> DueTurn | None:
    """The ordered turn whose moment has come, if it is one: not while the clock is stopped, nor a turn that has begun.

    Only what is behind a seal counts.
    """
    turn, kept = turn_of(game), orders_file.read_orders(table.settings, game.id)
    if turn is None or stopping_entry(game.log.documents) or game.book.play.is_turn_begun(game.position):
        return None
    orders = seal_orders.orders_in_force(game, kept, turn.seat)
    if orders is None or not seal_orders.sealed_in(game, kept, turn.seat, orders):
        return None
    if turn.after in orders.refused or time(table.time(), BEGINNING) < moment_due(table, game, turn):
        return None
    return DueTurn(turn, orders, len(seal_orders.turns_ended(game, turn.seat, orders.after)))


def table_of_moment(table: Table, game: Game, turn: OpenTurn) -> Table:
    """The table with the clock at the moment that was drawn, unless that is long ago or others came after it.

    Where mails are fetched, all moves have the time at which that was done, and so have these.
    """
    if table.settings.mail and table.settings.mail.inbox:
        return table
    due, now = moment_due(table, game, turn), time(table.time(), BEGINNING)
    is_soon = due >= times_of(game.log.documents)[-1] and now - due <= LATE
    return table._replace(now=utc_text(due)) if is_soon else table


def play_turn(table: Table, game: Game, due: DueTurn) -> tuple[Game, DueOrders]:
    """Play the first alternative that is possible; if none is, the owner alone gets to know."""
    seat, then = due.turn.seat, table_of_moment(table, game, due.turn)
    asking = Asking(game, seat, due.orders.after)
    try:
        refuse_stopped(asking, due.plan)
        choice, after, done = first_possible(then, asking, due)
    except Refused as refused:
        note_failure(table, game, seat, due.turn.after, refused)
        store_seat(table, game, seat, due.orders._replace(refused=(*due.orders.refused, due.turn.after)))
        return game, DueOrders(seat, None)
    game = record_played(table, game, after, seat, choice)
    return game, DueOrders(seat, done)


def refuse_stopped(asking: Asking, plan: OrdersAhead) -> None:
    """Raises Refused if something has happened that stops the orders."""
    for condition in plan.stops:
        if is_true(asking, condition):
            raise Refused(say("This has happened, and so stops your orders: {condition}.", condition=condition))


def first_possible(table: Table, asking: Asking, due: DueTurn) -> tuple[int, Game, Submitted]:
    """The number of the alternative that was played, the game after it, and the result. Raises Refused."""
    reasons = list[Phrase]()
    for number, each in enumerate(due.plan.turns[due.number]):
        try:
            refuse_untrue(asking, each)
            note_begun(table, asking.game, due, number)
            return number, *submit_choice(table, asking.game, due.turn.seat, due.turn.now, each)
        except Refused as refused:
            reasons.append(say("{number}. {why}", number=number + 1, why=reason_text(refused)))
    raise Refused(say("{reasons}", reasons="\n".join(map(str, reasons))))


def refuse_untrue(asking: Asking, each: Alternative) -> None:
    """Raises Refused if a condition of an alternative isn't fulfilled."""
    for condition in each.conditions:
        if not is_true(asking, condition):
            raise Refused(say("This isn't true: {condition}.", condition=condition))
    for condition in each.exceptions:
        if is_true(asking, condition):
            raise Refused(say("This is true: {condition}.", condition=condition))


def submit_choice(table: Table, game: Game, seat: str, after: int, each: Alternative) -> tuple[Game, Submitted]:
    """The move of an alternative, recorded as one that its player sends in answer to entry `after`. Raises Refused."""
    draft = read_move.read_move(table, move_text(game, seat, after, each.move), "orders")
    game, done = submit_move.submit_in(table, game, draft, OrdersSender(game.id, seat))
    return commit(table, game), done  # before anything is noted of it


def note_begun(table: Table, game: Game, due: DueTurn, choice: int) -> None:
    """Write down which move is about to be recorded, so that a crash leaves no doubt about who made it."""
    store_seat(table, game, due.turn.seat, due.orders._replace(begun=(due.turn.now, choice, due.number)))


def finish_begun(table: Table, game: Game) -> Game:
    """Finish what was interrupted while an ordered move was recorded: the same move is not recorded twice."""
    for seat, orders in orders_file.read_orders(table.settings, game.id).seats.items():
        if orders.begun:
            after, choice, number = orders.begun
            each, before = orders_of(orders.text).turns[number][choice], game
            try:
                game, _ = submit_choice(table, game, seat, after, each)
            except Refused:
                game = before
                store_seat(table, game, seat, orders._replace(begun=()))
            else:
                game = record_played(table, before, game, seat, choice, after)
    return game


def store_seat(table: Table, game: Game, seat: str, orders: SeatOrders) -> None:
    kept = orders_file.read_orders(table.settings, game.id)
    orders_file.write_orders(table.settings, game.id, kept.with_seat(seat, orders))


def record_played(table: Table, before: Game, game: Game, seat: str, choice: int, after: int | None = None) -> Game:
    """Note which entries orders have made, and tell their owner."""
    kept = orders_file.read_orders(table.settings, game.id)
    orders = kept.seats[seat]
    first = (before.log.last if after is None else after) + 1
    made = tuple(own_entries(game, seat, first))
    ended = seal_orders.turns_ended(game, seat, first - 1)[:1]
    changed = orders._replace(begun=(), played=(*orders.played, *ended))
    sealed = tuple(with_made(kept, seat, orders.text, made))
    orders_file.write_orders(table.settings, game.id, kept.with_seat(seat, changed)._replace(sealed=sealed))
    note_played(table, game, seat, choice, made)
    return game


def own_entries(game: Game, seat: str, first: int) -> Iterator[int]:
    """The moves of a seat from entry `first` on, up to the end of its turn."""
    for number in range(first, game.log.last + 1):
        entry = game.log.entry(number)
        if entry["kind"] == "move" and entry["seat"] == seat:
            yield number
            if not seal_orders.goes_on(game, game.moments[number].position, seat):
                return


def with_made(kept: OrdersFile, seat: str, text: str, made: tuple[int, ...]) -> Iterator[SealedText]:
    """What was sealed, with the entries that the last of these orders of the seat has made."""
    last = max((n for n, each in enumerate(kept.sealed) if (each.seat, each.text) == (seat, text)), default=-1)
    for number, each in enumerate(kept.sealed):
        yield each._replace(made=tuple(sorted({*each.made, *made}))) if number == last else each
