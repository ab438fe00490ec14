"""The one rule on names of folders: among our games a folder has the name of its game.

Pages and private parts are found by that name. Elsewhere a folder may have any, and the log says which game it is.
"""

import os

from referee.app.errors import Refused
from referee.settings import Settings
from referee.store import log
from referee.words import Phrase, say


def expected_game(settings: Settings, folder: str) -> str:
    """The game that a folder must hold, because it is among our games; "" where it may have any name."""
    place = os.path.abspath(folder)
    return os.path.basename(place) if os.path.dirname(place) == os.path.abspath(settings.games) else ""


def refuse_other_log(folder: str, id: str, found: log.Log) -> None:
    """Raises Refused when the folder of a game holds the log of another."""
    other = found.header.get("game")
    if other != id:
        words = (
            "The log in {folder} belongs to the game {other}. Rename the folder to {other}, or move a copy elsewhere."
        )
        raise Refused(say(words, folder=folder, other=other))


def second_log(folder: str, game: str, first: str) -> Phrase:
    """Why one of two folders with the same game is left out of everything that is about all games."""
    words = (
        "The log in {folder} belongs to the game {game}, and so does the one in {first}. Move one of them elsewhere."
    )
    return say(words, folder=folder, game=game, first=first)
