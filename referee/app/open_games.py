"""Games that stay open between two uses, for a program that runs for long."""

from referee.app.game_access import Game, Table, current_game


class OpenGames:
    """The games that were opened last, for a program that opens the same ones again and again.

    A log that has the same bytes makes the same game. So before a game is used again its log is read and compared with
    the bytes that made it: whoever else wrote to it meanwhile, what is opened is what the log says.
    """

    MOST = 64
    """So many are kept: a few megabytes."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def open(self, table: Table, id: str) -> Game:
        """The game in its present state. Raises as `open_game`."""
        game = current_game(table, id, self.games.pop(id, None))
        self.keep(game)
        return game

    def keep(self, game: Game) -> None:
        """Keep a game that was opened or has moved on; the one that was used least recently is forgotten."""
        self.games.pop(game.id, None)
        self.games[game.id] = game
        if len(self.games) > self.MOST:
            del self.games[next(iter(self.games))]
