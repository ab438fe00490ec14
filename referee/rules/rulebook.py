"""A title as records of functions, and what holds where it leaves one out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from referee.rules.law import Breach as Breach
from referee.rules.law import Edition, Policy, edition_of, public_data
from referee.rules.law import Law as Law
from referee.rules.law import P as P
from referee.rules.law import Path as Path
from referee.rules.law import Rule as Rule
from referee.rules.law import S as S
from referee.rules.law import Verdict as Verdict
from referee.rules.law import is_allowed as is_allowed
from referee.rules.law import law_of as law_of
from referee.rules.law import law_of_stages as law_of_stages
from referee.rules.law import rule as rule
from referee.store.chance import Shuffles, Veil, empty_veil, one_shuffle
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.rules.knowledge import Knowledge
    from referee.show.data_files import DataFiles
    from referee.show.endings import Won
    from referee.show.film import Film
    from referee.show.menu import Menu
    from referee.show.view import Chart, View


def no_veil(header: object) -> Veil:
    """`SetUp.veil` of a title in which all that is drawn is open."""
    return empty_veil


def no_decision(position: P, name: str, value: str) -> P:
    """`Play.decide` of a title in which no ruling can be made."""
    raise ValueError(say("{name} can't be changed during a game of this title.", name=name))


E = TypeVar("E")
T = TypeVar("T")
S_out = TypeVar("S_out", covariant=True)
P_in = TypeVar("P_in", contravariant=True)
E_in = TypeVar("E_in", contravariant=True)
E_out = TypeVar("E_out", covariant=True)

Header: TypeAlias = Mapping[str, Any]
"""The first document of a log: `game`, `seats` (seat → player), `options`, and the fields that `SetUp.furnish` gave."""
Choices: TypeAlias = Mapping[str, Any]
"""The input of `referee new`: `seats` (seat → player), `options`, and for each kind of data file a name or path."""
Move: TypeAlias = Mapping[str, object]
"""A move as plain data of the shape that the title's move schema describes."""


class Option(NamedTuple):
    """A choice made when a game is created; the first value is the default.

    `changeable`: a ruling may change it during the game, since nothing that was set up depends on it.
    """

    name: str
    values: tuple[str, ...]
    rule: str
    says: Phrase
    changeable: bool = False


@dataclass(slots=True)
class Step(Generic[S_out]):
    """A part of a move that is judged on its own: its content, and its place in the file.

    `ordered`: a part of the move ends with it, whatever it shows, since what follows depends on the position after it.
    """

    what: S_out
    at: Path
    ordered: bool = False


class NoBranch(Exception):
    """An order does not say what to do after what was shown: the rule about orders, what is missing, and its place."""

    def __init__(self, rule: str, says: Phrase, at: Path) -> None:
        super().__init__(says)
        self.rule = rule
        self.says = says
        self.at = at


class Outcome(NamedTuple):
    """How a game ended: the winners, the count of each seat and its unit, and what decided the game.

    Statistics compare counts of the same `unit`, and group games by `way`: a few words, `by points`.
    """

    winners: tuple[str, ...]
    counts: Mapping[str, int]
    unit: Phrase
    way: Phrase


class Fate(Protocol):
    """The item at a place of a named shuffled pile; with `items`, of a pile that is shuffled during play from these.

    Asking reveals it: to everybody in the log, or, behind the veil, to the seats to which the title's view shows it.
    """

    def __call__(self, pile: str, index: int, items: Sequence[str] = (), /) -> str: ...


class Shuffler(Protocol):
    """What puts the items of a pile in order (`chance.Chance`); item 0 is on top. Each label is used once."""

    def shuffled_items(self, label: str, items: Sequence[T], /) -> list[T]: ...


class GameMoment(Protocol[P, E_out]):
    """The game after an entry (`replay.Moment`): its fields, what happened, and the resulting position."""

    @property
    def number(self) -> int: ...
    @property
    def entry(self) -> Header: ...
    @property
    def position(self) -> P: ...
    @property
    def events(self) -> tuple[E_out, ...]: ...
    @property
    def head(self) -> str: ...
    def course(self, before: P, evolve: Callable[[P, E_out], P], /) -> Iterator[P]:
        """The position after each event, from the moment `before`."""


