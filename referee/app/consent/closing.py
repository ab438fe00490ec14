"""Games that are over are closed without anybody asking, once their result has stood for a while."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from referee.app.game_access import TROUBLES, Game, Table, folder_of, game_ids, open_game
from referee.app.look.listed_games import closed_game
from referee.app.play import submit_move
from referee.app.time.counted_time import times_of
from referee.app.time.tick import Act, now_of
from referee.rules.entry_shapes import turning
from referee.rules.replay import CLOSED
from referee.words import say


def close_finished(
    table: Table, names: Sequence[str] = (), after: timedelta = timedelta(), *, dry_run: bool = False
) -> list[Act]:
    """Close these games, or all, that are over and whose result has stood for so long. What was done, or would be.

    A game that makes trouble does not keep the others waiting.
    """
    for name in names:
        folder_of(table, name)
    return [act for id in names or game_ids(table) for act in close_one(table, id, after, dry_run)]


def close_one(table: Table, id: str, after: timedelta, dry_run: bool) -> Iterator[Act]:
    try:
        if closed_game(table, id):
            return
        game = open_game(table, id)
        if is_to_close(table, game, after):
            entry = None if dry_run else submit_move.close(table, id).entry
            words = say("{game} would be closed now.", game=id) if dry_run else say("{game} is closed now.", game=id)
            yield Act(id, "closed", "", entry, words)
    except TROUBLES as error:
        yield Act(id, "trouble", "", None, say("{why}", why=error))


def is_to_close(table: Table, game: Game, after: timedelta) -> bool:
    """Whether the game is over, not closed, and nothing has changed its result for so long."""
    documents = game.log.documents
    stands = now_of(table) - times_of(documents)[turning(documents)]
    return game.is_over and game.phase != CLOSED and stands >= after
