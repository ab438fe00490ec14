"""The picture as data, between the board of a view and the templates: what is where, how wide, in which colours."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple
from unicodedata import combining, normalize

from markupsafe import Markup, escape

from referee.report.pictures.hex_places import COLUMN, ROW, TURNS, Frame, centre, frame_of, line_path, outline
from referee.report.pictures.palette import Paint
from referee.report.wording import safe_text
from referee.rules.hexes import grid, places_around
from referee.show.view import Board, Ground, Inset, OpenWay, Piece, Shape, Space, Symbol

USUAL, STRANGE = 520, 1200
"""The width of a usual character in thousandths of its size, and of one that is not named below, or not in the font."""
BREADTHS = {
    letter: breadth
    for breadth, letters in {
        320: "'ijlIJ ,.ΙІЈіј",
        420: "/:;\\|f-()[]t!rι",
        550: '"*_`sz?c–εζгзсэєѕґ',
        620: "LFkvxyPTYoaeΓΡΤΥγδθκλνξοπςτυχГРТУабвекотухчьяҐ",
        700: "EhnuSbdgpq$0123456789{}KAVXZBRCßΑΒΔΕΖΚΛΞΣΧαβημρσφψЄЅАБВЕЗСХЧЬЭЯдилнпрцђћџ",
        790: "UNDGHOQ&ΗΘΝΟΠΦΨΩЂЋЏДИКЛНОПЦмъы",
        870: "#+<=>^~wMΜωМФЪфю",
        1000: "%mW@Ыжшщљњ",
    }.items()
    for letter in letters
}
"""The greatest width of characters in our font."""


def letters_of(text: str) -> int:
    """The width of a text in usual characters."""
    return -(-breadth(text) // USUAL)


def breadth(text: str) -> int:
    """The width of a text in thousandths of its size; combining marks take no room."""
    return sum([BREADTHS.get(letter, STRANGE) for letter in (text if text.isascii() else without_marks(text))])


def without_marks(text: str) -> str:
    """A text without the marks on its letters."""
    return "".join([each for each in normalize("NFD", text) if not combining(each)])


class HexName(NamedTuple):
    """The name of what is on a tile, at the lower side of its hex: each line with the y on which it stands.

    raised  whether the drawing above it is smaller and higher, since the name is long
    """

    size: int
    lines: tuple[tuple[int, str], ...]
    raised: bool = False


LARGEST_NAME, LARGE_ENOUGH, SMALLEST_NAME = 15, 12, 8
"""The sizes of a name; for one that would be smaller than the second, its drawing makes room."""
BELOW, BELOW_SMALLER, LOWEST = 20, 12, 36
"""Where names begin under their drawing, and under a smaller one; and the lowest y of a last line."""
INNER_WIDTH, BOLD = 95, 114
"""The width of a hex within its inner rim, at its middle; and of bold letters in percent of usual ones."""


def fitted_name(name: str) -> HexName:
    """A name in the largest letters that stay inside its hex: on one line, or under a smaller drawing on up to two."""
    usual = largest_letters((name,), BELOW)
    if usual.size >= LARGE_ENOUGH:
        return usual
    words = name.split()
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    found = [largest_letters(lines, BELOW_SMALLER) for lines in ((name,), *halves)]
    return max(found, key=lambda each: (each.size, -widest_line(each)))._replace(raised=True)


def widest_line(name: HexName) -> int:
    return max([breadth(line) for _, line in name.lines])


def largest_letters(lines: tuple[str, ...], top: int) -> HexName:
    """The lines in the largest size that fits; in the smallest one, if none does."""
    widths, size = list(map(breadth, lines)), LARGEST_NAME
    while size > SMALLEST_NAME and not fits_hex(widths, size, places_of_lines(len(lines), size, top)):
        size -= 1
    return HexName(size, tuple(zip(places_of_lines(len(lines), size, top), lines, strict=True)))


def places_of_lines(number: int, size: int, top: int) -> list[int]:
    return [top + size * 3 // 4 + at * (size + 1) for at in range(number)]


def fits_hex(widths: list[int], size: int, places: list[int]) -> bool:
    """Whether lines are shorter than their hex is wide there: it gets narrower by 15 on 13 units down."""
    rooms = [INNER_WIDTH - (y + 2) * 15 // 13 for y in places]
    too_wide = [width for width, room in zip(widths, rooms, strict=True) if width * BOLD * size > 100_000 * room]
    return places[-1] <= LOWEST and not too_wide


MARGIN = 56
TOKEN = 27
"""From one token to the next, before the row is enlarged; in a row of three or four they overlap a little."""
NEARER = {3: 21, 4: 20}
LARGER, SMALL, LARGEST = {1: 15, 2: 15, 3: 15, 4: 13}, 9, 24
"""How much rows are enlarged, in tenths; and a disc that has its space for itself."""
GAP, CAPTION, TENTHS = 30, 24, 6
"""Around an inset; the height of the line above it; its size in tenths of the board's."""


