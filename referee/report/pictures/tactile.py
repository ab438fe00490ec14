"""The board for fingers: raised outlines on swell paper, Braille of standard size, and a sign for each seat.

All is measured in hundredths of a millimetre.
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.report.html.templates import page
from referee.report.pictures.braille import braille_cells
from referee.report.pictures.hex_places import COLUMN, CORNERS, Frame, centre, line_path
from referee.report.pictures.scene import frame_around
from referee.report.wording import safe_text
from referee.rules.hexes import grid
from referee.show.view import Board, Seat, Space, View, drawable

PAPERS = ((21000, 29700), (29700, 42000))
"""A4 and A3."""
EDGE, HEAD, ROW = 1500, 2500, 1400
"""The free rim of the paper, the height of the heading, and of a line of Braille."""
LABEL = 2000
"""Room for the name of a row or a column beside the board: three cells."""
NEAREST = 1500
"""From column to column at least, so that fingers tell pieces apart; else the paper is A3."""
CELL, APART, DOT = 600, 250, 75
"""From cell to cell, from dot to dot, and the radius of a dot: the sizes of printed Braille."""
SIGNS = ("", "M0-16V16", "M-16 0H16", "M-14-14L14 14", "M-14 14L14-14M-14-14L14 14", "M0-16V16M-16 0H16")
"""The lines in the sign of a seat, by its number: none, upright, level, slanting, and two crosses."""
DASHES = ("", "24 12", "4 9", "24 9 4 9", "12 12", "40 8")
"""The lines of a seat, by its number."""


class BrailleText(NamedTuple):
    """A text from its left upper corner on; `dots` are the middles of the raised dots."""

    text: str
    dots: tuple[tuple[int, int], ...]


class TactileMark(NamedTuple):
    """What is on a space: the path of its outline, and the number of the seat whose sign is in it, None for no sign."""

    path: str
    x: int
    y: int
    seat: int | None
    dashes: str = ""


def braille_text(text: str, x: int, y: int) -> BrailleText:
    dots = tuple(
        (x + CELL * at + APART * (int(dot) > 3), y + APART * ((int(dot) - 1) % 3))
        for at, cell in enumerate(braille_cells(text))
        for dot in cell
    )
    return BrailleText(text, dots)


def paper_of(frame: Frame, below: int) -> Frame:
    """The smallest paper on which the board is large enough, or the largest there is; turned if that is better."""
    turned = [Frame(0, 0, *size) for short, long in PAPERS for size in ((short, long), (long, short))]
    scales = [scale_on(paper, frame, below) for paper in turned]
    for first in range(0, len(turned), 2):
        best = max(first, first + 1, key=lambda at: scales[at])
        if COLUMN * scales[best] >= 100 * NEAREST:
            return turned[best]
    return turned[best]


def scale_on(paper: Frame, frame: Frame, below: int) -> int:
    """Hundredths of a millimetre on this paper for a hundred units of the board."""
    wide, high = paper.width - 2 * EDGE - 2 * LABEL, paper.height - 2 * EDGE - HEAD - ROW - below
    return min(100 * wide // frame.width, 100 * high // frame.height)


def tactile_board(view: View) -> str:
    """An SVG to be printed on swell paper, black on white; the view has a board."""
    board = drawable(view.board)
    assert board, "a view without a board has no picture"
    shown = [space for space in board.spaces if not space.ground.is_offer]
    frame = frame_around(board._replace(columns=()), [centre(space.q, space.r) for space in shown])
    below = ROW * len(view.seats)
    paper = paper_of(frame, below)
    scale = scale_on(paper, frame, below)
    numbers = {seat.id: at % len(SIGNS) for at, seat in enumerate(view.seats)}
    origin = EDGE + LABEL - frame.x * scale // 100, EDGE + HEAD + ROW // 2 - frame.y * scale // 100
    return page(
        "tactile.svg",
        paper=paper,
        hex="M" + "L".join(f"{x} {y}" for x, y in CORNERS) + "Z",
        hexes=[centre(space.q, space.r) for space in shown],
        place=f"translate({origin[0]} {origin[1]}) scale({scale // 100}.{scale % 100:02})",
        marks=[mark for space in shown for mark in tactile_marks(space, numbers)],
        sites=[centre(space.q, space.r) for space in shown if space.ground.spot and not space.pieces],
        signs=SIGNS,
        texts=[
            braille_text(f"{safe_text(view.game)} {view.entry}", EDGE, EDGE),
            *edge_texts(board, shown, origin, scale),
            *space_texts(shown, origin, scale),
        ],
        legend=legend_rows(view.seats, paper.height - EDGE - below),
        radius=DOT,
        title=safe_text(view.headline),
    )


def tactile_marks(space: Space, numbers: dict[str, int]) -> Iterator[TactileMark]:
    """Lines first, then a tile, then what is on it."""
    x, y = centre(space.q, space.r)
    tokens = [piece for piece in space.pieces if piece.shape == "token"]
    for piece in sorted(space.pieces, key=lambda each: ("line", "tile", "marker", "token").index(each.shape)):
        number = numbers.get(piece.seat or piece.tint)
        if piece.shape == "line":
            yield TactileMark(line_path(piece.edges), x, y, None, DASHES[number or 0])
        elif piece.shape == "token":
            across = 38 * tokens.index(piece) - 19 * (len(tokens) - 1)
            yield TactileMark("M-16-16H16V16H-16Z", x + across, y, number)
        else:
            # a tile with tokens on it has no room for a sign of its own
            yield TactileMark(OUTLINES[piece.shape], x, y, None if tokens else number)


OUTLINES = {"tile": "M46 0L23 40L-23 40L-46 0L-23-40L23-40Z", "marker": "M0-34L34 26H-34Z"}
"""A tile is a hexagon within its space, a marker a triangle."""


def edge_texts(board: Board, shown: list[Space], origin: tuple[int, int], scale: int) -> Iterator[BrailleText]:
    """The names of columns above the board, and of rows to the left of it."""
    if not board.columns:
        return
    places = {grid(space.q, space.r): centre(space.q, space.r) for space in shown}
    top = min(y for _, y in places.values()) - 52
    for column in sorted({column for column, _ in places}):
        x = next(x for (each, _), (x, _) in places.items() if each == column)
        yield braille_text(
            board.columns[column], origin[0] + x * scale // 100 - 125, origin[1] + top * scale // 100 - 900
        )
    for row in sorted({row for _, row in places}):
        y = min(y for (_, each), (_, y) in places.items() if each == row)
        yield braille_text(board.rows[row], EDGE, origin[1] + y * scale // 100 - 250)


def space_texts(shown: list[Space], origin: tuple[int, int], scale: int) -> Iterator[BrailleText]:
    """On a board of tiles, the number of each tile where nothing is built on it."""
    for space in shown:
        if space.tile and space.label == space.tile and not space.pieces:
            x, y = centre(space.q, space.r)
            wide = CELL * len(braille_cells(space.label))
            yield braille_text(
                space.label, origin[0] + x * scale // 100 - wide // 2, origin[1] + y * scale // 100 - 250
            )


class LegendRow(NamedTuple):
    """The sign of a seat, its line, and its player."""

    y: int
    sign: str
    dashes: str
    words: BrailleText


def legend_rows(seats: tuple[Seat, ...], top: int) -> list[LegendRow]:
    return [
        LegendRow(
            top + ROW * at,
            SIGNS[at % len(SIGNS)],
            " ".join(str(18 * int(dash)) for dash in DASHES[at % len(DASHES)].split()),
            braille_text(safe_text(seat.player), EDGE + 5000, top + ROW * at - 250),
        )
        for at, seat in enumerate(seats)
    ]
