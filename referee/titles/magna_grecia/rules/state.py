"""The position: what never changes, the board, what each seat has, what time it is; and as plain data for `state:`."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from json.encoder import encode_basestring_ascii as json_text
from typing import NamedTuple

from referee.rules.hexes import EDGES
from referee.titles.magna_grecia.data.board import BoardMap
from referee.titles.magna_grecia.data.components import Components

NOWHERE = -1


class Policies(NamedTuple):
    """The decisions of an edition; each is described in `editions.POLICIES`."""

    oracle_edge: str


@dataclass(slots=True)
class Setting:
    """What never changes during a game, but for the policies under a newer edition, and what a ruling changes.

    options  option of the game → its value
    """

    board: BoardMap
    components: Components
    seats: tuple[str, ...]
    options: Mapping[str, str]
    policies: Policies

    @property
    def rounds(self) -> int:
        """MG-12.1."""
        return int(self.options["rounds"])


@dataclass(slots=True)
class Road:
    """A road tile: whose it is, and the two edges that it joins, the smaller first."""

    seat: str
    a: int
    b: int


@dataclass(slots=True)
class City:
    """MG-5.2: a maximal group of adjacent city tiles of one seat, in board order."""

    seat: str
    cells: tuple[int, ...]


@dataclass(slots=True)
class Market:
    """A market in a place, standing or (sold) lying."""

    seat: str
    sold: bool


class Purse(NamedTuple):
    """The possessions of a seat: points, supply (MG-2.1) and staging area; or by how much they change."""

    points: int = 0
    roads: int = 0
    cities: int = 0
    markets: int = 0
    staged_roads: int = 0
    staged_cities: int = 0


@dataclass(slots=True)
class RoundClock:
    """Round (0 while oracles are placed), current and next card, and who is still to act, the seat to move first."""

    round: int
    card: str
    next_card: str
    waiting: tuple[str, ...]
    over: bool


@dataclass(slots=True)
class Turn:
    """The facts to remember within a turn.

    founded   a city was founded (MG-6.7)
    first     the first tile of a new city that does not yet include its village (MG-6.2), or NOWHERE
    allowed   the villages on which that city could have been founded when `first` was placed
    due       the city whose founder is owed a market (MG-6.9) because of the last tile, or NOWHERE
    uncovered villages next to the last tile (MG-12.3)
    touched   the places whose connections the last tile changed (MG-9.5)
    """

    founded: bool
    first: int
    allowed: tuple[int, ...]
    due: int
    uncovered: tuple[int, ...]
    touched: tuple[int, ...]


FRESH = Turn(False, NOWHERE, (), NOWHERE, (), ())

Ends = dict[int, tuple[int, tuple[str, ...]]]
"""For each exit at an end of a chain of road tiles: the exit at its other end, and the seats with a tile in it.

A dictionary that lost items is copied in a sixth of the time by its own `copy`, so these have the type that has one.
"""


Markets = dict[int, tuple[Market, ...]]
"""For each place with markets all that are there."""


@dataclass(slots=True)
class Position:
    """A position of the game; `links` are the direct connections of MG-7.6, kept up to date tile by tile.

    oracles   oracle → the edge along which it points, or NOWHERE; in board order
    oracle_lines  oracle → its line in the public state, in the same order
    road_lines  the roads as the public state has them, `red D4 n-s`, in its order; cities and markets have such, too
    links     place → the places directly connected to it, each with the first of its edges that led there when this was
              noted; a city tile may have joined an earlier edge since (`oracles.edge_to` knows)
    seat      the one to move; "" when the game is over
    """

    setting: Setting
    oracles: Mapping[int, int]
    oracle_lines: Mapping[int, str]
    roads: dict[int, Road]
    road_lines: tuple[str, ...]
    ends: Ends
    cities: dict[int, City]
    city_lines: tuple[str, ...]
    city_at: dict[int, int]
    links: dict[int, dict[int, int]]
    turn: Turn
    clock: RoundClock
    markets: Markets
    market_lines: tuple[str, ...]
    purses: dict[str, Purse]
    seat: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.seat = self.clock.waiting[0] if self.clock.waiting else ""

    def label(self, cell: int) -> str:
        return self.setting.board.labels[cell]

    def place_at(self, cell: int) -> int:
        """The place that a cell belongs to (MG-5.1), or NOWHERE."""
        return self.city_at.get(cell, self.setting.board.place[cell])

    def is_empty(self, cell: int) -> bool:
        """Whether a road tile may be laid there (MG-7.1): nothing lies there, and it is no place."""
        return cell not in self.roads and cell not in self.city_at and not self.setting.board.village[cell]

    def is_village(self, cell: int) -> bool:
        """MG-5.1: printed as a village and neither an oracle nor covered by a city tile."""
        return self.setting.board.village[cell] and cell not in self.oracles and cell not in self.city_at

    def villages_near(self, cell: int) -> list[int]:
        """The villages next to a space, in the order of the edges."""
        printed = self.setting.board.villages_near[cell]
        return [each for each in printed if each not in self.oracles and each not in self.city_at] if printed else []

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """The spaces next to a space, in the order of the edges."""
        return self.setting.board.near[cell]

    def touching(self, cell: int, seat: str) -> list[int]:
        """The cities of a seat that a tile on this cell touches, each once."""
        found: list[int] = []
        if self.city_at.keys().isdisjoint(self.setting.board.near[cell]):
            return found
        for each in self.setting.board.around[cell]:
            city = self.city_at.get(each, NOWHERE)
            if city != NOWHERE and city not in found and self.cities[city].seat == seat:
                found.append(city)
        return found


def public(position: Position) -> str:
    """The public part of a position as canonical JSON: everything but the order of the deck (MG-2.5).

    Pieces are lines such as `red D4 n-s`, each list of them sorted, so that it reveals nothing of how the position
    arose. Only the name of a card can have a sign that JSON escapes.
    """
    clock = position.clock
    seats = [f'"{seat}":[{a},{b},{c},{d},{e},{f}]' for seat, (a, b, c, d, e, f) in sorted(position.purses.items())]
    return (
        f'{{"card":{json_text(clock.card)},"cities":{json_list(position.city_lines)},'
        f'"markets":{json_list(position.market_lines)},"next_card":{json_text(clock.next_card)},"oracles":{json_list(position.oracle_lines.values())},'
        f'"over":{"true" if clock.over else "false"},"roads":{json_list(position.road_lines)},"round":{clock.round},'
        f'"seats":{{{",".join(seats)}}},"waiting":{json_list(clock.waiting)}}}'
    )


def json_list(lines: Collection[str]) -> str:
    """Lines without a sign that JSON escapes."""
    return '["' + '","'.join(lines) + '"]' if lines else "[]"


def city_line(setting: Setting, seat: str, cells: tuple[int, ...]) -> str:
    """`red D4 D5`"""
    return " ".join([seat, *[setting.board.labels[each] for each in cells]])


def market_line(setting: Setting, seat: str, place: int, sold: bool) -> str:
    """`red D4 sold`"""
    return f"{seat} {setting.board.labels[place]} {'sold' if sold else 'standing'}"


def oracle_line(setting: Setting, oracle: int, edge: int) -> str:
    """`F7` or, if it points along an edge, `F7 ne`."""
    label = setting.board.labels[oracle]
    return label if edge == NOWHERE else f"{label} {EDGES[edge]}"
