"""What the seat to move may do, as data: every choice of the turn, what each rests on, and why the rest may not be.

A title lists it by its rules (`Compose.menu`), for one seat, from what that seat may know. The page on which a player
composes a move knows no rules; it adds choices to a list, one after another, and offers a choice when

- each group of its `after` holds a choice that was taken, and none of its `bars` was (nor does one taken bar it);
- if it is `alone`, nothing else is that was taken and covers one of its spaces;
- none of its `unless` was taken before it;
- with it the running totals of what the choices use stay within one of the `allowances`;
- it was not taken already, unless it is `many`;
- the last choice taken shows nothing new, or an order says what to do with whatever it shows.

A turn may be sent at any time, but without a choice only where `idle` is empty. The page writes the choices in the
order of `rank`, else as taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.show.view import Inset, Piece
from referee.words import Phrase

AND_THEN = "\n  - "
"""Between the actions of a choice with several: they follow each other in the list of the move."""


class Choice(NamedTuple):
    """One action that the turn may have; it is known by its place in `Menu.choices`, which `Menu.crossings` precede.

    kind    what the page groups by: `stone`, `draw`; one of `Menu.kinds`
    places  labels of the spaces at which it is offered; none: it is offered next to the board
    says    the whole in words: `Stone on C4`
    writes  how a move file has it: `stone: C4`, `store`; of a part that is a line the whole line: `end: true`;
            actions that need each other are one choice, joined by `AND_THEN`
    part    the part of the move file for it: one of `Menu.parts`
    after   groups of choices: one of each group must have been taken before
    bars    choices with which it cannot be together, whichever comes first; it may be one of them itself
    unless  choices that may come after it, and not before it
    uses    how much of each of `Menu.budgets`; less than nothing if it gives more; what is left out
            at the end is nothing
    gains   by how much it moves each of `Menu.gauges`
    rough   whether they may differ, together with other choices, even for a gauge that is `exact`
    sure    whether all that is composed of sure choices is legal; else the page says "checked when it arrives"
    many    whether it may be taken more than once
    rank    where it is written: choices of a lower rank before those of a higher
    piece   what the board shows when it is taken, at the first `covers` of `places`; of several hexes an `Inset`
    shows   a key of `Menu.shown` when it shows something new
    worth   the numbers on its mark on the board, such as what it costs and what it then scores: -3 and 3;
            none if it changes nothing
    amounts  how much it takes of each of the `amounts` of its kind
    joins   which of `Menu.sites` its piece connects with each other
    alone   whether it bars all that are `alone`, too, and cover one of the spaces that it covers; of one that is
            offered next to the board, all others of its kind
    """

    kind: str
    places: tuple[str, ...]
    says: Phrase
    writes: str
    part: str = "actions"
    after: tuple[tuple[int, ...], ...] = ()
    bars: tuple[int, ...] = ()
    unless: tuple[int, ...] = ()
    uses: tuple[int, ...] = ()
    gains: tuple[int, ...] = ()
    sure: bool = True
    many: bool = False
    rank: int = 0
    piece: Piece | Inset | None = None
    covers: int = 1
    shows: str = ""
    rough: bool = False
    worth: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    joins: tuple[int, ...] = ()
    alone: bool = False

    @staticmethod
    def shorn(numbers: tuple[int, ...]) -> tuple[int, ...]:
        """What it uses or gains without the zeros at the end."""
        while numbers and not numbers[-1]:
            numbers = numbers[:-1]
        return numbers


class UnlikeCrossing(NamedTuple):
    """What a choice of a crossing has that does not follow from its edges; `joins` includes what does."""

    shape: int
    gains: tuple[int, ...]
    worth: tuple[int, ...]
    joins: tuple[int, ...]


class CrossedSpace(NamedTuple):
    """A space that pieces may cross, by edges: first those where a piece may begin, then those where it meets a site.

    A piece begins at that of its two edges which comes first. It needs one choice of the `after` of both.

    shapes  the numbers of the shapes that it may be crossed in, in order
    after   for each edge where a piece may begin, choices one of which must have been taken before, perhaps more than
            once; none where it may begin at once
    begins  for each of these edges which of `Menu.sites` a piece connects there if it begins there
    meets   for each of `edges` which it connects there if it ends there
    """

    place: str
    shapes: tuple[int, ...]
    edges: tuple[int, ...]
    after: tuple[tuple[int, ...], ...]
    begins: tuple[tuple[int, ...], ...]
    meets: tuple[tuple[int, ...], ...]
    unlike: tuple[UnlikeCrossing, ...] = ()


class Crossings(NamedTuple):
    """Choices of pieces that cross a space from one edge to another, in the order of spaces and shapes.

    They are the first choices of their menu, `alone` on their space, and alike but for what it and its edges say.
    A menu may have a thousand of them.

    kind    as in a choice, and `uses` and `gains`
    says    with `{at}` for the label of the space, `{one}` and `{other}` for the names of two edges; so does `writes`
    edges   the names of the edges of a space
    shapes  each shape by the numbers of its two edges, `pieces`: what the board shows for it
    """

    kind: str
    says: Phrase
    writes: str
    uses: tuple[int, ...]
    gains: tuple[int, ...]
    edges: tuple[str, ...]
    shapes: tuple[tuple[int, int], ...]
    pieces: tuple[Piece, ...]
    spaces: tuple[CrossedSpace, ...] = ()


class Kind(NamedTuple):
    """A kind of choice, in the order in which the page lists them; `says`: a short heading, `Stones`.

    Beside a board it is a button, with a picture and a pip for each that the turn may have.

    amounts  what its choices take numbers of: the page has a row of numbers for each, and no list of choices
    slot     kinds with the same word share a slot: the turn has one of them
    budget   which of `Menu.budgets` are the pips; -1: it has none
    piece    the picture; None: something comes to the player
    outline  what is drawn where there is no piece: a path in a square of 24; "" for what stands for any such kind
    """

    id: str
    says: Phrase
    amounts: tuple[Phrase, ...] = ()
    slot: str = ""
    budget: int = -1
    piece: Piece | None = None
    outline: str = ""


class Budget(NamedTuple):
    """What choices use up: `stones`; `says` is plural and short, `rules` the numbers that limit it.

    Where `says` is empty the page counts with it and does not show it.
    """

    says: Phrase
    rules: tuple[str, ...] = ()


class Allowance(NamedTuple):
    """A way in which the turn may be spent: a limit for each budget; `says` it in words."""

    limits: tuple[int, ...]
    says: Phrase
    rules: tuple[str, ...] = ()


class Gauge(NamedTuple):
    """A number that the page shows as it changes: `points`, `projected score`; `exact`: whether gains simply add up."""

    says: Phrase
    now: int
    exact: bool
    rules: tuple[str, ...] = ()


class Refusal(NamedTuple):
    """Why no choice of a kind is at a place now: the words of the rule; `places` may be many, none means anywhere."""

    kind: str
    places: tuple[str, ...]
    says: Phrase
    rules: tuple[str, ...]


def joined_refusals(refusals: Iterable[Refusal]) -> Iterator[Refusal]:
    """Refusals in the same words as one, at the places of all; in the order of the first of each."""
    alike: dict[tuple[str, str, tuple[str, ...]], list[Refusal]] = {}
    for each in refusals:
        alike.setdefault((each.kind, str(each.says), each.rules), []).append(each)
    for found in alike.values():
        yield found[0]._replace(places=tuple([place for each in found for place in each.places]))


class Light(NamedTuple):
    """What a space depends on, or still needs: it lights up on the board while the space is touched.

    at      the label of the space
    says    the same in words
    places  the labels of the spaces that light up
    mark    what is written on the first of them: `3 > 2`
    way     labels of spaces, one after another: what is missing there is dotted
    """

    at: str
    says: Phrase
    places: tuple[str, ...] = ()
    mark: str = ""
    way: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What an order may do with what is shown: `when` after `{if: NAME, …}`, `otherwise` as the whole last branch.

    `build: 7ne`, and `{else: {build: 7ne}}`.
    """

    place: str
    says: Phrase
    when: str
    otherwise: str
    piece: Piece | None = None


