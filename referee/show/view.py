"""What one seat may see of a position, and a whole game entry by entry: the report prints it, `--json` is it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from referee.words import Phrase, say

Word = Phrase | str | int

MODERATOR = "*"
"""Stands for a seat where a view is for the moderator, who may see everything."""


class Seat(NamedTuple):
    """A seat at the table: `red`, played by `Bruno`, drawn with initial `R`.

    number  its place among all seats of the title, from 0: so it looks alike in every game; None if a title does not
            say: then its place at the table counts
    """

    id: str
    player: str
    initial: str
    number: int | None = None


Shape = Literal["tile", "line", "token", "marker"]
"""The shape in which a piece is drawn.

tile    fills its space in its owner's colour; its text is the caption
line    a band from `edges[0]` to `edges[1]`
token   stands in a row with others: its symbol, or a disc with its text or the initial of its owner
marker  stands in the middle of its space, and points along `edges[0]` if there is one: its symbol, or such a disc
"""


class Symbol(NamedTuple):
    """A drawing of the title for tokens and markers, filled in the colour of the owner; white if there is none.

    key      names it in data and in pictures: a word of small letters
    outline  an SVG path around the point (0, 0), of a hex that is 120 wide and 104 high
    sign     its letter on a text board where nobody owns it
    """

    key: str
    outline: str
    sign: str = ""


class Ground(NamedTuple):
    """The kind of a space. A title brings its own grounds and explains each in the legend.

    key       names it in data
    drawing   SVG around the middle of a hex that is 120 wide and 104 high, "" a plain hex; `#hex` is its outline.
              Colours are attributes such as `fill="#e6d6ae"`; dark pages and print choose others for the classes
              `land` and `site`
    spot      SVG of what is in its middle while no tile and no marker is there; tokens stand below it
    brackets  two letters around the sign of a piece on a text board, "" for the usual ones
    sign      up to three letters below the label of an empty space on a text board
    is_offer  no ground of the game, but a place that may be chosen: its label is large, and records leave it out
    """

    key: str
    drawing: str = ""
    spot: str = ""
    brackets: str = ""
    sign: str = ""
    is_offer: bool = False


LAND = Ground("land")
"""Bare ground: there is nothing to say about it."""


class Piece(NamedTuple):
    """Something drawn on a space, in painting order; `seat` owns it, "" is nobody.

    text    its mark: a letter, a number or a short word
    symbol  its mark, where the title has a drawing for it
    lying   whether a token lies on its side
    fresh   "" for old pieces, `now` for those of the entry shown, a seat's id for those of that seat's last turn
    kind    what the title calls it; only programs that read data see this
    """

    shape: Shape
    seat: str = ""
    edges: tuple[str, ...] = ()
    text: str = ""
    symbol: Symbol | None = None
    lying: bool = False
    fresh: str = ""
    kind: str = ""


Sign = Piece | Ground
"""What a legend explains."""


class Space(NamedTuple):
    """A space of the board: axial coordinates (flat-top), printed label, ground, place name, pieces, all in words.

    tile    which tile it is part of, on a board made of tiles: their outlines are drawn
    """

    q: int
    r: int
    label: str
    ground: Ground
    name: str
    pieces: tuple[Piece, ...]
    words: Phrase
    tile: str = ""


class Inset(NamedTuple):
    """A small picture next to the board, and what it is."""

    words: Phrase
    spaces: tuple[Space, ...]


class Board(NamedTuple):
    """The board; `provenance` says whose design it is.

    `columns` and `rows`, when not empty, name those of `hexes.grid` from 0 on and are printed on all four sides.
    `legend` explains each ground but bare land, and has a piece with each symbol.
    """

    name: str
    provenance: Phrase
    spaces: tuple[Space, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    legend: tuple[tuple[Sign, Phrase], ...] = ()
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
    """Rows under columns; `signs`, if not empty, has the ground whose drawing is above each column, or "".

    in_posts  whether posts have it, too, which are shorter than reports: the scores
    """

    id: str
    heading: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[Row, ...]
    note: Phrase | None = None
    signs: tuple[Ground | Literal[""], ...] = ()
    in_posts: bool = False


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
    """A line chart: one value of each series for each label of the x axis; `table` shows the same numbers, and more."""

    id: str
    heading: Phrase
    x: tuple[Word, ...]
    series: tuple[Series, ...]
    table: ReportTable | None = None


Section = ReportTable | Lines | Chart


class Asked(NamedTuple):
    """Whose turn it is, the options, and a move to fill in (YAML text)."""

    seat: str
    says: Phrase
    may: Lines
    block: str


def title_phrase(name: str, practice: bool) -> Phrase | str:
    """The name of a title as the readers of a game see it: for a practice game it says so."""
    return say("{title}, practice game", title=name) if practice else name


class Amount(NamedTuple):
    """How many of something a seat has: `5 ships`; `piece`: how it looks, where a picture can stand for the word."""

    number: int
    says: Phrase
    piece: Piece | None = None


class Standing(NamedTuple):
    """The card of a seat: how it would stand if the game ended now, and what it has left.

    total   `34`, `15/30`
    parts   what the total is made of, or what is missing to a whole one
    supply  what the seat can still use
    alert   what the others should not overlook: `1 to win`
    """

    seat: str
    rank: int
    total: Word
    parts: tuple[Amount, ...]
    supply: tuple[Amount, ...] = ()
    alert: Phrase | None = None


class Prospect(NamedTuple):
    """Something that would gain the seat to move much; `writes`: the line of a legal move that does it, "" for none."""

    says: Phrase
    writes: str = ""


class Score(NamedTuple):
    """How a seat stands, in a word or two: `12`, `3 of 30 built`."""

    seat: str
    says: Word


class View(NamedTuple):
    """One position as one seat may see it (`seat` is "" for everybody), after entry `entry` whose hash is `head`.

    board     None in a game without one: then reports have neither picture nor legend, and all else
    practice  anyone can know the shuffle of this game
    edition   that of the title under which it is played; 0 is not known
    digest    the story in one line a turn; () where a title does not say it so briefly
    deadline  who has time until when, for this reader; None where nobody is to move, and without a clock
    scores    of every seat, in the order of the table: what fits into one line; none where a title does not say
    due       the same as `deadline` in a few words
    standing  the cards of the seats, the best first; none where a title does not say
    chances   the best two or three for the seat to move; none where a title does not say
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
    digest: tuple[Line, ...] = ()
    deadline: Phrase | None = None
    scores: tuple[Score, ...] = ()
    due: Phrase | None = None
    standing: tuple[Standing, ...] = ()
    chances: tuple[Prospect, ...] = ()

    @property
    def full_title(self) -> Phrase | str:
        return title_phrase(self.title_name, self.practice)


