"""Judge one move: a ruling is either the position after it or every violation of its first failing stage."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.rules.rulebook import AnyRulebook, Breach, Fate, NoBranch, Path, Rule, Step
from referee.words import Phrase


class Violation(NamedTuple):
    """A rule and a breach of it, with the place in the move file."""

    rule: str
    says: Phrase
    at: Path
    hint: Phrase | None


Left = Callable[[], Mapping[str, Any] | None]


def nothing() -> None:
    """What is left of a move that was judged to its end."""


class Accepted(NamedTuple):
    """What a move leads to. `left` is asked for the rest only by who goes on with it: a replay never does.

    `passed`: the position after each of the events.
    """

    position: Any
    events: tuple[Any, ...]
    passed: tuple[Any, ...] = ()
    left: Left = nothing

    @property
    def rest(self) -> Mapping[str, Any] | None:
        """What is not yet judged of a move a part of which ended before its end."""
        return self.left()


class Rejected(NamedTuple):
    violations: tuple[Violation, ...]


Ruling = Accepted | Rejected


def to_its_end(position: Any) -> bool:
    """`judge` goes on as far as it can."""
    return False


def judge(
    book: AnyRulebook,
    position: Any,
    move: Mapping[str, Any],
    fate: Fate,
    *,
    whole: bool = True,
    until: Callable[[Any], bool] = to_its_end,
) -> Ruling:
    """Play `move` on `position`, step by step on the growing position; nothing of a rejected move remains.

    `whole`: it stands or falls as far as can be foreseen, up to the next step that shows something. What an order left
    over is not judged so: the steps before an illegal one stand, and that one is the first of `rest`.

    The step that shows something new is the last: what was shown can no longer be refused, so that nobody has a free
    look at it. So is one behind which orders stand, or from which on the title wants an entry of its own, and one that
    leads to a position `until` which was asked for; and the end of the game. Raises NoBranch when an order does not fit
    what was shown before.
    """
    events, passed, asked = list[Any](), list[Any](), list[str]()

    def watched(*question: Any) -> str:
        asked.append(fate(*question))
        return asked[-1]

    growing, steps = position, iter(book.play.steps(position, move))
    for done, step in enumerate(steps, 1):
        if violations := violations_of(book.play, growing, step):
            if events and not whole:
                left = partial(book.play.rest, position, move, done - 1, growing)
                return Accepted(growing, tuple(events), tuple(passed), left)
            return Rejected(violations)
        for event in book.play.happens(growing, step.what, watched):
            growing = happen(book.play, growing, event, watched, events, passed)
        if book.play.to_move(growing) is None:
            break
        if asked or step.ordered or (events and (book.play.is_part_over(growing) or until(growing))):
            part = Accepted(
                growing, tuple(events), tuple(passed), partial(book.play.rest, position, move, done, growing)
            )
            return (whole and not asked and not step.ordered and any(steps) and refused_later(book, part)) or part
    return Accepted(growing, tuple(events), tuple(passed))


class Veiled(Exception):
    """Something is asked for that is not to be shown."""


def refuse_chance(pile: str, index: int, items: Sequence[str] = ()) -> str:
    """The fate (a `rulebook.Fate`) of what is only tried: it shows nothing. Raises Veiled."""
    raise Veiled


def refused_later(book: AnyRulebook, part: Accepted) -> Rejected | None:
    """Why the rest of a move cannot be played, if that can be known before anything more is shown."""
    rest = part.rest
    if rest is None:
        return None
    try:
        ruling = judge(book.play, part.position, rest, refuse_chance)
    except (Veiled, NoBranch):
        return None
    return ruling if isinstance(ruling, Rejected) else None


def violations_of(book: AnyRulebook, position: Any, step: Step) -> tuple[Violation, ...]:
    """All violations of the first failing stage of the rules about this kind of step."""
    what = step.what
    for stage in book.play.law.get(type(what), ()):
        for rule in stage:
            if rule.broken(position, what):
                return tuple([each for rule in stage for each in violation_list(rule, position, step)])
    return ()


def violation_list(rule: Rule, position: Any, step: Step) -> list[Violation]:
    verdict = rule.broken(position, step.what) or []
    breaches = [verdict] if isinstance(verdict, Breach) else verdict
    return [Violation(rule.number, breach.says, step.at + breach.at, breach.hint) for breach in breaches]


def happen(
    book: AnyRulebook, position: Any, event: Any, fate: Fate, events: list[Any], passed: list[Any] | None = None
) -> Any:
    """Let an event and all that follows from it happen, and return the new position.

    Append the events to `events`, and to `passed` the position after each of them.
    """
    position = book.play.evolve(position, event)
    events.append(event)
    if passed is not None:
        passed.append(position)
    for follows in book.play.reactions(position, event, fate):
        position = happen(book.play, position, follows, fate, events, passed)
    return position
