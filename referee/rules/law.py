"""What a rule is, the law (all rules about each kind of step), its editions, and what every title refuses alike.

Editions are released readings of a rulebook, each of them a set of named decisions. A game is judged under the edition
that its header names, for ever. The decisions of an edition never change once it is released; another reading of a rule
needs a new edition. Rules ask for a decision by its name, never for a number.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from json import loads
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.reading.caret import Path as Path
from referee.store.chain import canonical
from referee.words import Phrase, keyword_term, meant_seat, say, word_list

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


NONE: Phrase = Phrase("", {})


class Policy(NamedTuple):
    """A decision about which editions differ.

    name    what rules ask for: `position.policies.swap`
    rules   the numbers of the rules that it reads
    values  each value, and in a sentence what it decides
    why     why it was decided otherwise than before
    """

    name: str
    rules: tuple[str, ...]
    values: Mapping[str, Phrase]
    why: Phrase


class Edition(NamedTuple, Generic[P]):
    """A released reading of a title.

    number    1, 2, 3 …
    reader    the first version of the program, or of the title's own package, that reads it: `referee 0.1.0`
    public    position → plain data that everybody may see: what `state:` covers in logs of this edition. A title that
              wants to be quick may write their canonical JSON itself; `public_data` and `public_text` take either
    policies  the title's own record of its decisions, a value for each `Policy`; () where editions differ in none
    options   option → its value in a game whose header does not name it; without one the first value of the option
    data      kind of data file → the name of the one that new games get: `components` → `magna-grecia/2026`
    says      what is new in it
    rulings   policy or option → the value that a ruling gave it in a game; only the edition that judges a game has any
    """

    number: int
    reader: str
    public: Callable[[P], dict[str, object] | str]
    policies: Any = ()
    options: Mapping[str, str] = {}
    data: Mapping[str, str] = {}
    says: Phrase = NONE
    rulings: Mapping[str, str] = {}


AnyEdition: TypeAlias = Edition[Any]
"""An edition of a title whose positions nobody looks into."""


def with_edition(position: P, edition: Edition[P]) -> P:
    """`Rulebook.adopt` of a title whose positions have the policies in their `setting`."""
    return with_setting(position, policies=edition.policies)


def with_choice(position: P, name: str, value: str) -> P:
    """The same with another value of a policy, or of an option of the game: as `Play.decide` says."""
    setting: Any = position.setting  # type: ignore[attr-defined]
    if name in setting.policies._fields:
        return with_setting(position, policies=setting.policies._replace(**{name: value}))
    return with_setting(position, options={**setting.options, name: value})


def with_setting(position: P, **changes: object) -> P:
    """A position of dataclasses with other fields of its setting."""
    some: Any = position
    found: P = replace(some, setting=replace(some.setting, **changes))
    return found


def public_text(edition: Edition[P], position: P) -> str:
    """What everybody may see of a position, as canonical JSON."""
    found = edition.public(position)
    return found if isinstance(found, str) else canonical(found)


def public_data(edition: Edition[P], position: P) -> dict[str, object]:
    """The same as plain data: dicts, lists, texts and whole numbers."""
    found = edition.public(position)
    return dict(loads(found)) if isinstance(found, str) else found


def edition_of(editions: tuple[Edition[P], ...], header: Mapping[str, object]) -> Edition[P]:
    """The edition that a header names, or the newest where it names none. Raises LookupError for an unknown one."""
    if "edition" not in header:
        return editions[-1]
    for each in editions:
        if str(each.number) == str(header["edition"]):
            return each
    raise LookupError(f"edition {header['edition']}")


def seat_of_case(seat: str, seats: Iterable[str]) -> str:
    """A seat that a case names. ValueError when nobody plays it there."""
    if seat not in seats:
        raise ValueError(say("Nobody plays {seat} in this case.", seat=seat))
    return seat


def game_over() -> Breach:
    return Breach(say("The game is over. No more moves are possible."), ("seat",))


def unknown_seat(seat: str, seats: Iterable[str], near: Phrase | None = None) -> Breach:
    """`near`: the seat that a title takes to be meant by a word like it."""
    known = list(seats)
    told = word_list([keyword_term(each) for each in known])
    says = say("Nobody plays {seat} in this game. The seats are {seats}.", seat=seat, seats=told)
    own = say("Write your own seat, as the report shows it.")
    return Breach(says, ("seat",), meant_seat(seat, known) or near or own)


def not_your_turn(seat: str, says: Phrase) -> Breach:
    hint = say("Wait for the report that asks {seat} to move, and answer that one.", seat=seat)
    return Breach(says, ("seat",), hint)
