"""The board as letters: a space is a few letters wide and two lines high, a band a stroke towards its ends."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.report.text.text_tables import WIDTH, Brush, plain_brush, width
from referee.report.wording import safe_text
from referee.rules.hexes import grid
from referee.show.view import Board, Piece, Space, View, drawable
from referee.words import say

STROKES = {
    "n": (0, 1, "|"),
    "ne": (0, 2, "/"),
    "se": (1, 2, "\\"),
    "s": (1, 1, "|"),
    "sw": (1, 0, "/"),
    "nw": (0, 0, "\\"),
}
ROOM = 3
"""Letters that a space takes at least; one more is for a sign that something is new."""
BESIDE = 8
"""Letters for the names of rows on both sides."""


class Glyph(NamedTuple):
    """The two lines of a space, each as many characters as its room and one more."""

    upper: str
    lower: str


Cells = dict[tuple[int, int], str]
"""What is at a line of a column: a space of an odd column begins a line later than its row."""


def board_lines(board: Board, initials: dict[str, str], brush: Brush = plain_brush) -> list[str]:
    """The picture, with the names of columns and rows on all four sides; boards wider than a page in parts."""
    named, room = bool(board.columns), room_of(board)
    cells: Cells = {}
    for space in board.spaces:
        column, row = grid(space.q, space.r)
        line = 2 * row + column % 2
        shown = painted_glyph(space, glyph(space, initials, named, room), initials, brush)
        cells[line, column], cells[line + 1, column] = shown
    parts = parts_of([column for _, column in cells], (WIDTH - BESIDE * named) // (room + 1) // 2 * 2)
    if len(parts) == 1:
        return part_lines(board, cells, parts[0], room)
    made = [[*caption(board, n, parts), *part_lines(board, cells, columns, room)] for n, columns in enumerate(parts)]
    return [line for n, lines in enumerate(made) for line in ([""] * bool(n) + lines)]


def room_of(board: Board) -> int:
    """How many characters a space takes: as many as its label if that is printed, but two spaces fit a line."""
    longest = 0 if board.columns else max([len(safe_text(space.label)) for space in board.spaces])
    return max(ROOM, min(longest, WIDTH // 2 - 1))


def parts_of(columns: list[int], most: int) -> list[range]:
    """The columns of a board in parts of so many at most, an even number; each begins with an even column."""
    first, last = min(columns) // 2 * 2, max(columns)
    return [range(start, min(start + most, last + 1)) for start in range(first, last + 1, most)]


def caption(board: Board, number: int, parts: list[range]) -> list[str]:
    """Which part of a wide board comes here, and which columns it shows."""
    facts = {"number": number + 1, "parts": len(parts)}
    columns = [safe_text(board.columns[each]) for each in parts[number] if 0 <= each < len(board.columns)]
    if not columns:
        return [safe_text(say("Part {number} of {parts} of the board, from left to right:", **facts))]
    words = "Part {number} of {parts} of the board, columns {first} to {last}:"
    return [safe_text(say(words, **facts, first=columns[0], last=columns[-1]))]


def part_lines(board: Board, cells: Cells, columns: range, room: int) -> list[str]:
    """Some neighbouring columns, the first of them an even one."""
    first, last = min(cells)[0] // 2, (max(cells)[0] - 1) // 2
    names = column_names(board, columns)
    named, bare = board.rows[: last + 1], " " * (room + 1)
    lines = [
        with_row(named, line, "".join([cells.get((line, column), bare) for column in columns])).rstrip()
        for line in range(2 * first, 2 * last + 3)
    ]
    if not lines[-1]:
        lines.pop()
    return [*names, *lines, *names]


def column_names(board: Board, columns: range) -> list[str]:
    """One line of names, none on a board without them."""
    if not board.columns:
        return []
    shown = [safe_text(board.columns[column]) if column < len(board.columns) else "" for column in columns]
    return [("   " + "".join(f"{name:^3} " for name in shown)).rstrip()]


def with_row(names: tuple[str, ...], number: int, line: str) -> str:
    """The line between the numbers of its row, which are next to the upper line of the even columns."""
    row, lower = divmod(number, 2)
    name = safe_text(names[row]) if not lower and 0 <= row < len(names) else ""
    return f"{name:>2} {line}{name:>2}" if names else line


def glyph(space: Space, initials: dict[str, str], gridded: bool, room: int = ROOM) -> Glyph:
    """How a space shows: a line as strokes, everything else as a bracketed sign with its tokens below."""
    if not space.pieces:
        return bare_glyph(space, gridded, room)
    bands = [piece for piece in space.pieces if piece.shape == "line"]
    mark = freshness(space)
    if bands:
        upper, lower = stroke_lines(bands[0], initials.get(bands[0].seat, "?"))
        return Glyph(f"{upper + mark:^{room + 1}}", f"{lower:^{room}} ")
    sign, name = space_sign(space, initials), "." if gridded else safe_text(space.label)[:room]
    upper = f"{sign + mark:^{room + 1}}" if sign.strip() else f"{name:^{room}}{mark}"
    return Glyph(upper, lower_line(token_signs(space, initials, room + 1), room))


def bare_glyph(space: Space, gridded: bool, room: int) -> Glyph:
    """A space without pieces: the brackets of its ground or else its name, and below them the sign of its ground."""
    around, sign = space.ground.brackets, space.ground.sign
    lower = lower_line(sign, room) if sign else " " * (room + 1)
    if around.strip():
        return Glyph(f"{f'{around[0]} {around[1]} ':^{room + 1}}", lower)
    name = "." if gridded else safe_text(space.label)[:room]
    return Glyph(f"{name:^{room}} ", lower)


def lower_line(signs: str, room: int) -> str:
    return f"{signs:^{room}.{room + 1}}".ljust(room + 1)


def painted_glyph(space: Space, shown: Glyph, initials: dict[str, str], brush: Brush) -> Glyph:
    """The characters of pieces, in the colours of their seats."""
    if brush is plain_brush:
        return shown
    return Glyph(
        *(strokes(line, seats, brush) for line, seats in zip(shown, letter_seats(space, shown, initials), strict=True))
    )


def strokes(line: str, seats: list[str], brush: Brush) -> str:
    """Adjacent characters of one seat are painted together."""
    parts = groupby(zip(line, seats, strict=True), lambda letter: letter[1])
    return "".join(
        brush(text, seat) if seat else text for seat, text in ((seat, joined_letters(each)) for seat, each in parts)
    )


def joined_letters(letters: Iterable[tuple[str, str]]) -> str:
    return "".join(letter for letter, _ in letters)


def letter_seats(space: Space, shown: Glyph, initials: dict[str, str]) -> tuple[list[str], list[str]]:
    """The seat of each character of the two lines, "" for nobody's."""
    for piece in space.pieces:
        if piece.shape == "line":
            upper, lower = ([piece.seat if letter not in " !'" else "" for letter in line] for line in shown)
            return upper, lower
    filling = next((piece.seat for piece in space.pieces if not is_small(piece)), "")
    below = [piece.seat for piece in space.pieces for _ in token_sign(piece, initials)]
    start, whole = len(shown.lower) - len(shown.lower.lstrip()), len(shown.lower)
    above = [filling if letter not in " !'" else "" for letter in shown.upper]
    return above, ([""] * start + below + [""] * whole)[:whole]


