"""What `ruling.judge` answers: a move is accepted, or rejected with what it breaks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias

from referee.rules.rulebook import E, Move, P, Path
from referee.words import Phrase


class Violation(NamedTuple):
    """A rule and a breach of it, with the place in the move file."""

    rule: str
    says: Phrase
    at: Path
    hint: Phrase | None


Left = Callable[[], Move | None]


def nothing() -> None:
    """The rest of a move that was judged to its end: nothing."""


@dataclass(slots=True)
class Accepted(Generic[P, E]):
    """The result of an accepted move. `left` is asked for the rest only by who continues with it: a replay never does.

    `passed`: the position after each of the events. `overruled`: the breaches that were let pass.
    """

    position: P
    events: tuple[E, ...]
    passed: tuple[P, ...] = ()
    left: Left = nothing
    overruled: tuple[Violation, ...] = ()

    @property
    def rest(self) -> Move | None:
        """The part of a move that is not judged yet, after a part that ended early."""
        return self.left()


class Rejected(NamedTuple):
    violations: tuple[Violation, ...]


Ruling: TypeAlias = Accepted[P, E] | Rejected
AnyAccepted: TypeAlias = Accepted[Any, Any]
AnyRuling: TypeAlias = AnyAccepted | Rejected
"""Of a title whose positions and events nobody looks into."""