class DrawnLine(NamedTuple):
    """A band: its path and its paint."""

    path: str
    paint: Paint


class DrawnToken(NamedTuple):
    """A symbol, or without one a disc with a text."""

    symbol: Symbol | None
    x: int
    paint: Paint | None
    lying: bool
    idle: bool
    fresh: bool
    text: str


class DrawnMarker(NamedTuple):
    """A symbol, or without one a disc with a text; `turn`: where it points, in degrees, None for nowhere."""

    symbol: Symbol | None
    paint: Paint | None
    turn: int | None
    text: str


LabelPlace = Literal["below", "beside", ""]
"""Where the label of a space is written, "" for nowhere: on a board made of tiles, each tile has its number once."""


class DrawnTile(NamedTuple):
    """A space: `filling` is the paint of the tile on it, `ticks` are the seats whose last turn was here.

    badge   a number in the corner of the tile
    plated  whether the tile has the initial of its owner
    scale   how much the row of tokens is enlarged, in tenths
    low     whether the name is at the lower side, since something else is at the upper
    lifted  whether what is on the tile is in the upper part of its hex, and the badge at its foot: a name is broader
            than its own hex, and reaches into the lower parts of the two hexes above it, but not into their middle
    label_place  where its label is
    """

    x: int
    y: int
    ground: Ground
    label: str
    name: str
    size: int
    words: str
    filling: Paint | None
    symbol: Symbol | None
    caption: str
    badge: str
    plated: bool
    lines: tuple[DrawnLine, ...]
    marker: DrawnMarker | None
    tokens: tuple[DrawnToken, ...]
    scale: int
    fresh: bool
    ticks: tuple[Paint, ...]
    low: bool
    lifted: bool
    label_place: LabelPlace


class PlacedInset(NamedTuple):
    """A small picture below the board; `place`: the room that it takes."""

    x: int
    y: int
    words: str
    tiles: tuple[DrawnTile, ...]
    outline: str
    place: Frame


class GridName(NamedTuple):
    """The name of a column or row, and where it is written."""

    x: int
    y: int
    text: str


class Border(NamedTuple):
    """The sides of a hex at which a tile ends, by their numbers."""

    q: int
    r: int
    edges: tuple[int, ...]


class DrawnWay(NamedTuple):
    """A way that is nearly complete: its path, where it lacks something, and how much."""

    path: str
    paint: Paint
    missing: tuple[tuple[int, int], ...]
    needed: int


class Scene(NamedTuple):
    """`borders`: those between the tiles of a board that is made of tiles."""

    frame: Frame
    tiles: tuple[DrawnTile, ...]
    marks: tuple[GridName, ...]
    borders: tuple[Border, ...]
    asides: tuple[PlacedInset, ...]
    ways: tuple[DrawnWay, ...] = ()


Paints = dict[str, Paint]


def scene(board: Board, paints: Paints) -> Scene:
    """The board in the language that is spoken.

    All grounds are drawn first, then all lines, all other pieces, and last what is written: nothing covers it.
    """
    frame = frame_around(board, [centre(space.q, space.r) for space in board.spaces])
    names = placed_marks(board, [(space.q, space.r) for space in board.spaces], frame)
    tiles = tuple(tile(space, paints) for space in board.spaces)
    lower, below = placed_insets(board.insets, frame, paints)
    ways = tuple(drawn_way(way, paints[way.seat]) for way in board.ways)
    return Scene(lower, tiles, names, tuple(tile_borders(board.spaces)), below, ways)


BESIDE_WAY = 7
"""From the way of one seat to that of the next, where they run side by side."""


def drawn_way(way: OpenWay, paint: Paint) -> DrawnWay:
    """Through the centres of its spaces, where it lacks something: else the pieces themselves show it.

    It ends at the edges of pieces, whose names it would cover. Ways of different seats never cover one another.
    """
    aside = BESIDE_WAY * (2 * (paint.number % 4) - 3) // 2
    drawn, path = way.missing if way.needed else way.spaces, ""
    for pair in pairwise(way.spaces):
        (ax, ay), (bx, by) = ends = [centre(*each) for each in pair]
        middle = (ax + bx) // 2, (ay + by) // 2
        (x, y), (to_x, to_y) = [at if each in drawn else middle for each, at in zip(pair, ends, strict=True)]
        if (x, y) != (to_x, to_y):
            path += f"M{x + aside} {y + aside}L{to_x + aside} {to_y + aside}"
    return DrawnWay(path, paint, tuple(centre(*place) for place in way.missing), way.needed)


