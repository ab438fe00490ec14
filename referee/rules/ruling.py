"""Judge one move: a ruling is the position after it or its violations; and all that is wrong with a refused one."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.rules.law import NO_RULES, changed_law, is_allowed
from referee.rules.rulebook import Breach, E, Fate, Law, Move, NoBranch, P, Path, Play, Rule, S, Step, Verdict
from referee.store.documents import Data, actions_of
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


def judge(
    play: Play[P, S, E],
    position: P,
    move: Move,
    fate: Fate,
    *,
    whole: bool = True,
    until: Callable[[P], bool] | None = None,
    overrules: Collection[str] = (),
) -> Ruling[P, E]:
    """Play `move` on `position`, step by step on the growing position; nothing of a rejected move remains.

    `whole`: accepted or refused as a whole as far as can be foreseen, up to the next step that reveals something. The
    rest of an order is not: the steps before an illegal one count, and that one is the first of `rest`.

    A step that reveals something is the last one: it can no longer be refused, so nobody gets a free look. So is a step
    that is followed by orders, one from which on the title wants an entry of its own, one that reaches a position
    requested by `until`, and the end of the game. Raises NoBranch when an order does not fit what was shown before.

    `overrules`: numbers of rules whose breaches are let pass, where the title allows that.
    """
    pardoned: list[Violation] = []
    play = play._replace(law=lenient_law(play.law, overrules, pardoned)) if overrules else play
    return judge_steps(play, position, move, fate, whole, until, pardoned)


def judge_steps(
    play: Play[P, S, E],
    position: P,
    move: Move,
    fate: Fate,
    whole: bool,
    until: Callable[[P], bool] | None,
    pardoned: Sequence[Violation],
) -> Ruling[P, E]:
    """The same under a law that notes in `pardoned` what it lets pass."""
    events: list[E] = []
    passed: list[P] = []
    asked: list[str] = []

    def watch(pile: str, index: int, *items: Sequence[str]) -> str:
        asked.append(fate(pile, index, *items))
        return asked[-1]

    law, happens, evolve, reactions = play.law, play.happens, play.evolve, play.reactions
    to_move, is_part_over = play.to_move, play.is_part_over
    growing, steps = position, iter(play.steps(position, move))
    for done, step in enumerate(steps, 1):
        before, what = len(pardoned), step.what
        if not is_allowed(law, growing, what):
            if events and not whole:
                left = partial(play.rest, position, move, done - 1, growing)
                return Accepted(growing, tuple(events), tuple(passed), left, tuple(pardoned[:before]))
            return Rejected(violations_of(play, growing, step))
        made = happens(growing, what, watch)
        if not made and not step.ordered:
            continue  # the position is as it was
        for event in made:
            growing = unfold(evolve, reactions, growing, event, watch, events, passed)
        if to_move(growing) is None:
            break
        if asked or step.ordered or (events and (is_part_over(growing) or (until and until(growing)))):
            left = partial(play.rest, position, move, done, growing)
            part = Accepted(growing, tuple(events), tuple(passed), left, tuple(pardoned))
            return (whole and not asked and not step.ordered and any(steps) and refused_later(play, part)) or part
    return Accepted(growing, tuple(events), tuple(passed), nothing, tuple(pardoned))


def lenient_law(law: Law[P], numbers: Collection[str], pardoned: list[Violation]) -> Law[P]:
    """The law in which breaches of these rules are let pass, where that is possible, and noted in `pardoned`."""
    return changed_law(law, lambda rule: lenient_rule(rule, numbers, pardoned))


def lenient_rule(rule: Rule[P], numbers: Collection[str], pardoned: list[Violation]) -> Rule[P]:
    if not rule.overrulable or rule.number not in numbers:
        return rule

    def note(position: P, what: object) -> None:
        pardoned.extend(violation_list(rule, position, Step(what, ())))

    return rule._replace(broken=note)


def rule_numbers(violations: Iterable[Violation]) -> tuple[str, ...]:
    """The numbers of the rules that are broken, each once, in the order of the breaches."""
    return tuple(dict.fromkeys([each.rule for each in violations]))


class Veiled(Exception):
    """Something is asked for that is not to be shown: something of the pile of this name."""


def refuse_chance(pile: str, index: int, items: Sequence[str] = ()) -> str:
    """The fate (a `rulebook.Fate`) for mere trials: it shows nothing. Raises Veiled."""
    raise Veiled(pile)


def refused_later(play: Play[P, S, E], part: Accepted[P, E]) -> Rejected | None:
    """Why the rest of a move cannot be played, if that can be known before anything more is shown."""
    if (rest := part.rest) is None:
        return None
    try:
        ruling = judge(play, part.position, rest, refuse_chance)
    except (Veiled, NoBranch):
        return None
    return ruling if isinstance(ruling, Rejected) else None


def violations_of(play: Play[P, S, E], position: P, step: Step[object]) -> tuple[Violation, ...]:
    """All violations of the first failing stage of the rules about this kind of step."""
    if not is_allowed(play.law, position, step.what):
        for stage in play.law[type(step.what)].stages:
            if found := [each for rule in stage for each in violation_list(rule, position, step)]:
                return tuple(found)
    return ()


def first_violations_of(law: Law[P], position: P, what: object) -> tuple[Violation, ...]:
    """Those of `violations_of` that have the number of the first; no rule after these is asked."""
    for stage in law.get(type(what), NO_RULES).stages:
        for at, rule in enumerate(stage):
            if verdict := rule.broken(position, what):
                others = [each for each in stage[at + 1 :] if each.number == rule.number]
                more = [each for other in others for each in violation_list(other, position, Step(what, ()))]
                return (*violations_at((), rule, verdict), *more)
    return ()


def violation_list(rule: Rule[P], position: P, step: Step[object]) -> list[Violation]:
    return violations_at(step.at, rule, rule.broken(position, step.what))


def violations_at(place: Path, rule: Rule[P], verdict: Verdict) -> list[Violation]:
    """What is broken at the place of a step in the file."""
    if not verdict:
        return []
    breaches = [verdict] if isinstance(verdict, Breach) else verdict
    return [Violation(rule.number, breach.says, place + breach.at, breach.hint) for breach in breaches]


def happen(play: Play[P, S, E], position: P, event: E, fate: Fate, events: list[E]) -> P:
    """Let an event and all that follows from it happen, append them to `events`, and return the new position."""
    return unfold(play.evolve, play.reactions, position, event, fate, events, [])


def unfold(
    evolve: Callable[[P, E], P],
    reactions: Callable[[P, E, Fate], Iterable[E]],
    position: P,
    event: E,
    fate: Fate,
    events: list[E],
    passed: list[P],
) -> P:
    """What `happen` does, with two functions of a title. Append to `passed` the position after each event, too."""
    position = evolve(position, event)
    events.append(event)
    passed.append(position)
    for follows in reactions(position, event, fate):
        position = unfold(evolve, reactions, position, follows, fate, events, passed)
    return position


T = TypeVar("T")
ACTIONS = "actions"
"""The list of a move, in every title."""
ANY: type = object
"""Stands for a step of any kind: nobody knows what was left out."""
DOUBTFUL = ""
"""The number of a rule whose breach may go away by itself."""


class Faults(NamedTuple):
    """The rules that a move breaks now, and those that it will probably break once that is fixed."""

    certain: tuple[Violation, ...]
    probable: tuple[Violation, ...]


class MoveTrial(NamedTuple):
    """A move, and the places in it that are left out.

    gone    the kinds of the steps that are left out with them
    waivers  kinds of steps about the move as a whole that are not judged any longer
    """

    move: Data
    out: tuple[Path, ...] = ()
    gone: tuple[type, ...] = ()
    waivers: tuple[type, ...] = ()

    def places(self) -> list[int]:
        """For each action that is left its place in the list of the file."""
        return [place for place in range(len(actions_of(self.move))) if (ACTIONS, place) not in self.out]

    def shorter(self) -> dict[str, object]:
        """The move without what is left out."""
        kept = {key: value for key, value in self.move.items() if (key,) not in self.out}
        actions = actions_of(kept)
        return kept | {ACTIONS: [actions[place] for place in self.places()]} if actions else kept

    def in_file(self, at: Path) -> Path:
        """A place of the shorter move as it is in the file."""
        return (ACTIONS, self.places()[int(at[1])], *at[2:]) if at[:1] == (ACTIONS,) and len(at) > 1 else at


def faults(play: Play[P, S, E], position: P, move: Move, *, lost: bool = False) -> Faults:
    """All that is wrong with a move of the seat to move. `lost`: lines of it could not be read, and are not in it."""
    trial = MoveTrial(move, gone=(ANY,) if lost else ())
    certain = unique([*first_violations(play, position, trial), *lasting_violations(play, position, move)])
    sure = [each for each in certain if each.rule != DOUBTFUL]
    later = later_violations(play, position, trial, certain)
    return Faults(tuple(sure), unique([each for each in later if each not in sure]))


def header_violations(play: Play[P, S, E], position: P, move: Move) -> tuple[Violation, ...]:
    """Names that the game does not have: this depends on the header, whoever is to move."""
    return lasting_violations(play, position, move, last=0)


def lasting_violations(play: Play[P, S, E], position: P, move: Move, last: int | None = None) -> tuple[Violation, ...]:
    """What each step breaks on the position before the move that no other step can put right, up to stage `last`."""
    return tuple([each for step in play.steps(position, move) for each in lasting_of_step(play, position, step, last)])


def lasting_of_step(play: Play[P, S, E], position: P, step: Step[object], last: int | None) -> list[Violation]:
    """The same of one step, at the first stage that it fails."""
    for stage in play.law.get(type(step.what), NO_RULES).stages:
        if last is not None and stage[0].stage > last:
            break
        found = [(rule, violation_list(rule, position, step)) for rule in stage]
        if any(there for _, there in found):
            return [each for rule, there in found if rule.fixed_by == () for each in there]
    return []


def later_violations(
    play: Play[P, S, E], position: P, trial: MoveTrial, found: Sequence[Violation]
) -> Iterator[Violation]:
    """The rules broken without everything found wrong so far, again and again."""
    while found:
        shorter = without(play, position, trial, found)
        if shorter == trial:
            return
        trial, found = shorter, first_violations(play, position, shorter)
        yield from [each for each in found if each.rule != DOUBTFUL]


def first_violations(play: Play[P, S, E], position: P, trial: MoveTrial) -> tuple[Violation, ...]:
    """The first violations, with the places of the file; none if that depends on hidden information."""
    doubtful = play._replace(law=doubtful_law(play.law, trial))
    try:
        ruling = judge(doubtful, position, trial.shorter(), refuse_chance)
    except (Veiled, NoBranch):
        return ()
    if not isinstance(ruling, Rejected):
        return ()
    return tuple([each._replace(at=trial.in_file(each.at)) for each in ruling.violations])


def doubtful_law(law: Law[P], trial: MoveTrial) -> Law[P]:
    """The law without the kinds of `waivers`; rules whose breach may go away by itself have no number."""
    left = {kind: rules for kind, rules in law.items() if kind not in trial.waivers}
    return changed_law(left, lambda rule: doubtful_rule(rule, trial.gone))


def doubtful_rule(rule: Rule[P], gone: Sequence[type]) -> Rule[P]:
    if not gone or rule.fixed_by == ():
        return rule
    fixers = (ANY, *(rule.fixed_by or ()))
    may_be_fixed = rule.fixed_by is None or any(kind in fixers for kind in gone)
    return rule._replace(number=DOUBTFUL) if may_be_fixed else rule


def without(play: Play[P, S, E], position: P, trial: MoveTrial, found: Sequence[Violation]) -> MoveTrial:
    """The trial without the actions and the fields at which something is wrong."""
    steps = [(trial.in_file(step.at), type(step.what)) for step in play.steps(position, trial.shorter())]
    out, gone, waivers = [*trial.out], [*trial.gone], [*trial.waivers]
    for each in found:
        place = part_at(each.at)
        if place:
            out.append(place)
            gone += [kind for at, kind in steps if at[: len(place)] == place] or [ANY]
        else:
            waivers += [kind for at, kind in steps if not at and is_about(play.law, each, kind)]
    return MoveTrial(trial.move, unique(out), unique(gone), unique(waivers))


def is_about(law: Law[P], violation: Violation, kind: type) -> bool:
    """Whether a violation may be of a rule about this kind of step."""
    numbers = [rule.number for stage in law.get(kind, NO_RULES).stages for rule in stage]
    return violation.rule == DOUBTFUL or violation.rule in numbers


def part_at(at: Path) -> Path:
    """The action or the field of a move to which a place belongs; () for what is wrong with the move as a whole."""
    if at[:1] == (ACTIONS,):
        return at[:2] if len(at) > 1 else ()
    return () if at[:1] == ("seat",) else at[:1]


def unique(found: Iterable[T]) -> tuple[T, ...]:
    """Each of them once, in order of the first."""
    kept: list[T] = []
    for each in found:
        kept += [] if each in kept else [each]
    return tuple(kept)
