"""The moderator enters that players concede, or agree on an end of their game."""

from typing import cast

from referee.app.consent.answers import append_answer
from referee.app.consent.ends import concession, ended_before, proposal_fields
from referee.app.consent.proposals import entered_answer, propose, refuse_over
from referee.app.game_access import Game, Table, folder_of, open_game, refuse_stranger
from referee.app.play import record_move
from referee.app.play.record_move import Submitted, recorded_before, report_recorded
from referee.app.repair.reasons import reason_fields
from referee.rules.entry_shapes import MODERATOR
from referee.rules.proposals import YES, open_proposal
from referee.store import log
from referee.store.documents import Aside
from referee.store.endings import ABANDON, CONCEDE


def concede(table: Table, id: str, seat: str, to: str = "", *, all_consent: bool = False, why: str = "") -> Submitted:
    """A player gives the game up, as the moderator knows: at once to the only rival, else by a proposal to all.

    Raises Refused, Usage.
    """
    reason = reason_fields(why)
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        for each in (seat, to):
            refuse_stranger(game, each)
        if before := ended_before(game, CONCEDE, seat):
            return recorded_before(game, seat, before)
        last, wanted = game.log.last, cast(Aside, {**concession(game, seat, to), **reason})
        if "asks" in wanted:
            game = game_with_proposal(table, game, {**wanted, "by": MODERATOR}, all_consent)
        else:
            game = record_move.append_aside(table, game, "end", {**wanted, "by": MODERATOR})
    return result_since(table, game, seat, last)


def agree_on_end(
    table: Table, id: str, what: str, seat: str = "", *, all_consent: bool = False, why: str = ""
) -> Submitted:
    """A draw or an end without a winner is proposed, as the moderator knows; or all agree already.

    Raises Refused, Usage.
    """
    reason = reason_fields(why)
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        refuse_stranger(game, seat)
        if before := ended_before(game, what, seat):
            return recorded_before(game, seat, before)
        last = game.log.last
        fields = cast(Aside, {**proposal_fields(game, what, seat, MODERATOR), **reason})
        game = game_with_proposal(table, game, fields, all_consent)
    return result_since(table, game, seat, last)


def game_with_proposal(table: Table, game: Game, fields: Aside, all_consent: bool) -> Game:
    """The game with a proposal, and with the answers of all who agree as the moderator knows. Raises Refused."""
    found = propose(table, game, fields)
    game = game if isinstance(found, int) else found
    while all_consent and (waiting := open_proposal(game.log.documents)):
        game = append_answer(table, game, entered_answer(waiting, waiting.missing[0], YES))
    return game


def result_since(table: Table, game: Game, seat: str, last: int) -> Submitted:
    """The result of what was recorded after entry `last`; or that it was recorded before."""
    if game.log.last > last:
        return report_recorded(table, game, seat, game.log.last - last)
    found = open_proposal(game.log.documents)
    assert found
    return recorded_before(game, seat, found.number)


def abandon(table: Table, id: str, why: str = "") -> Submitted:
    """The moderator ends a game without a winner. Twice does no harm. Raises Refused."""
    reason = reason_fields(why)
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        if before := ended_before(game, ABANDON, ""):
            return recorded_before(game, "", before)
        refuse_over(game)
        fields = cast(Aside, {"how": ABANDON, "by": MODERATOR, **reason})
        game = record_move.append_aside(table, game, "end", fields)
    return report_recorded(table, game, "")
