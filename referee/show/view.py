"""What one seat may see of a position, with players' names in place of seats: the report prints it, `--json` is it."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

from referee.words import Phrase, Term, say, verbatim_word

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

tile    fills its space in its owner's colour; its text is the caption, or its symbol is drawn instead
line    a band from `edges[0]` to `edges[1]`
token   stands in a row with others: its symbol, or a disc with its text or the initial of its owner
marker  stands in the middle of its space, and points along `edges[0]` if there is one: its symbol, or such a disc
"""


class Symbol(NamedTuple):
    """A drawing of the title for tokens and markers, filled in the colour of the owner; white if there is none.

    On a tile it is drawn in strokes of the ink that is legible on the owner's colour.

    key      names it in data and in pictures: a word of small letters
    outline  an SVG path around the point (0, 0), of a hex that is 120 wide and 104 high
    sign     its letter on a text board where nobody owns it
    name     what it shows, written below it on a tile that is large enough
    frame    SVG along the rim of a tile; strokes are in the owner's ink unless it says otherwise
    """

    key: str
    outline: str
    sign: str = ""
    name: str = ""
    frame: str = ""


class Ground(NamedTuple):
    """The kind of a space. A title brings its own grounds and explains each in the legend.

    key       names it in data
    drawing   SVG around the middle of a hex that is 120 wide and 104 high, "" a plain hex; `#hex` is its outline.
              Colours are attributes such as `fill="#e6d6ae"`; dark pages and print choose others for the classes
              `land` and `site`
    spot      SVG of what is in its middle while no tile, marker or token is there
    brackets  two letters around the sign of a piece on a text board, "" for the usual ones
    sign      up to three letters below the label of an empty space on a text board
    pip       SVG of what is still to be seen of it where a tile with a symbol covers it, in a disc of radius 11
    is_offer  no ground of the game, but a place that may be chosen: its label is large, and records leave it out
    """

    key: str
    drawing: str = ""
    spot: str = ""
    brackets: str = ""
    sign: str = ""
    is_offer: bool = False
    pip: str = ""


LAND = Ground("land")
"""Bare ground: there is nothing to say about it."""


class Piece(NamedTuple):
    """Something drawn on a space, in painting order; `seat` owns it, "" is nobody.

    text    its mark: a letter, a number or a short word
    symbol  its mark, where the title has a drawing for it
    lying   whether a token lies on its side: it is pale and has no mark
    idle    whether it counts for nothing now: a symbol of a token is then drawn as an outline, not filled
    tint    the seat in whose colour a marker is drawn that nobody owns
    badge   a number in the corner of a tile, such as how many connections it has
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
    idle: bool = False
    tint: str = ""
    badge: str = ""


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


class OpenWay(NamedTuple):
    """A way across the board that a seat has nearly completed: dotted in its colour, above all pieces.

    spaces   the spaces along it, in axial coordinates
    missing  those of the board on which the seat could complete it
    needed   how many of them it still needs; 0 when the way is complete
    """

    seat: str
    spaces: tuple[tuple[int, int], ...]
    missing: tuple[tuple[int, int], ...]
    needed: int


class Board(NamedTuple):
    """The board; `provenance` says whose design it is.

    `columns` and `rows`, when not empty, name those of `hexes.grid` from 0 on and are printed on all four sides.
    `legend` explains each ground but bare land, and has a piece with each symbol; only those of tiles that have a name
    need none: they are in `symbols`.
    """

    name: str
    provenance: Phrase
    spaces: tuple[Space, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    legend: tuple[tuple[Sign, Phrase], ...] = ()
    insets: tuple[Inset, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    ways: tuple[OpenWay, ...] = ()


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
    in_words  the same for pages, which have room for words where text has codes; None where there are none
    """

    id: str
    heading: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[Row, ...]
    note: Phrase | None = None
    signs: tuple[Ground | Literal[""], ...] = ()
    in_posts: bool = False
    in_words: "ReportTable | None" = None


class Line(NamedTuple):
    """A sentence, whose it is and the rules that it rests on.

    is_turn  it says what was done in a turn
    gain     what that brought its seat, see `Standing`
    """

    says: Phrase
    rules: tuple[str, ...] = ()
    seat: str = ""
    gain: int = 0
    is_turn: bool = False


SINCE_BEGINNING = say("What happened since the game began")
"""The heading of a story for a seat that has not ended a turn yet."""


def story_heading(seat: str, has_ended_turn: bool) -> Phrase:
    """Of the story for a seat: everything since its own last turn."""
    return say("What happened since {seat}'s last turn", seat=seat) if has_ended_turn else SINCE_BEGINNING


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


class ForkedFrom(NamedTuple):
    """The game that a fork continues, and after which of its entries."""

    game: str
    entry: int


def title_phrase(name: str, practice: bool, known_deal: bool = False, fork: ForkedFrom | None = None) -> Phrase | str:
    """The name of a title as the readers of a game see it: a game whose chance proves less, or a fork, says so."""
    found = say("{title}, practice game", title=name) if practice else name
    found = say("{title}, known deal", title=found) if known_deal else found
    words = "{title}, fork of {game} at entry {entry}"
    return say(words, title=found, game=fork.game, entry=fork.entry) if fork else found


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


