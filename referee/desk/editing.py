"""What an editor needs to complete and check a file while it is typed: the schemas.

`schemas/` lies beside the folder of the games; whatever a person is to edit names its schema there in its first line.
"""

import json
import os

from referee.desk import library, pages
from referee.desk.answers import Unwritable
from referee.source.schemas import ENDING
from referee.words import Phrase, say


def beside(games: str) -> str:
    """The folder of the schemas for this folder of games."""
    return os.path.join(os.path.dirname(os.path.normpath(games)), "schemas")


def write_schemas(folder: str, *, anew: bool = True) -> list[str]:
    """Write every schema to a folder, or only those that are not there: the paths written. Raises Unwritable."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unwritable(say("{folder} could not be made: {why}.", folder=folder, why=error.strerror)) from error
    paths = {name: os.path.join(folder, name + ENDING) for name in library.schemas()}
    written = [name for name, path in paths.items() if anew or not os.path.exists(path)]
    for name in written:
        pages.write(paths[name], json.dumps(library.schema(name), ensure_ascii=False, indent=2) + "\n")
    return [paths[name] for name in written]


def furnish(games: str) -> tuple[Phrase, ...]:
    """Put the schemas that are missing beside the games; a game can be played without them, so this only warns."""
    try:
        write_schemas(beside(games), anew=False)
    except (Unwritable, OSError) as error:
        return (say("Editors will not know the words of a move: {why}", why=error),)
    return ()
