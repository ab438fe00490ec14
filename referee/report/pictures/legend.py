"""The legend of a picture as data: each sign as it is drawn on a board, and what it means."""

from typing import NamedTuple

from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import DrawnMarker, DrawnTile, Paints, tile
from referee.report.wording import LACKING, LAST, NOW, safe_text
from referee.show.view import LAND, Ground, OpenWay, Piece, Seat, Sign, Space, View, Word
from referee.words import say


class LegendEntry(NamedTuple):
    """A sign and what it means."""

    sign: DrawnTile
    means: str


def entries(view: View, paints: Paints) -> list[LegendEntry]:
    """Seats first, then the signs of the title, then those for what is new (when something is)."""
    return [*lasting(view, paints), *news(view, paints)]


def lasting(view: View, paints: Paints) -> list[LegendEntry]:
    """Those of a whole game: the seats and the signs of the title."""
    legend = view.board.legend if view.board else ()
    return [*[seat_entry(seat, paints) for seat in view.seats], *[entry(sign, paints, means) for sign, means in legend]]


def seat_entry(seat: Seat, paints: Paints) -> LegendEntry:
    found = entry(Piece("tile", seat.id), paints, say("{seat}: {player}", seat=seat.id, player=seat.player))
    return found._replace(sign=found.sign._replace(plated=True))


def entry(sign: Sign, paints: Paints, means: Word) -> LegendEntry:
    ground, pieces = (sign, ()) if isinstance(sign, Ground) else (LAND, (sign,))
    return LegendEntry(tile(Space(0, 0, "", ground, "", pieces, say("")), paints), safe_text(means))


def news(view: View, paints: Paints) -> list[LegendEntry]:
    """The ring, and the one in the paint of the first seat whose last turn is on the board."""
    spaces = view.board.spaces if view.board else ()
    changed = [piece for space in spaces for piece in space.pieces if piece.fresh]
    fresh = {piece.fresh for piece in changed}
    bare = entry(LAND, paints, "").sign
    flags: list[Paint] = [paints[seat.id] for seat in view.seats if seat.id in fresh]
    ring = [LegendEntry(bare._replace(fresh=True), safe_text(NOW))] if "now" in fresh else []
    lacking = [LegendEntry(bare._replace(marker=lack(way, paints)), safe_text(LACKING)) for way in ways_of(view)[:1]]
    # on a tile of the seat the ring has dashes: it is shown so where it is on nothing else
    tiled = all(piece.shape == "tile" and piece.seat == piece.fresh for piece in changed if piece.fresh in paints)
    last = [bare._replace(ticks=(flag,), filling=flag if tiled else None) for flag in flags[:1]]
    return lacking + ring + [LegendEntry(sign, safe_text(LAST)) for sign in last]


def ways_of(view: View) -> list[OpenWay]:
    """The ways that lack something."""
    return [way for way in view.board.ways if way.needed] if view.board else []


def lack(way: OpenWay, paints: Paints) -> DrawnMarker:
    return DrawnMarker(None, paints[way.seat], None, str(way.needed))
