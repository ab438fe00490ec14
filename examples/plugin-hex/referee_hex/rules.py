"""From a move file to its step, the rules about it and what follows from it; and the moves that nobody wrote."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from referee.rulebook import Breach, Fate, Step, rule
from referee.words import say
from referee_hex.table import Position, StonePut, Won, hexes, joins


class PutStones(NamedTuple):
    """What a move says: whose stones, and where. One is right; to refuse two is a rule's business."""

    seat: str
    hexes: tuple[str, ...]


def steps(position: Position, move: Mapping[str, Any]) -> Iterator[Step]:
    stones = tuple(action["stone"].upper() for action in move.get("actions", []))
    yield Step(PutStones(move["seat"], stones), ("actions",))


@rule("HX-2.1", PutStones)
def seat_is_to_move(position: Position, step: PutStones) -> Breach | None:
    if step.seat == position.mover:
        return None
    if position.winner:
        return Breach(say("The game is over: {winner} has won.", winner=position.winner))
    return Breach(say("It is {mover}'s turn, not {seat}'s.", mover=position.mover, seat=step.seat))


@rule("HX-2.2", PutStones)
def is_one_stone(position: Position, step: PutStones) -> Breach | None:
    return None if len(step.hexes) == 1 else Breach(say("A turn is one stone, not {stones}.", stones=len(step.hexes)))


@rule("HX-1.1", PutStones, stage=2)
def is_on_the_board(position: Position, step: PutStones) -> Breach | None:
    (at,), known = step.hexes, list(hexes(position))
    if at in known:
        return None
    return Breach(say("There is no hex {at}: the board goes from A1 to {last}.", at=at, last=known[-1]), (0, "stone"))


@rule("HX-2.3", PutStones, stage=3)
def hex_is_empty(position: Position, step: PutStones) -> Breach | None:
    owner = position.stones.get(at := step.hexes[0])
    return Breach(say("A stone of {owner} lies on {at}.", owner=owner, at=at), (0, "stone")) if owner else None


def reactions(position: Position, event: Any, fate: Fate) -> Iterator[Won]:
    if isinstance(event, StonePut) and joins(position, event.seat):
        yield Won(event.seat)


def put(at: str) -> dict[str, Any]:
    """The move that puts it there, as the log notes it."""
    return {"actions": [{"stone": at.upper()}]}


def action(text: str) -> dict[str, Any]:
    if not text.strip().startswith("stone "):
        raise ValueError(text)
    return put(text.split()[1])


def empty(position: Position) -> list[str]:
    return [at for at in hexes(position) if at not in position.stones]


def suggest(position: Position, seed: int = 0) -> dict[str, Any]:
    """Any empty hex: the seed says which."""
    at = min(empty(position), key=lambda each: sha256(f"{seed} {len(position.stones)} {each}".encode()).digest())
    return {"seat": position.mover, **put(at)}
