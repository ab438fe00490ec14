"""What stands above and below a picture that is a file of its own: which game, the legend, whose design it is."""

from typing import NamedTuple
from unicodedata import combining, normalize

from referee.report.pictures.geometry import Frame
from referee.report.pictures.legend import LegendEntry, entries
from referee.report.pictures.scene import DrawnTile, Paints
from referee.report.text.columns import wrapped_lines
from referee.report.wording import position_sentence, safe_text
from referee.show.view import Board, View

WIDE, LETTERS, LINE, GAP = 500, 36, 26, 40
"""Width of a column of the legend, letters that fit it, from line to line, between entries."""
TITLE = 24
"""So many letters of a title are as wide as `LETTERS` others."""
SIZE, LEAST = 22, 11
"""The size of letters, and how many pixels it is at least in a picture whose width is known."""
NARROWEST = WIDE + GAP
USUAL, STRANGE = 520, 1030
"""How broad a usual letter is in thousandths of its size, and one that is not named below, or not in the font."""
BREADTHS = {
    letter: breadth
    for breadth, letters in {
        320: "'ijlIJ ,.",
        420: "/:;\\|f-()[]t!r",
        550: '"*_`sz?c–',
        620: "LFkvxyPTYoae",
        700: "EhnuSbdgpq$0123456789{}KAVXZBRCß",
        790: "UNDGHOQ&",
        870: "#+<=>^~wM",
        1000: "%mW@",
    }.items()
    for letter in letters
}
"""How broad our font draws the letters, at most."""


class PlacedSign(NamedTuple):
    """An entry of the legend with its place."""

    x: int
    y: int
    sign: DrawnTile
    lines: list[str]


class Text(NamedTuple):
    """Lines of words; the first one at `y`."""

    y: int
    lines: list[str]


class Margins(NamedTuple):
    """In units of their own, `scale` tenths of the board's; `x` is the left side, `top` and `foot` the upper sides."""

    x: int
    top: int
    foot: int
    scale: int
    title: Text
    facts: Text
    legend: list[PlacedSign]
    caption: Text


def around(frame: Frame, view: View, board: Board, painted: Paints, width: int = 0) -> tuple[Frame, Margins]:
    """The margins of a picture, and the frame of all. Words stay legible when it is drawn `width` pixels wide."""
    frame = broad(frame)
    scale = max(10, -(-LEAST * 10 * frame.width // (SIZE * width))) if width else 10
    room = frame.width * 10 // scale
    title, facts, head = heading(view, room)
    legend, end = legend_columns(entries(view, painted), room)
    caption = Text(end + LINE, fitted_lines(safe_text(board.provenance), letters(room)))
    high, low = head * scale // 10, (caption.y + LINE * len(caption.lines)) * scale // 10
    foot = frame.y + frame.height
    whole = frame._replace(y=frame.y - high, height=high + frame.height + low)
    return whole, Margins(frame.x, whole.y, foot, scale, title, facts, legend, caption)


def broad(frame: Frame) -> Frame:
    """Wide enough for a column of the legend, the board in the middle."""
    more = max(0, NARROWEST - frame.width)
    return frame._replace(x=frame.x - more // 2, width=frame.width + more)


def fitted_lines(text: str, room: int) -> list[str]:
    """`text` as lines on which so many usual letters have room."""
    return wrapped_lines(text, room, letters_of)


def letters_of(text: str) -> int:
    """As how many usual letters a text is wide; what stands on a letter takes no room."""
    drawn = [letter for letter in normalize("NFD", text) if not combining(letter)]
    return -(-sum([BREADTHS.get(letter, STRANGE) for letter in drawn]) // USUAL)


def letters(room: int) -> int:
    """How many usual letters stand on a line."""
    return (room - 2 * GAP) * 1000 // (SIZE * USUAL)


def heading(view: View, room: int) -> tuple[Text, Text, int]:
    """Which game, how it stands and which position this is; and how high that is."""
    title = Text(
        GAP + 8, fitted_lines(f"{safe_text(view.full_title)}: {safe_text(view.game)}", letters(room) * TITLE // LETTERS)
    )
    start = title.y + (LINE + 8) * len(title.lines)
    facts = [
        line
        for word in (view.headline, position_sentence(view))
        for line in fitted_lines(safe_text(word), letters(room))
    ]
    return title, Text(start, facts), start + LINE * len(facts)


def legend_columns(rows: list[LegendEntry], room: int) -> tuple[list[PlacedSign], int]:
    """The entries in columns, and where they end."""
    across = max(1, room // WIDE)
    y = LINE
    placed: list[PlacedSign] = []
    for start in range(0, len(rows), across):
        lines = [fitted_lines(each.means, LETTERS) for each in rows[start : start + across]]
        for at, each in enumerate(rows[start : start + across]):
            placed.append(PlacedSign(GAP + 12 + at * WIDE, y, each.sign, lines[at]))
        y += GAP + LINE * max(map(len, lines))
    return placed, y - LINE
