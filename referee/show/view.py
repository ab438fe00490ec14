"""What one seat may see of a position, as data: the report prints it, `--json` is it.

A title builds a `View` field by field from nothing; nothing reaches a report, a letter or a file that is not in one.
All words are `Phrase`s (or plain names and numbers); every number that comes from a rule carries the rule's number.
"""

from typing import NamedTuple

from referee.words import Phrase, say

Word = Phrase | str | int

MODERATOR = "*"
"""Stands for a seat where a view is for the moderator, who may see everything."""


class Seat(NamedTuple):
    """A seat at the table: `red`, played by `Bruno`, drawn with initial `R`.

    number  its place among all seats of the title, from 0: so it looks alike in every game; None where a title does not
            say: then its place at the table counts
    """

    id: str
    player: str
    initial: str
    number: int | None = None


class Piece(NamedTuple):
    """Something drawn on a space, in painting order.

    kind    `city` fills the space in the seat's colour; `road` is a line between `edges[0]` and `edges[1]`; `market` is
            a standing or lying token; `oracle` is a nobody's token that points along `edges[0]` if there is one; other
            kinds are drawn as a disc with `text`
    fresh   "" for old pieces, `now` for those of the entry shown, a seat's id for those of that seat's last turn
    """

    kind: str
    seat: str = ""
    edges: tuple[str, ...] = ()
    text: str = ""
    lying: bool = False
    fresh: str = ""


class Space(NamedTuple):
    """A space of the board: axial coordinates (flat-top), printed label, ground, place name, pieces, all in words.

    ground  `land`, `village` or `coast` (a green-bordered village); a title may add its own
    tile    which tile it is part of, on a board made of tiles: their outlines are drawn
    """

    q: int
    r: int
    label: str
    ground: str
    name: str
    pieces: tuple[Piece, ...]
    words: Phrase
    tile: str = ""


class Inset(NamedTuple):
    """A small picture beside the board, and what it is."""

    words: Phrase
    spaces: tuple[Space, ...]


class Board(NamedTuple):
    """The board; `provenance` says whose design it is.

    `columns` and `rows`, when not empty, name those of `hexes.grid` from 0 on and are printed on all four sides.
    """

    name: str
    provenance: Phrase
    spaces: tuple[Space, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    legend: tuple[tuple[Piece | str, Phrase], ...] = ()
    insets: tuple[Inset, ...] = ()


def drawable(board: Board | None) -> Board | None:
    """The board where there is something to draw: a game may have none, or one without a space."""
    return board if board and board.spaces else None


class Row(NamedTuple):
    """A line of a table; `rules` are the numbers that say why; `seat` colours it, `strong` marks a total."""

    cells: tuple[Word, ...]
    rules: tuple[str, ...] = ()
    seat: str = ""
    strong: bool = False


class ReportTable(NamedTuple):
    """Rows under columns; `signs`, when not empty, names the ground whose sign stands above each column, or ""."""

    id: str
    heading: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[Row, ...]
    note: Phrase | None = None
    signs: tuple[str, ...] = ()


class Line(NamedTuple):
    """A sentence, whose it is and the rules that it rests on."""

    says: Phrase
    rules: tuple[str, ...] = ()
    seat: str = ""


class Lines(NamedTuple):
    id: str
    heading: Phrase
    lines: tuple[Line, ...]
    note: Phrase | None = None


class Series(NamedTuple):
    seat: str
    values: tuple[int, ...]


class Chart(NamedTuple):
    """A line chart: one value of each series for each label of the x axis; `table` tells the same numbers, and more."""

    id: str
    heading: Phrase
    x: tuple[Word, ...]
    series: tuple[Series, ...]
    table: ReportTable | None = None


Section = ReportTable | Lines | Chart


class Asked(NamedTuple):
    """Whose turn it is, what may be done, and a move ready to be edited (YAML text)."""

    seat: str
    says: Phrase
    may: Lines
    block: str


def title_phrase(name: str, practice: bool) -> Phrase | str:
    """The name of a title as the readers of a game see it: that of a practice game says so."""
    return say("{title}, practice game", title=name) if practice else name


class View(NamedTuple):
    """One position as one seat may see it (`seat` is "" for everybody), after entry `entry` whose hash is `head`.

    board     None in a game without one: then reports have neither picture nor legend, and all else
    practice  anyone can know the shuffle of this game
    edition   that of the title under which it is played; 0 is not known
    """

    game: str
    title: str
    title_name: str
    entry: int
    head: str
    at: str
    seat: str
    seats: tuple[Seat, ...]
    headline: Phrase
    provenance: tuple[Phrase, ...]
    story: Lines
    board: Board | None
    asked: Asked | None
    sections: tuple[Section, ...]
    practice: bool = False
    edition: int = 0

    @property
    def titled(self) -> Phrase | str:
        return title_phrase(self.title_name, self.practice)
