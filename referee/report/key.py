"""The legend of a picture: the seats, what the title explains, and the signs for what is new."""

from typing import NamedTuple

from referee.report.columns import wrapped
from referee.report.geometry import Frame
from referee.report.palette import Paint
from referee.report.scene import Paints, Tile, tile
from referee.report.wording import LAST, NOW, said
from referee.view import Piece, Space, View, Word
from referee.words import say

WIDE, LETTERS, LINE, GAP = 500, 36, 26, 40
"""Width of a column of the legend, letters that fit it, from line to line, between entries."""


class Entry(NamedTuple):
    """A sign and what it means."""

    sign: Tile
    means: str


class Placed(NamedTuple):
    """An entry with its place in a picture."""

    x: int
    y: int
    sign: Tile
    lines: list[str]


class Caption(NamedTuple):
    """Words below a picture, with the place of their first line."""

    x: int
    y: int
    lines: list[str]


def entries(view: View, paints: Paints) -> list[Entry]:
    """Seats first, then the signs of the title, then those for what is new (when something is)."""
    seats = [
        entry(Piece("city", seat.id), paints, say("{seat}: {player}", seat=seat.id, player=seat.player))
        for seat in view.seats
    ]
    return [*seats, *(entry(sign, paints, means) for sign, means in view.board.legend), *news(view, paints)]


def entry(sign: Piece | str, paints: Paints, means: Word) -> Entry:
    ground, pieces = (sign, ()) if isinstance(sign, str) else ("land", (sign,))
    return Entry(tile(Space(0, 0, "", ground, "", pieces, say("")), paints), said(means))


def news(view: View, paints: Paints) -> list[Entry]:
    """The ring, and the corner flag in the paint of the first seat that has one."""
    fresh = {piece.fresh for space in view.board.spaces for piece in space.pieces}
    bare = entry("land", paints, "").sign
    flags: list[Paint] = [paints[seat.id] for seat in view.seats if seat.id in fresh]
    ring = [Entry(bare._replace(fresh=True), said(NOW))] if "now" in fresh else []
    return ring + [Entry(bare._replace(ticks=(flag,)), said(LAST)) for flag in flags[:1]]


def below(frame: Frame, rows: list[Entry]) -> tuple[Frame, list[Placed]]:
    """The entries in columns under a picture, and the frame made higher to hold them."""
    across = max(1, frame.width // WIDE)
    y = frame.y + frame.height + LINE
    placed: list[Placed] = []
    for start in range(0, len(rows), across):
        lines = [wrapped(each.means, LETTERS) for each in rows[start : start + across]]
        for at, each in enumerate(rows[start : start + across]):
            placed.append(Placed(frame.x + GAP + 12 + at * WIDE, y, each.sign, lines[at]))
        y += GAP + LINE * max(map(len, lines))
    return frame._replace(height=y - frame.y), placed


def caption(frame: Frame, words: str) -> tuple[Frame, Caption]:
    """Words in lines as wide as the picture under it, and the frame made higher to hold them."""
    lines = wrapped(words, (frame.width - 2 * GAP) * LETTERS // WIDE)
    y = frame.y + frame.height + LINE
    return frame._replace(height=frame.height + LINE * (len(lines) + 1)), Caption(frame.x + GAP, y, lines)
