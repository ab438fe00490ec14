"""A game or fork that was begun by mistake is put away as long as nobody has moved, and so is one that cannot be read.

Its name is free again. Nothing is deleted: log, secret and pages go into `private/discarded_games/`, from where they
can be put back by hand; no game can have the name of that folder.
"""

import os
import shutil
from errno import EXDEV
from typing import NamedTuple

from referee.app.errors import NotYours, Refused, Unfinished, Unwritable
from referee.app.game_access import Game, Table, folder_of, open_game
from referee.app.look import report_files
from referee.rules.entry_shapes import ASIDES, BadEntry
from referee.rules.line import copied_count
from referee.store import disk, log, private
from referee.store.addresses import is_in_database
from referee.store.stores import database_of, store_of
from referee.titles import BrokenTitle, UnknownTitle
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
    """Put a game away, its log first. A run that was interrupted is finished by the next. Twice does no harm.

    Raises Missing, Refused for a game that is being played, Unwritable, Unfinished.
    """
    there, is_readable = folder_put_away(table, id), True
    if not there:
        with log.game_lock(folder_of(table, id), table.settings.wait):
            is_readable = refuse_played_game(table, id)
            there = fresh_folder(table, id)
            move_if_there(table.folder(id), os.path.join(there, LOG))
    try:
        put_rest_away(table, id, there)
    except (Unwritable, disk.Trouble) as error:
        words = "{game} is in {folder}, but not all that belongs to it."
        raise Unfinished(say(words, game=id, folder=there), error) from error
    confirm_names(table, there)
    is_known = store_of(there).has_folder(os.path.join(there, PAGES, "sent"))
    return Discarded(id, there, is_known, is_readable)


def put_rest_away(table: Table, id: str, there: str) -> None:
    """Put away what belongs to a game whose log is in this folder: its pages, and its secret last.

    The secret never goes before the log: that is on disk in its new place for good. Raises Unwritable, disk.Trouble.
    """
    confirm_names(table, there)
    if not is_in_database(there):  # reports can be made again; there they stay where they are
        move_if_there(os.path.join(table.settings.reports, id), os.path.join(there, REPORTS))
    move_if_there(os.path.join(table.settings.private, id), os.path.join(there, PAGES))
    move_if_there(private.path_of(table.settings.private, id), secret_in(there, id))


def secret_in(there: str, id: str) -> str:
    return os.path.join(there, f"{id}{private.ENDING}")


def confirm_names(table: Table, there: str) -> None:
    """Make the names of what was moved survive a power cut. Raises `log.Unconfirmed`."""
    for each in (there, os.path.dirname(there), table.settings.private, table.settings.games):
        log.confirm(each)


def refuse_undiscardable(table: Table, id: str) -> bool:
    """Whether the log can be read. Raises Missing, and Refused for a game that is being played."""
    return bool(folder_put_away(table, id)) or refuse_played_game(table, id)


def refuse_played_game(table: Table, id: str) -> bool:
    """Whether the game can be read: its log is not damaged, its secret not lost and its title here.

    Raises Refused, Missing, and BrokenTitle: a title that is installed can be repaired.
    """
    try:
        refuse_played(open_game(table, id))
    except BrokenTitle:
        raise
    except (log.Damage, BadEntry, NotYours, UnknownTitle):
        return False
    return True


def refuse_played(game: Game) -> None:
    """Raises Refused for a game in which somebody has moved or missed a turn, and for a closed one.

    The copied entries of a fork do not count.
    """
    copied = copied_count(game.log.header)
    for number, entry in enumerate(game.log.entries, 1):
        if number > copied and entry["kind"] not in HARMLESS:
            words = "{game} can't be discarded: entry {entry} came after its beginning. It stays for good."
            close = say("If nobody wants to go on: referee end close {game} --abandon", game=game.id)
            raise Refused(say(words, game=game.id, entry=number), None, close)


def folder_put_away(table: Table, id: str) -> str:
    """Where the log of a game was put last, also if the rest of it is not there yet; "" if there is such a game."""
    above = os.path.join(table.settings.private, FOLDER)
    store, folder = store_of(above), table.folder(id)
    if store_of(folder).has(folder) or not store.has_folder(above):
        return ""
    found = [name for name in store.names(above) if name.rpartition(".")[0] == id]
    found = [name for name in found if store.has(os.path.join(above, name, LOG))]
    there = os.path.join(above, max(found, key=number_of)) if found else ""
    is_another = there and private.is_kept(table.settings.private, id) and store.has(secret_in(there, id))
    return "" if is_another else there


def number_of(name: str) -> int:
    """The number of a folder of what was put away: 2 of `spring-cup.2`."""
    number = name.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0


def fresh_folder(table: Table, id: str) -> str:
    """An empty folder for what is put away: `private/discarded_games/spring-cup.1`. Raises Unwritable."""
    above, number = os.path.join(table.settings.private, FOLDER), 1
    store = store_of(above)
    while store.has(there := os.path.join(above, f"{id}.{number}")) and store.names(there):
        number += 1
    if is_in_database(there):
        return there
    report_files.make_folder(there, 0o700)
    return there


def move_if_there(path: str, target: str) -> None:
    """Move a file or a folder, also to another disk. Raises Unwritable."""
    if not store_of(path).has(path):
        return
    if database := database_of(path):
        database.move(path, target)
        return
    try:
        move(path, target)
    except OSError as error:
        words = "{path} could not be moved to {target}: {why}."
        raise Unwritable(say(words, path=path, target=target, why=disk.reason_text(error))) from error


def move(path: str, target: str) -> None:
    """The same: at once, or to another disk whole before the old place loses its name. Raises OSError."""
    try:
        os.rename(path, target)
    except OSError as error:
        if error.errno != EXDEV:
            raise
        copy, left = (disk.fresh_name(*os.path.split(each)) for each in (target, path))
        shutil.copytree(path, copy) if os.path.isdir(path) else shutil.copy2(path, copy)
        os.rename(copy, target)
        os.rename(path, left)
        shutil.rmtree(left) if os.path.isdir(left) else os.unlink(left)
