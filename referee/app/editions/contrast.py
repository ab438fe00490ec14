"""What became of a game under two editions: a pure function of its two courses."""

from typing import NamedTuple

from referee.app.editions.courses import GameCourse, Halt
from referee.rules.rulebook import AnyRulebook, Outcome

SAME, ILLEGAL, STATE, SCORE, UNTOLD = "same", "illegal", "state", "score", "untold"
"""The kinds of games, by what differs: nothing, whether all moves are legal, the position, the score at the end too;
and those of which nobody can tell."""


class Contrast(NamedTuple):
    """How two courses of a game differ; the first of each pair is under the first edition.

    state     the first entry after which everybody sees another position; None: there is none as far as both go
    halts     what halts the game under each edition
    outcomes  how it ends under each; None while it goes on
    """

    kind: str
    state: int | None
    halts: tuple[Halt | None, Halt | None]
    outcomes: tuple[Outcome | None, Outcome | None] = (None, None)


def sort_game(first: GameCourse, second: GameCourse) -> Contrast:
    """The kind of a game whose moves were judged under two editions."""
    state, halts = first_unlike(first, second), (first.halt, second.halt)
    if any(halts):
        is_illegal = any(halt and halt.is_illegal for halt in halts)
        return Contrast(ILLEGAL if is_illegal else UNTOLD, state, halts)
    outcomes = final_outcome(first), final_outcome(second)
    if outcome_facts(outcomes[0]) != outcome_facts(outcomes[1]):
        return Contrast(SCORE, state, halts, outcomes)
    return Contrast(SAME if state is None else STATE, state, halts, outcomes)


def first_unlike(first: GameCourse, second: GameCourse) -> int | None:
    """The first entry after which the public positions differ, in the public form of the newer edition."""
    public = newer(first, second).public
    before = None
    for one, other in zip(first.moments, second.moments, strict=False):
        now = one.position, other.position
        if before and now[0] is before[0] and now[1] is before[1]:
            continue
        if public(now[0]) != public(now[1]):
            return one.number
        before = now
    return None


def newer(first: GameCourse, second: GameCourse) -> AnyRulebook:
    """The rulebook of the newer edition."""
    return max(first.book, second.book, key=lambda each: each.edition.number)


def final_outcome(course: GameCourse) -> Outcome | None:
    return course.book.play.outcome(course.moments[-1].position)


def outcome_facts(outcome: Outcome | None) -> object:
    """What of an outcome two editions may differ in: who won, by what, and what each seat has."""
    return outcome and (outcome.winners, dict(outcome.counts), str(outcome.unit), str(outcome.way))