class ShownItem(NamedTuple):
    """Something that may be shown: its name in a move file, in words, and which of `Menu.answers` fit it."""

    name: str
    says: Phrase
    answers: tuple[int, ...]


class Secret(NamedTuple):
    """What one choice may show, and how its order is written around the branches, joined by `, `.

    anything  which of `Menu.answers` fit whatever is shown: for the last branch
    """

    opens: str
    closes: str
    what: tuple[ShownItem, ...]
    anything: tuple[int, ...]


class Sites:
    """The sites of a board: spaces, or all spaces of one place. A site is known by the number of its first space.

    labels  of the spaces; `places`: the first space of the place that each is in, or -1
    goals   the sites that are places
    """

    def __init__(self, labels: Sequence[str], places: Sequence[int]) -> None:
        self.names = labels
        self.first = [space if place == -1 else place for space, place in enumerate(places)]
        self.goals = self.of_spaces([place for place in places if place != -1])

    def of_spaces(self, spaces: Iterable[int]) -> tuple[int, ...]:
        """The sites of these spaces, each once."""
        return tuple(sorted(set(map(self.first.__getitem__, spaces))))

    def labels(self) -> tuple[tuple[str, ...], ...]:
        """As `Menu.sites`: at each space what it is the first space of; nothing at the others of a place."""
        found: list[list[str]] = [[] for _ in self.first]
        for label, first in zip(self.names, self.first, strict=True):
            found[first].append(label)
        return tuple(map(tuple, found))


class Menu(NamedTuple):
    """For the position after entry `entry` (whose hash is `head`) and the seat that moves."""

    game: str
    title: str
    entry: int
    head: str
    seat: str
    kinds: tuple[Kind, ...]
    choices: tuple[Choice, ...]
    crossings: Crossings | None = None
    """the choices before `choices`: the number of the first of these is how many there are"""
    parts: tuple[tuple[str, str], ...] = (("actions", "list"),)
    """the `move_parts` of the title: names and forms (`list`, `mapping`, `line`), in the order of its move files"""
    budgets: tuple[Budget, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    lights: tuple[Light, ...] = ()
    answers: tuple[Answer, ...] = ()
    shown: tuple[tuple[str, Secret], ...] = ()
    advice: tuple[Phrase, ...] = ()
    """sentences above the choices: what holds for the whole turn"""
    begins: tuple[Phrase, ...] = ()
    """the state while nothing is chosen: what must be done first, what a move without choices would be"""
    score: int = 0
    """which of `gauges` is always in sight"""
    sites: tuple[tuple[str, ...], ...] = ()
    """what choices connect: each a space, or all spaces of one place, by their labels"""
    starts: tuple[int, ...] = ()
    """the sites where what is built from site to site may begin, before anything is chosen"""
    goals: tuple[int, ...] = ()
    """the sites that it may lead to without a piece on them"""
    idle: tuple[Refusal, ...] = ()
    """why the rules refuse a move without choices; nothing if they allow it"""
    ahead: bool = False
    """whether it is for orders of a seat that is not to move, on the position as if its next turn began now"""
