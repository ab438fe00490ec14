"""A new secret in the middle of a game: what nobody has seen is shuffled again from it."""

import os

from referee.app.game_access import Game, Table
from referee.rules.layers import promising_entries
from referee.show.sentences import is_practice
from referee.store import chance, private


def promise_new_secret(table: Table, game: Game) -> str:
    """The `commitment` for an entry that shuffles the rest of the piles again; its secret is on disk when this returns.

    A secret that no entry promises was never used: the same command was interrupted, and takes it. The caller holds the
    game's lock. Raises `disk.Unreadable`, `disk.NotRecorded`, `disk.Unconfirmed`.
    """
    promised = [str(each["commitment"]) for _, each in promising_entries(game.log.documents)]
    kept = private.read_private_part(table.settings.private, game.id)
    if left := next((each for each in kept.secrets if each not in promised), ""):
        return left
    practice = is_practice(game.header)
    secret = chance.practice_secret(len(promised) + 1) if practice else os.urandom(chance.SECRET_BYTES)
    promise = chance.commitment(game.id, secret)
    if not table.rehearses:
        secrets = {**kept.secrets, promise: secret.hex()}
        private.change(table.settings.private, game.id, lambda kept: kept._replace(secrets=secrets))
    return promise
