"""All that is wrong with a move: what is certain, and what will probably be wrong once that is fixed.

`judge` ends with the first step that breaks a rule. Here the move is judged again without the actions that are wrong,
until nothing is left that breaks a rule, or something hidden would be shown. A breach that an action which was left out
could have put right (`Rule.fixed_by`) is not named: it may go away by itself.

Every question that is asked here is a dry run that the same seat could ask for, so the answers show nothing new.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from referee.rules.rulebook import E, Law, Move, NoBranch, P, Path, Play, Rule, S, Step
from referee.rules.ruling import Rejected, Veiled, Violation, judge, refuse_chance, violation_list
from referee.store.documents import Data, actions_of

T = TypeVar("T")
ACTIONS = "actions"
"""The list of a move, in every title."""
ANY: type = object
"""Stands for a step of any kind: nobody knows what was left out."""
DOUBTFUL = ""
"""The number of a rule whose breach may go away by itself."""


class Faults(NamedTuple):
    """What a move breaks as it is, and what it will probably break once that is fixed."""

    certain: tuple[Violation, ...]
    probable: tuple[Violation, ...]


class MoveTrial(NamedTuple):
    """A move, and the places in it that are left out.

    gone    the kinds of the steps that are left out with them
    waivers  kinds of steps about the move as a whole that are not judged any more
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
    """What a move names that the game does not have: it hangs on the header, whoever is to move."""
    return lasting_violations(play, position, move, last=0)


def lasting_violations(play: Play[P, S, E], position: P, move: Move, last: int | None = None) -> tuple[Violation, ...]:
    """What each step breaks on the position before the move that no other step can put right, up to stage `last`."""
    return tuple([each for step in play.steps(position, move) for each in lasting_of_step(play, position, step, last)])


def lasting_of_step(play: Play[P, S, E], position: P, step: Step[object], last: int | None) -> list[Violation]:
    """The same of one step, at the first stage that it fails."""
    for stage in play.law.get(type(step.what), ()):
        if last is not None and stage[0].stage > last:
            break
        found = [(rule, violation_list(rule, position, step)) for rule in stage]
        if any(there for _, there in found):
            return [each for rule, there in found if rule.fixed_by == () for each in there]
    return []


def later_violations(
    play: Play[P, S, E], position: P, trial: MoveTrial, found: Sequence[Violation]
) -> Iterator[Violation]:
    """What is broken without all that was found wrong, again and again."""
    while found:
        shorter = without(play, position, trial, found)
        if shorter == trial:
            return
        trial, found = shorter, first_violations(play, position, shorter)
        yield from [each for each in found if each.rule != DOUBTFUL]


def first_violations(play: Play[P, S, E], position: P, trial: MoveTrial) -> tuple[Violation, ...]:
    """What is broken first, with the places of the file; nothing if that depends on what is hidden."""
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
    return {
        kind: tuple([tuple([doubtful_rule(rule, trial.gone) for rule in stage]) for stage in stages])
        for kind, stages in law.items()
        if kind not in trial.waivers
    }


def doubtful_rule(rule: Rule[P], gone: Sequence[type]) -> Rule[P]:
    if not gone or rule.fixed_by == ():
        return rule
    may_be_fixed = rule.fixed_by is None or any(kind in (ANY, *rule.fixed_by) for kind in gone)
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
            waivers += [
                kind for at, kind in steps if not at and each.rule in (DOUBTFUL, *numbers(play.law.get(kind, ())))
            ]
    return MoveTrial(trial.move, unique(out), unique(gone), unique(waivers))


def part_at(at: Path) -> Path:
    """The action or the field of a move to which a place belongs; () for what is wrong with the move as a whole."""
    if at[:1] == (ACTIONS,):
        return at[:2] if len(at) > 1 else ()
    return () if at[:1] == ("seat",) else at[:1]


def numbers(stages: Iterable[Iterable[Rule[P]]]) -> list[str]:
    return [rule.number for stage in stages for rule in stage]


def unique(found: Iterable[T]) -> tuple[T, ...]:
    """Each of them once, in order of the first."""
    kept: list[T] = []
    for each in found:
        kept += [] if each in kept else [each]
    return tuple(kept)
