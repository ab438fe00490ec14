"""The picture of a link: the last board of a game beside how it stands, as chats and forums show it."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.report.html.templates import page
from referee.report.pictures.hex_places import Frame, centre
from referee.report.pictures.moving import FittedText, fitted_text
from referee.report.pictures.palette import Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import frame_around
from referee.report.pictures.svg import fitted_lines, placed_board
from referee.report.wording import safe_text
from referee.show.view import Board, Seat, Word

WIDTH, HEIGHT = 1200, 630
"""The size that sites ask for (Open Graph)."""
BESIDE, RIM = 720, 24
"""Where the words begin, and the room around the board."""
ROOM, LETTERS, MOST = WIDTH - BESIDE - 36, 27, 4
"""The width of the words, the characters of a line of the result, and its lines."""


class PreviewFacts(NamedTuple):
    """What the picture shows; `scores` and `winners` (whether each has won) are in the order of the seats."""

    title: Word
    game: str
    result: Word
    seats: tuple[Seat, ...]
    scores: Sequence[int | None]
    winners: Sequence[bool]
    board: Board


class PreviewRow(NamedTuple):
    """A seat with its score; `words` are bold where it has won."""

    y: int
    paint: Paint
    words: FittedText
    won: bool


def preview_drawing(facts: PreviewFacts, palette: Palette = None) -> str:
    """An SVG of 1200 by 630. ValueError when `palette` cannot be used."""
    painted = paints(facts.seats, palette)
    shown = facts.board._replace(
        spaces=tuple([space for space in facts.board.spaces if not space.ground.is_offer]), insets=()
    )
    frame = frame_around(shown, [centre(space.q, space.r) for space in shown.spaces])
    lines = fitted_lines(safe_text(facts.result), LETTERS)
    drawn = page(
        "preview.svg",
        title=fitted_text(safe_text(facts.title), ROOM, 40),
        game=fitted_text(facts.game, ROOM, 28),
        lines=lines[:MOST],
        rows=preview_rows(facts, painted, 250 + 40 * len(lines[:MOST])),
        board=placed_board(shown, painted, frame, place_of_board(frame)),
    )
    return toned_drawing(drawn, palette)


def place_of_board(frame: Frame) -> Frame:
    """The largest place left of the words in which the whole board has room, in its middle."""
    wide, high = BESIDE - 2 * RIM, HEIGHT - 2 * RIM
    width = min(wide, high * frame.width // frame.height)
    height = width * frame.height // frame.width
    return Frame(RIM + (wide - width) // 2, RIM + (high - height) // 2, width, height)


def preview_rows(facts: PreviewFacts, painted: dict[str, Paint], top: int) -> list[PreviewRow]:
    """The seats below each other, the winner first, closer where there are many."""
    step = min(56, (HEIGHT - 30 - top) // len(facts.seats))
    found = sorted(
        zip(facts.seats, facts.scores, facts.winners, strict=True), key=lambda row: (not row[2], -(row[1] or 0))
    )
    return [
        PreviewRow(
            top + step * at,
            painted[seat.id],
            fitted_text(safe_text(seat.player) + ("" if score is None else f" {score}"), ROOM - 56, 30),
            won,
        )
        for at, (seat, score, won) in enumerate(found)
    ]