def frame_around(board: Board, centres: list[tuple[int, int]]) -> Frame:
    """The frame of a board whose spaces are there, with room for the names of columns and rows."""
    return frame_of(centres, MARGIN if board.columns else 12)


def borders(spaces: Iterable[Space]) -> str:
    """The borders of tiles as a path."""
    return border_path(tile_borders(spaces))


def border_path(found: Iterable[Border]) -> str:
    return "".join([outline(*each) for each in found])


def tile_borders(spaces: Iterable[Space]) -> Iterator[Border]:
    """The sides between two tiles, or between a tile and what is no tile, each drawn once."""
    tiles = {(space.q, space.r): space.tile for space in spaces if space.tile}
    for (q, r), own in tiles.items():
        others = [tiles.get(near, "") for near in places_around((q, r))]
        ends = [edge for edge, other in enumerate(others) if other != own and (edge < 3 or not other)]
        if ends:
            yield Border(q, r, tuple(ends))


def placed_insets(insets: tuple[Inset, ...], frame: Frame, paints: Paints) -> tuple[Frame, tuple[PlacedInset, ...]]:
    """The insets side by side below the board, and the frame made higher to hold them."""
    sizes = [frame_of([centre(space.q, space.r) for space in inset.spaces], GAP) for inset in insets]
    x, y, high, found = frame.x, frame.y + frame.height, 0, []
    for inset, size in zip(insets, sizes, strict=True):
        width, height = size.width * TENTHS // 10, size.height * TENTHS // 10 + CAPTION
        if x + width > frame.x + frame.width and x > frame.x:
            x, y, high = frame.x, y + high, 0
        tiles = tuple(tile(space, paints) for space in inset.spaces)
        origin = x - size.x * TENTHS // 10, y - size.y * TENTHS // 10 + CAPTION
        place = Frame(x, y, width, height)
        found.append(PlacedInset(*origin, safe_text(inset.words), tiles, borders(inset.spaces), place))
        x, high = x + width, max(high, height)
    return frame._replace(height=y + high - frame.y), tuple(found)


Written = tuple[int, int, Ground, str, str, int, str]
"""The fields of a tile that come before `filling`."""


def tile(space: Space, paints: Paints) -> DrawnTile:
    x, y = centre(space.q, space.r)
    label, name, words = safe_text(space.label), safe_text(space.name), safe_text(space.words)
    written = (x, y, space.ground, label, name, name_size(space.name), words)
    if space.pieces:
        return tile_with_pieces(written, space, paints)
    return DrawnTile(
        *written, None, None, "", "", False, (), None, (), SMALL, False, (), False, False, label_place(space)
    )


def tile_with_pieces(written: Written, space: Space, paints: Paints) -> DrawnTile:
    pieces: dict[Shape, list[Piece]] = {}
    for piece in space.pieces:
        pieces.setdefault(piece.shape, []).append(piece)
    filling = pieces["tile"][0] if "tile" in pieces else None
    paint = paints.get(filling.seat) if filling else None
    marker = drawn_marker(pieces["marker"][0], paints) if "marker" in pieces else None
    tokens = row_of_tokens(pieces["token"], paints) if "token" in pieces else ()
    lines = tuple([DrawnLine(line_path(piece.edges), paints[piece.seat]) for piece in pieces.get("line", ())])
    changes = dict.fromkeys([piece.fresh for piece in space.pieces if piece.fresh])
    return DrawnTile(
        *written,
        paint,
        filling.symbol if filling else None,
        safe_text(filling.text) if filling else "",
        safe_text(filling.badge) if filling else "",
        paint is not None and (paint.lettered or bool(filling and filling.text)),
        lines,
        marker,
        tokens,
        row_scale(tokens, bool(filling or marker or space.ground.spot or lines)),
        "now" in changes,
        tuple([paints[seat] for seat in changes if seat in paints]),
        marker is not None and marker.turn in UPWARDS,
        filling is not None and not space.name,
        label_place(space),
    )


def label_place(space: Space) -> LabelPlace:
    """A space of a tile is written to beside its middle when it is called like its tile, and else not at all."""
    if not space.tile:
        return "below"
    return "beside" if space.label == space.tile else ""


