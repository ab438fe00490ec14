"""The position: what never changes, the land, each seat's mat, the turn; and what a misspelt name of it means."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from referee.patterns import late_pattern
from referee.records import NamedTuple, new
from referee.titles.attika.data.components import LANDSCAPES, NUMERALS, AttikaComponents, Building
from referee.titles.attika.data.land import NOWHERE, Land, Layout, name
from referee.titles.attika.data.tiles import Tiles
from referee.words import Phrase, foreign_names, keyword_term, names_of, plain_letters, say, word_list

Amounts = tuple[int, int, int, int]
NONE: Amounts = (0, 0, 0, 0)

STACKS = ("main", "1", "2", "3")
"""The stacks of a seat, in the order in which their sizes are kept (AT-2.2)."""

DRAWS, BUILDS, CARDS = 2, 3, 3
"""AT-3.1: actions of the two lines; AT-3.4: cards of a full pass."""


class AttikaPolicies(NamedTuple):
    """The decisions of an edition; each is described in `editions.POLICIES`."""

    amphora_after_cards: str
    road_symbols: str
    empty_deck_amphora: str


class AttikaSetting(NamedTuple):
    """What never changes during a game, but for the policies when it continues under a newer edition.

    seats   in the order of the header

    rank    building → its place in the box
    number  of buildings that each seat has (AT-1.4); `mains`: of those in its main stack; `sizes`: of those in a group
    """

    box: AttikaComponents
    tiles: Tiles
    layout: Layout
    seats: tuple[str, ...]
    hands: str
    group_link: str
    first_player: str
    rank: Mapping[str, int]
    number: int
    mains: int
    sizes: dict[str, int]
    policies: AttikaPolicies


class Built(NamedTuple):
    """A building on the board."""

    seat: str
    building: str


class Mat(NamedTuple):
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
    written      all this as the public state has it; see `written_mat`
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
    written: str


class Deck(NamedTuple):
    """The landscape cards face down: how often shuffled, what was shuffled then, and how many are taken since."""

    shuffle: int
    items: Amounts
    taken: int

    @property
    def cards_left(self) -> int:
        return sum(self.items) - self.taken


class AttikaTurn(NamedTuple):
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

    @property
    def is_begun(self) -> bool:
        """AT-10.9: whether something was done in it."""
        return self[1:] != UNBEGUN

    @property
    def limit(self) -> int:
        """How many actions its line has, with those bought by amphorae (AT-3.1, AT-6.3)."""
        return (BUILDS if self.line == "build" else DRAWS) + self.extra

    @property
    def is_past_actions(self) -> bool:
        """Whether nothing more is drawn or built in it: a card was taken (AT-3.5), or the rest given up (AT-3.4)."""
        return self.closed or self.given_up


UNBEGUN = AttikaTurn("")[1:]


class AttikaCourse(NamedTuple):
    """What a game comes to, turn after turn.

    order    the seats in the order of play, the first player first; empty before the deal
    empty    how many turns in a row were empty (AT-10.5)
    winners  who won, and the `reasons` (`buildings`, `shrines`, `most`); nobody while the game continues
    written  all this as the public state has it; see `written_course`
    """

    order: tuple[str, ...]
    empty: int
    winners: tuple[str, ...]
    reasons: tuple[str, ...]
    written: str


class Supply(NamedTuple):
    """What nobody has yet.

    pile      how many tiles were taken from the top of the pile; `under`: tiles put under it (AT-10.7)
    tiles     those face down (AT-7.2)
    amphorae  how many there are
    written   all this as the public state has it; see `written_supply`
    """

    pile: int
    under: tuple[str, ...]
    tiles: int
    amphorae: int
    written: str


class AttikaPosition(NamedTuple):
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

    def settlements_beside(self, seat: str, hex: int) -> list[tuple[int, ...]]:
        """The settlements of a seat that a building on this hex would touch."""
        near = set(self.land.around[hex])
        return [each for each in self.mats[seat].settlements if not near.isdisjoint(each)]


def plus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def minus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


def public(position: AttikaPosition) -> str:
    """The public part of a position, as canonical JSON."""
    return public_json(position, "")


def public_with_rest(position: AttikaPosition) -> str:
    """The same where a turn may continue after its rest was given up."""
    return public_json(position, f"given up: {NUMERALS[position.turn.given_up]}; ")


def public_json(position: AttikaPosition, more: str) -> str:
    """A few long lines; none has a sign that JSON escapes. `more`: what else the line of the turn says."""
    setting, course, land, supply, _, discards, deck, _, mats, turn = position
    water, forest, hill, mountain = discards
    seat, extra, _, _, closed, _, tile, last, moved, line, drawn, done = turn
    hands = open_hands(position) if setting.hands == "open" else ""
    return (
        f'{{{hands}"seats":{{{",".join(map(LINE_OF_MAT, mats.values()))}}},'
        f'"table":"deck: {NUMERALS[sum(deck.items) - deck.taken]}; '
        f"discards: {NUMERALS[water]} {NUMERALS[forest]} {NUMERALS[hill]} {NUMERALS[mountain]}; "
        f'{supply.written}","tiles":"{land.written}",'
        f'"turn":"seat: {seat}; line: {line}; done: {NUMERALS[done]}; extra: {NUMERALS[extra]}; drawn: {drawn}; '
        f"last: {NUMERALS[last]}; tile: {tile}; closed: {NUMERALS[closed]}; moved: {NUMERALS[moved]}; "
        f'{more}{course.written}"}}'
    )


LINE_OF_MAT = attrgetter("written")


def open_hands(position: AttikaPosition) -> str:
    """The cards of each seat, where all see them, as a part of that JSON."""
    hands = [f'"{seat}":[{",".join(map(str, position.hands[seat]))}]' for seat in position.mats]
    return f'"hands":{{{",".join(hands)}}},'


def written_mat(
    seat: str,
    cards: int,
    stored: tuple[str, ...],
    stacks: tuple[int, ...],
    amphorae: int,
    groups: tuple[str, ...],
    settlements: tuple[tuple[int, ...], ...],
    built: dict[int, str],
    left: dict[str, int],
    line_end: str,
) -> Mat:
    """A mat with its line of the public state as a part of its JSON."""
    main, first, second, third = stacks
    line = (
        f'"{seat}":"cards: {NUMERALS[cards]}; amphorae: {NUMERALS[amphorae]}; '
        f"stacks: {NUMERALS[main]} {NUMERALS[first]} {NUMERALS[second]} {NUMERALS[third]}; "
        f'stored: {" ".join(stored)}{line_end}"'
    )
    return new(Mat, (seat, cards, stored, stacks, amphorae, groups, settlements, built, left, line_end, line))


def end_of_line(groups: tuple[str, ...], built: Mapping[int, str]) -> str:
    """The end of the line of a mat: its groups, and its buildings on their hexes by name."""
    return f"; groups: {' '.join(groups)}; built: {', '.join([f'{built[hex]} {name(hex)}' for hex in built])}"


def written_course(
    order: tuple[str, ...], empty: int, winners: tuple[str, ...], reasons: tuple[str, ...]
) -> AttikaCourse:
    """A course with its part of the line of the turn."""
    line = f"empty: {empty}; order: {' '.join(order)}; won: {' '.join(winners)}; by: {' '.join(reasons)}"
    return AttikaCourse(order, empty, winners, reasons, line)


def written_supply(pile: int, under: tuple[str, ...], tiles: int, amphorae: int) -> Supply:
    """A supply with its part of the line of the table."""
    line = f"amphorae: {amphorae}; tiles: {tiles}; under: {' '.join(under)}"
    return Supply(pile, under, tiles, amphorae, line)


ALIKE = 0.7
"""How like the name of a seat a word must be: `thebes` does not stand for `athens`."""


def names_of_buildings(box: AttikaComponents) -> list[str]:
    """How the buildings are called."""
    return [each.name for each in box.buildings.values()]


WRITABLE = late_pattern("[A-Za-z -]+")
"""What a move file may write for a building: a rule decides what was meant by it."""


def in_other_words(position: AttikaPosition) -> dict[str, str]:
    """Names in our other languages without the shape of the right ones → what a move file calls it."""
    buildings = foreign_names(names_of_buildings(position.setting.box))
    strange = {name: word for name, word in buildings.items() if not WRITABLE.fullmatch(name)}
    return {**strange, **foreign_names(LANDSCAPES), **foreign_names(position.setting.seats)}


MEANT = say("Did you mean {near}?")
NOT_STORED = say("Did you mean {near}? It is not on the storage board.")
NOT_IN_STACK = say("Did you mean {near}? It can never be in this stack.")


def nearest_name_hint(word: str, known: Sequence[str], like: float = 0.6) -> Phrase | None:
    """The name that is nearest to the word, if any is near."""
    name = nearest_called(word, {plain_letters(name): name for name in known}, like)
    return meant_name(MEANT, name) if name else None


def nearest_called(word: str, called: Mapping[str, str], like: float) -> str:
    """The same where names are called in several ways: `called` is how they may be written, each with its name."""
    from difflib import get_close_matches

    return next((called[found] for found in get_close_matches(plain_letters(word), called, 1, like)), "")


def meant_name(words: Phrase, name: str) -> Phrase:
    return Phrase(words.template, {"near": keyword_term(name)})


def nearest_or_all(word: str, known: Sequence[str]) -> Phrase:
    return nearest_name_hint(word, known) or all_of(known)


Some = Callable[[Building], bool]
"""Which buildings can be meant."""


def of_stack(stack: str) -> Some:
    """The buildings that a stack can hold."""
    return lambda building: building.main == (stack == STACKS[0])


def nearest_building(word: str, box: AttikaComponents, some: Some, other: Phrase, like: float = 0.6) -> Phrase | None:
    """The building with this name in any of our languages: `torre`, whatever the language of the reports.

    Only `some` can be meant; of another that is near `other` says why not.
    """
    possible = [each.name for each in box.buildings.values() if some(each)]
    called = names_of(names_of_buildings(box))
    near = (
        called.get(plain_letters(word))
        or nearest_called(word, names_of(possible), like)
        or nearest_called(word, called, like)
    )
    return meant_name(MEANT if near in possible else other, near) if near else None


def building_or_all(word: str, box: AttikaComponents, some: Some) -> Phrase:
    """A building of those that a stack can hold, or all of these."""
    names = [each.name for each in box.buildings.values() if some(each)]
    return nearest_building(word, box, some, NOT_IN_STACK) or all_of(names)


def all_of(known: Sequence[str]) -> Phrase:
    return say("You can name {names}.", names=word_list([keyword_term(name) for name in known]))
