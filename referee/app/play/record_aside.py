"""What is recorded beside the moves: `asides.ASIDES`. Whatever a replay would refuse is not written."""

from collections.abc import Callable

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, current_game, folder_of, refuse_stranger
from referee.app.play.entries import append_entry, entry_bytes
from referee.app.play.record_move import Submitted, recorded_before, report_recorded
from referee.rules.asides import refuse_aside, refuse_wrong_ends
from referee.rules.consents import REFUSALS
from referee.rules.entry_shapes import BadEntry, refuse_misfits
from referee.rules.replay import CLOSED
from referee.store import log
from referee.store.chain import log_with_document
from referee.store.documents import Aside
from referee.words import say

Words = Callable[[Game], Aside | int]
"""The game → what the entry says; or the number of the entry that says so already."""


def record_aside_fields(table: Table, id: str, kind: str, fields: Aside) -> Submitted:
    """Record an entry beside the moves."""
    return record_aside_entry(table, id, kind, lambda game: fields)


def record_aside_entry(table: Table, id: str, kind: str, words: Words, seen: Game | None = None) -> Submitted:
    """Record what `words` makes of the game as it is under the lock; `seen`: as it was when it was opened before."""
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = current_game(table, id, seen)
        fields = words(game)
        if isinstance(fields, int):
            return recorded_before(game, str(game.log.documents[fields].get("seat", "")), fields)
        game = append_aside(table, game, kind, fields)
    return report_recorded(table, game, str(fields.get("seat", "")))


def append_aside(table: Table, game: Game, kind: str, fields: Aside) -> Game:
    """The game with one more entry beside the moves; the caller holds the lock. Raises Refused, Usage."""
    refuse_closed(game)
    refuse_stranger(game, str(fields.get("seat", "")))
    number = game.log.last + 1
    longer = log_with_document(game.log, entry_bytes(table, game, kind, fields, {}, game.position))
    try:
        refuse_misfits(number, longer.entry(number))
        refuse_aside(game.header, number, longer.entry(number))
        refuse_wrong_ends(longer.documents, number)
        if kind in REFUSALS:
            REFUSALS[kind](longer.documents, number)
    except BadEntry as bad:
        raise Refused(bad.says) from bad
    return append_entry(table, game, kind, fields, {}, game.position)


def refuse_closed(game: Game) -> None:
    if game.phase == CLOSED:
        raise Refused(say("{game} is closed: nothing can be recorded any more.", game=game.id))