class MakeView(Protocol[P, E_in]):
    def __call__(self, header: Header, moments: Sequence[GameMoment[P, E_in]], seat: str = "", /) -> "View":
        """What a seat, "" for everybody or `view.MODERATOR` may see after the last of the moments."""


class MakeFilm(Protocol[P, E_in]):
    def __call__(
        self, header: Header, moments: Sequence[GameMoment[P, E_in]], readers: Sequence[str], first: int = 0, /
    ) -> "Film":
        """The moments from `first` on for these readers; the earlier ones show what is new in them."""


class Worth(Protocol[P_in]):
    def __call__(self, position: P_in, shown: str, /) -> int:
        """What a position in the turn of the seat, or after it, is worth to it.

        `shown`: the pile of which something is shown next, or "".
        """


class Outlook(Protocol[P_in]):
    def __call__(self, position: P_in, seat: str, /) -> Worth[P_in]:
        """The worth of positions that follow on this one in the turn of a seat, from what the seat may know."""


class SetUp(NamedTuple, Generic[P, E]):
    """From the choices of `referee new` to the first position of play."""

    begin: Callable[[Header], P]
    """header, with a value for every option → the position before the deal"""
    deal: Callable[[P, Fate], Iterable[E]]
    """position, fate → the events of the deal"""
    furnish: Callable[[Choices], Mapping[str, object]] = lambda choices: {}
    """choices of `referee new` → the title's own fields of the header, if it has any"""
    piles: Callable[[Header], Mapping[str, Callable[[Shuffler], list[str]]]] = lambda header: {}
    """header → for each pile that is shuffled a function from a `Shuffler` to the order of its items, item 0 on top"""
    veil: Callable[[Header], Veil] = no_veil
    """header → whether only one seat may know the items of a pile: no log shows them before it is closed"""
    shuffles: Callable[[Header], Shuffles] = lambda header: one_shuffle
    """header → through which shuffles an item comes to its place: needed if a pile is made of several. A known place of
    the pile is then a known place of each of these shuffles, and the others decide about the rest"""
    data_files: "tuple[DataFiles[Any], ...]" = ()
    """the kinds of things that ship as files, and which players may bring: boards, components"""


class Play(NamedTuple, Generic[P, S, E]):
    """From a move to the next position, and who is asked for one."""

    law: Law[P]
    steps: Callable[[P, Move], Iterable[Step[S]]]
    """position, move → its steps in the order in which they are judged"""
    happens: Callable[[P, S, Fate], Iterable[E]]
    """position, step → the events that it makes, not counting reactions"""
    reactions: Callable[[P, E, Fate], Iterable[E]]
    """position after an event, the event → the events that follow at once"""
    evolve: Callable[[P, E], P]
    """position, event → the next position: the only place where positions are made"""
    to_move: Callable[[P], str | None]
    """position → the seat that is asked, or None when the game is over"""
    record: Callable[[P, Move, tuple[E, ...]], Move]
    """position before it, move, its events → its fields as they are recorded: one canonical notation"""
    missed: Callable[[P], Move]
    """position → the move, without its seat, that replaces a turn that missed its deadline"""
    candidates: Callable[[P], Iterable[tuple[str, Move]]]
    """position → `(kind, move)` for every single action worth asking the rules about: moves with one action each"""
    action: Callable[[str], Move] | None = None
    """`stone C4` → the move that consists of it alone; ValueError says what was not understood. Without it this is the
    action `stone: C4` of a move file"""
    rest: Callable[[P, Move, int, P], Move | None] = lambda before, move, done, after: None
    """position before it, move, number of steps done, position after these → what is left of it, as a move on that;
    nothing is in a title that shows new things only with the last step of a move"""
    passing: Move | None = None
    """the move of a seat that does nothing in its turn, without its seat; None if the rules have no such move"""
    is_turn_begun: Callable[[P], bool] = lambda position: False
    """position → whether the seat to move has played a part of its turn already; without it a move is a whole turn"""
    is_part_over: Callable[[P], bool] = lambda position: False
    """position in the middle of a turn → whether what comes next is an entry of its own: a part of a move ends there"""
    outcome: Callable[[P], Outcome | None] = lambda position: None
    """position → how the game ended; None while it continues, and where only the view of a title says who has won"""
    decide: Callable[[P, str, str], P] = no_decision
    """position between two turns, policy or changeable option, one of its values → the position from which the game
    continues; ValueError, with a phrase, where the two values would have led to different positions by now"""


