"""Games end by agreement: a player concedes, all agree on a draw, or the game is abandoned."""

from typing import cast

from referee.app.consent.proposals import others, refuse_over
from referee.app.errors import Refused, Usage
from referee.app.game_access import Game, Table
from referee.app.play import record_move
from referee.rules.proposals import Proposal
from referee.store.documents import Aside
from referee.store.endings import CONCEDE, rivals
from referee.words import say, verbatim_word, word_list


def end_as_agreed(table: Table, game: Game, found: Proposal) -> Game:
    """The game with its end, to which everybody agreed."""
    fields: dict[str, object] = {"how": found.what, **found.own, "proposal": found.number}
    fields |= {"seat": found.seat} if found.seat else {}
    return record_move.append_aside(table, game, "end", cast(Aside, fields))


def ended_before(game: Game, how: str, seat: str) -> int:
    """The number of the entry with which the game ended just so; 0: there is none, or it was taken back."""
    ends = [n for n, each in enumerate(game.log.entries, 1) if each["kind"] == "end"]
    is_so = game.ending and (game.ending.how, game.ending.seat) == (how, seat)
    return ends[-1] if is_so else 0


def concession(game: Game, seat: str, to: str = "") -> Aside:
    """The fields of the end by which a seat concedes to its only rival, or of the proposal that it needs (`asks`).

    Raises Refused, Usage.
    """
    refuse_over(game)
    found = rivals(game.log.documents, seat)
    if to == seat:
        raise Usage(say("{seat} can't concede to itself.", seat=seat))
    if len(found) == 1 and to in ("", *found):
        return {"how": CONCEDE, "seat": seat, "winners": found}
    if not to:
        words = "There are several others, so say who has won: {seats}. All of them must agree."
        hint = say("To stop alone while the others play on: resign.")
        raise Refused(say(words, seats=word_list([verbatim_word(each) for each in found])), hint)
    return {"what": CONCEDE, "seat": seat, "winners": [to], "asks": others(game, seat)}


def proposal_fields(game: Game, what: str, seat: str, by: str = "") -> Aside:
    """The fields of a proposal to end the game, which asks everybody else."""
    fields: dict[str, object] = {"seat": seat} if seat else {}
    fields |= {"what": what, "asks": others(game, seat)}
    return cast(Aside, {**fields, "by": by} if by else fields)
