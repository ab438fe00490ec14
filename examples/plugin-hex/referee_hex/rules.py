"""From a move file to its step, the rules about it and what follows from it; and the moves that nobody wrote."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from referee.rules.rulebook import Breach, Fate, Move, Step, Worth, rule
from referee.words import say
from referee_hex.table import KINDS, Event, Position, StonePut, Won, hexes, joins


class PutStones(NamedTuple):
    """The content of a move: whose stones, and of each its kind and place. To refuse two is a rule's business."""

    seat: str
    parts: tuple[tuple[str, str], ...]


def parts_of(move: Move) -> tuple[tuple[str, str], ...]:
    """The actions of a move: what its schema makes of them is known here, and nowhere else."""
    actions = cast(Sequence[Mapping[str, str]], move.get("actions", ()))
    return tuple((kind, at.upper()) for action in actions for kind, at in action.items())


def steps(position: Position, move: Move) -> Iterator[Step[PutStones]]:
    yield Step(PutStones(str(move["seat"]), parts_of(move)), ("actions",))


@rule("HX-2.1", PutStones)
def seat_is_to_move(position: Position, step: PutStones) -> Breach | None:
    turn = say("It is {mover}'s turn, not {seat}'s.", mover=position.mover, seat=step.seat)
    over = say("The game is over: {winner} has won.", winner=position.winner)
    return None if step.seat == position.mover else Breach(over if position.winner else turn)


@rule("HX-2.2", PutStones)
def is_one_stone(position: Position, step: PutStones) -> Breach | None:
    return None if len(step.parts) == 1 else Breach(say("A turn is one stone, not {stones}.", stones=len(step.parts)))


@rule("HX-1.1", PutStones, stage=2)
def is_on_the_board(position: Position, step: PutStones) -> Breach | None:
    ((kind, at),), known = step.parts, list(hexes(position))
    says = say("There is no hex {at}: the board goes from A1 to {last}.", at=at, last=known[-1])
    return None if at in known else Breach(says, (0, kind))


@rule("HX-2.3", PutStones, stage=3)
def hex_is_empty(position: Position, step: PutStones) -> list[Breach]:
    owners = [(at, position.stones[at]) for kind, at in step.parts if kind == "stone" and at in position.stones]
    return [Breach(say("A stone of {owner} lies on {at}.", owner=owner, at=at), (0, "stone")) for at, owner in owners]


@rule("HX-2.5", PutStones, stage=3)
def stone_may_be_taken_over(position: Position, step: PutStones) -> list[Breach]:
    refused = [at for kind, at in step.parts if kind == "swap" and at not in swaps(position)]
    return [Breach(say("You cannot take over a stone on {at} now.", at=at), (0, "swap")) for at in refused]


def swaps(position: Position) -> list[str]:
    """The hexes whose stone may be taken over: the first one, where the edition has the swap rule."""
    return [*position.stones] if (position.policies.swap, *position.stones.values()) == ("first", "red") else []


def reactions(position: Position, event: Event, fate: Fate) -> Iterator[Won]:
    if isinstance(event, StonePut) and joins(position, event.seat):
        yield Won(event.seat)


def put(kind: str, at: str) -> dict[str, object]:
    """The move that puts it there, as the log notes it."""
    return {"actions": [{kind: at.upper()}]}


def missed(position: Position) -> dict[str, object]:
    """HX-2.4: a stone on the first empty hex."""
    return put("stone", next(iter(empty(position)), ""))


def candidates(position: Position) -> Iterator[tuple[str, Move]]:
    return ((kind, {"seat": position.mover, **put(kind, at)}) for kind in KINDS for at in hexes(position))


def empty(position: Position) -> list[str]:
    return [at for at in hexes(position) if at not in position.stones]


def outlook(position: Position, seat: str) -> Worth[Position]:
    """The planning player wins if it can; else one hex is as good as another."""
    return lambda after, shown: int(after.winner == seat)
