"""What an editor needs to complete and check a file while you type: the schemas, and a setting for logs.

`schemas/` is next to the folder of the games; the first line of every file that people edit names its schema there.
"""

import json
import os

from referee.app.errors import Unwritable
from referee.app.look import editor_settings, library, report_files
from referee.reading.schemas import ENDING
from referee.store import disk
from referee.store.addresses import is_in_database
from referee.words import Phrase, say


def beside(games: str) -> str:
    """The folder of the schemas for this folder of games."""
    return os.path.join(os.path.dirname(os.path.normpath(games)), "schemas")


def write_schemas(folder: str) -> list[str]:
    """Write every schema to a folder: the paths written. Raises Unwritable."""
    return write_named(folder, library.schemas())


def write_missing(folder: str) -> list[str]:
    """Write the schemas that are missing from the folder: those already there may be of another version."""
    return write_named(folder, [name for name in library.schemas_of_files() if not os.path.exists(path(folder, name))])


def write_named(folder: str, names: list[str]) -> list[str]:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Unwritable(say("{folder} couldn't be created: {why}.", folder=folder, why=error.strerror)) from error
    for name in names:
        report_files.write_output_file(path(folder, name), schema_text(name))
    return [path(folder, name) for name in names]


def schema_text(name: str) -> str:
    """The file of a schema."""
    return json.dumps(library.schema(name), ensure_ascii=False, indent=2) + "\n"


def path(folder: str, name: str) -> str:
    return os.path.join(folder, name + ENDING)


def furnish(games: str) -> tuple[Phrase, ...]:
    """Write missing files next to the games; a game can be played without them, so a failure only warns."""
    if is_in_database(games):
        return ()
    try:
        write_missing(beside(games))
        return editor_settings.create(games)
    except (Unwritable, disk.Unreadable, OSError) as error:
        return (say("Editors won't know the keys of a move: {why}", why=error),)