def by_kind(table: Mapping[type, Callable[[P, Any, Fate], Iterable[E]]]) -> Callable[[P, Any, Fate], Iterable[E]]:
    """`Play.happens` or `Play.reactions` from a function for each kind of step, or of event; others make nothing."""

    def make(position: P, what: Any, fate: Fate) -> Iterable[E]:
        of_kind = table.get(type(what))
        return of_kind(position, what, fate) if of_kind else ()

    return make


class SeatFacts(NamedTuple, Generic[P]):
    """What orders ahead can ask besides what every view shows, in a title's own sentences.

    forms  the sentences, such as `my stone is on PLACE`; NUMBER and NAME stand for a number and a word, and SEAT in
           `SEAT has` and `SEAT's` for any seat, also the one that asks
    of     position, seat → those that are true for the seat, with labels of places and with seats in place of SEAT;
           only of what the seat may know
    """

    forms: tuple[str, ...]
    of: Callable[[P, str], Iterable[str]]


Filling: TypeAlias = int | Iterable[str] | Mapping[str, int]
"""What makes a sentence of orders ahead true: the greatest NUMBER, from 0 on; words for its NAME, PLACE or NUMBER; or
for each NAME the greatest NUMBER."""


def seat_facts_of(
    table: Mapping[str, Callable[[P, str], Filling]], seats: Callable[[P], Iterable[str]]
) -> SeatFacts[P]:
    """What orders ahead can ask, from a table: sentence → position, seat → what makes it true.

    A sentence with SEAT is asked for each of the `seats` of a position, any other for the seat that asks.
    """

    def true_facts(position: P, seat: str) -> Iterator[str]:
        for form, ask in table.items():
            for each in seats(position) if "SEAT" in form else (seat,):
                yield from filled_in(form.replace("SEAT", each), ask(position, each))

    return SeatFacts(tuple(table), true_facts)


def filled_in(form: str, filling: Filling) -> Iterator[str]:
    if isinstance(filling, int):
        yield from [form.replace("NUMBER", str(each)) for each in range(filling + 1)]
    elif isinstance(filling, Mapping):
        for name, number in filling.items():
            yield from filled_in(form.replace("NAME", name), number)
    else:
        word = next(each for each in ("NAME", "PLACE", "NUMBER") if each in form)
        yield from [form.replace(word, each) for each in filling]


class Show(NamedTuple, Generic[P, E]):
    """What may be seen of a game."""

    view: MakeView[P, E]
    film: MakeFilm[P, E] | None = None
    """for the replay page, cheaply; without it views do"""
    chart: "Callable[[Header, Sequence[GameMoment[P, E]]], Chart | None] | None" = None
    """the chart in the view of everybody, for the record in an archive, cheaply; without it the view is made"""
    places: Callable[[P], Mapping[str, str]] = lambda position: {}
    """position → other names of places and things → their names in a move: Kyme is C3, Stein is stone"""
    victory: "Callable[[Mapping[str, str], Sequence[GameMoment[P, E]], Chart | None], Won] | None" = None
    """seat → player, the moments of a game with a winner, its chart → how it was won; without it who won is said"""
    knowledge: "Knowledge | None" = None
    """what the entries of a game teach, for the horizon of an undo; needed if the title has a veil"""
    seat_facts: SeatFacts[P] | None = None
    """what orders ahead can ask in this title; without it they ask only what every view shows"""


