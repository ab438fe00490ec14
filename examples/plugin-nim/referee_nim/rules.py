"""From a move file to its step, the rules about it and what follows from it; and the moves that nobody wrote."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from referee.rules.rulebook import Breach, Fate, Move, Outcome, Step, rule
from referee.words import say
from referee_nim.table import FEW, NUMBERS, Event, Position, StonesTaken, Won


class TakeStones(NamedTuple):
    """The content of a move: whose it is, and of each action its kind, `take` or `token`, and the number of stones."""

    seat: str
    parts: tuple[tuple[str, int], ...]


def steps(position: Position, move: Move) -> Iterator[Step[TakeStones]]:
    yield Step(TakeStones(str(move["seat"]), parts_of(move)), ("actions",))


def parts_of(move: Move) -> tuple[tuple[str, int], ...]:
    """The actions of a move. The log gives the numbers as text."""
    actions = cast(Sequence[Mapping[str, int]], move.get("actions", ()))
    return tuple((kind, int(stones)) for action in actions for kind, stones in action.items())


@rule("VN-2.1", TakeStones)
def seat_is_to_move(position: Position, step: TakeStones) -> Breach | None:
    turn = say("It is {mover}'s turn, not {seat}'s.", mover=position.mover, seat=step.seat)
    over = say("The game is over: {winner} has won.", winner=position.winner)
    return None if step.seat == position.mover else Breach(over if position.winner else turn)


@rule("VN-2.2", TakeStones)
def turn_is_one_action(position: Position, step: TakeStones) -> Breach | None:
    says = say("A turn is one action, not {actions}.", actions=len(step.parts))
    return None if len(step.parts) == 1 else Breach(says)


@rule("VN-2.2", TakeStones, stage=2)
def takes_one_to_three(position: Position, step: TakeStones) -> Breach | None:
    ((kind, stones),) = step.parts
    says = say("Without your token you can take 1 to 3 stones, not {stones}.", stones=stones)
    return None if kind == "token" or stones in FEW else Breach(says, (0, kind))


@rule("VN-2.4", TakeStones, stage=2)
def token_is_own_and_unused(position: Position, step: TakeStones) -> Breach | None:
    ((kind, stones),), own = step.parts, position.tokens.get(step.seat, 0)
    if step.seat in position.used:
        return Breach(say("You have used your token already."), (0, kind)) if kind == "token" else None
    says = say("Your token has another number: {own}.", own=own)
    return None if kind == "take" or stones == own else Breach(says, (0, kind))


@rule("VN-2.3", TakeStones, stage=3)
def heap_has_so_many(position: Position, step: TakeStones) -> Breach | None:
    ((kind, stones),) = step.parts
    says = say("The heap has only {left} stones.", left=position.stones)
    return None if stones <= position.stones else Breach(says, (0, kind))


def reactions(position: Position, event: Event, fate: Fate) -> Iterator[Won]:
    if isinstance(event, StonesTaken) and not position.stones:  # VN-3.1
        yield Won(event.seat)


def outcome(position: Position) -> Outcome | None:
    """Who has won, and how many stones each seat took."""
    ended = Outcome((position.winner,), position.taken, say("stones"), say("by the last stone"))
    return ended if position.winner else None


def move_of(kind: str, stones: int) -> Move:
    """The move that does it, as the log notes it."""
    return {"actions": [{kind: stones}]}


def candidates(position: Position) -> Iterator[tuple[str, Move]]:
    """Every number of stones and every token: the rules refuse what the seat cannot do."""
    every = [("take", each) for each in FEW] + [("token", int(each)) for each in NUMBERS]
    return ((kind, {"seat": position.mover, **move_of(kind, stones)}) for kind, stones in every)
