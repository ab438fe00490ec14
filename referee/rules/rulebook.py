"""A title as one record of functions, and what a rule is.

Law and physics are apart: a rule reads a position and a step and says which sentence of the rulebook is broken;
only `Rulebook.evolve` makes a new position.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from referee.reading.caret import Path as Path
from referee.rules.editions import Edition, Policy, edition_of
from referee.store.chance import Veil, empty_veil
from referee.words import Phrase


class Breach(NamedTuple):
    """One place where a rule is broken: the facts of this position, the place below the step, and how to mend it."""

    says: Phrase
    at: Path = ()
    hint: Phrase | None = None


Verdict = Breach | list[Breach] | None


class Rule(NamedTuple):
    """A numbered sentence of the rulebook that can be broken by a kind of step.

    `name` is the statement the rule makes; `stage` orders the rules of one kind of step: a later stage is asked only
    when no rule of an earlier one is broken, and so may rely on them.

    `fixed_by`: the kinds of steps that can put a breach right when they come before it in the same move; None: any kind
    may; (): none can. A rule that none can is asked of all steps before the move, too: what is broken then stays
    broken, whatever else is changed. At stage 0 such a rule hangs on the header alone, whoever is to move.
    """

    number: str
    name: str
    about: tuple[type, ...]
    stage: int
    broken: Callable[[Any, Any], Verdict]
    fixed_by: tuple[type, ...] | None = None


def rule(
    number: str, *about: type, stage: int = 1, fixed_by: tuple[type, ...] | None = None
) -> Callable[[Callable[[Any, Any], Verdict]], Rule]:
    """Make the decorated function `(position, step) → breach, breaches or None` rule `number` about these steps."""

    def declare(broken: Callable[[Any, Any], Verdict]) -> Rule:
        return Rule(number, broken.__name__, about, stage, broken, fixed_by)

    return declare


Law = dict[type, tuple[tuple[Rule, ...], ...]]
"""For each kind of step the stages, each a tuple of rules."""


def law_of(*chapters: ModuleType) -> Law:
    """Collect the rules that the chapters (modules) define, in the order of the chapters and of their lines."""
    found = [value for chapter in chapters for value in vars(chapter).values() if isinstance(value, Rule)]
    law: Law = {}
    for kind in dict.fromkeys(kind for each in found for kind in each.about):
        mine = [each for each in found if kind in each.about]
        stages = sorted({each.stage for each in mine})
        law[kind] = tuple(tuple(each for each in mine if each.stage == stage) for stage in stages)
    return law


def later(place: str) -> Callable[..., Any]:
    """The function at `module:name`, whose module is loaded with the first call: a submit needs few of a title's."""
    module, _, name = place.partition(":")

    def called(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return called


class Option(NamedTuple):
    """A choice made once, when a game is created; the first value is the default."""

    name: str
    values: tuple[str, ...]
    rule: str
    says: Phrase


class Step(NamedTuple):
    """A part of a move that is judged on its own: what it is, and where it stands in the file.

    `ordered`: a part of the move ends with it, whatever it shows, since what follows depends on the position after it.
    """

    what: Any
    at: Path
    ordered: bool = False


class NoBranch(Exception):
    """An order does not say what to do with what was shown: the rule about orders, what is missing, and its place."""

    def __init__(self, rule: str, says: Phrase, at: Path) -> None:
        super().__init__(says)
        self.rule = rule
        self.says = says
        self.at = at


Fate = Callable[..., str]
"""`fate(pile, index)`: what lies at that place of a named shuffled pile; `fate(pile, index, items)` for a pile that is
shuffled during play, of these items in start order. Asking shows it: to everybody in the log, or, behind the veil, to
whom the title's view shows it."""


def nothing_left(before: Any, move: Mapping[str, Any], done: int, after: Any) -> None:
    """`Rulebook.rest` of a title that shows new things only with the last step of a move."""


def whole_turns(position: Any) -> bool:
    """`Rulebook.begun` and `waits` of a title in which a move is a whole turn."""
    return False


def no_veil(header: Mapping[str, Any]) -> Veil:
    """`Rulebook.veil` of a title in which all that is drawn is open."""
    return empty_veil


def same_position(position: Any, edition: Edition) -> Any:
    """`Rulebook.adopt` of a title whose positions know nothing of editions."""
    return position


def no_places(position: Any) -> dict[str, str]:
    """`Rulebook.places` of a title whose places have no names."""
    return {}


class Outcome(NamedTuple):
    """How a game ended: the seats that won, the count of each seat and of what, and by what the game was won.

    Statistics compare counts of the same `unit`, and group games by `way`: a few words, `by points`.
    """

    winners: tuple[str, ...]
    counts: Mapping[str, int]
    unit: Phrase
    way: Phrase


def not_told(position: Any) -> Outcome | None:
    """`Rulebook.outcome` of a title that says in its view alone who has won."""
    return None


def hides(book: "Rulebook", header: Mapping[str, Any]) -> bool:
    """Whether a game has something that only one seat may know."""
    if book.veil is no_veil:
        return False
    veil = book.veil(header)
    return any(veil(pile) for pile in book.piles(header))


class Rulebook(NamedTuple):
    """All that the referee knows of a title. A position is whatever the title likes; nobody else looks inside.

    Events are the title's own records of what happened, in the past tense.
    """

    id: str
    name: str
    editions: tuple[Edition, ...]
    """all that were ever released, the newest last"""
    edition: Edition
    """the one under which this rulebook judges; see `under`"""
    folder: str
    seats: tuple[str, ...]
    players: range
    options: tuple[Option, ...]
    law: Law
    furnish: Callable[[Mapping[str, Any]], dict[str, Any]]
    """choices of `referee new` (seats, options, board name or folder) → the title's own fields of the header"""
    begin: Callable[[Mapping[str, Any]], Any]
    """header, with a value for every option → the position before the deal"""
    piles: Callable[[Mapping[str, Any]], dict[str, Callable[[Any], list[str]]]]
    """header → for each pile a function from `chance.Chance` to the order of its items, item 0 on top"""
    deal: Callable[[Any, Fate], Iterator[Any]]
    """position, fate → the events of the deal"""
    steps: Callable[[Any, Mapping[str, Any]], Iterable[Step]]
    """position, move → its steps in the order in which they are judged"""
    happens: Callable[[Any, Any, Fate], Iterable[Any]]
    """position, step → the events that it makes, not counting reactions"""
    reactions: Callable[[Any, Any, Fate], Iterable[Any]]
    """position after an event, the event → the events that follow at once"""
    evolve: Callable[[Any, Any], Any]
    """position, event → the next position: the only place where positions are made"""
    record: Callable[[Any, Mapping[str, Any], tuple[Any, ...]], dict[str, Any]]
    """position before it, move, its events → its fields as they are recorded: one canonical notation"""
    missed: Callable[[Any], dict[str, Any]]
    """position → the move that stands for a turn that missed its deadline"""
    to_move: Callable[[Any], str | None]
    """position → the seat that is asked, or None when the game is over"""
    view: Callable[..., Any]
    """(header, moments, seat) → `view.View`"""
    candidates: Callable[[Any], Iterator[Any]]
    """position → `(kind, move)` for every single action worth asking the rules about: moves with one action each"""
    action: Callable[[str], dict[str, Any]]
    """`road D4 n-s` → the move that consists of it alone; ValueError says what was not understood"""
    suggest: Callable[..., dict[str, Any]]
    """(position, seed) → a legal move by the planning player"""
    veil: Callable[[Mapping[str, Any]], Veil] = no_veil
    """header → whether a pile is one whose items only one seat may know: no log tells them before it is closed"""
    rest: Callable[[Any, Mapping[str, Any], int, Any], Mapping[str, Any] | None] = nothing_left
    """position before it, move, number of steps done, position after these → what is left of it, as a move on that"""
    begun: Callable[[Any], bool] = whole_turns
    """position → whether the seat to move has played a part of its turn already"""
    waits: Callable[[Any], bool] = whole_turns
    """position in the middle of a turn → whether what comes next is an entry of its own: a part of a move ends there"""
    lay: Callable[[Any, Mapping[str, Any], str], Any] | None = None
    """position before the deal, `position:` of a conformance case, seat to move → the position of the case"""
    left: Callable[[Any, str], list[str] | None] | None = None
    """(a position that was laid, pile) → what the pile can still show; None when only the title's `piles` tell"""
    facts: Callable[[Any, tuple[Any, ...]], dict[str, Any]] | None = None
    """position, events that led to it → plain data that a conformance case may expect"""
    places: Callable[[Any], dict[str, str]] = no_places
    """position → names of places, or of what else a player may call by another name, and what a move calls them: Kyme
    is C3, Straße is road"""
    menu: Callable[..., Any] | None = None
    """(header, moments) → the `menu.Menu` of the seat to move, from what it may know, where a turn is more than one of
    the `candidates`"""
    film: Callable[..., Any] | None = None
    """(header, moments, readers, first) → the `film.Film` of the moments from `first` on; without it views do"""
    chart: Callable[..., Any] | None = None
    """(header, moments) → the `view.Chart` in the view of everybody, or None; without it the view is made"""
    furniture: Callable[[], tuple[Any, ...]] = tuple
    """→ the `furniture.Shelf`s: kinds of things that ship as files, and which players may bring: boards, components"""
    outcome: Callable[[Any], Outcome | None] = not_told
    """position → how the game ended; None while it goes on"""
    policies: tuple[Policy, ...] = ()
    """the decisions about which the editions differ"""
    adopt: Callable[[Any, Edition], Any] = same_position
    """position between two turns, newer edition → the position from which the game goes on under it"""

    @property
    def public(self) -> Callable[[Any], dict[str, Any]]:
        """position → plain data (dicts, lists, str, int) that everybody may see: what `state:` in the log covers."""
        return self.edition.public

    def under(self, header: Mapping[str, Any]) -> "Rulebook":
        """The same title judged under the edition that a header names. Raises LookupError for an unknown one."""
        return self._replace(edition=edition_of(self.editions, header))

    def completed(self, header: Mapping[str, Any]) -> Mapping[str, Any]:
        """A header with a value for every option, of its own edition for those that it does not name.

        A game that goes on under a newer edition keeps them.
        """
        begun = self.under(header) if "edition" in header else self
        return {**header, "options": {**begun.usual_options, **(header.get("options") or {})}}

    def furnished(self, choices: Mapping[str, Any]) -> dict[str, Any]:
        """`furnish`, with the data files of the edition where the choices name none."""
        usual = {kind: choices.get(kind) or name for kind, name in self.edition.data.items()}
        return self.furnish({**choices, **usual})

    @property
    def usual_options(self) -> dict[str, str]:
        """Option → its value where nothing else was chosen."""
        return {each.name: self.edition.options.get(each.name, each.values[0]) for each in self.options}
