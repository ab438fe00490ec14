"""A fork may know what players of its parent still hide: it is closed after its parent."""

from referee.app.errors import Missing, Refused
from referee.app.game_access import Game, Table, open_game
from referee.rules.layers import fork_of
from referee.rules.replay import CLOSED
from referee.words import say


def refuse_open_parent(table: Table, game: Game) -> None:
    """Closing a fork reveals hands that it inherited: the closing entry of its parent must be seen. Raises Refused."""
    found = fork_of(game.log.header)
    if not found or "places" not in found:
        return
    facts = {"game": game.id, "parent": found["game"], "entry": found["entry"], "games": table.settings.games}
    try:
        parent = open_game(table, found["game"])
    except Missing:
        parent = None
    if parent is None or found["head"] not in parent.log.heads:
        words = "Closing {game} would reveal what players held in {parent} at entry {entry}, and {parent} isn't here."
        hint = say("Put its folder back into {games}. {game} can be closed once {parent} is closed.", **facts)
        raise Refused(say(words, **facts), hint)
    if parent.phase != CLOSED:
        words = "Closing {game} would reveal what players held in {parent} at entry {entry}, and {parent} isn't closed."
        raise Refused(say(words, **facts), say("Close that game first: referee close {parent}", **facts))
