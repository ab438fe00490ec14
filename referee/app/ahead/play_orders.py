"""Orders ahead that fall due are played, exactly as if the player had sent the move then.

A turn is played some time after it began: how long follows from the secret and the turn, whether or not there are
orders. What could not be played is for its owner alone.

The referee looks after them when it reads the mail or, where none is fetched, when it reminds. Moves that players send
get the time at which their mail is read. So ordered moves are played in the same run, at the same second; where a mail
server hands each mail over at once, they get the moment that was drawn for them.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.app.ahead import order_state, orders_file
from referee.app.ahead.conditions import Asking, is_true
from referee.app.ahead.order_notices import note_failure, note_played, reason_text
from referee.app.ahead.order_state import IN_FORCE, PLAYED, OrderState, delay_window, own_entries, state_of
from referee.app.ahead.orders_file import OrdersFile, SealedText, SeatOrders
from referee.app.ahead.written_orders import Alternative, OrdersAhead, move_text
from referee.app.errors import Refused, Stop, Unreported
from referee.app.game_access import Game, Table, committed_secret, folder_of, game_ids
from referee.app.play import read_move, record_move, submit_move
from referee.app.play.entries import commit, held_game
from referee.app.play.record_move import Submitted
from referee.app.time.counted_time import BEGINNING, time, times_of, utc_text
from referee.app.time.deadlines import OpenTurn, stopping_entry, turn_of
from referee.reading import Problem, Source
from referee.rules.entry_shapes import takes_orders
from referee.settings import Settings
from referee.store import log
from referee.store.chance import answer_delay
from referee.store.documents import Move
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
    """A turn that its seat has ordered, and the state of these orders."""

    turn: OpenTurn
    found: OrderState


def moment_due(table: Table, game: Game, turn: OpenTurn) -> datetime:
    """When a turn is played if it was ordered: a moment of the window after its beginning."""
    least, most = delay_window(table, game, turn)
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
    """The ordered turn whose moment has come, if it is one, and the clock is not stopped."""
    turn = turn_of(game)
    if turn is None or stopping_entry(game.log.documents):
        return None
    found = state_of(game, orders_file.read_orders(table.settings, game.id), turn.seat)
    if found is None or found.state != IN_FORCE or time(table.time(), BEGINNING) < moment_due(table, game, turn):
        return None
    return DueTurn(turn, found)


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
    asking = Asking(game, seat, due.found.orders.after)
    try:
        refuse_stopped(asking, due.found.plan)
        after, done = first_possible(then, asking, due)
    except Refused as refused:
        note_failure(table, game, seat, due.turn.after, refused)
        store_seat(table, game, seat, due.found.orders._replace(refused=(due.turn.after,)))
        return game, DueOrders(seat, None)
    record_played(table, after, seat, game.log.last + 1, done.stopped)
    return after, DueOrders(seat, done)


def refuse_stopped(asking: Asking, plan: OrdersAhead) -> None:
    """Raises Refused if something has happened that stops the orders."""
    for condition in plan.stops:
        if is_true(asking, condition):
            raise Refused(say("This has happened, and so stops your orders: {condition}.", condition=condition))


def first_possible(table: Table, asking: Asking, due: DueTurn) -> tuple[Game, Submitted]:
    """The game after the first alternative that can be played, and the result. Raises Refused."""
    reasons = list[Phrase]()
    for number, each in enumerate(due.found.plan.turns[due.found.number]):
        try:
            refuse_untrue(asking, each)
            note_begun(table, asking.game, due, number)
            return submit_choice(table, asking.game, due.turn.seat, due.turn.now, each)
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
    store_seat(table, game, due.turn.seat, due.found.orders._replace(begun=(due.turn.now, choice, due.found.number)))


def finish_begun(table: Table, game: Game) -> Game:
    """Finish what was interrupted while an ordered move was recorded: the same move is not recorded twice."""
    for seat, orders in orders_file.read_orders(table.settings, game.id).seats.items():
        if orders.begun:
            game = finished_game(table, game, seat, orders)
    return game


def finished_game(table: Table, game: Game, seat: str, orders: SeatOrders) -> Game:
    """The game after the move that orders were about to make, unless they may not make it any more."""
    after, choice, number = orders.begun
    found = state_of(game, orders_file.read_orders(table.settings, game.id), seat)
    with suppress(Refused):
        if found and found.state in (IN_FORCE, PLAYED):
            longer, done = submit_choice(table, game, seat, after, found.plan.turns[number][choice])
            record_played(table, longer, seat, after + 1, done.stopped)
            return longer
    store_seat(table, game, seat, orders._replace(begun=()))
    return game


def store_seat(table: Table, game: Game, seat: str, orders: SeatOrders) -> None:
    kept = orders_file.read_orders(table.settings, game.id)
    orders_file.write_orders(table.settings, game.id, kept.with_seat(seat, orders))


def record_played(table: Table, game: Game, seat: str, first: int, stopped: Exception | None) -> None:
    """Note which entries orders have made, from entry `first` on, and inform their owner."""
    kept = orders_file.read_orders(table.settings, game.id)
    orders, made = kept.seats[seat], tuple(own_entries(game, seat, first))
    sealed = tuple(with_made(kept, seat, orders.text, made))
    kept = kept.with_seat(seat, orders._replace(begun=()))._replace(sealed=sealed)
    orders_file.write_orders(table.settings, game.id, kept)
    note_played(table, game, seat, made, stopped)


def with_made(kept: OrdersFile, seat: str, text: str, made: tuple[int, ...]) -> Iterator[SealedText]:
    """What was sealed, with the entries that the last of these orders of the seat has made."""
    last = max((n for n, each in enumerate(kept.sealed) if (each.seat, each.text) == (seat, text)), default=-1)
    for number, each in enumerate(kept.sealed):
        yield each._replace(made=tuple(sorted({*each.made, *made}))) if number == last else each


def is_mail_fetched(settings: Settings) -> bool:
    """Whether mails are fetched from an inbox, and so are read only when the referee looks."""
    return bool(settings.mail and settings.mail.inbox)


def play_in_game(table: Table, id: str, seen: Game | None = None) -> DueOrders | None:
    """Play the orders of a game that are due, and put the seals that a crash left out. Raises Stop, disk.Trouble."""
    with held_game(table, id, seen) as held:
        game = order_state.with_seals(table, held.game)
        last = game.log.last
        held.game, due = play_due_orders(table, game)
    if due and due.done:
        with suppress(Unreported):  # it is recorded, whatever becomes of its report: the next one says the same
            record_move.report_recorded(table, held.game, due.seat, held.game.log.last - last)
    return due


def play_everywhere(table: Table) -> Iterator[str]:
    """The games in which orders were due and played, or could not be; one that makes trouble does not stop the others.

    `referee remind` names the trouble.
    """
    for id in game_ids(table):
        if orders_file.has_orders(table.settings, id):
            with suppress(Stop, log.Trouble, OSError):
                if takes_orders(log.read_log(folder_of(table, id)).header) and play_in_game(table, id):
                    yield id
