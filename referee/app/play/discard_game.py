"""A game that was begun by mistake is put away as long as nobody has moved, and so is one that cannot be read.

Its name is free again. Nothing is deleted: log, secret and pages go into `private/discarded_games/`, from where they
can be put back by hand; no game can have the name of that folder.
"""

import os
import shutil

from referee.app.errors import Refused, Unwritable
from referee.app.game_access import Game, Table, folder_of, is_lost, open_game
from referee.records import NamedTuple
from referee.rules.entry_shapes import ASIDES, BadEntry
from referee.store import disk, log, private
from referee.store.addresses import is_in_database
from referee.store.stores import database_of, store_of
from referee.words import say

FOLDER = "discarded_games"
HARMLESS = ("nonce", "deal", *ASIDES)
"""Entries of a game in which nobody has moved."""
LOG, PAGES, REPORTS = "game", "pages", "reports"
"""What the folders of a game are called where it was put away."""


class Discarded(NamedTuple):
    """The game that was put away, and where it is now.

    is_known     whether its players have had e-mails about it
    is_readable  whether its log could be read
    """

    game: str
    folder: str
    is_known: bool
    is_readable: bool


def discard_game(table: Table, id: str) -> Discarded:
    """Put a game away, its log first. A run that was interrupted is finished by the next.

    Raises Missing, Refused for a game that is being played, Unwritable.
    """
    there, is_readable = unfinished_folder(table, id), True
    if not there:
        with log.game_lock(folder_of(table, id), table.settings.wait):
            is_readable = refuse_played_game(table, id)
            there = fresh_folder(table, id)
            move_if_there(table.folder(id), os.path.join(there, LOG))
    pages = os.path.join(table.settings.private, id)
    is_known = store_of(pages).has_folder(os.path.join(pages, "sent"))
    if not is_in_database(there):  # reports can be made again; there they stay where they are
        move_if_there(os.path.join(table.settings.reports, id), os.path.join(there, REPORTS))
    move_if_there(pages, os.path.join(there, PAGES))
    move_if_there(private.path_of(table.settings.private, id), os.path.join(there, f"{id}{private.ENDING}"))
    return Discarded(id, there, is_known, is_readable)


def refuse_undiscardable(table: Table, id: str) -> bool:
    """Whether the log can be read. Raises Missing, and Refused for a game that is being played."""
    return bool(unfinished_folder(table, id)) or refuse_played_game(table, id)


def refuse_played_game(table: Table, id: str) -> bool:
    """Whether the log can be read; what is wrong for this program only can be. Raises as `refuse_undiscardable`."""
    try:
        refuse_played(open_game(table, id))
    except (log.Damage, BadEntry):
        return False
    return True


def refuse_played(game: Game) -> None:
    """Raises Refused for a game in which somebody has moved or missed a turn, and for a closed one."""
    for number, entry in enumerate(game.log.entries, 1):
        if entry["kind"] not in HARMLESS:
            words = "{game} can't be discarded: entry {entry} is more than the deal. It stays for good."
            close = say("If nobody wants to go on: referee close {game} --abandon", game=game.id)
            raise Refused(say(words, game=game.id, entry=number), None, close)


def unfinished_folder(table: Table, id: str) -> str:
    """Where an interrupted run has put the log while the secret is still in its place; "" if there was none."""
    above = os.path.join(table.settings.private, FOLDER)
    store = store_of(above)
    if not is_lost(table, id) or not store.has_folder(above):
        return ""
    folders = [os.path.join(above, name) for name in store.names(above) if name.rpartition(".")[0] == id]
    left = [each for each in folders if not store.has(os.path.join(each, f"{id}{private.ENDING}"))]
    return left[-1] if left else ""


def fresh_folder(table: Table, id: str) -> str:
    """A new folder for what is put away: `private/discarded_games/spring-cup.1`. Raises Unwritable."""
    above, number = os.path.join(table.settings.private, FOLDER), 1
    while store_of(above).has(os.path.join(above, f"{id}.{number}")):
        number += 1
    there = os.path.join(above, f"{id}.{number}")
    if is_in_database(there):
        return there
    try:
        os.makedirs(there, mode=0o700)
    except OSError as error:
        raise Unwritable(
            say("{folder} couldn't be created: {why}.", folder=there, why=disk.reason_text(error))
        ) from error
    return there


def move_if_there(path: str, target: str) -> None:
    """Move a file or a folder, also to another disk. Raises Unwritable."""
    if not store_of(path).has(path):
        return
    if database := database_of(path):
        database.move(path, target)
        return
    try:
        shutil.move(path, target)
    except OSError as error:
        words = "{path} could not be moved to {target}: {why}."
        raise Unwritable(say(words, path=path, target=target, why=disk.reason_text(error))) from error
