"""The last round as a moving picture for an e-mail: the position now, then without the last turns, and turn by turn."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from referee.report.html.last_round import beats_of
from referee.report.pictures.hex_places import Frame, centre
from referee.report.pictures.palette import Palette, paints
from referee.report.pictures.raster import EMAIL_COLOURS
from referee.report.pictures.scene import scene
from referee.report.pictures.svg import email_board
from referee.show.view import Board, Piece, Space, View, drawable

if TYPE_CHECKING:
    from PIL.Image import Image

Draw = Callable[[str], bytes]
"""Makes the PNG of a drawing of the board."""
NOW, TURN = 2500, 900
"""So many milliseconds the position now is shown, and each of the others."""
HALF_WIDTH, HALF_HEIGHT = 66, 60
"""Of a hex with its border."""


def email_picture(view: View, palette: Palette, draw: Draw) -> bytes:
    """The board as GIF, or as PNG where the last turns laid nothing; no bytes without a board.

    A program that does not animate shows the first picture, the position now. The round is shown twice, and no more.
    """
    drawing, board = email_board(view, palette), drawable(view.board)
    if board is None or not drawing:
        return b""
    turns = [places for seat in beats_of(view) if (places := laid_by(board, seat))]
    if not turns:
        return draw(drawing)
    before = view._replace(board=board._replace(spaces=tuple(map(without_news, board.spaces))))
    frame = scene(board, paints(view.seats, palette)).frame
    return gif(draw(drawing), draw(email_board(before, palette)), frame, turns)


def laid_by(board: Board, seat: str) -> list[tuple[int, int]]:
    """The places of the spaces on which the last turn of a seat laid something."""
    return [(each.q, each.r) for each in board.spaces if any(is_new(piece, seat) for piece in each.pieces)]


def is_new(piece: Piece, seat: str) -> bool:
    return bool(piece.fresh) and piece.seat == seat


def without_news(space: Space) -> Space:
    """A space before the last turns; what was laid on its side is upright again."""
    if not any(piece.fresh and piece.seat for piece in space.pieces):
        return space
    return space._replace(pieces=tuple(older_pieces(space)))


def older_pieces(space: Space) -> Iterator[Piece]:
    for piece in space.pieces:
        if not (piece.fresh and piece.seat):
            yield piece
        elif piece.lying:
            yield piece._replace(lying=False, fresh="")


def gif(now: bytes, before: bytes, frame: Frame, turns: list[list[tuple[int, int]]]) -> bytes:
    """The pictures one after the other: each turn brings its spaces as they are now."""
    from PIL import Image  # few commands draw pixels

    last, shown = [Image.open(BytesIO(each)).convert("RGB") for each in (now, before)]
    pictures = [last, shown]
    for places in turns:
        shown = shown.copy()
        for place in places:
            box = box_of(place, frame, last.width)
            shown.paste(last.crop(box), box)
        pictures.append(shown)
    return packed_gif([*pictures[:-1], last])


def box_of(place: tuple[int, int], frame: Frame, width: int) -> tuple[int, int, int, int]:
    """The pixels of a hex in a picture of this width."""
    x, y = centre(*place)
    left, top = x - HALF_WIDTH - frame.x, y - HALF_HEIGHT - frame.y
    corners = (left, top, left + 2 * HALF_WIDTH, top + 2 * HALF_HEIGHT)
    left, top, right, bottom = [each * width // frame.width for each in corners]
    return left, top, right, bottom


def packed_gif(pictures: list["Image"]) -> bytes:
    from PIL import Image

    first = pictures[0].quantize(EMAIL_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    rest = [each.quantize(palette=first, dither=Image.Dither.NONE) for each in pictures[1:]]
    times, packed = [NOW, *[TURN] * (len(rest) - 1), NOW], BytesIO()
    first.save(packed, "GIF", save_all=True, append_images=rest, duration=times, loop=1, optimize=True)
    return packed.getvalue()
