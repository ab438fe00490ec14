"""The board as a picture: SVG with its legend and a text alternative, and the same drawn as PNG."""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from referee.report.html.templates import macros, page
from referee.report.pictures.hex_places import NOTHING, Frame, Pointers, overlay
from referee.report.pictures.palette import Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import (
    USUAL,
    DrawnMarker,
    DrawnTile,
    Paints,
    Scene,
    border_path,
    fitted_name,
    letters_of,
    mark_markup,
    scene,
    tile,
)
from referee.report.text.text_tables import wrapped_lines
from referee.report.wording import BOARD, LACKING, LAST, NOW, game_heading, position_sentence, safe_text
from referee.show.view import (
    LAND,
    Board,
    Ground,
    OpenWay,
    Piece,
    Seat,
    Shape,
    Sign,
    Space,
    Symbol,
    View,
    Word,
    drawable,
    view_with_people,
)
from referee.words import Phrase, language, say, term


class LegendEntry(NamedTuple):
    """A sign and what it means."""

    sign: DrawnTile
    means: str


def entries(view: View, paints: Paints) -> list[LegendEntry]:
    """Seats first, then the signs of the title, then those for what is new (when something is)."""
    return [*lasting(view, paints), *news(view, paints)]


def lasting(view: View, paints: Paints) -> list[LegendEntry]:
    """Those of a whole game: the seats and the signs of the title."""
    legend = view.board.legend if view.board else ()
    return [*[seat_entry(seat, paints) for seat in view.seats], *[entry(sign, paints, means) for sign, means in legend]]


def seat_entry(seat: Seat, paints: Paints) -> LegendEntry:
    found = entry(Piece("tile", seat.id), paints, say("{seat}: {player}", seat=seat.id, player=seat.player))
    return found._replace(sign=found.sign._replace(plated=True))


def entry(sign: Sign, paints: Paints, means: Word) -> LegendEntry:
    ground, pieces = (sign, ()) if isinstance(sign, Ground) else (LAND, (sign,))
    return LegendEntry(tile(Space(0, 0, "", ground, "", pieces, say("")), paints), safe_text(means))


def news(view: View, paints: Paints) -> list[LegendEntry]:
    """The ring, and the one in the paint of the first seat whose last turn is on the board."""
    spaces = view.board.spaces if view.board else ()
    changed = [piece for space in spaces for piece in space.pieces if piece.fresh]
    fresh = {piece.fresh for piece in changed}
    bare = entry(LAND, paints, "").sign
    flags: list[Paint] = [paints[seat.id] for seat in view.seats if seat.id in fresh]
    ring = [LegendEntry(bare._replace(fresh=True), safe_text(NOW))] if "now" in fresh else []
    lacking = [LegendEntry(bare._replace(marker=lack(way, paints)), safe_text(LACKING)) for way in ways_of(view)[:1]]
    # on a tile of the seat the ring has dashes: it is shown so where it is on nothing else
    tiled = all(piece.shape == "tile" and piece.seat == piece.fresh for piece in changed if piece.fresh in paints)
    last = [bare._replace(ticks=(flag,), filling=flag if tiled else None) for flag in flags[:1]]
    return lacking + ring + [LegendEntry(sign, safe_text(LAST)) for sign in last]


def ways_of(view: View) -> list[OpenWay]:
    """The ways that lack something."""
    return [way for way in view.board.ways if way.needed] if view.board else []


def lack(way: OpenWay, paints: Paints) -> DrawnMarker:
    return DrawnMarker(None, paints[way.seat], None, str(way.needed))


X, Y, LABEL = Markup("<x/>"), Markup("<y/>"), Markup("<label/>")
NAME, WORDS = Markup("<name/>"), Markup("<words/>")
"""Placeholders in a drawing, filled in later. No text can be taken for them: texts are escaped."""


class SpaceDrawing(NamedTuple):
    """A space as markup, layer by layer from below; of all spaces a layer is drawn before the next one.

    soil      its ground, and the words for it
    bands     the lines across it, or nothing
    standing  all else that is on it, or nothing
    letters   its name and label, or nothing
    """

    soil: str
    bands: str
    standing: str
    letters: str


def tile_markup(tile: DrawnTile) -> Markup:
    """A space with all that it has, by itself."""
    return Markup("".join(whole_drawing(tile)))


def space_drawing(space: Space, paints: dict[str, Paint]) -> SpaceDrawing:
    return whole_drawing(tile(space, paints))


def whole_drawing(tile: DrawnTile) -> SpaceDrawing:
    """A space with all that it has, nothing left to fill in."""
    facts = [(LABEL, escape(tile.label)), (NAME, escape(tile.name)), (WORDS, escape(tile.words))]
    filled = [(X, str(tile.x)), (Y, str(tile.y)), *[each for each in facts if each[1]]]
    return SpaceDrawing(*[layer and filled_in(layer, filled) for layer in form(tile)])


def filled_in(text: str, filled: Sequence[tuple[str, str]]) -> str:
    for gap, fact in filled:
        text = text.replace(gap, fact)
    return text


Symbols = tuple[tuple[Shape, Symbol], ...]
"""The symbols of a board, each with the shape that has it."""


