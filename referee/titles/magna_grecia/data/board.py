"""Boards: a picture of letters in a file, and the same as numbered cells with their neighbours (MG-1.3, MG-1.6).

Cells are numbered in board order (MG-13.9): row by row from the top, in a row by column letter.
"""

from collections.abc import Mapping
from os.path import dirname, join
from typing import NamedTuple

from referee import reading
from referee.rules import hexes
from referee.show.data_files import Fields, Finding, Flaw, Shelf, Unfit
from referee.words import Phrase, say

FOLDER = join(dirname(__file__), "boards")
LAND, VILLAGE, GREEN, SEA = ".", "v", "V", " "
ROWS = COLUMNS = 99
"""What a label of two letters and two digits, and a page, can hold at most."""

Names = dict[int, str]


class BoardMap(NamedTuple):
    """The spaces of a board; a *cell* is the number of a space in board order.

    labels  cell → printed label; `cells` is its inverse
    around  cell → its neighbours across n, ne, se, s, sw, nw; -1 is off the board
    ground  one character a cell: `.` land, `v` village, `V` green-bordered village
    names   cell → the name of the place, or ""
    axial   cell → (q, r)
    """

    name: str
    provenance: str
    labels: tuple[str, ...]
    cells: dict[str, int]
    around: tuple[tuple[int, ...], ...]
    ground: str
    names: tuple[str, ...]
    axial: tuple[tuple[int, int], ...]


def board_of_fields(fields: Fields) -> BoardMap:
    """A board from the fields of a board file (MG-1.3). Raises `Unfit` with every flaw."""
    lines = fields["map"].split("\n")
    spaces = [(x, y, c) for y, line in enumerate(lines) for x, c in enumerate(line) if c != SEA]
    axial = tuple(hexes.axial(x, y) for x, y, _ in spaces)
    flaws = flaws_of_map(lines, spaces)
    if flaws:
        raise Unfit(*flaws)
    labels = tuple([hexes.letters(x) + str(y + 1) for x, y, _ in spaces])
    cells = {label: cell for cell, label in enumerate(labels)}
    names, flaws = names_and_flaws(fields.get("names") or {}, cells)
    if flaws:
        raise Unfit(*flaws)
    ground = "".join([c for _, _, c in spaces])
    return BoardMap(fields["name"], fields["provenance"], labels, cells, neighbours(axial), ground, names, axial)


def neighbours(axial: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """For each cell the cells across its six edges, -1 where the board ends."""
    cell_at = {place: cell for cell, place in enumerate(axial)}.get
    return tuple([tuple([cell_at((q + dq, r + dr), -1) for dq, dr in hexes.STEPS]) for q, r in axial])


def names_and_flaws(names: Mapping[str, str], cells: Mapping[str, int]) -> tuple[tuple[str, ...], list[Flaw]]:
    """Cell → name, and a flaw for each name that stands on no space."""
    flaws = [
        Flaw(say("There is no space {label} on the map for the name {name}.", label=label, name=name), ("names", label))
        for label, name in names.items()
        if label not in cells
    ]
    given = {cells[label]: name for label, name in names.items() if label in cells}
    return tuple([given.get(cell, "") for cell in range(len(cells))]), flaws


def flaws_of_map(lines: list[str], spaces: list[tuple[int, int, str]]) -> list[Flaw]:
    """Signs that mean nothing, a map without spaces, a map beyond the labels."""
    if not spaces:
        return [Flaw(say("The map has no space: write `.`, `v` or `V` for each."), ("map",))]
    if spaces[-1][1] >= ROWS or max(map(len, lines)) > COLUMNS:
        return [
            Flaw(say("The map is larger than {rows} rows of {columns} columns.", rows=ROWS, columns=COLUMNS), ("map",))
        ]
    return [flaw_of_sign(sign, x, y) for x, y, sign in spaces if sign not in (LAND, VILLAGE, GREEN)]


def flaw_of_sign(sign: str, column: int, row: int) -> Flaw:
    label = hexes.letters(column) + str(row + 1)
    words = "`{sign}` at {label} is no sign of the map (`.` land, `v` village, `V` green-bordered village, space sea)."
    return Flaw(say(words, sign=sign, label=label), ("map",), row, column)


def shipped_board_names() -> tuple[str, ...]:
    """The names of the boards that come with the referee."""
    return BOARDS.names()


def load_board(name: str) -> tuple[BoardMap, Fields, str]:
    """A shipped board, its fields and the hash of its content. Raises `Unfit` when there is none of that name."""
    return BOARDS.load(name)


def read_board_file(path: str) -> tuple[BoardMap, Fields]:
    """The user's own board file, and its fields. Raises source.BadInput with the places of all problems, or OSError."""
    return BOARDS.read(path)


def locate(text: reading.Source, flaw: Flaw) -> tuple[int, int]:
    """Line and column of a flaw in a file; the rows of a map stand below the line that opens the block."""
    line, column = (text.marks if flaw.at == ("map",) else text.keys)[flaw.at]
    if flaw.at == ("map",):
        row = text.data["map"].split("\n")[flaw.row].rstrip()
        written = [*text.text.split("\n"), ""][line + flaw.row].rstrip()
        if written.endswith(row):
            line, column = line + flaw.row + 1, len(written) - len(row) + flaw.column + 1
    return line, column


def flaw_in_map(finding: Finding) -> Flaw | None:
    """The space of a finding as a place in the map."""
    if not finding.place:
        return None
    column, row = hexes.grid(*hexes.hex_of_label(finding.place))
    return Flaw(finding.says, ("map",), row, column)


def lint_board(board: BoardMap, players: int | None = None) -> list[Finding]:
    """All that a lint finds in the board."""
    from referee.titles.magna_grecia.data import lint

    return lint.board_findings(board, players or min(lint.PLAYERS))


def size(board: BoardMap) -> Phrase:
    villages = sum(ground != LAND for ground in board.ground)
    return say("{spaces} spaces, {villages} villages", spaces=len(board.labels), villages=villages)


def grid_of(board: BoardMap) -> list[tuple[int, int]]:
    """Cell → column and row, both from 0."""
    return [hexes.grid(*place) for place in board.axial]


BOARDS = Shelf("board", "board", "board", FOLDER, board_of_fields, lint_board, size, locate=locate, spot=flaw_in_map)
