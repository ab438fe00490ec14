"""A game as a moving picture: the board after each turn, with who is next, the scores and how far the game has come."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from referee.report.html.templates import page
from referee.report.pictures.hex_places import NOTHING, Frame, Pointers, centre
from referee.report.pictures.palette import Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import USUAL, Paints, frame_around, letters_of
from referee.report.pictures.svg import placed_board
from referee.report.wording import safe_text, with_colon
from referee.show.film import NOBODY
from referee.show.view import Board, Seat, Space, Word
from referee.words import Phrase, say

if TYPE_CHECKING:
    from PIL.Image import Image

HEAD, FOOT, SIDE = 86, 6, 12
"""Pixels above the board, below it, and beside what is written."""
HOLD = 4
"""How many times as long as the others the last picture is shown."""
SAMPLES = 4
"""So many of the pictures give all of them their colours."""


class Shot(NamedTuple):
    """A game after a turn, or after entry `number`: the board, who is next ("" is nobody), and the scores.

    scores    in the order of the seats; none where a title does not say
    players   seat → who plays it then
    pointers  what the notes on it mark
    """

    number: int
    spaces: Sequence[Space]
    headline: Phrase
    mover: str
    scores: tuple[int, ...]
    players: Mapping[str, str] = NOBODY
    pointers: Pointers = NOTHING


class MovingPicture(NamedTuple):
    """All that is shown. `last` is the number of the last entry; `board` lacks only its spaces."""

    title: Word
    game: str
    seats: tuple[Seat, ...]
    board: Board
    last: int
    shots: Sequence[Shot]


class BoardWindow(NamedTuple):
    """The part of the board that is shown, and where it is in the picture."""

    frame: Frame
    place: Frame


class FittedText(NamedTuple):
    """A text on one line, and the size in which it fits there."""

    text: str
    size: int


class ScoreCard(NamedTuple):
    """The colour of a seat, its player and its score."""

    x: int
    paint: Paint
    words: FittedText
    is_next: bool


BOLD = 120
"""The width of bold print in percent of the usual one."""


def fitted_text(text: str, room: int, size: int, least: int = 8) -> FittedText:
    """The text in the largest size of at most `size` in which so many pixels hold it."""
    widest = max(1, letters_of(text)) * USUAL * BOLD
    return FittedText(text, max(least, min(size, room * 100_000 // widest)))


def window_of(film: MovingPicture, width: int) -> BoardWindow:
    """The part of the board that all pictures show: a board may grow."""
    places = {(space.q, space.r) for shot in film.shots for space in shown_spaces(shot)}
    frame = frame_around(film.board, [centre(*place) for place in places])
    return BoardWindow(frame, Frame(0, HEAD, width, width * frame.height // frame.width))


def shown_spaces(shot: Shot) -> list[Space]:
    """The spaces without places that are only offered."""
    return [space for space in shot.spaces if not space.ground.is_offer]


def shot_drawing(film: MovingPicture, shot: Shot, window: BoardWindow, palette: Palette = None) -> str:
    """One of the pictures as SVG. ValueError when `palette` cannot be used."""
    painted, place = paints(film.seats, palette), window.place
    board = film.board._replace(spaces=tuple(shown_spaces(shot)), insets=())
    room = place.width - 2 * SIDE
    drawn = page(
        "moving.svg",
        width=place.width,
        height=HEAD + place.height + FOOT,
        done=place.width * shot.number // max(1, film.last),
        game=fitted_text(f"{with_colon(film.title)} {safe_text(film.game)}", room * 3 // 4, 14),
        headline=fitted_text(safe_text(shot.headline), room, 18),
        progress=safe_text(say("Entry {entry} of {last}", entry=shot.number, last=film.last)),
        cards=score_cards(film.seats, shot, painted, room),
        board=placed_board(board, painted, *window, shot.pointers),
    )
    return toned_drawing(drawn, palette)


def score_cards(seats: Sequence[Seat], shot: Shot, painted: Paints, room: int) -> list[ScoreCard]:
    """The seats side by side, each in the same width."""
    each = room // len(seats)
    scores = [f" {score}" for score in shot.scores] or [""] * len(seats)
    return [
        ScoreCard(
            SIDE + each * at,
            painted[seat.id],
            fitted_text(f"{safe_text(shot.players.get(seat.id, seat.player))}{score}", each - 40, 15),
            seat.id == shot.mover,
        )
        for at, (seat, score) in enumerate(zip(seats, scores, strict=True))
    ]


def packed_pictures(images: Sequence["Image"], pace: int) -> bytes:
    """The pictures as GIF one after the other, each for `pace` milliseconds, without end."""
    times = [pace] * (len(images) - 1) + [pace * HOLD]
    first, *rest = in_one_palette(images)
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=True)
    return out.getvalue()


def in_one_palette(images: Sequence["Image"]) -> list["Image"]:
    """The same with the colours of some of them, so that what does not change need not be written again."""
    from PIL import Image

    chosen = [images[at * (len(images) - 1) // (SAMPLES - 1)] for at in range(SAMPLES)]
    width, height = chosen[0].size
    together = Image.new("RGB", (width, height * SAMPLES))
    for at, each in enumerate(chosen):
        together.paste(each, (0, height * at))
    colours = together.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return [each.quantize(palette=colours, dither=Image.Dither.NONE) for each in images]