def symbols_of(board: Board | None) -> Symbols:
    """The symbols of a board: its legend has a piece with each of them, or they are named."""
    if board is None:
        return ()
    pieces = [sign for sign, _ in board.legend if isinstance(sign, Piece)]
    found: list[tuple[Shape, Symbol]] = [(piece.shape, piece.symbol) for piece in pieces if piece.symbol]
    return tuple(dict.fromkeys([*found, *[("tile", each) for each in board.symbols]]))


def pips_of(board: Board | None) -> tuple[Ground, ...]:
    """The grounds of a board of which something is still to be seen below a piece; its legend has each ground."""
    return tuple([sign for sign, _ in (board.legend if board else ()) if isinstance(sign, Ground) and sign.pip])


def definitions(paints: tuple[Paint, ...], board: Board | None, named: bool = True) -> Markup:
    """What every picture of a board in these paints refers to; `named`: with names of symbols on tiles."""
    pieces: Any = macros("pieces.svg")
    drawn = [
        (shape, symbol, fitted_name(safe_text(term(symbol.name))) if named and symbol.name else None)
        for shape, symbol in symbols_of(board)
    ]
    return Markup(pieces.definitions(paints, drawn, pips_of(board)))


def form(tile: DrawnTile) -> SpaceDrawing:
    """The same with gaps for its place, and for its label, name and words where it has these."""
    gaps: dict[str, Any] = {"x": X, "y": Y, "label": tile.label and LABEL, "name": tile.name and NAME, "words": ""}
    found = tile_drawing(tile._replace(**gaps))
    if not tile.words:
        return found
    return found._replace(soil=found.soil.replace(f"{LABEL}</title>", f"{say('{name}:', name=LABEL)} {WORDS}</title>"))


@lru_cache(1 << 13)  # a submit of Attika takes 16 % longer without it
def tile_drawing(tile: DrawnTile) -> SpaceDrawing:
    pieces: Any = macros("pieces.svg")
    layers = (pieces.lower, pieces.middle, pieces.upper, pieces.lettering)
    return SpaceDrawing(*[str(layer(tile)).strip() for layer in layers])


WIDE, LETTERS, LINE, GAP = 500, 36, 26, 40
"""Width of a column of the legend, characters that fit it, from line to line, between entries."""
TITLE = 24
"""So many characters of a title are as wide as `LETTERS` others."""
SIZE, LEAST = 22, 11
"""The size of the text, and its minimum in pixels in a picture of known width."""
NARROWEST = WIDE + GAP


class PlacedSign(NamedTuple):
    """An entry of the legend with its place."""

    x: int
    y: int
    sign: DrawnTile
    lines: list[str]


class PlacedName(NamedTuple):
    """A symbol of a tile and its name, where the tiles are too small to have it."""

    x: int
    y: int
    symbol: str
    name: str


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
    key: list[PlacedName]
    caption: Text


