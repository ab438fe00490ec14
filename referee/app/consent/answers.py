"""Answers to proposals are recorded; what everybody agreed to, such as an end of the game, is carried out at once.

A player may also stop while the others play on: the seat goes to the planning player, or to somebody else.
"""

from collections.abc import Callable
from typing import cast

from referee.app.consent.proposals import answered_before, entered_answer, others, refuse_over, refuse_unasked
from referee.app.errors import Refused, Usage
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.play import record_move, seats
from referee.app.play.entries import commit, held_game
from referee.app.play.record_move import Submitted, recorded_before, report_recorded
from referee.app.play.seats import Changed, SeatChange
from referee.app.post import due_reports
from referee.app.post.game_facts import LeftPlayer, note_left
from referee.app.repair.take_back import undo_as_agreed
from referee.mail.transport.mail_progress import address_digest
from referee.rules.proposals import NO, Proposal, agreed_proposal, last_proposal, open_proposal, proposal_at
from referee.rules.replay import PLAYING
from referee.rules.rewrites import UNDO
from referee.rules.rulings import RULING
from referee.store import private
from referee.store.documents import ABANDON, CONCEDE, DRAW, REFEREE, Aside, planner_seats, rivals
from referee.words import say, verbatim_word, word_list

Effect = Callable[[Table, Game, Proposal], Game]
"""Records what was agreed: the entry that names the proposal, and whatever belongs to it."""


def effects() -> dict[str, Effect]:
    """What was proposed → how it is recorded once everybody agrees."""
    # late: they write e-mails, and a list of games, which asks what waits, writes none
    from referee.app.editions.change_rules import rule_as_agreed

    return {**dict.fromkeys((DRAW, ABANDON, CONCEDE), end_as_agreed), UNDO: undo_as_agreed, RULING: rule_as_agreed}


def append_answer(table: Table, game: Game, fields: Aside) -> Game:
    """The game with an answer, and with what was proposed if everybody agrees now.

    fields: `proposal`, `answer`, and `seat`, `by` or both. Raises Refused.
    """
    return carry_out(table, record_move.append_aside(table, game, "answer", fields))


def carry_out(table: Table, game: Game) -> Game:
    """The game with what everybody agreed to; unchanged where there is nothing to do."""
    found = agreed_proposal(game.log.documents)
    return effects()[found.what](table, game, found) if found else game


def record_answer(table: Table, id: str, seat: str, given: str) -> Submitted:
    """Record what a seat answers, as the moderator knows. Twice does no harm. Raises Refused, Usage.

    given: `yes`, `no` or `withdrawn`; without a seat the moderator withdraws a proposal of their own.
    """
    with held_game(table, id) as held:
        game = held.game
        refuse_stranger(game, seat)
        found, last = last_proposal(game.log.documents), game.log.last
        if found is None:
            raise Refused(say("There is no proposal in {game} that could be answered.", game=id))
        if before := answered_before(game, found.number, seat, given):
            held.game = carry_out(table, game)
            if held.game.log.last == last:
                return recorded_before(game, seat, before)
        else:
            refuse_unasked(game, found.number, seat, given)
            held.game = append_answer(table, game, entered_answer(found, seat, given))
    return report_recorded(table, held.game, seat, held.game.log.last - last)


def complete(table: Table, id: str) -> Submitted:
    """Record what everybody agreed to, where a failure came between. Twice does no harm. Raises Refused."""
    with held_game(table, id) as held:
        last, held.game = held.game.log.last, carry_out(table, held.game)
    if held.game.log.last == last:
        return recorded_before(held.game, "", last)
    return report_recorded(table, held.game, "", held.game.log.last - last)


def lapse(table: Table, id: str, number: int) -> Submitted:
    """Count a missing answer to proposal `number` as a no. Twice does no harm. Raises Refused."""
    with held_game(table, id) as held:
        found = proposal_at(held.game.log.documents, number)
        if found.ended:
            return recorded_before(held.game, "", found.ended)
        held.game = append_answer(table, held.game, entered_answer(found, found.missing[0], NO, REFEREE))
    return report_recorded(table, held.game, found.missing[0])


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


PLANNER = "planner"
"""What the command line calls the referee's planning player."""
TO_REFEREE = SeatChange(name=seats.REFEREE_NAME, planner=True)


def resign(
    table: Table, id: str, seat: str, to: str = PLANNER, address: str | None = None, *, why: str = ""
) -> Changed:
    """Record that a player stops: the referee plays from now on, or the player `to` at this address.

    Twice does no harm. Raises Refused, Usage.
    """
    if to == PLANNER and address is not None:
        raise Usage(say("The planner has no address. Name a player: --to NAME --address NAME@HOST"))
    game = open_game(table, id)
    if seat not in planner_seats(game.log.documents):
        refuse_over(game)
    change = (TO_REFEREE if to == PLANNER else SeatChange(name=to, addresses=address))._replace(why=why)
    if table.rehearses:
        fields = seats.player_entry(game, seat, change)
        recorded = (
            recorded_before(game, seat, fields)
            if isinstance(fields, int)
            else report_recorded(table, record_move.append_aside(table, game, "player", fields), seat)
        )
        return Changed(recorded, ())
    return seats.change_player(table, id, seat, change)


def give_to_referee(table: Table, game: Game, seat: str) -> Game:
    """The game whose referee plays a seat from now on, safely on disk. The caller holds its lock. Raises Refused."""
    fields = seats.player_entry(game, seat, TO_REFEREE)
    if isinstance(fields, int):
        return game
    refuse_over(game)
    return commit(table, record_move.append_aside(table, game, "player", fields))


def forget_player(table: Table, game: Game, seat: str) -> None:
    """A seat gets no more e-mails. The caller holds the game's lock. Raises disk.Trouble."""
    due_reports.return_words(table.settings, game, seat, [])
    if address := private.read_private_part(table.settings.private, game.id).addresses.get(seat):
        note_left(table.settings, game.id, LeftPlayer(seat, address_digest(address.lower())))
    private.change(table.settings.private, game.id, lambda whole: seats.without_player(whole, seat))


def planned_seat(game: Game) -> str:
    """The seat to move, if the referee plays it and no proposal is open; "" otherwise."""
    mover = game.mover if game.phase == PLAYING else None
    waits = mover is None or open_proposal(game.log.documents) is not None
    return "" if waits or mover not in planner_seats(game.log.documents) else str(mover)
