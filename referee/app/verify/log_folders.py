"""Which logs a command means: games by name, folders of one log or of many."""

import os

from referee.app.errors import Missing, Usage
from referee.app.game_access import Table, folder_of, game_ids, lost_ids
from referee.store import log
from referee.store.addresses import is_in_database
from referee.store.stores import store_of
from referee.words import say


def targets(table: Table, names: list[str]) -> list[str]:
    """The folders of logs that are meant: games by name, folders of one log or of many; without a name all games.

    Raises Missing.
    """
    if names:
        return [folder for name in names for folder in folders_of(table, name)]
    found, lost = game_ids(table), lost_ids(table)
    if not found:
        words = "There are private parts of {games} here. If these games were lost, restore copies of them."
        hint = say(words, games=", ".join(lost)) if lost else None
        raise Missing(say("There are no games in {games}.", games=os.path.join(table.settings.games, "")), hint)
    return [table.folder(id) for id in (*found, *lost)]


def refuse_head_of_many(folders: list[str], head: str | None) -> None:
    """A head belongs to one game, and is one. Raises Usage, `log.BadWord`."""
    if head is not None and len(folders) != 1:
        raise Usage(say("A head belongs to one game. Name it: referee verify GAME --head HEX"))
    if head is not None:
        log.check_head(head)


def folders_of(table: Table, name: str) -> list[str]:
    store = store_of(name)
    if os.path.basename(name) == log.NAME and os.path.isfile(name):
        return [os.path.dirname(name) or os.curdir]
    if has_log(name):
        return [name]
    if os.path.isfile(name):
        hint = say("Put it into a folder of its own, under the name {log}, and name the folder.", log=log.NAME)
        raise Missing(say("{path} is a file, but a log is a file {log}.", path=name, log=log.NAME), hint)
    if not store.has_folder(name):
        return [folder_of(table, name)]
    found = [each for each in (os.path.join(name, inside) for inside in store.names(name)) if has_log(each)]
    if not found:
        raise Missing(say("There is no log in {folder}.", folder=name))
    return found


def has_log(folder: str) -> bool:
    path = os.path.join(folder, log.NAME)
    return store_of(path).has(path) if is_in_database(path) else os.path.isfile(path)
