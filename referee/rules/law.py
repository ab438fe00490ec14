"""What a rule is, and the law: all rules about each kind of step."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.reading.caret import Path as Path
from referee.words import Phrase

P = TypeVar("P")
S = TypeVar("S")


class Breach(NamedTuple):
    """One place where a rule is broken: the facts of this position, the place below the step, and how to fix it."""

    says: Phrase
    at: Path = ()
    hint: Phrase | None = None


Verdict = Breach | list[Breach] | None


class Rule(NamedTuple, Generic[P]):
    """A numbered sentence of the rulebook that can be broken by a kind of step.

    `name` is the statement the rule makes; `stage` orders the rules of one kind of step: a later stage is asked only
    when no rule of an earlier one is broken, and so may rely on them.

    `fixed_by`: the kinds of steps that can put a breach right when they come before it in the same move; None: any kind
    may; (): none can. A rule without a step is also asked about all steps before the move: what is broken then stays
    broken, whatever else changes. At stage 0 such a rule hangs on the header alone, whoever is to move.

    `overrulable`: the moderator may let a breach pass. Only what a player *may* do is such a rule: what cannot be done
    on a table (a piece that is not there, a space that is taken, points that nobody has) stays impossible.
    """

    number: str
    name: str
    about: tuple[type, ...]
    stage: int
    broken: Callable[[P, Any], Verdict]
    """asked of a step of these kinds alone: which of them, no type can say"""
    fixed_by: tuple[type, ...] | None = None
    overrulable: bool = False


def rule(
    number: str, *about: type, stage: int = 1, fixed_by: tuple[type, ...] | None = None, overrulable: bool = False
) -> Callable[[Callable[[P, S], Verdict]], Rule[P]]:
    """Make the decorated function `(position, step) → breach, breaches or None` rule `number` about these steps."""

    def declare(broken: Callable[[P, S], Verdict]) -> Rule[P]:
        return Rule(number, broken.__name__, about, stage, broken, fixed_by, overrulable)

    return declare


Question: TypeAlias = Callable[[P, Any], Verdict]
Stages: TypeAlias = tuple[tuple[Rule[P], ...], ...]


class KindRules(NamedTuple, Generic[P]):
    """The rules about a kind of step, stage by stage, and the questions of all of them one after the other."""

    stages: Stages[P]
    questions: tuple[Question[P], ...]


NO_RULES: KindRules[Any] = KindRules((), ())
Law = dict[type, KindRules[P]]
"""For each kind of step the rules about it."""


def is_allowed(law: Law[P], position: P, what: object) -> bool:
    """Whether no rule forbids a step: what `ruling.violations_of` answers in words."""
    for question in law.get(type(what), NO_RULES).questions:  # noqa: SIM110  # a generator takes twice as long
        if question(position, what):
            return False
    return True


def law_of(*chapters: ModuleType) -> Law[P]:
    """Collect the rules that the chapters (modules) define, in the order of the chapters and of their lines."""
    found = [value for chapter in chapters for value in vars(chapter).values() if isinstance(value, Rule)]
    law: dict[type, Stages[P]] = {}
    for kind in dict.fromkeys(kind for each in found for kind in each.about):
        mine = [each for each in found if kind in each.about]
        stages = sorted({each.stage for each in mine})
        law[kind] = tuple(tuple(each for each in mine if each.stage == stage) for stage in stages)
    return law_of_stages(law)


def law_of_stages(law: Mapping[type, Stages[P]]) -> Law[P]:
    """The law whose rules about a kind of step are these, stage by stage."""
    return {
        kind: KindRules(stages, tuple([rule.broken for stage in stages for rule in stage]))
        for kind, stages in law.items()
    }


def changed_law(law: Law[P], change: Callable[[Rule[P]], Rule[P]]) -> Law[P]:
    """The law with each rule changed like this."""
    return law_of_stages(
        {kind: tuple([tuple(map(change, stage)) for stage in rules.stages]) for kind, rules in law.items()}
    )
