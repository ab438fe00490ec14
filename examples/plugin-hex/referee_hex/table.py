"""The position of Hex, its events, and what each of them changes."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from referee.rules.hexes import letters, places_around
from referee.rules.rulebook import GameMoment

SEATS = ("red", "yellow")
KINDS = ("stone", "swap")


class Policies(NamedTuple):
    swap: str


class Position(NamedTuple):
    """Hex → owner of the stone there; the seat to move ("" before the deal and after the end); who has won."""

    size: int
    policies: Policies
    stones: Mapping[str, str] = {}
    mover: str = ""
    winner: str = ""


class Began(NamedTuple):
    seat: str


class StonePut(NamedTuple):
    seat: str
    kind: str
    at: str


class Won(NamedTuple):
    seat: str


Event: TypeAlias = Began | StonePut | Won
Moment: TypeAlias = GameMoment[Position, Event]


def evolve(position: Position, event: Event) -> Position:
    match event:
        case Began(seat):
            return position._replace(mover=seat)
        case StonePut(seat, "swap", at):  # HX-2.5: across the long diagonal, where red's sides are yellow's
            q, r = hexes(position)[at]
            return position._replace(stones={f"{letters(r)}{q + 1}": seat}, mover="red")
        case StonePut(seat, _, at):
            return position._replace(stones={**position.stones, at: seat}, mover=SEATS[1 - SEATS.index(seat)])
    return position._replace(mover="", winner=event.seat)


def hexes(position: Position) -> dict[str, tuple[int, int]]:
    """Name → axial coordinates, row by row; `A1` is the upper left corner, columns are letters."""
    return {f"{letters(q)}{r + 1}": (q, r) for r in range(position.size) for q in range(position.size)}


def joins(position: Position, seat: str) -> bool:
    """HX-3.1: whether a chain of the seat's stones goes from its one side to the other."""
    across = 1 - SEATS.index(seat)  # red goes from row to row, yellow from column to column
    mine = [hex for at, hex in hexes(position).items() if position.stones.get(at) == seat]
    found = [hex for hex in mine if hex[across] == 0]
    for here in found:  # grows while it is walked through
        found += [hex for hex in places_around(here) if hex in mine and hex not in found]
    return any(hex[across] == position.size - 1 for hex in found)


def public(position: Position) -> dict[str, object]:
    """The position as plain data: what `state:` in the log covers."""
    stones = sorted(f"{seat} {at}" for at, seat in position.stones.items())
    return {"stones": stones, "mover": position.mover, "winner": position.winner}


def lay(position: Position, fields: Mapping[str, Any], seat: str) -> Position:
    """The position of a conformance case, whose `stones:` are those of `public`."""
    stones = {at: owner for owner, at in (line.split() for line in fields.get("stones", ()))}
    if strangers := [at for at in stones if at not in hexes(position)]:
        raise ValueError(f"there is no hex {', '.join(strangers)}")
    return position._replace(stones=stones, mover=seat)
