"""The last round as a moving picture for an e-mail: the position now, then without the last turns, and turn by turn."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from referee.report.html.first_screen import beats_of
from referee.report.pictures import raster
from referee.report.pictures.hex_places import Frame, centre
from referee.report.pictures.palette import Palette, paints
from referee.report.pictures.scene import scene
from referee.report.pictures.svg import email_board, part_of_email_board
from referee.rules.hexes import places_around
from referee.show.view import Board, Piece, Space, View, drawable

if TYPE_CHECKING:
    from PIL.Image import Image

Place = tuple[int, int]
NOW, TURN = 2500, 900
"""So many milliseconds the position now is shown, and each of the others."""
HALF_WIDTH, HALF_HEIGHT = 66, 60
"""Of a hex with its border."""


class EmailBoard(NamedTuple):
    """All that the picture of an e-mail is made of.

    now     the board as SVG
    before  the places of `turns` and those next to them, without what the turns laid; "" without turns
    frame   of both
    turns   the places on which each of the last turns laid something
    """

    now: str
    before: str
    frame: Frame
    turns: tuple[tuple[Place, ...], ...]

    @property
    def kind(self) -> str:
        """What the picture is."""
        return "gif" if self.turns else "png"


def drawn_board(view: View, palette: Palette) -> EmailBoard | None:
    """None if there is no board. ValueError when `palette` cannot be used."""
    board = drawable(view.board)
    if board is None:
        return None
    frame = scene(board, paints(view.seats, palette)).frame
    turns = {seat: places for seat in beats_of(view) if (places := laid_by(board, seat))}
    before = part_of_email_board(view, palette, spaces_before(board, turns), frame) if turns else ""
    return EmailBoard(email_board(view, palette), before, frame, tuple(turns.values()))


def laid_by(board: Board, seat: str) -> tuple[Place, ...]:
    """The places of the spaces on which the last turn of a seat laid something."""
    return tuple([(each.q, each.r) for each in board.spaces if any(is_new(piece, [seat]) for piece in each.pieces)])


def is_new(piece: Piece, seats: Collection[str]) -> bool:
    return bool(piece.fresh) and piece.seat in seats


def spaces_before(board: Board, turns: Mapping[str, Iterable[Place]]) -> tuple[Space, ...]:
    """The places of these seats' last turns, and those next to them, without what the turns laid."""
    laid = {place for places in turns.values() for place in places}
    near = laid.union(*map(places_around, laid))
    return tuple([space_before(each, turns) for each in board.spaces if (each.q, each.r) in near])


def space_before(space: Space, seats: Collection[str]) -> Space:
    """A space before the last turns of these seats; what was laid on its side is upright again."""
    return space._replace(pieces=tuple(older_pieces(space, seats)))


def older_pieces(space: Space, seats: Collection[str]) -> Iterator[Piece]:
    for piece in space.pieces:
        if not is_new(piece, seats):
            yield piece
        elif piece.lying:
            yield piece._replace(lying=False, fresh="")


def email_picture(board: EmailBoard) -> bytes:
    """The board as GIF, or as PNG where the last turns laid nothing.

    A program that does not animate shows the first picture, the position now. The round is shown twice, and no more.
    """
    now = raster.few_colours(raster.email_pixels(board.now), raster.EMAIL_COLOURS)
    if not board.turns:
        return raster.file_of(now, "PNG")
    rest = later_pictures(board, now)
    times = [NOW, *[TURN] * (len(rest) - 1), NOW]
    return raster.file_of(now, "GIF", save_all=True, append_images=rest, duration=times, loop=1, optimize=True)


def later_pictures(board: EmailBoard, now: "Image") -> list["Image"]:
    """The board before the last turns, and after each of them, which brings its spaces as they are now."""
    before = raster.in_colours_of(now, raster.email_pixels(board.before))
    shown = [with_hexes(now, before, (place for places in board.turns for place in places), board.frame)]
    for places in board.turns:
        shown.append(with_hexes(shown[-1], now, places, board.frame))
    return shown


def with_hexes(picture: "Image", other: "Image", places: Iterable[Place], frame: Frame) -> "Image":
    """A picture with the hexes of another one at these places."""
    changed = picture.copy()
    for place in places:
        box = box_of(place, frame, picture.width)
        changed.paste(other.crop(box), box)
    return changed


def box_of(place: Place, frame: Frame, width: int) -> tuple[int, int, int, int]:
    """The pixels of a hex in a picture of this width."""
    x, y = centre(*place)
    left, top = x - HALF_WIDTH - frame.x, y - HALF_HEIGHT - frame.y
    corners = (left, top, left + 2 * HALF_WIDTH, top + 2 * HALF_HEIGHT)
    left, top, right, bottom = [each * width // frame.width for each in corners]
    return left, top, right, bottom
