"""The legend of a picture: the seats, what the title explains, and the signs for what is new."""

from typing import NamedTuple

from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import DrawnTile, Paints, tile
from referee.report.wording import LAST, NOW, safe_text
from referee.show.view import LAND, Ground, Piece, Sign, Space, View, Word
from referee.words import say


class LegendEntry(NamedTuple):
    """A sign and what it means."""

    sign: DrawnTile
    means: str


def entries(view: View, paints: Paints) -> list[LegendEntry]:
    """Seats first, then the signs of the title, then those for what is new (when something is)."""
    seats = [
        entry(Piece("tile", seat.id), paints, say("{seat}: {player}", seat=seat.id, player=seat.player))
        for seat in view.seats
    ]
    legend = view.board.legend if view.board else ()
    return [*seats, *(entry(sign, paints, means) for sign, means in legend), *news(view, paints)]


def entry(sign: Sign, paints: Paints, means: Word) -> LegendEntry:
    ground, pieces = (sign, ()) if isinstance(sign, Ground) else (LAND, (sign,))
    return LegendEntry(tile(Space(0, 0, "", ground, "", pieces, say("")), paints), safe_text(means))


def news(view: View, paints: Paints) -> list[LegendEntry]:
    """The ring, and the corner flag in the paint of the first seat that has one."""
    spaces = view.board.spaces if view.board else ()
    fresh = {piece.fresh for space in spaces for piece in space.pieces}
    bare = entry(LAND, paints, "").sign
    flags: list[Paint] = [paints[seat.id] for seat in view.seats if seat.id in fresh]
    ring = [LegendEntry(bare._replace(fresh=True), safe_text(NOW))] if "now" in fresh else []
    return ring + [LegendEntry(bare._replace(ticks=(flag,)), safe_text(LAST)) for flag in flags[:1]]
