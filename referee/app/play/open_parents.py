"""A fork may know what players of its parent still hide: it is closed after its parent."""

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.rules.layers import fork_of
from referee.rules.replay import CLOSED
from referee.store.stores import is_missing
from referee.words import say


def refuse_open_parent(table: Table, game: Game) -> None:
    """Closing a fork reveals what it inherited: hands of its parent, which must be closed then. Raises Refused."""
    found = fork_of(game.log.header)
    if not found or "places" not in found or is_missing(table.folder(found["game"])):
        return
    parent = open_game(table, found["game"])
    if parent.phase == CLOSED or found["head"] not in parent.log.heads:
        return
    words = "Closing {game} would reveal what players held in {parent} at entry {entry}, and {parent} isn't closed."
    hint = say("Close that game first: referee close {parent}", parent=parent.id)
    raise Refused(say(words, game=game.id, parent=parent.id, entry=found["entry"]), hint)