class Slot(NamedTuple):
    """A place on a tray for one thing of a seat.

    says    what it is
    symbol  its drawing, which is that of a tile; None if there is none
    state   `done`: it is on the board; `open`: it waits here; `hidden`: it was not drawn yet
    cost    the grounds whose pips are drawn below it, what it costs
    number  its cost where that is a plain number
    """

    says: Word
    symbol: Symbol | None
    state: Literal["done", "open", "hidden"]
    cost: tuple[Ground, ...] = ()
    number: int = 0


class SlotGroup(NamedTuple):
    """Slots that belong together, and what they are together."""

    heading: Word
    slots: tuple[Slot, ...]


class Holding(NamedTuple):
    """How many things of a kind a seat holds: the kind as a sign and in words."""

    ground: Ground
    says: Phrase
    number: int


class Tray(NamedTuple):
    """What a seat has in front of it, for a picture; tables say the same in words.

    hand       what it holds, () where the reader may not know
    hand_says  what that is called, None without a hand
    """

    seat: str
    heading: Phrase
    groups: tuple[SlotGroup, ...]
    hand: tuple[Holding, ...] = ()
    hand_says: Phrase | None = None


class View(NamedTuple):
    """One position as one seat may see it (`seat` is "" for everybody), after entry `entry` whose hash is `head`.

    board     None in a game without one: then reports have neither picture nor legend, and all else
    practice  anyone can know the shuffle of this game
    edition   that of the title under which it is played; 0 is not known
    rulings   what the moderator decided about the rules in this game, in sentences
    digest    the turns of the others in one line each; () where there are none, or a title does not say it so briefly
    deadline  who has time until when, for this reader; None where nobody is to move, and without a clock
    scores    of every seat, in the order of the table: what fits into one line; none where a title does not say
    progress  how far the game has come, without whose turn it is; None where a title does not say
    trays     what seats have in front of them, the reader's own first; none where a title has nothing to draw
    due       the same as `deadline` in a few words
    standing  the cards of the seats, the best first; none where a title does not say
    chances   the best two or three for the seat to move; none where a title does not say
    known_deal  its deal was entered by hand
    fork      the game that it continues, if it is a fork
    belongings  what the reader holds, in sentences; none without a seat, or where a title does not say
    won       how the game was won, in a sentence or two; none before its end
    options   what was agreed for this game that is not as usual
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
    progress: Phrase | None = None
    trays: tuple[Tray, ...] = ()
    due: Phrase | None = None
    standing: tuple[Standing, ...] = ()
    chances: tuple[Prospect, ...] = ()
    rulings: tuple[Phrase, ...] = ()
    known_deal: bool = False
    fork: ForkedFrom | None = None
    belongings: tuple[Phrase, ...] = ()
    won: tuple[Phrase, ...] = ()
    options: tuple[Phrase, ...] = ()

    @property
    def full_title(self) -> Phrase | str:
        return title_phrase(self.title_name, self.practice, self.known_deal, self.fork)


P = TypeVar("P", bound=Phrase)

SEATS = ("seat", "owner", "mover", "reader")
"""Facts of sentences that are seats."""
NAMED = ("story", "digest", "asked", "board", "sections", "trays", "standing", "chances", "belongings", "won")
"""The fields of a view that speak of players. Its provenance speaks of the colours of cards."""


def with_people(words: P, names: Mapping[str, str], kind: Callable[[Phrase], type[Phrase]] = type) -> P:
    """A sentence with people in place of seats. A seat that explains who that is, or changes hands, stays.

    kind  phrase → the type of what takes its place
    """
    facts = {name: named_fact(words.template, name, fact, names, kind) for name, fact in words.facts.items()}
    return kind(words)(words.template, facts)  # type: ignore[return-value]


def named_fact(
    template: str, name: str, fact: object, names: Mapping[str, str], kind: Callable[[Phrase], type[Phrase]]
) -> object:
    in_brackets = name != "owner" and f"({{{name}}})" in template
    explains = in_brackets or ("{name}" in template and "{player}" in template)
    if isinstance(fact, Phrase) and not isinstance(fact, Term):
        return with_people(fact, names, kind)
    is_name = not explains if isinstance(fact, Term) or name in SEATS else isinstance(fact, str) and " " in fact
    return person(fact, names) if is_name else fact


def person(seat: object, names: Mapping[str, str]) -> object:
    """The name of the player, which is in no dictionary, in place of a seat; anything else as it is."""
    player = names.get(seat.template if isinstance(seat, Term) else str(seat))
    return seat if player is None else verbatim_word(player)


def view_with_people(view: View) -> View:
    """A view for a page: people in all that it says of players, in tables and in the words of spaces, too."""
    names = {seat.id: seat.player for seat in view.seats}
    return view._replace(**{field: named_parts(getattr(view, field), names) for field in NAMED})


def named_parts(value: Any, names: Mapping[str, str]) -> Any:
    """A record or a tuple of them with people in all of its phrases."""
    if isinstance(value, Term):
        return person(value, names)
    if isinstance(value, Phrase):
        return with_people(value, names)
    if isinstance(value, tuple):
        parts = [named_parts(each, names) if isinstance(each, tuple) else each for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
