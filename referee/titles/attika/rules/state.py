"""The position: what never changes, the land, each seat's mat, the turn; and as text for `state:`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.titles.attika.data.components import NUMERALS, AttikaComponents, Building
from referee.titles.attika.data.land import NOWHERE, Land, Layout, name
from referee.titles.attika.data.tiles import Tiles
from referee.words import Phrase, term

Amounts = tuple[int, int, int, int]
NONE: Amounts = (0, 0, 0, 0)

STACKS = ("main", "1", "2", "3")
"""The stacks of a seat, in the order in which their sizes are kept (AT-2.2)."""

DRAWS = 2
BUILDS = 3
CARDS = 3
"""AT-3.1: actions of the two lines; AT-3.4: cards of a full pass."""


def stack_words(stack: str) -> Phrase | str:
    """The stack of main buildings as readers call it; the others have numbers."""
    return term("main") if stack == STACKS[0] else stack


class AttikaPolicies(NamedTuple):
    """The decisions of an edition; each is described in `editions.POLICIES`."""

    amphora_after_cards: str
    road_symbols: str
    empty_deck_amphora: str


@dataclass(slots=True)
class AttikaSetting:
    """What never changes during a game, but for the policies when it continues under a newer edition.

    seats   in the order of the header
    options  option of the game → its value
    rank    building → its place in the box
    number  of buildings that each seat has (AT-1.4); `mains`: of those in its main stack; `sizes`: of those in a group
    """

    box: AttikaComponents
    tiles: Tiles
    layout: Layout
    seats: tuple[str, ...]
    options: Mapping[str, str]
    rank: Mapping[str, int]
    number: int
    mains: int
    sizes: dict[str, int]
    policies: AttikaPolicies


@dataclass(slots=True)
class Built:
    """A building on the board."""

    seat: str
    building: str


@dataclass(slots=True)
class Mat:
    """What a seat has in front of it, and its settlements.

    cards        how many cards it holds
    stored       the buildings on its storage board, in the order of the box
    stacks       how many buildings each of STACKS still has
    amphorae     how many it holds
    groups       the groups for which it was rewarded (AT-6.1), in the order of the rewards
    settlements  AT-5.1: its maximal groups of adjacent buildings, each the hexes in order, by their first hex
    built        hex → its building there, in the order in which they were built
    left         group → how many of its buildings the seat has still to build
    line_end    the end of its line of the public state: `; groups: city; built: tower 7ne, well 3`
    written      all this as the public state has it, a part of its JSON; it follows from the others
    """

    seat: str
    cards: int
    stored: tuple[str, ...]
    stacks: tuple[int, ...]
    amphorae: int
    groups: tuple[str, ...]
    settlements: tuple[tuple[int, ...], ...]
    built: dict[int, str]
    left: dict[str, int]
    line_end: str
    written: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        (main, first, second, third), text = self.stacks, NUMERALS
        self.written = (
            f'"{self.seat}":"cards: {text[self.cards]}; amphorae: {text[self.amphorae]}; '
            f"stacks: {text[main]} {text[first]} {text[second]} {text[third]}; "
            f'stored: {" ".join(self.stored)}{self.line_end}"'
        )

    def holding(self, cards: int, stored: tuple[str, ...], stacks: tuple[int, ...], amphorae: int) -> "Mat":
        """The mat with other cards and pieces; what is built stays."""
        return Mat(
            self.seat, cards, stored, stacks, amphorae, self.groups, self.settlements, self.built, self.left,
            self.line_end,
        )  # fmt: skip


@dataclass(slots=True)
class Deck:
    """The landscape cards face down: how often shuffled, what was shuffled then, and how many are taken since."""

    shuffle: int
    items: Amounts
    taken: int

    @property
    def cards_left(self) -> int:
        return sum(self.items) - self.taken


@dataclass(slots=True)
class AttikaTurn:
    """The turn that is being played; what changes most often comes last, so that the rest is copied in one piece.

    extra   amphorae returned for one more action (AT-6.3)
    given_up  the open actions were given up for cards (AT-3.4)
    pays    what cards are owed for: `group` (AT-6.2), `amphora` (AT-6.3), `rest` (AT-3.4), or ""
    closed  a card was taken for a given-up action or an amphora: nothing more is drawn or built (AT-3.5)
    owed    cards still to be taken from the deck
    tile    the tile that was turned up and must be placed, or ""
    last    whether the building that was drawn was the last of its stack (AT-7.1)
    moved   something was drawn, built or taken (AT-10.5)
    line    `draw`, `build`, or "" while none is chosen (AT-3.1)
    drawn   the building that was drawn and is neither built nor stored, or ""
    done    the actions of the line that are done
    """

    seat: str
    extra: int = 0
    given_up: bool = False
    pays: str = ""
    closed: bool = False
    owed: int = 0
    tile: str = ""
    last: bool = False
    moved: bool = False
    line: str = ""
    drawn: str = ""
    done: int = 0

    def after(self, last: bool, moved: bool, line: str, drawn: str, done: int) -> "AttikaTurn":
        """The turn with other last fields."""
        return AttikaTurn(
            self.seat, self.extra, self.given_up, self.pays, self.closed, self.owed, self.tile, last, moved, line,
            drawn, done,
        )  # fmt: skip

    @property
    def is_begun(self) -> bool:
        """AT-10.9: whether something was done in it."""
        done = self.moved or self.done or self.line or self.drawn or self.last or self.tile or self.owed or self.closed
        return bool(done or self.pays or self.given_up or self.extra)

    @property
    def limit(self) -> int:
        """How many actions its line has, with those bought by amphorae (AT-3.1, AT-6.3)."""
        return (BUILDS if self.line == "build" else DRAWS) + self.extra

    @property
    def is_past_actions(self) -> bool:
        """Whether nothing more is drawn or built in it: a card was taken (AT-3.5), or the rest given up (AT-3.4)."""
        return self.closed or self.given_up


@dataclass(slots=True)
class AttikaCourse:
    """What a game comes to, turn after turn.

    order    the seats in the order of play, the first player first; empty before the deal
    empty    how many turns in a row were empty (AT-10.5)
    winners  who won, and the `reasons` (`buildings`, `shrines`, `most`); nobody while the game continues
    written  all this as the public state has it; it follows from the others
    """

    order: tuple[str, ...]
    empty: int
    winners: tuple[str, ...]
    reasons: tuple[str, ...]
    written: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.written = (
            f"empty: {self.empty}; order: {' '.join(self.order)}; "
            f"won: {' '.join(self.winners)}; by: {' '.join(self.reasons)}"
        )


@dataclass(slots=True)
class Supply:
    """What nobody has yet.

    pile      how many tiles were taken from the top of the pile; `under`: tiles put under it (AT-10.7)
    tiles     those face down (AT-7.2)
    amphorae  how many there are
    written   all this as the public state has it; it follows from the others
    """

    pile: int
    under: tuple[str, ...]
    tiles: int
    amphorae: int
    written: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.written = f"amphorae: {self.amphorae}; tiles: {self.tiles}; under: {' '.join(self.under)}"


@dataclass(slots=True)
class AttikaPosition:
    """A position of the game; what changes most often comes last, as in a turn.

    buildings  hex → what is built there
    discards   the cards face up
    hands      seat → its cards (AT-2.4: only the seat itself knows them; all else of a position is public)
    mats       seat → its mat, in the order of the names
    """

    setting: AttikaSetting
    course: AttikaCourse
    land: Land
    supply: Supply
    buildings: dict[int, Built]
    discards: Amounts
    deck: Deck
    hands: dict[str, Amounts]
    mats: dict[str, Mat]
    turn: AttikaTurn

    def after(self, mats: dict[str, Mat], turn: AttikaTurn) -> "AttikaPosition":
        """The position with other last fields."""
        return AttikaPosition(
            self.setting, self.course, self.land, self.supply, self.buildings, self.discards, self.deck, self.hands,
            mats, turn,
        )  # fmt: skip

    @property
    def seat(self) -> str:
        """The seat to move; "" before the deal and when the game is over."""
        return "" if self.course.winners else self.turn.seat

    def building(self, id: str) -> Building:
        return self.setting.box.buildings[id]

    def owner(self, hex: int) -> str:
        """The owner of the building on a hex; "" if none does."""
        return self.buildings[hex].seat if hex in self.buildings else ""

    def around(self, hex: int) -> list[int]:
        """The hexes of tiles next to a hex, in the order of the edges."""
        return [each for each in self.land.around[hex] if each != NOWHERE]

    def is_empty(self, hex: int) -> bool:
        return hex != NOWHERE and hex not in self.buildings

    def empty_hexes(self) -> list[int]:
        return [hex for hex in range(len(self.land.place)) if hex not in self.buildings]

    def settlements_beside(self, seat: str, hex: int) -> list[tuple[int, ...]]:
        """The settlements of a seat that a building on this hex would touch."""
        near = set(self.land.around[hex])
        return [each for each in self.mats[seat].settlements if not near.isdisjoint(each)]


def plus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def minus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


def public_with_rest(position: AttikaPosition) -> str:
    """The public part of a position where a turn may continue after its rest was given up."""
    return public(position, f"given up: {NUMERALS[position.turn.given_up]}; ")


def public(position: AttikaPosition, more: str = "") -> str:
    """The public part of a position as canonical JSON: a few long lines, none with a sign that JSON escapes.

    more  what else the line of the turn says
    """
    turn, deck, (water, forest, hill, mountain), text = position.turn, position.deck, position.discards, NUMERALS
    hands = open_hands(position) if position.setting.options["hands"] == "open" else ""
    return (
        f'{{{hands}"seats":{{{",".join([mat.written for mat in position.mats.values()])}}},'
        f'"table":"deck: {text[sum(deck.items) - deck.taken]}; '
        f"discards: {text[water]} {text[forest]} {text[hill]} {text[mountain]}; "
        f'{position.supply.written}","tiles":"{position.land.written}",'
        f'"turn":"seat: {turn.seat}; line: {turn.line}; done: {text[turn.done]}; extra: {text[turn.extra]}; '
        f"drawn: {turn.drawn}; last: {text[turn.last]}; tile: {turn.tile}; closed: {text[turn.closed]}; "
        f'moved: {text[turn.moved]}; {more}{position.course.written}"}}'
    )


def open_hands(position: AttikaPosition) -> str:
    """The cards of each seat, where all see them, as a part of that JSON."""
    hands = [f'"{seat}":[{",".join(map(str, position.hands[seat]))}]' for seat in position.mats]
    return f'"hands":{{{",".join(hands)}}},'


def end_of_line(groups: tuple[str, ...], built: Mapping[int, str]) -> str:
    """The end of the line of a mat: its groups, and its buildings on their hexes by name."""
    return f"; groups: {' '.join(groups)}; built: {', '.join([f'{built[hex]} {name(hex)}' for hex in built])}"
