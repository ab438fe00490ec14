"""The position of Veiled Nim, its events, and what each of them changes."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.rules.rulebook import Fate

SEATS = ("north", "south")
TOKENS, NUMBERS = "tokens", ("4", "5", "6", "7")  # the pile, and the numbers in it
FEW = (1, 2, 3)


class Position(NamedTuple):
    """The things on the table. `tokens` is hidden: no view and no public state may show it as it is.

    tokens, taken  seat → the number of its token, and how many stones it took; `used`: the seats that used their token
    mover          the seat to move; "" before the deal and after the end
    """

    stones: int
    tokens: Mapping[str, int] = {}
    used: tuple[str, ...] = ()
    taken: Mapping[str, int] = dict.fromkeys(SEATS, 0)
    mover: str = ""
    winner: str = ""


class TokenDealt(NamedTuple):
    seat: str
    number: int


class StonesTaken(NamedTuple):
    seat: str
    kind: str  # `take`, or `token` where the seat used its token
    stones: int


class Won(NamedTuple):
    seat: str


Event = TokenDealt | StonesTaken | Won


def deal(position: Position, fate: Fate) -> Iterator[TokenDealt]:
    return (TokenDealt(seat, int(fate(TOKENS, place))) for place, seat in enumerate(SEATS))


def evolve(position: Position, event: Event) -> Position:
    match event:
        case TokenDealt(seat, number):
            return position._replace(tokens={**position.tokens, seat: number}, mover=SEATS[0])
        case StonesTaken(seat, kind, stones):
            taken, next_seat = {**position.taken, seat: position.taken[seat] + stones}, SEATS[1 - SEATS.index(seat)]
            used = (*position.used, seat) if kind == "token" else position.used
            return position._replace(stones=position.stones - stones, used=used, taken=taken, mover=next_seat)
    return position._replace(mover="", winner=event.seat)


def public(position: Position) -> dict[str, object]:
    """The position as plain data for everybody: what `state:` in the log covers. No token is in it."""
    counts: dict[str, object] = {"stones": position.stones, "taken": dict(position.taken)}
    return {**counts, "used": sorted(position.used), "mover": position.mover, "winner": position.winner}


def lay(position: Position, fields: Mapping[str, Any], seat: str) -> Position:
    """The position of a conformance case: `stones`, `tokens` and `used`."""
    tokens = {owner: int(number) for owner, number in fields.get("tokens", {}).items()}
    stones, used = int(fields.get("stones", position.stones)), tuple(fields.get("used", ()))
    return position._replace(stones=stones, tokens=tokens, used=used, mover=seat)
