"""A new secret in the middle of a game: what nobody has seen is shuffled again from it."""

import os

from referee.app.game_access import Game, Table
from referee.rules.layers import promising_entries
from referee.show.sentences import is_practice
from referee.store import chance, private


def promise_new_secret(table: Table, game: Game) -> str:
    """The `commitment` for an entry that shuffles the rest of the piles again; its secret is on disk when this returns.

    A secret that no entry promises does no harm. The caller holds the game's lock. Raises `disk.Unreadable`,
    `disk.NotRecorded`, `disk.Unconfirmed`.
    """
    number = len(promising_entries(game.log.documents)) + 1
    practice = is_practice(game.header)
    secret = chance.practice_secret(number) if practice else os.urandom(chance.SECRET_BYTES)
    promise = chance.commitment(game.id, secret)
    with_secret = {promise: secret.hex()}
    private.change(table.settings.private, game.id, lambda kept: kept._replace(secrets={**kept.secrets, **with_secret}))
    return promise
