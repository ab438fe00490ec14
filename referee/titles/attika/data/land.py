"""The growing board: tiles of seven hexes on the table, shrines next to them (AT-1.2, AT-1.3, AT-10.8).

A hex is named by its tile and the direction from the tile's centre on the table, `7` or `7ne`, and has a number that
never changes: seven times the tile's number less one, plus 0 for the centre and 1 to 6 for n … nw.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.hexes import EDGES, distance, opposite, places_around, shortest_walk

NOWHERE = -1
BLANK = "."
SIDES = 6
HEXES = 7
"""of a tile"""
MOST_TILES = 22
"""AT-1.2: board tiles in the box."""

Place = tuple[int, int]
"""A hex in axial coordinates (q, r)."""


class Layout(NamedTuple):
    """A start layout; centres, turns and tiles go together, tile 1 first; shrines in their order round the table."""

    name: str
    provenance: str
    players: int
    centres: tuple[Place, ...]
    turns: tuple[int, ...]
    shrines: tuple[Place, ...]


class LandTile(NamedTuple):
    """A tile on the table: which one, where its centre is, and how many steps of 60 degrees clockwise it is turned."""

    id: str
    centre: Place
    turn: int


@dataclass(slots=True)
class Land:
    """The tiles and buildings on the table.

    tiles    tile number less one → the tile
    place    hex → its place; `at` is its inverse
    symbol   hex → `W`, `F`, `H`, `M` or `.`
    around   hex → the hexes across n, ne, se, s, sw, nw, or NOWHERE
    shrines  shrine number less one → its place
    shores   place → the shrines (numbers from 0) that it touches, where there are any
    beside   the same by the hexes on the table
    written  the tiles as the public state has them: id, centre and turn of each
    """

    tiles: tuple[LandTile, ...]
    place: tuple[Place, ...]
    at: dict[Place, int]
    symbol: str
    around: tuple[tuple[int, ...], ...]
    shrines: tuple[Place, ...]
    shores: Mapping[Place, tuple[int, ...]]
    beside: dict[int, tuple[int, ...]]
    written: str

    def spot(self, place: Place) -> str:
        """The name of a place that is taken: a hex such as `7ne`, or a shrine such as `s1`."""
        return name(self.at[place]) if place in self.at else f"s{self.shrines.index(place) + 1}"


def empty_land(shrines: tuple[Place, ...]) -> Land:
    """The table before the first tile."""
    shores: dict[Place, tuple[int, ...]] = {}
    for number, shrine in enumerate(shrines):
        for place in places_around(shrine):
            shores[place] = (*shores.get(place, ()), number)
    return Land((), (), {}, "", (), shrines, shores, {}, "")


def with_tile(land: Land, tile: LandTile, signs: str) -> Land:
    """The land with one more tile; `signs`: its symbols unturned, centre first, then n … nw."""
    fresh, first, (cq, cr) = tile_places(tile.centre), len(land.place), tile.centre
    at = land.at.copy()
    around, across = list(land.around), [first + part for part in WITHIN]
    for part, edge, back, q, r in OUTSIDE:  # all that is NOWHERE within a tile
        other = across[edge] = at.get((cq + q, cr + r), NOWHERE)
        if other != NOWHERE:
            beyond = around[other]
            around[other] = (*beyond[:back], first + part, *beyond[back + 1 :])
    at.update(zip(fresh, range(first, first + HEXES), strict=True))
    around += [tuple(across[edge : edge + SIDES]) for edge in range(0, len(across), SIDES)]
    shown = f"{tile.id} {cq} {cr} {tile.turn}"
    written, symbol = f"{land.written}, {shown}" if land.tiles else shown, land.symbol + lying(signs, tile.turn)
    beside = land.beside | {at[each]: land.shores[each] for each in fresh if each in land.shores}
    return Land(
        (*land.tiles, tile), (*land.place, *fresh), at, symbol, tuple(around), land.shrines, land.shores, beside,
        written,
    )  # fmt: skip


def tile_places(centre: Place) -> list[Place]:
    """The seven places of a tile: the centre, then n … nw."""
    return [centre, *places_around(centre)]


PARTS_AT = {place: part for part, place in enumerate(tile_places((0, 0)))}
WITHIN = tuple([PARTS_AT.get(each, NOWHERE) for place in PARTS_AT for each in places_around(place)])
"""For each hex of a tile, the centre first, the hexes of the same tile across its six edges, or NOWHERE."""
OUTSIDE = tuple(
    [
        (part, SIDES * part + edge, opposite(edge), q, r)
        for place, part in PARTS_AT.items()
        for edge, (q, r) in enumerate(places_around(place))
        if (q, r) not in PARTS_AT
    ]
)
"""The edges that lead out of a tile: its hex, the number of the edge among those of WITHIN, the same edge for the hex
across from it, and where that is if the centre is (0, 0)."""


def lying(signs: str, turn: int) -> str:
    """The symbols of a tile as placed on the table: after one step the symbol from n is at ne."""
    first = 1 + -turn % SIDES
    return signs[0] + signs[first:] + signs[1:first]


def name(hex: int) -> str:
    """`7` for the centre of tile 7, `7ne` for the hex north-east of it."""
    return NAMES[hex]


PARTS = ("", *EDGES)
"""What the name of each hex of a tile adds to its number."""
NAMES = tuple([f"{tile}{part}" for tile in range(1, MOST_TILES + 1) for part in PARTS])
HEX_OF_NAME = {name: hex for hex, name in enumerate(NAMES)}


def hex_named(land: Land, text: str) -> int:
    """The hex of a name such as `7NE`, or NOWHERE when no such hex is on the table."""
    return hex_of(text, len(land.tiles))


def hex_of(text: str, tiles: int) -> int:
    """The hex of a name such as `7NE` if there are so many tiles, or NOWHERE."""
    hex = HEX_OF_NAME[text] if text in HEX_OF_NAME else HEX_OF_NAME.get(text.strip().lower().lstrip("0"), NOWHERE)
    return hex if hex < HEXES * tiles else NOWHERE


def covered_places(land: Land, centre: Place) -> list[Place]:
    """The places of a tile with this centre that are taken already, by a tile or a shrine (AT-7.1)."""
    return [each for each in tile_places(centre) if each in land.at or each in land.shrines]


def borders(land: Land, centre: Place) -> bool:
    """Whether a tile with this centre would share a side with a tile or a shrine (AT-7.1)."""
    taken, (cq, cr) = land.at, centre
    for _, _, _, q, r in OUTSIDE:
        if (cq + q, cr + r) in taken or (cq + q, cr + r) in land.shrines:
            return True
    return bool(covered_places(land, centre))


def route(land: Land, centre: Place) -> tuple[int, tuple[int, ...]]:
    """The one way in which a centre is written: the nearest tile (the lowest number among equals) and the walk from it.

    The walk is a shortest one, its edges in the order n, ne, se, s, sw, nw.
    """
    distances = [distance(tile.centre, centre) for tile in land.tiles]
    nearest = distances.index(min(distances))
    return nearest + 1, shortest_walk(land.tiles[nearest].centre, centre)
