"""What every title refuses in the same words: a move after the end, of a seat that nobody plays, or out of turn."""

from collections.abc import Iterable

from referee.rules.law import Breach
from referee.words import Phrase, keyword_term, meant_seat, say, word_list


def seat_of_case(seat: str, seats: Iterable[str]) -> str:
    """A seat that a case names. ValueError when nobody plays it there."""
    if seat not in seats:
        raise ValueError(say("Nobody plays {seat} in this case.", seat=seat))
    return seat


def game_over() -> Breach:
    return Breach(say("The game is over. No more moves are possible."), ("seat",))


def unknown_seat(seat: str, seats: Iterable[str], near: Phrase | None = None) -> Breach:
    """`near`: the seat that a title takes to be meant by a word like it."""
    known = list(seats)
    told = word_list([keyword_term(each) for each in known])
    says = say("Nobody plays {seat} in this game. The seats are {seats}.", seat=seat, seats=told)
    own = say("Write your own seat, as the report shows it.")
    return Breach(says, ("seat",), meant_seat(seat, known) or near or own)


def not_your_turn(seat: str, says: Phrase) -> Breach:
    hint = say("Wait for the report that asks {seat} to move, and answer that one.", seat=seat)
    return Breach(says, ("seat",), hint)