def freshness(space: Space) -> str:
    """`!` when the entry shown changed the space, `'` when the last turn of a seat did."""
    marks = [piece.fresh for piece in space.pieces if piece.fresh]
    return " " if not marks else "!" if "now" in marks else "'"


def space_sign(space: Space, initials: dict[str, str]) -> str:
    """Three characters: brackets for the ground, between them the sign of the first piece that is not small."""
    piece = next((piece for piece in space.pieces if not is_small(piece)), None)
    usual = "  " if piece is None or is_bare(piece) else "[]"
    around = space.ground.brackets or usual
    return f"{around[0]}{sign_of(piece, initials) if piece else ' '}{around[1]}"


def is_small(piece: Piece) -> bool:
    """Whether a piece is in the lower line: a token with a symbol."""
    return piece.shape == "token" and piece.symbol is not None


def is_bare(piece: Piece) -> bool:
    """Whether a piece has no brackets: a marker that nobody owns."""
    return piece.shape == "marker" and not piece.seat


def sign_of(piece: Piece, initials: dict[str, str]) -> str:
    """One character for a piece: its owner's initial, or its own if nobody owns it."""
    return initials.get(piece.seat) or (piece.symbol and piece.symbol.sign) or safe_text(piece.text)[:1] or "?"


def token_signs(space: Space, initials: dict[str, str], room: int) -> str:
    """The lower line: where a marker points, signs of small tokens, other texts; `+` when more than fits."""
    signs = "".join([token_sign(piece, initials) for piece in space.pieces])
    return signs if len(signs) <= room else signs[: room - 1] + "+"


def token_sign(piece: Piece, initials: dict[str, str]) -> str:
    if is_small(piece):
        sign = sign_of(piece, initials)
        return sign.lower() if piece.lying else sign
    if piece.shape == "marker":
        return "".join(piece.edges[:1])
    return safe_text(piece.text)[:3]


def stroke_lines(band: Piece, initial: str) -> tuple[str, str]:
    """Strokes towards both ends, the initial in the middle of the free line (next to the strokes of a straight n-s)."""
    lines = [[" "] * ROOM, [" "] * ROOM]
    for edge in band.edges:
        line, place, stroke = STROKES[edge]
        lines[line][place] = stroke
    line, place = next(((line, 1) for line in (0, 1) if lines[line][1] == " "), (1, 2))
    lines[line][place] = initial
    return "".join(lines[0]), "".join(lines[1])


def board_if_it_fits(
    view: View, columns: int, rows: int, above: Sequence[str], brush: Brush = plain_brush
) -> list[str]:
    """The board where a terminal of this size shows it together with these lines; else nothing."""
    if not (shown := drawable(view.board)):
        return []
    lines = board_lines(shown, {seat.id: safe_text(seat.initial) for seat in view.seats}, brush)
    fits = max(map(width, lines)) < columns and len(lines) + len(above) < rows
    return ["", *lines, ""] if fits else []
