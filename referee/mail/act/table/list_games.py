"""`list`: all games of a player at this table, found by the address to which the answer goes."""

from referee.app.consent.proposal_words import short_time
from referee.app.game_access import Game, Table
from referee.app.time import deadlines
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.act.plain_senders import OwnSeat, own_seats
from referee.rules.replay import CLOSED, WAITING
from referee.show.endings import ending_words, plain_victory
from referee.words import Phrase, say, term

MOST = 60
"""So many games are listed: those that wait for their player come first, and finished ones last."""


def list_answer(hearing: Hearing, about: str) -> MailAnswer:
    """Whose turn it is in each game of the player, until when, and how the finished ones ended."""
    address = hearing.kept.addresses.get(hearing.sender.seat, "")
    found = own_seats(hearing.table, address, opened=hearing.game)
    lines = [line_of_seat(hearing.table, each) for each in found[:MOST]]
    more = [say("More games that are not shown: {number}.", number=len(found) - MOST)] if len(found) > MOST else []
    return MailAnswer((YOURS, *lines, *more, HOW_TO_MOVE), subject=say("Your games"))


YOURS = say("These are your games:")
HOW_TO_MOVE = say(
    "To move, answer the last e-mail of that game. Did you lose it? Answer any e-mail of it with `again`."
)


def line_of_seat(table: Table, own: OwnSeat) -> Phrase:
    game = own.game
    if game is None:
        return say("{game}: it can't be read at the moment. The moderator will see that.", game=own.id)
    facts = {"game": game.id, "title": game.book.name, "seat": term(own.seat)}
    return say("{game} – {title} ({seat}): {state}", **facts, state=state_words(table, game, own.seat))


def state_words(table: Table, game: Game, seat: str) -> Phrase:
    """Whose turn it is and until when, or how the game ended."""
    if game.is_over or game.phase == CLOSED:
        return result_words(game)
    if game.phase == WAITING:
        return say("not dealt yet.")
    until = short_time(game, deadlines.moment(table.time()))
    facts = {"player": game.players[game.mover or seat], "until": until or ""}
    if game.mover == seat:
        return say("your turn, {until}.", **facts) if until else say("your turn.")
    return say("{player}'s turn, {until}.", **facts) if until else say("{player}'s turn.", **facts)


def result_words(game: Game) -> Phrase:
    """How a game ended, in a sentence."""
    if game.ending:
        return ending_words(game.ending, game.players)
    outcome = game.outcome if game.is_over else None
    if outcome is None or not outcome.winners:
        return say("The game is over.")
    return plain_victory(outcome.winners, outcome.counts, outcome.unit, game.players)
