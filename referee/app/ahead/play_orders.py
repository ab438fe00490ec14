"""Orders ahead that fall due are played, exactly as if the player had sent the move then.

A turn is played some time after it began: how long follows from the secret and the turn, whether or not there are
orders. What could not be played is for its owner alone, as is all that is said about orders.

The referee looks after them when it reads the mail or, where none is fetched, when it reminds. Moves that players send
get the time at which their mail is read. So ordered moves are played in the same run, at the same second; where a mail
server hands each mail over at once, they get the moment that was drawn for them.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.app.ahead import order_state
from referee.app.ahead.order_state import (
    IN_FORCE,
    PLAYED,
    OrdersFile,
    OrderState,
    SealedText,
    SeatOrders,
    delay_window,
    own_entries,
    state_of,
)
from referee.app.ahead.written_orders import Alternative, Asking, OrdersAhead, is_true, move_text, orders_lines
from referee.app.errors import Flawed, Refused, Stop, Unreported, entry_range
from referee.app.game_access import Game, Table, committed_secret, folder_of, game_ids
from referee.app.play import read_move, record_move, submit_move
from referee.app.play.entries import commit, held_game
from referee.app.play.record_move import Submitted
from referee.app.post import due_reports
from referee.app.time.counted_time import BEGINNING, time, times_of, utc_text
from referee.app.time.deadlines import OpenTurn, stopping_entry, turn_of
from referee.reading import Problem, Source
from referee.rules.entry_shapes import takes_orders
from referee.settings import Settings
from referee.store import log, private
from referee.store.chance import answer_delay
from referee.store.documents import Move, is_kind
from referee.store.private import is_kept
from referee.words import ENGLISH, Phrase, prints, say, speaking

LONGEST = 900
"""Characters of the reasons why orders could not be played."""


def reason_text(error: Exception) -> str:
    """Why a move was refused, in a line."""
    if isinstance(error, Flawed):
        return " ".join(str(each.says) for each in error.problems)
    return str(getattr(error, "says", error))


def note_played(table: Table, game: Game, seat: str, made: tuple[int, ...], stopped: Exception | None) -> None:
    """Keep for the next e-mail of a seat that its orders were played, and why not to the end of its turn."""
    entries = entry_range(made[-1], len(made)) if made else ""
    with speaking(language_of(table, game, seat)):
        words = say("Your orders were played, as {entries}.", entries=entries)
        if stopped:
            why = reason_text(stopped)[:LONGEST]
            words = say("{words} The rest of the move was not played: {why}", words=words, why=why)
        keep_words(table, game, seat, game.log.last, words)


def note_cancelled(table: Table, game: Game, seat: str) -> None:
    """Keep for the next e-mail of a seat that the moderator cancelled its orders."""
    with speaking(language_of(table, game, seat)):
        words = say("The moderator cancelled your orders, so nothing more is played for you.")
        keep_words(table, game, seat, game.log.last, words)


def note_failure(table: Table, game: Game, seat: str, turn: int, refused: Refused) -> None:
    """Keep for the next e-mail of a seat why its orders could not be played. `turn`: the entry with which it began."""
    words = "Your orders for this turn could not be played, so please send a move. {why}"
    with speaking(language_of(table, game, seat)):
        keep_words(table, game, seat, turn, say(words, why=str(refused.says)[:LONGEST]))


def keep_words(table: Table, game: Game, seat: str, entry: int, words: Phrase) -> None:
    """The same words about the same turn are kept once."""
    text = "".join(each if prints(each) or each == "\n" else " " for each in str(words))
    due_reports.store_words(table.settings, game.id, seat, due_reports.FROM_ORDERS, text, entry, game.players[seat])


def language_of(table: Table, game: Game, seat: str) -> str:
    """The language of the e-mails to a seat."""
    if not is_kept(table.settings.private, game.id):
        return ENGLISH
    return private.read_private_part(table.settings.private, game.id).languages.get(seat, ENGLISH)


def orders_paragraphs(table: Table, game: Game, seat: str, known: int) -> Iterator[Phrase]:
    """What every e-mail to a seat says of its orders: what they are, or why nothing of them is played any more.

    Of orders of the player before it says so once: if its reader knows all up to entry `known`, and it came later.
    """
    if not takes_orders(game.header) or not order_state.has_orders(table.settings, game.id):
        return
    found = state_of(game, order_state.read_orders(table.settings, game.id), seat)
    if found and found.state == IN_FORCE:
        yield from in_force_paragraphs(table, game, seat, found)
    elif found and found.since and is_kind(game.log.entry(found.since), "player"):
        if found.since > known:
            player = game.players_at(found.since - 1)[seat]
            yield say("{player} had ordered turns ahead. Those orders are cancelled: nothing is played.", player=player)
    elif found and found.why and not has_moved(game, seat, found.since):
        yield say("Your orders are cancelled, so nothing more is played for you. {why}", why=found.why)


def in_force_paragraphs(table: Table, game: Game, seat: str, found: OrderState) -> Iterator[Phrase]:
    turn = turn_of(game)
    if turn and turn.seat == seat and stopping_entry(game.log.documents):
        yield say("It is your turn. The clock is stopped. Your orders are played when it runs again.")
    elif turn and turn.seat == seat:
        least, most = delay_window(table, game, turn)
        yield say(
            "It is your turn, and your orders are played within {least} to {most} minutes.", least=least, most=most
        )
    yield say("Your orders for your next turns:")
    yield from orders_lines(game, found.plan, found.number)
    yield say("To cancel them, write `orders: none`. A move that you send yourself cancels them, too.")


def has_moved(game: Game, seat: str, since: int) -> bool:
    """Whether a seat has moved itself since an entry; 0: since none."""
    own = [each for each in game.line if is_kind(each.entry, "move") and each.entry.get("seat") == seat]
    return bool(since and own and own[-1].number > since)


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
    if not takes_orders(game.header) or not order_state.has_orders(table.settings, game.id):
        return game, None
    game = finish_begun(table, game)
    due = due_turn(table, game)
    return play_turn(table, game, due) if due else (game, None)


def due_turn(table: Table, game: Game) -> DueTurn | None:
    """The ordered turn whose moment has come, if it is one, and the clock is not stopped."""
    turn = turn_of(game)
    if turn is None or stopping_entry(game.log.documents):
        return None
    found = state_of(game, order_state.read_orders(table.settings, game.id), turn.seat)
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
    for seat, orders in order_state.read_orders(table.settings, game.id).seats.items():
        if orders.begun:
            game = finished_game(table, game, seat, orders)
    return game


def finished_game(table: Table, game: Game, seat: str, orders: SeatOrders) -> Game:
    """The game after the move that orders were about to make, unless they may not make it any more."""
    after, choice, number = orders.begun
    found = state_of(game, order_state.read_orders(table.settings, game.id), seat)
    with suppress(Refused):
        if found and found.state in (IN_FORCE, PLAYED):
            longer, done = submit_choice(table, game, seat, after, found.plan.turns[number][choice])
            record_played(table, longer, seat, after + 1, done.stopped)
            return longer
    store_seat(table, game, seat, orders._replace(begun=()))
    return game


def store_seat(table: Table, game: Game, seat: str, orders: SeatOrders) -> None:
    kept = order_state.read_orders(table.settings, game.id)
    order_state.write_orders(table.settings, game.id, kept.with_seat(seat, orders))


def record_played(table: Table, game: Game, seat: str, first: int, stopped: Exception | None) -> None:
    """Note which entries orders have made, from entry `first` on, and inform their owner."""
    kept = order_state.read_orders(table.settings, game.id)
    orders, made = kept.seats[seat], tuple(own_entries(game, seat, first))
    sealed = tuple(with_made(kept, seat, orders.text, made))
    kept = kept.with_seat(seat, orders._replace(begun=()))._replace(sealed=sealed)
    order_state.write_orders(table.settings, game.id, kept)
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
        if order_state.has_orders(table.settings, id):
            with suppress(Stop, log.Trouble, OSError):
                if takes_orders(log.read_log(folder_of(table, id)).header) and play_in_game(table, id):
                    yield id