class Seen(NamedTuple):
    """What one reader sees of an entry next to the board: what happened, and a few tables of the present state."""

    story: tuple[Line, ...]
    tables: tuple[ReportTable, ...]


class Still(NamedTuple):
    """The game after one entry.

    spaces      those of the board; a space that did not change is the same object as in the still before
    headline    where the game stands, in a sentence
    scores      for each seat, in the order of `Film.seats`, what the chart shows
    milestones  what a reader may want to jump to: `First stone taken over`; not what every title has
    seen        what each of the readers sees, in their order
    """

    spaces: tuple[Space, ...]
    headline: Phrase
    scores: tuple[int, ...]
    milestones: tuple[Phrase, ...]
    seen: tuple[Seen, ...]


class Film(NamedTuple):
    """A game for some readers: seats, "" for everybody, `view.MODERATOR`.

    board   what never changes of it, without its spaces; None if there is none
    score   what the chart shows
    stills  one for each of the moments asked for, made as they are wanted
    """

    seats: tuple[Seat, ...]
    board: Board | None
    provenance: tuple[Phrase, ...]
    score: Phrase
    stills: Iterator[Still]


class FilmEnd(NamedTuple):
    """What everybody sees of the game after the last still, without the events and the tables of the state."""

    board: Board | None
    headline: Phrase
    provenance: tuple[Phrase, ...]


class Stills(Iterator[Still]):
    """The stills of a film; the last one requested is kept at hand."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.last: Still | None = None

    def __next__(self) -> Still:
        self.last = next(self.film.stills)
        return self.last

    @property
    def end(self) -> FilmEnd:
        """When all were asked for."""
        assert self.last, "a game has at least its header"
        board = self.film.board and self.film.board._replace(spaces=self.last.spaces)
        return FilmEnd(board, self.last.headline, self.film.provenance)


def of_views(
    view: Any, header: Mapping[str, Any], moments: Sequence[Any], readers: Sequence[str], first: int = 0
) -> Film:
    """The film of a title that shoots none itself, from its views (`Show.view`)."""
    shown = view(header, moments, readers[0])
    return Film(
        shown.seats,
        shown.board and shown.board._replace(spaces=()),
        shown.provenance,
        say(""),
        from_views(view, header, moments, readers, first),
    )


def from_views(
    view: Any, header: Mapping[str, Any], moments: Sequence[Any], readers: Sequence[str], first: int
) -> Iterator[Still]:
    """No view says what the chart would show, or what would be a milestone of the title."""
    for at in range(first, len(moments)):
        views = [view(header, moments[: at + 1], reader) for reader in readers]
        seen = tuple([Seen(each.story.lines, tables_of(each)) for each in views])
        spaces = views[0].board.spaces if views[0].board else ()
        yield Still(spaces, views[0].headline, (), (), seen)


def tables_of(view: Any) -> tuple[ReportTable, ...]:
    return tuple([section for section in view.sections if isinstance(section, ReportTable)])
