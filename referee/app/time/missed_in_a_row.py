"""Players who have missed turns in a row: somebody has to decide how their games go on."""

from referee.app.game_access import Game
from referee.rules.replay import CLOSED
from referee.store.endings import planner_seats

MANY = 2
"""From so many turns in a row on the moderator hears of it."""


def missed_in_a_row(game: Game) -> dict[str, int]:
    """Seat → how many turns it has missed since it moved or got another player, where these are many; in play only."""
    if game.mover is None or game.phase == CLOSED:
        return {}
    found = dict.fromkeys(game.header["seats"], 0)
    for moment in game.line:
        kind, seat = moment.entry.get("kind"), str(moment.entry.get("seat", ""))
        if kind in ("move", "player"):
            found[seat] = 0
        elif kind == "missed" and game.book.play.to_move(moment.position) != seat:  # a turn may be missed in parts
            found[seat] += 1
    resigned = planner_seats(game.log.documents)
    return {seat: number for seat, number in found.items() if number >= MANY and seat not in resigned}
