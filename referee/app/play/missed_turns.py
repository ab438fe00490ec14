"""A turn that its player has missed: recorded as the rules say, or played for the player."""

from collections.abc import Callable

from referee.app.ahead import order_state
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, refuse_stranger
from referee.app.play.entries import held_game
from referee.app.play.read_move import refuse_idle, refuse_other
from referee.app.play.record_move import MISSED, STOOD_IN, Submitted, recorded_before, report_recorded
from referee.app.play.refusal import stale
from referee.app.play.submit_move import carried_out
from referee.reading import Source
from referee.rules.entry_shapes import last_at_position, turning
from referee.rules.planner import suggest_move
from referee.rules.replay import CLOSED
from referee.store.documents import Data, Entry
from referee.words import Phrase, say

Choice = Callable[[Game], Data]
"""The game → the move that is made for the seat."""


def planned_move(game: Game) -> Data:
    """The move that the title's planning player would make."""
    move: Data = suggest_move(game.book, game.position, 0)
    return move


def record_missed_turn(
    table: Table, id: str, seat: str, after: int | None = None, instead: Choice | None = None, seen: Game | None = None
) -> Submitted:
    """Record that the seat to move missed its deadline: the turn that answers entry `after`, or the one now.

    `instead` makes a move for it where a pass is not wanted. To do so twice does no harm: without `after`, a seat whose
    missed turn is the last entry has not missed another. `seen`: the game as it was opened before.
    """
    with held_game(table, id, seen) as held:
        game = order_state.with_seals(table, held.game)
        refuse_stranger(game, seat)
        last, turn = game.log.last, turning(game.log.documents)
        if before := missed_before(game, seat, turn - 1 if after is None else after):
            done = recorded_before(game, seat, before[-1], entries=len(before))
            return done._replace(warnings=missed_again(game, seat))
        refuse_missing(game, seat, turn if after is None else after)
        held.game, stopped = stood_in(table, game, seat, instead) if instead else append_missed_move(table, game, seat)
    return report_recorded(table, held.game, seat, held.game.log.last - last, stopped)


def append_missed_move(table: Table, game: Game, seat: str) -> tuple[Game, Exception | None]:
    """The game with the rules' replacement for a missed turn, and the reason if not all of it is recorded."""
    move = {"seat": seat, **game.book.play.missed(game.position)}
    return carried_out(table, game, Source("missed", "", move, {}, {}), MISSED, move)


def stood_in(table: Table, game: Game, seat: str, instead: Choice) -> tuple[Game, Exception | None]:
    """The game with the turn played for the seat to its end, and why not all of it is recorded."""
    first = game.log.last
    while True:
        move = {**instead(game), "seat": seat}
        try:
            game, stopped = carried_out(table, game, Source("suggestion", "", move, {}, {}), STOOD_IN, move)
        except Exception as stop:
            if game.log.last == first:
                raise
            return game, stop
        if stopped or game.mover != seat or not game.book.play.is_turn_begun(game.position):
            return game, stopped


def missed_before(game: Game, seat: str, after: int) -> range:
    """The numbers of the entries that answer this one, if they are a missed turn of the seat; else none."""
    first = number = last_at_position(game.log.documents, after) + 1 if after >= 0 else 0
    while 0 < number <= game.log.last and is_missed(game.log.entry(number), seat):
        number += 1
        if not game.book.play.is_turn_begun(game.moments[number - 1].position):
            break
    return range(first, number)


def is_missed(entry: Entry, seat: str) -> bool:
    return (entry["kind"], entry.get("seat")) == ("missed", seat)


def missed_again(game: Game, seat: str) -> tuple[Phrase, ...]:
    """A hint where the seat that missed a turn is to move again."""
    if game.phase == CLOSED or game.mover != seat:
        return ()
    words = "If {seat} missed the next turn, too: referee time missed {game} {seat} --after {last}"
    return (say(words, seat=seat, game=game.id, last=game.log.last),)


def moved_meanwhile(game: Game, after: int, seat: str) -> Refused:
    return Refused(stale(game, after, seat))


def refuse_missing(game: Game, seat: str, after: int) -> None:
    """It must be the turn of the seat, and after this entry. Raises Refused."""
    refuse_idle(game)
    mover, last = game.mover, game.log.last
    if mover is None:
        raise Refused(say("{game} is over, so it is nobody's turn.", game=game.id))
    if not 0 <= after <= last:
        raise Refused(say("There is no entry {after}. The last entry is {last}.", after=after, last=last))
    if after < turning(game.log.documents):
        raise Refused(stale(game, after, seat))
    refuse_other(seat, mover)
