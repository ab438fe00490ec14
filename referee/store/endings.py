"""What a log says of the end of a game by agreement, and of seats that the referee plays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

CONCEDE, DRAW, ABANDON = "concede", "draw", "abandon"
"""How a game ends by agreement."""
REFEREE = "referee"
"""The value of `by` in an entry of kind `player`: the referee plays the seat, because its player has resigned."""

Fields = Mapping[str, Any]


class Ending(NamedTuple):
    """The end of a game by agreement.

    winners  those to whom the others conceded; all seats after a draw; nobody where the game was abandoned
    seat     who conceded, or proposed it; "" for the moderator
    agreed   whether all players agreed to it
    """

    how: str
    winners: tuple[str, ...]
    seat: str
    agreed: bool


def ending_of(documents: Sequence[Fields]) -> Ending | None:
    """How a game ended by agreement, by its documents, header first; None if it did not."""
    for each in reversed(documents[1:]):
        if each.get("kind") in ("move", "undo"):  # after the end there are none; an undo takes it back
            return None
        if each.get("kind") == "end":
            return ending_by(documents[0]["seats"], each)
    return None


def ending_by(seats: Iterable[str], entry: Fields) -> Ending:
    """The end that an entry of kind `end` records, in a game with these seats."""
    winners = tuple(seats) if entry["how"] == DRAW else tuple(entry.get("winners", ()))
    return Ending(entry["how"], winners, entry.get("seat", ""), "proposal" in entry)


def planner_seats(documents: Sequence[Fields]) -> tuple[str, ...]:
    """The seats that the referee plays after these documents, because their players resigned; in their order."""
    last = {each["seat"]: each.get("by") for each in documents[1:] if each.get("kind") == "player"}
    return tuple(seat for seat in documents[0]["seats"] if last.get(seat) == REFEREE)


def people(documents: Sequence[Fields]) -> tuple[str, ...]:
    """The seats that people play."""
    planned = planner_seats(documents)
    return tuple(seat for seat in documents[0]["seats"] if seat not in planned)


def rivals(documents: Sequence[Fields], seat: str) -> tuple[str, ...]:
    """To whom a seat concedes: the others that people play; where there are none, all others."""
    others = tuple(each for each in people(documents) if each != seat)
    return others or tuple(each for each in documents[0]["seats"] if each != seat)
