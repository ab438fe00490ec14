"""How a log and its secret come to disk: the secret first, then the log, and what an interrupted start left goes on."""

import json
import os
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from referee.app.game_access import TROUBLES, Game, Table, open_game
from referee.app.play.entries import create_game, read_game
from referee.app.play.record_move import Submitted, recorded_before, report_recorded
from referee.rules.line import fork_of
from referee.store import chance, log, private
from referee.store.documents import Data
from referee.store.stores import store_of
from referee.words import say

NOTHING: Mapping[str, str] = MappingProxyType({})


class GameStart(NamedTuple):
    """A game that is to begin.

    header     what was chosen: the same command has the same
    documents  table and secret → the bytes with which the log begins; raises BadEntry if the choices make no game
    places     the items at places of piles that its private part keeps
    """

    id: str
    header: Data
    documents: Callable[[Table, bytes], bytes]
    addresses: Mapping[str, str] = NOTHING
    languages: Mapping[str, str] = NOTHING
    places: Mapping[str, str] = NOTHING

    @property
    def digest(self) -> str:
        """All choices of the game, as SHA-256."""
        chosen = {"header": self.header, "addresses": dict(self.addresses), "languages": dict(self.languages)}
        more = {"places": dict(self.places)} if self.places else {}
        return sha256(json.dumps(chosen | more, sort_keys=True).encode()).hexdigest()


def begin(table: Table, start: GameStart, *, secret: bytes | None = None, dry_run: bool = False) -> Submitted:
    """Begin a game, with this secret or a new one. Raises `log.Taken`, Unreplayable, and what its documents raise."""
    if not dry_run and (again := begun_before(table, start)):
        return again
    log.refuse_taken(table.folder(start.id), start.id)
    if dry_run:
        zeros = secret or bytes(chance.SECRET_BYTES)
        read_game(start.id, start.documents(table, zeros), chance.Secrets(zeros, places=start.places))
        return Submitted(start.id, "", None, "", False, None)
    left = private.interrupted_part(table.settings.private, start.id, start.digest)
    left = left if left and secret in (None, left.secret) else None
    game = create_with_secret(table, start, left, secret or os.urandom(chance.SECRET_BYTES))
    done = report_recorded(table, game, "")
    words = "An earlier start of {game} was interrupted. It continued with the secret that was saved then."
    resumed = [say(words, game=start.id)] if left else []
    return done._replace(warnings=(*resumed, *done.warnings))


def begun_before(table: Table, start: GameStart) -> Submitted | None:
    """The game that just this command began, which is on disk for good now; None if there is none.

    It is known by its bytes: at its time and with its secret, the command begins a game with the very same.
    Raises `log.Unconfirmed`.
    """
    try:
        game, kept = open_game(table, start.id), private.read_private_part(table.settings.private, start.id)
        first = start.documents(table._replace(now=begun_at(game)), kept.secret)
    except TROUBLES:
        return None
    reached = (kept.addresses, kept.languages) == (dict(start.addresses), dict(start.languages))
    if not (reached and start.places.items() <= kept.places.items() and game.log.raw.startswith(first)):
        return None
    log.confirm(table.settings.games)
    if kept.begins:
        private.mark_begun(table.settings.private, start.id, kept)
    return recorded_before(game, "", log.parse(first).last)


def begun_at(game: Game) -> str:
    """When a game was begun; "" where its log doesn't say it: nobody has dealt."""
    fork = fork_of(game.log.header)
    return fork.get("at", "") if fork else next((each["at"] for each in game.log.entries if each["kind"] == "deal"), "")


def create_with_secret(table: Table, start: GameStart, left: private.Private | None, secret: bytes) -> Game:
    """The game, on disk: first its secret, then its log; no secret is kept that nobody was promised.

    left: what an interrupted beginning of the same game left, whose secret is taken instead.
    """
    folder, secret = table.settings.private, left.secret if left else secret
    try:
        kept = left or private_part(folder, start, secret)
        secrets = chance.Secrets(secret, places=start.places)
        game = create_game(table, start.id, start.documents(table, secret), secrets)
    except log.Unconfirmed:
        raise  # the log may be there, and with it the promise of this secret
    except BaseException:
        if not store_of(table.folder(start.id)).has(table.folder(start.id)):
            private.discard(folder, start.id, secret)
        raise
    private.mark_begun(folder, start.id, kept)
    return game


def private_part(folder: str, start: GameStart, secret: bytes) -> private.Private:
    reached = {"addresses": start.addresses, "languages": start.languages, "places": start.places}
    return private.create(folder, start.id, secret=secret, **reached, begins=start.digest)