def around(frame: Frame, view: View, board: Board, painted: Paints, width: int = 0) -> tuple[Frame, Margins]:
    """The margins of a picture, and the frame of all. Words stay legible when it is drawn `width` pixels wide."""
    frame = broad(frame)
    scale = max(10, -(-LEAST * 10 * frame.width // (SIZE * width))) if width else 10
    room = frame.width * 10 // scale
    title, facts, head = heading(view, room)
    legend, end = legend_columns(entries(view, painted), room)
    key, end = ([], end) if is_named(frame, width) else key_columns(board, room, end)
    caption = Text(end + LINE, fitted_lines(safe_text(board.provenance), letters(room)))
    high, low = head * scale // 10, (caption.y + LINE * len(caption.lines)) * scale // 10
    foot = frame.y + frame.height
    whole = frame._replace(y=frame.y - high, height=high + frame.height + low)
    return whole, Margins(frame.x, whole.y, foot, scale, title, facts, legend, key, caption)


def broad(frame: Frame) -> Frame:
    """Wide enough for a column of the legend, the board in the middle."""
    more = max(0, NARROWEST - frame.width)
    return frame._replace(x=frame.x - more // 2, width=frame.width + more)


def fitted_lines(text: str, room: int) -> list[str]:
    """`text` as lines that each fit so many usual characters."""
    return wrapped_lines(text, room, letters_of)


def letters(room: int) -> int:
    """How many usual characters fit a line."""
    return (room - 2 * GAP) * 1000 // (SIZE * USUAL)


def heading(view: View, room: int) -> tuple[Text, Text, int]:
    """The game, its state and the position as a heading; and how high that is."""
    title = Text(GAP + 8, fitted_lines(game_heading(view), letters(room) * TITLE // LETTERS))
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


KEY_LINE = 48
"""From one line of symbols with their names to the next."""


def key_columns(board: Board, room: int, y: int) -> tuple[list[PlacedName], int]:
    """The symbols of the tiles on the board with their names, below `y`, and where they end."""
    drawn = {piece.symbol for space in board.spaces for piece in space.pieces if piece.shape == "tile"}
    names = [(each.key, safe_text(term(each.name))) for each in board.symbols if each in drawn]
    if not names:
        return [], y
    wide = max(letters_of(name) for _, name in names) * SIZE * USUAL // 1000 + 2 * GAP
    across = max(1, (room - GAP) // wide)
    found = [
        PlacedName(GAP + 12 + at % across * wide, y + KEY_LINE + at // across * KEY_LINE, *each)
        for at, each in enumerate(names)
    ]
    return found, found[-1].y + KEY_LINE // 2


def board(view: View, palette: Palette = None, width: int = 0, pointers: Pointers = NOTHING) -> str:
    """A file of its own, with a heading, a legend and whose design it is, `width` pixels wide or in its own units.

    ValueError when `palette` cannot be used.
    """
    painted = paints(view.seats, palette)
    return toned_drawing(svg_picture(view, painted, alone=True, width=width, pointers=pointers), palette)


LAST_DRAWN: deque[tuple[tuple[object, ...], Markup]] = deque(maxlen=1)
"""From what the last board for a page was drawn, and its picture: a submit of Attika takes 15 % longer without it."""


def inside(view: View, painted: dict[str, Paint]) -> Markup:
    """The board for a page or an e-mail around it; empty if there is none."""
    board = drawable(view.board)
    if not board:
        return Markup()
    source = (language(), painted, board, str(description(view, board)))
    for drawn, picture in LAST_DRAWN:
        if drawn == source:
            return picture
    LAST_DRAWN.append((source, svg_picture(view, painted, alone=False)))
    return LAST_DRAWN[0][1]


def email_board(view: View, palette: Palette) -> str:
    """What an e-mail shows as pixels; "" if there is no board. ValueError when `palette` cannot be used."""
    return toned_drawing(inside(view_with_people(view), paints(view.seats, palette)), palette)


def part_of_email_board(view: View, palette: Palette, spaces: tuple[Space, ...], frame: Frame) -> str:
    """The same with nothing but these spaces, in the frame of the whole board."""
    assert view.board
    part = view._replace(board=view.board._replace(spaces=spaces, columns=(), insets=()))
    return toned_drawing(svg_picture(part, paints(view.seats, palette), alone=False, frame=frame), palette)


HEX, LEGIBLE = 120, 90
"""The width of a hex, and the pixels of it from which on names inside it can be read."""


def is_named(frame: Frame, width: int) -> bool:
    """Whether names inside a hex can be read in a picture that is so wide; 0 is as large as anybody likes."""
    return not width or width * HEX >= LEGIBLE * frame.width


def svg_picture(
    view: View,
    painted: dict[str, Paint],
    *,
    alone: bool,
    width: int = 0,
    pointers: Pointers = NOTHING,
    frame: Frame | None = None,
) -> Markup:
    """The board, which the view has, in a frame of its own or this one.

    `alone` gives it a size, a heading, a legend and a caption.
    """
    board = drawable(view.board)
    assert board, "a view without a board has no picture"
    drawn = scene(board, painted)
    frame, margins = around(drawn.frame, view, board, painted, width) if alone else (frame or drawn.frame, None)
    return page(
        "board.svg",
        **scene_facts(drawn),
        frame=frame,
        margins=margins,
        pointers=overlay(board.spaces, *pointers),
        place=None,
        size=(width, frame.height * width // frame.width) if width else (frame.width, frame.height),
        definitions=definitions(tuple(painted.values()), board, alone is False or is_named(broad(drawn.frame), width)),
        title=safe_text(say("{board}: {name}", board=BOARD, name=board.name)),
        desc=safe_text(description(view, board)),
    )


def placed_board(
    board: Board, painted: dict[str, Paint], frame: Frame, place: Frame, pointers: Pointers = NOTHING
) -> Markup:
    """This part of the board as a piece of a larger picture, at its place there."""
    drawn = scene(board, painted)
    named = definitions(tuple(painted.values()), board, is_named(frame, place.width))
    facts = {**scene_facts(drawn), "pointers": overlay(board.spaces, *pointers), "title": "", "desc": ""}
    return page("board.svg", **facts, frame=frame, margins=None, place=place, definitions=named)


def scene_facts(drawn: Scene) -> dict[str, object]:
    """What the template writes of a scene."""
    marks = Markup("".join(map(mark_markup, drawn.marks)))
    layers = zip(*map(placed_layers, drawn.tiles), strict=True)
    joined = SpaceDrawing(*[Markup("".join(layer)) for layer in layers])
    return {"scene": drawn, "layers": joined, "marks": marks, "outline": border_path(drawn.borders)}


def placed_layers(tile: DrawnTile) -> SpaceDrawing:
    """A space at its place, as a board has it."""
    pieces: Any = macros("pieces.svg")
    return SpaceDrawing(pieces.lower(tile), pieces.middle(tile), pieces.upper(tile), pieces.lettering(tile))


def description(view: View, board: Board) -> Phrase:
    """One sentence for people who do not see the picture."""
    return say(
        "{title}, game {game}, after entry {entry}. {headline} {provenance}",
        title=view.full_title,
        game=view.game,
        entry=view.entry,
        headline=view.headline,
        provenance=board.provenance,
    )