class Compose(NamedTuple, Generic[P, E]):
    """Help with a move that nobody has written yet. A title can do without all of it."""

    menu: "Callable[[Header, Sequence[GameMoment[P, E]]], Menu | None] | None" = None
    """the choices of the seat to move, if any; needed if a turn is more than one of the `Play.candidates`"""
    outlook: Outlook[P] | None = None
    """what guides the planning player; without it any candidate that breaks no rule is suggested"""
    tries: Callable[[P], Iterable[tuple[str, Move]]] | None = None
    """position → what the planning player tries: fewer, and several actions together; without it the `candidates`"""
    next_turn: Callable[[P, str], P | None] | None = None
    """(position, a seat not to move) → the position as if its next turn began now, for orders; None if not known"""


class Prove(NamedTuple, Generic[P, E]):
    """What conformance cases need of a title."""

    lay: Callable[[P, Choices, str], P] | None = None
    """position before the deal, `position:` of a case, seat to move → the position of the case"""
    left: Callable[[P, str], list[str] | None] | None = None
    """(a position that was laid, pile) → what the pile can still show; None if only the title's `piles` say"""
    facts: Callable[[P, tuple[E, ...]], dict[str, object]] | None = None
    """position, events that led to it → plain data that a case may expect; without it that is what everybody may see"""


class Rulebook(NamedTuple, Generic[P, S, E]):
    """All that the referee knows of a title.

    `show`, `compose` and `prove` are loaded when they are asked for: a submit needs few modules of a title.
    """

    id: str
    name: str
    editions: tuple[Edition[P], ...]
    """all that were ever released, the newest last"""
    edition: Edition[P]
    """the one under which this rulebook judges; see `under`"""
    folder: str
    seats: tuple[str, ...]
    players: range
    set_up: SetUp[P, E]
    play: Play[P, S, E]
    show: Callable[[], Show[P, E]]
    compose: Callable[[], Compose[P, E]] = Compose
    prove: Callable[[], Prove[P, E]] = Prove
    options: tuple[Option, ...] = ()
    policies: tuple[Policy, ...] = ()
    """the decisions about which the editions differ"""
    adopt: Callable[[P, Edition[P]], P] = lambda position, edition: position
    """position between two turns, newer edition → the position from which the game continues under it; without it
    positions know nothing of editions"""

    @property
    def rulings(self) -> Mapping[str, str]:
        """Policy or option → the value that a ruling gave it in the game that is judged."""
        return self.edition.rulings

    @property
    def public(self) -> Callable[[P], dict[str, object]]:
        """position → plain data (dicts, lists, str, int) that everybody may see: what `state:` in the log covers."""
        return partial(public_data, self.edition)

    def under(self, header: Header) -> "Rulebook[P, S, E]":
        """The same title judged under the edition that a header names. Raises LookupError for an unknown one."""
        return self._replace(edition=edition_of(self.editions, header))

    def header_with_options(self, header: Header) -> Header:
        """A header with a value for every option, of its own edition for those that it does not name.

        A game that continues under a newer edition keeps them.
        """
        begun = self.under(header) if "edition" in header else self
        return {**header, "options": {**begun.usual_options, **(header.get("options") or {})}}

    def furnished_fields(self, choices: Choices) -> Mapping[str, object]:
        """`furnish`, with the data files of the edition where the choices name none."""
        usual = {kind: choices.get(kind) or name for kind, name in self.edition.data.items()}
        return self.set_up.furnish({**choices, **usual})

    @property
    def usual_options(self) -> dict[str, str]:
        """Option → its value where nothing else was chosen."""
        return {each.name: self.edition.options.get(each.name, each.values[0]) for each in self.options}


AnyRulebook: TypeAlias = Rulebook[Any, Any, Any]
"""A title whose positions, steps and events nobody looks into."""


def hides(book: AnyRulebook, header: Header) -> bool:
    """Whether a game has something that only one seat may know."""
    if book.set_up.veil is no_veil:
        return False
    veil = book.set_up.veil(header)
    return any(veil(pile) for pile in book.set_up.piles(header))
