"""The stored games as they were after each entry; each is replayed once, whatever is asked."""

from functools import cache
from pathlib import Path

from referee.app.game_access import Game, Table, game_of, open_game
from referee.settings import Settings

GAMES = Path(__file__).parent.parent / "games"
TABLE = Table(Settings(games=str(GAMES), private="/nowhere"))


@cache
def whole_game(id: str) -> Game:
    return open_game(TABLE, id)


def game_after(id: str, entry: int) -> Game:
    """A stored game after an entry, as `open_game` gives it."""
    game = whole_game(id)
    return game_of(id, game.folder, game.log, game.moments[: entry + 1])
