"""A step tried out: whether the rules allow it, and the position after it."""

from collections.abc import Iterable, Sequence

from referee.rules.rulebook import is_allowed
from referee.titles.magna_grecia.rules.moves import EndTurn, MagnaGreciaMove, MagnaGreciaStep, steps
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.play import PLAY, happens, reactions
from referee.titles.magna_grecia.rules.state import Position


def unseen(pile: str, index: int, items: Sequence[str] = ()) -> str:
    """The fate of a trial: it never asks about hidden things, so an answer would be a fault."""
    raise LookupError(f"a trial looked at {pile}/{index}")


def allows(position: Position, step: MagnaGreciaStep) -> bool:
    """Whether no rule forbids a step."""
    return is_allowed(PLAY.law, position, step)


def after(position: Position, step: MagnaGreciaStep) -> Position | None:
    """The position after one step, or None when a rule forbids it."""
    return position_after(position, step) if allows(position, step) else None


def position_after_steps(position: Position, tried: Iterable[MagnaGreciaStep]) -> Position | None:
    """The position after these steps, or None when a rule forbids one of them."""
    found: Position | None = position
    for step in tried:
        found = after(found, step) if found else None
    return found


def is_legal_move(position: Position, move: MagnaGreciaMove) -> bool:
    """Whether the rules allow a move of the seat to move, all but the end of its turn, which no rule forbids."""
    found = [each.what for each in steps(position, move)]
    return position_after_steps(position, [each for each in found if not isinstance(each, EndTurn)]) is not None


def position_after(position: Position, step: MagnaGreciaStep) -> Position:
    """The position after one step, whether or not it is legal.

    What follows from a tile is at once all that follows: no event of a reaction has reactions.
    """
    for event in happens(position, step, unseen):
        position = evolve(position, event)
        for follows in reactions(position, event, unseen):
            position = evolve(position, follows)
    return position
