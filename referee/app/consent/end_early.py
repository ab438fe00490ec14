"""The moderator enters that players concede, or agree on an end of their game; games that are over are closed."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import cast

from referee.app.consent.answers import append_answer, concession, proposal_fields
from referee.app.consent.proposals import entered_answer, propose, refuse_over
from referee.app.game_access import TROUBLES, Game, Table, folder_of, game_ids, open_game, refuse_stranger
from referee.app.look.listed_games import closed_game
from referee.app.play import submit_move
from referee.app.play.record_move import Submitted, append_aside, reason_fields, record_command
from referee.app.time.counted_time import times_of
from referee.app.time.tick import Act, now_of
from referee.rules.entry_shapes import MODERATOR, turning
from referee.rules.proposals import YES, open_proposal
from referee.rules.replay import CLOSED
from referee.store.documents import ABANDON, Aside
from referee.words import say


def concede(table: Table, id: str, seat: str, to: str = "", *, all_consent: bool = False, why: str = "") -> Submitted:
    """A player gives the game up, as the moderator knows: at once to the only rival, else by a proposal to all.

    Raises Refused, Usage.
    """
    reason = reason_fields(why)

    def add_concession(table: Table, game: Game) -> Game | int:
        for each in (seat, to):
            refuse_stranger(game, each)
        wanted = cast(Aside, {**concession(game, seat, to), **reason})
        if "asks" in wanted:
            return game_with_proposal(table, game, {**wanted, "by": MODERATOR}, all_consent)
        return append_aside(table, game, "end", {**wanted, "by": MODERATOR})

    return record_command(table, id, add_concession)


def agree_on_end(
    table: Table, id: str, what: str, seat: str = "", *, all_consent: bool = False, why: str = ""
) -> Submitted:
    """A draw or an end without a winner is proposed, as the moderator knows; or all agree already.

    Raises Refused, Usage.
    """
    reason = reason_fields(why)

    def add_agreement(table: Table, game: Game) -> Game | int:
        refuse_stranger(game, seat)
        fields = cast(Aside, {**proposal_fields(game, what, seat, MODERATOR), **reason})
        return game_with_proposal(table, game, fields, all_consent)

    return record_command(table, id, add_agreement)


def game_with_proposal(table: Table, game: Game, fields: Aside, all_consent: bool) -> Game | int:
    """The game with a proposal, and with the answers of all who agree as the moderator knows; or the number of the
    same proposal, which is open. Raises Refused.
    """
    found = propose(table, game, fields)
    if not all_consent:
        return found
    game = game if isinstance(found, int) else found
    while waiting := open_proposal(game.log.documents):
        game = append_answer(table, game, entered_answer(waiting, waiting.missing[0], YES))
    return game


def abandon(table: Table, id: str, why: str = "") -> Submitted:
    """The moderator ends a game without a winner. Twice does no harm. Raises Refused."""
    reason = reason_fields(why)

    def add_end(table: Table, game: Game) -> Game:
        refuse_over(game)
        return append_aside(table, game, "end", cast(Aside, {"how": ABANDON, "by": MODERATOR, **reason}))

    return record_command(table, id, add_end)


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
