"""A player stops while the others play on: the seat goes to the referee's planning player, or to somebody else."""

from referee.app.consent.proposals import refuse_over
from referee.app.errors import Usage
from referee.app.game_access import Game, Table, open_game
from referee.app.play import record_move, seats
from referee.app.play.entries import commit
from referee.app.play.record_move import recorded_before, report_recorded
from referee.app.play.seats import Changed, SeatChange
from referee.rules.proposals import open_proposal
from referee.rules.replay import PLAYING
from referee.store import private
from referee.store.documents import planner_seats
from referee.words import say

PLANNER = "planner"
"""What the command line calls the referee's planning player."""
TO_REFEREE = SeatChange(name=seats.REFEREE_NAME, planner=True)


def resign(
    table: Table, id: str, seat: str, to: str = PLANNER, address: str | None = None, *, why: str = ""
) -> Changed:
    """Record that a player stops: the referee plays from now on, or the player `to` at this address.

    Twice does no harm. Raises Refused, Usage.
    """
    if to == PLANNER and address is not None:
        raise Usage(say("The planner has no address. Name a player: --to NAME --address NAME@HOST"))
    game = open_game(table, id)
    if seat not in planner_seats(game.log.documents):
        refuse_over(game)
    change = (TO_REFEREE if to == PLANNER else SeatChange(name=to, addresses=address))._replace(why=why)
    if table.rehearses:
        fields = seats.player_entry(game, seat, change)
        recorded = (
            recorded_before(game, seat, fields)
            if isinstance(fields, int)
            else report_recorded(table, record_move.append_aside(table, game, "player", fields), seat)
        )
        return Changed(recorded, ())
    return seats.change_player(table, id, seat, change)


def give_to_referee(table: Table, game: Game, seat: str) -> Game:
    """The game whose referee plays a seat from now on; it gets no more e-mails. The caller holds the game's lock.

    The entry first: an e-mail of the player that is handled again must still be theirs. Raises Refused.
    """
    refuse_over(game)
    fields = seats.player_entry(game, seat, TO_REFEREE)
    if not isinstance(fields, int):
        game = commit(table, record_move.append_aside(table, game, "player", fields))
    private.change(table.settings.private, game.id, lambda whole: seats.without_player(whole, seat))
    return game


def planned_seat(game: Game) -> str:
    """The seat to move, if the referee plays it and no proposal is open; "" otherwise."""
    mover = game.mover if game.phase == PLAYING else None
    waits = mover is None or open_proposal(game.log.documents) is not None
    return "" if waits or mover not in planner_seats(game.log.documents) else str(mover)
