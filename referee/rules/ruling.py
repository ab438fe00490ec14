"""Judge one move: a ruling is either the position after it or every violation of its first failing stage."""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias

from referee.rules.rulebook import Breach, E, Fate, Move, NoBranch, P, Path, Play, Rule, Rulebook, S, Step
from referee.store.chain import canonical
from referee.words import Phrase


class Violation(NamedTuple):
    """A rule and a breach of it, with the place in the move file."""

    rule: str
    says: Phrase
    at: Path
    hint: Phrase | None


Left = Callable[[], Move | None]


def nothing() -> None:
    """What is left of a move that was judged to its end."""


class Accepted(NamedTuple, Generic[P, E]):
    """What a move leads to. `left` is asked for the rest only by who goes on with it: a replay never does.

    `passed`: the position after each of the events.
    """

    position: P
    events: tuple[E, ...]
    passed: tuple[P, ...] = ()
    left: Left = nothing

    @property
    def rest(self) -> Move | None:
        """What is not yet judged of a move a part of which ended before its end."""
        return self.left()


class Rejected(NamedTuple):
    violations: tuple[Violation, ...]


Ruling: TypeAlias = Accepted[P, E] | Rejected
AnyAccepted: TypeAlias = Accepted[Any, Any]
AnyRuling: TypeAlias = AnyAccepted | Rejected
"""Of a title whose positions and events nobody looks into."""


def to_its_end(position: object) -> bool:
    """`judge` goes on as far as it can."""
    return False


def judge(
    play: Play[P, S, E],
    position: P,
    move: Move,
    fate: Fate,
    *,
    whole: bool = True,
    until: Callable[[P], bool] = to_its_end,
) -> Ruling[P, E]:
    """Play `move` on `position`, step by step on the growing position; nothing of a rejected move remains.

    `whole`: it stands or falls as far as can be foreseen, up to the next step that shows something. What an order left
    over is not judged so: the steps before an illegal one stand, and that one is the first of `rest`.

    The step that shows something new is the last: what was shown can no longer be refused, so that nobody has a free
    look at it. So is one behind which orders stand, or from which on the title wants an entry of its own, and one that
    leads to a position `until` which was asked for; and the end of the game. Raises NoBranch when an order does not fit
    what was shown before.
    """
    events, passed, asked = list[E](), list[P](), list[str]()

    def watch(pile: str, index: int, *items: Sequence[str]) -> str:
        asked.append(fate(pile, index, *items))
        return asked[-1]

    growing, steps = position, iter(play.steps(position, move))
    for done, step in enumerate(steps, 1):
        if violations := violations_of(play, growing, step):
            if events and not whole:
                left = partial(play.rest, position, move, done - 1, growing)
                return Accepted(growing, tuple(events), tuple(passed), left)
            return Rejected(violations)
        for event in play.happens(growing, step.what, watch):
            growing = happen(play, growing, event, watch, events, passed)
        if play.to_move(growing) is None:
            break
        if asked or step.ordered or (events and (play.is_part_over(growing) or until(growing))):
            part = Accepted(growing, tuple(events), tuple(passed), partial(play.rest, position, move, done, growing))
            return (whole and not asked and not step.ordered and any(steps) and refused_later(play, part)) or part
    return Accepted(growing, tuple(events), tuple(passed))


class Veiled(Exception):
    """Something is asked for that is not to be shown."""


def refuse_chance(pile: str, index: int, items: Sequence[str] = ()) -> str:
    """The fate (a `rulebook.Fate`) of what is only tried: it shows nothing. Raises Veiled."""
    raise Veiled


def refused_later(play: Play[P, S, E], part: Accepted[P, E]) -> Rejected | None:
    """Why the rest of a move cannot be played, if that can be known before anything more is shown."""
    rest = part.rest
    if rest is None:
        return None
    try:
        ruling = judge(play, part.position, rest, refuse_chance)
    except (Veiled, NoBranch):
        return None
    return ruling if isinstance(ruling, Rejected) else None


def violations_of(play: Play[P, S, E], position: P, step: Step[object]) -> tuple[Violation, ...]:
    """All violations of the first failing stage of the rules about this kind of step."""
    what = step.what
    for stage in play.law.get(type(what), ()):
        for rule in stage:
            if rule.broken(position, what):
                return tuple([each for rule in stage for each in violation_list(rule, position, step)])
    return ()


def violation_list(rule: Rule[P], position: P, step: Step[object]) -> list[Violation]:
    verdict = rule.broken(position, step.what) or []
    breaches = [verdict] if isinstance(verdict, Breach) else verdict
    return [Violation(rule.number, breach.says, step.at + breach.at, breach.hint) for breach in breaches]


def happen(play: Play[P, S, E], position: P, event: E, fate: Fate, events: list[E], passed: list[P] | None = None) -> P:
    """Let an event and all that follows from it happen, and return the new position.

    Append the events to `events`, and to `passed` the position after each of them.
    """
    position = play.evolve(position, event)
    events.append(event)
    if passed is not None:
        passed.append(position)
    for follows in play.reactions(position, event, fate):
        position = happen(play, position, follows, fate, events, passed)
    return position


def suggest_move(book: Rulebook[P, S, E], position: P, seed: int = 0) -> Move:
    """A legal move of the seat to move: of the planning player, or of a title without one any legal single action.

    Where no single action is legal, it is what the rules have for a missed turn.
    """
    if planned := book.compose().suggest:
        return planned(position, seed)
    legal = [move for _, move in book.play.candidates(position) if is_surely_legal(book.play, position, move)]
    if legal:
        return min(legal, key=lambda move: sha256(f"{seed} {canonical(move)}".encode()).digest())
    return {"seat": book.play.to_move(position), **book.play.missed(position)}


def is_surely_legal(play: Play[P, S, E], position: P, move: Move) -> bool:
    """Whether the rules allow a move, as far as that is known before anything is shown."""
    try:
        return isinstance(judge(play, position, move, refuse_chance), Accepted)
    except Veiled:
        return True
    except NoBranch:
        return False
