"""Where the turns of a game begin and end: one cutter for those who tell, draw, count and list them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol


class Entered(Protocol):
    """What is looked at of a moment, or of what somebody may know of it."""

    @property
    def entry(self) -> Mapping[str, Any]: ...
    @property
    def position(self) -> Any: ...


class TurnSpan(NamedTuple):
    """Whose turn, and the places of its first and last entry; `goes_on`: whether it is the open one."""

    seat: str
    first: int
    last: int
    goes_on: bool


class Turns:
    """The turns played so far, entry by entry; a turn that is played in parts is one, also before it ends.

    goes_on  position after an entry → whether the turn of the entry continues
    """

    def __init__(self, goes_on: Callable[[Any], bool]) -> None:
        self.goes_on = goes_on
        self.all: list[TurnSpan] = []
        self.latest: dict[str, TurnSpan] = {}
        """seat → its last turn, in the order of these"""

    def add(self, at: int, moment: Entered) -> None:
        """The entry at this place."""
        if is_turn(moment):
            seat, first = moment.entry["seat"], at
            if self.all and self.all[-1].goes_on:
                first = self.all.pop().first
            self.all.append(TurnSpan(seat, first, at, self.goes_on(moment.position)))
            self.latest.pop(seat, None)
            self.latest[seat] = self.all[-1]

    def first(self, at: int) -> int:
        """Where the turn of the entry added last began; an entry beside the turns is by itself."""
        return self.all[-1].first if self.part(at) else at

    def part(self, at: int) -> Literal["part", "end", ""]:
        """What of a turn the entry added last is."""
        if not self.all or self.all[-1].last != at:
            return ""
        return "part" if self.all[-1].goes_on else "end"


def turns_of(moments: Iterable[Entered], goes_on: Callable[[Any], bool]) -> Turns:
    """The turns played up to the last of these."""
    found = Turns(goes_on)
    for at, moment in enumerate(moments):
        found.add(at, moment)
    return found


def is_turn(moment: Entered) -> bool:
    """Whether an entry is a turn or a part of one."""
    return moment.entry.get("kind") in ("move", "missed")