UPWARDS = (300, 0, 60)  # turns towards the upper side of a space, where its name is otherwise
NAME, LONG_NAME = 27, 28
"""The size of names and labels: 9 pixels where a board of 19 rows is 700 pixels high. Long names are made narrower."""
LONGEST_NAME = 5000
"""The width, in thousandths of its size, from which on a name is a long one: then its size gives it 146 units."""


def name_size(name: str) -> int:
    """0 if there is none."""
    return 0 if not name else NAME if breadth(name) <= LONGEST_NAME else LONG_NAME


def row_scale(tokens: tuple[DrawnToken, ...], shared: bool) -> int:
    """How much a row of tokens is enlarged; a single disc most, where nothing else is."""
    if len(tokens) == 1 and not (shared or tokens[0].symbol):
        return LARGEST
    return LARGER.get(len(tokens), SMALL)


def drawn_marker(piece: Piece, paints: Paints) -> DrawnMarker:
    turn = next((TURNS[edge] for edge in piece.edges), None)
    paint, tint = paints.get(piece.seat), paints.get(piece.tint)
    initial = paint.initial if paint else tint.initial if tint and tint.lettered else ""
    return DrawnMarker(piece.symbol, paint or tint, turn, safe_text(piece.text) or initial)


def row_of_tokens(pieces: list[Piece], paints: Paints) -> tuple[DrawnToken, ...]:
    """Tokens side by side around the middle."""
    apart = NEARER.get(len(pieces), TOKEN)
    start = -apart * (len(pieces) - 1) // 2
    return tuple([drawn_token(piece, start + apart * at, paints.get(piece.seat)) for at, piece in enumerate(pieces)])


def drawn_token(piece: Piece, x: int, paint: Paint | None) -> DrawnToken:
    """Its mark is its text, where there is one; the initial of its owner is on it where colours do not say enough."""
    text = safe_text(piece.text)
    if paint and (not text or (paint.lettered and piece.symbol)):
        text = paint.initial + text
    return DrawnToken(piece.symbol, x, paint, piece.lying, piece.idle, piece.fresh == "now", text)


LIFTED, LOWERED = -18, 20
"""How far down the tokens on a tile without a name are, and those below a name."""


def place_of_next(space: Space) -> tuple[int, int]:
    """Where one more token is beside those of a space, as it will be drawn: in the middle if it is the first."""
    tokens = sum(piece.shape == "token" for piece in space.pieces)
    across = NEARER.get(tokens, TOKEN) * LARGER.get(tokens, SMALL) * (tokens + 1) // 20 if tokens else 0
    has_tile = any(piece.shape == "tile" for piece in space.pieces)
    return across, LOWERED if space.name else LIFTED if has_tile else 0


def marks(board: Board, places: Iterable[tuple[int, int]], frame: Frame) -> Markup:
    """The names of columns and rows as markup."""
    return Markup("".join(map(mark_markup, placed_marks(board, places, frame))))


def placed_marks(board: Board, places: Iterable[tuple[int, int]], frame: Frame) -> tuple[GridName, ...]:
    """`columns[i]` above and below column i, `rows[j]` left and right of row j; none on a board that grows."""
    if not board.columns:
        return ()
    columns, rows = (sorted(set(each)) for each in zip(*[grid(*place) for place in places], strict=True))
    return (*column_marks(board, columns, frame), *row_marks(board, rows, columns, frame))


def column_marks(board: Board, used: list[int], frame: Frame) -> Iterator[GridName]:
    for column in used:
        if column < len(board.columns):
            name = safe_text(board.columns[column])
            for y in (frame.y + MARGIN // 2, frame.y + frame.height - MARGIN // 2):
                yield GridName(COLUMN * column, y, name)


def row_marks(board: Board, used: list[int], columns: list[int], frame: Frame) -> Iterator[GridName]:
    """Beside the first and the last column: a row is half a hex lower there if the column is odd."""
    for row in used:
        if row < len(board.rows):
            name = safe_text(board.rows[row])
            for x, column in ((frame.x + MARGIN // 2, columns[0]), (frame.x + frame.width - MARGIN // 2, columns[-1])):
                yield GridName(x, ROW * row + column % 2 * (ROW // 2), name)


def mark_markup(mark: GridName) -> str:
    look = 'text-anchor="middle" font-size="28" font-weight="bold" class="mark" fill="#3c5560"'
    return f'<text x="{mark.x}" y="{mark.y + 10}" {look}>{escape(mark.text)}</text>\n'
