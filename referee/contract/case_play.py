"""One move of a conformance case, judged as in a game, and what was played before it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.rules.line import Moment, counted_line
from referee.rules.rulebook import AnyRulebook, Fate, Header, Move, NoBranch
from referee.rules.ruling import Accepted, AnyAccepted, AnyRuling, Rejected, Violation, judge, rule_numbers
from referee.store.documents import Data
from referee.words import say

OVERRULE = "overrule"


class CaseGame(NamedTuple):
    """The game of a case: its rulebook, its header, and what chance shows in it."""

    book: AnyRulebook
    header: Header
    fate: Fate


class Played(NamedTuple):
    """The resulting position of a case, the events of its moves, and the ruling on the last (None without one).

    number   the number of the last of its `moves`, from 1
    stopped  why the rest of an order was not carried out, if a part of it was
    moments  the game after each of its `moves`, as in a log; place 0 is the position that the case sets up
    """

    book: AnyRulebook
    position: Any
    events: tuple[object, ...]
    ruling: AnyRuling | None
    number: int
    stopped: tuple[Violation, ...] = ()
    moments: tuple[Moment, ...] = ()

    @property
    def line(self) -> list[Moment]:
        """The moments that count."""
        return counted_line(self.moments)

    def with_moment(self, moment: Moment) -> "Played":
        """The same after one more of the `moves`; its events are those that count."""
        found = self._replace(number=moment.number, moments=(*self.moments, moment))
        return found._replace(events=tuple([event for each in found.line for event in each.events]))


class BadCase(Exception):
    """A case that says something impossible: an unknown word, a position that cannot be, a move too many."""


def play_move(played: Played, move: Data, fate: Fate) -> Played:
    """The position after a move, and its events; what shows something new ends a part of it."""
    book, position, events = played.book, played.position, tuple[object, ...]()
    overrules = [str(each) for each in each_of(move.get(OVERRULE) or [])]
    ruling = judge(book.play, position, move_to_judge(book, position, move), fate, overrules=overrules)
    passed, stopped = list[str](), tuple[Violation, ...]()
    while isinstance(ruling, Accepted) and not stopped:
        position, events, left = ruling.position, events + ruling.events, ruling.rest
        passed += rule_numbers(ruling.overruled)
        if left is None:
            break
        ruling, stopped = next_part(book, position, left, fate, ruling, overrules)
    if isinstance(ruling, Accepted) and not stopped and set(passed) != set(overrules):
        raise BadCase(f"it overrules {joined_names(overrules)}, but what it breaks is {joined_names(passed)}")
    return played._replace(position=position, events=events, ruling=ruling, stopped=stopped)


def next_part(
    book: AnyRulebook, position: object, left: Move, fate: Fate, before: AnyAccepted, overrules: Sequence[str]
) -> tuple[AnyAccepted, tuple[Violation, ...]]:
    """The ruling on the next part of a move; the one before it, and why, when that part cannot be carried out."""
    try:
        ruling = judge(book.play, position, left, fate, whole=False, overrules=overrules)
    except NoBranch as none:
        return before, (Violation(none.rule, none.says, none.at, None),)
    return (before, ruling.violations) if isinstance(ruling, Rejected) else (ruling, ())


def move_to_judge(book: AnyRulebook, position: object, move: Data) -> dict[str, Any]:
    """The move without what the moderator let pass, or the rules' replacement for a missed turn."""
    written = {key: value for key, value in move.items() if key != OVERRULE}
    return {"seat": move["seat"], **book.play.missed(position)} if "missed" in move else written


def each_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def joined_names(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def violation_text(violations: tuple[Violation, ...]) -> str:
    return str(say("{all}", all=" / ".join(f"{each.rule} {each.says}" for each in violations)))
