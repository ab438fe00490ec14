"""What a title need not say of itself: what holds where its `Rulebook` leaves a function out."""

from typing import Any, TypeVar

from referee.store.chance import Shuffles, Veil, empty_veil, one_shuffle
from referee.words import say

P = TypeVar("P")


def nothing_left(before: object, move: object, done: int, after: object) -> None:
    """`Play.rest` of a title that shows new things only with the last step of a move."""


def whole_turns(position: object) -> bool:
    """`Play.is_turn_begun` and `is_part_over` of a title in which a move is a whole turn."""
    return False


def nothing_more(header: object) -> dict[str, Any]:
    """`SetUp.furnish` and `piles` of a title whose header has no fields of its own, or where nothing is shuffled."""
    return {}


def no_veil(header: object) -> Veil:
    """`SetUp.veil` of a title in which all that is drawn is open."""
    return empty_veil


def single_shuffles(header: object) -> Shuffles:
    """`SetUp.shuffles` of a title in which each pile is one shuffle with the name of the pile as its label."""
    return one_shuffle


def same_position(position: P, edition: object) -> P:
    """`Rulebook.adopt` of a title whose positions know nothing of editions."""
    return position


def no_decision(position: P, name: str, value: str) -> P:
    """`Rulebook.decide` of a title in which no ruling can be made."""
    raise ValueError(say("{name} can't be changed during a game of this title.", name=name))


def no_places(position: object) -> dict[str, str]:
    """`Show.places` of a title whose places have no names."""
    return {}


def no_outcome(position: object) -> None:
    """`Play.outcome` of a title that says in its view alone who has won."""
    return
