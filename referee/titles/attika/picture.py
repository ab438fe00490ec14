"""The growing board as data: every hex with its symbol and building, the shrines, and where a tile may go."""

from collections.abc import Sequence
from typing import Any

from referee.titles.attika import events as happened
from referee.titles.attika.candidates import centres
from referee.titles.attika.land import Place, name
from referee.titles.attika.record import tile_text
from referee.titles.attika.state import Position
from referee.view import Board, Piece, Space
from referee.words import Phrase, say

GROUNDS = {"W": "water", "F": "forest", "H": "hill", "M": "mountain", ".": "land"}
LETTERS = 3
"""of a building's name stand on the board"""


def picture(position: Position, moments: Sequence[Any], first: int) -> Board:
    """The board after the last of the moments; what changed since the moment `first` is fresh."""
    layout, tiles = position.setting.layout, position.setting.tiles
    fresh = changed(moments[first:])
    spaces = [space(position, hex, fresh) for hex in range(len(position.land.place))]
    spaces += [shrine(place, number) for number, place in enumerate(position.land.shrines, 1)]
    spaces += [candidate(place, number) for number, place in enumerate(offered(position), 1)]
    facts = {"layout": layout.name, "how": layout.provenance, "tiles": tiles.name, "made": tiles.provenance}
    provenance = say("Layout {layout}: {how}. Tiles {tiles}: {made}.", **facts)
    return Board(layout.name, provenance, tuple(spaces), legend=legend(position))


def changed(moments: Sequence[Any]) -> set[int]:
    """The hexes on which something was built in these moments."""
    return {event.hex for moment in moments for event in moment.events if isinstance(event, happened.BuildingBuilt)}


def space(position: Position, hex: int, fresh: set[int]) -> Space:
    q, r = position.land.place[hex]
    ground = GROUNDS[position.land.symbol[hex]]
    built = position.buildings.get(hex)
    if built is None:
        words = say("{ground}", ground=ground) if ground != "land" else say("")
        return Space(q, r, name(hex), ground, "", (), words)
    what = position.building(built.building).name
    now = "now" if hex in fresh else ""
    words = say("{seat}'s {building} on {ground}", seat=built.seat, building=what, ground=ground)
    return Space(q, r, name(hex), ground, "", (Piece("city", built.seat, text=short(what), fresh=now),), words)


def short(building: str) -> str:
    """`tow` for tower, `sil` for silver mine: the names of a seat's buildings differ in three letters or are alike."""
    return SHORT.get(building, building[:LETTERS])


SHORT = {"statue": "stu", "stadium": "sta", "mill": "mil", "mint": "min", "vineyard": "vin", "vintner": "vtn"}


def shrine(place: Place, number: int) -> Space:
    return Space(*place, f"s{number}", "shrine", "", (), say("shrine"))


def candidate(place: Place, number: int) -> Space:
    """A centre on which the tile that is due may lie."""
    return Space(*place, f"c{number}", "candidate", "", (), say("the tile may be placed with its centre here"))


def offered(position: Position) -> list[Place]:
    """Where the tile that is due may be placed; nothing when none is."""
    return centres(position.land) if position.turn.tile and not position.end.seats else []


def ways(position: Position) -> list[tuple[str, str]]:
    """For each candidate its label and its notation, unturned."""
    return [(f"c{n}", tile_text(position.land, place, 0)) for n, place in enumerate(offered(position), 1)]


def legend(position: Position) -> tuple[tuple[Piece | str, Phrase], ...]:
    seat = position.setting.seats[0]
    signs: list[tuple[Piece | str, Phrase]] = [
        ("water", say("water (W)")),
        ("forest", say("forest (F)")),
        ("hill", say("hill (H)")),
        ("mountain", say("mountain (M)")),
        ("shrine", say("shrine (AT-1.3)")),
        (Piece("city", seat, text="tow"), say("building of {seat}: its first letters, here the tower", seat=seat)),
    ]
    if offered(position):
        signs.append(("candidate", say("the tile that is due may be placed with its centre here (AT-7.1)")))
    return tuple(signs)
