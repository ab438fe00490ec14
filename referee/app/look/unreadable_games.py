"""A game that cannot be read: which it is, why, and what its moderator can do about it."""

import os

from referee.app.errors import Missing
from referee.app.game_access import Game, Table, UnknownEdition, folder_of, open_game
from referee.rules import replay
from referee.store import disk, log, private
from referee.store.newer_versions import NewerFormat
from referee.store.private import Private
from referee.words import Phrase, say

NOT_NOW = (log.Busy, disk.NotRecorded, disk.Unconfirmed, OSError, MemoryError)
"""What says nothing about the game: trying again may help."""


class UnreadableGame(Exception):
    """Mail for this game waits: `why` it cannot be read, and the `fix`, for its moderator."""

    def __init__(self, game: str, why: Phrase, fix: Phrase) -> None:
        super().__init__(why)
        self.game, self.why, self.fix = game, why, fix

    @property
    def says(self) -> Phrase:
        return say("{game} cannot be read: {why} {fix}", game=self.game, why=self.why, fix=self.fix)


def open_readable(table: Table, id: str) -> Game:
    """The game. Raises UnreadableGame for whatever is wrong with it, and what is wrong only now as it is."""
    try:
        return open_game(table, id)
    except NOT_NOW:
        raise
    except Exception as error:  # also a bug: its mails wait, those of other games do not
        raise UnreadableGame(id, unreadable_reason(error), fix(table, id, error)) from error


def locked_folder(table: Table, id: str) -> str:
    """The folder of a game. Raises UnreadableGame where it is lost."""
    try:
        return folder_of(table, id)
    except (Missing, disk.Unreadable) as error:
        raise UnreadableGame(
            id, say("{why}", why=error), put_back(os.path.join(table.folder(id), log.NAME), id)
        ) from error


def private_of(table: Table, id: str) -> Private | None:
    """The private part of a game; None where there is no such game. Raises UnreadableGame."""
    try:
        log.check_id(id)
    except log.BadWord:
        return None
    path = private.path_of(table.settings.private, id)
    if disk.is_missing(path) and disk.is_missing(os.path.join(table.folder(id), log.NAME)):
        return None
    try:
        return private.read_private_part(table.settings.private, id)
    except NewerFormat as error:
        raise UnreadableGame(id, error.says, UNTIL_THEN) from error
    except disk.Unreadable as error:
        raise UnreadableGame(id, error.says, put_back(path, id)) from error


UNTIL_THEN = say("Until then its e-mails wait.")


def unreadable_reason(error: Exception) -> Phrase:
    if isinstance(error, log.Damage | replay.BadEntry):
        number = error.entry if isinstance(error, log.Damage) else error.number
        return say("Entry {entry} of its log is not right. {why}", entry=number, why=error.says)
    return say("{why}", why=str(error).partition("\n")[0] or type(error).__name__)


def fix(table: Table, id: str, error: Exception) -> Phrase:
    """What its moderator can do. A log of a newer version is not damaged: nobody is to put another in its place."""
    if isinstance(error, NewerFormat):
        return UNTIL_THEN
    if isinstance(error, UnknownEdition) and error.hint:
        return error.hint
    if isinstance(error, log.Damage | replay.BadEntry | disk.Unreadable):
        return put_back(os.path.join(table.folder(id), log.NAME), id)
    return say("Look at it with: referee verify {game}", game=id)


def put_back(path: str, id: str) -> Phrase:
    return say("Put back a good copy of {path}, then check it: referee verify {game}", path=path, game=id)
