"""The board of an e-mail as PNG, put together from sprites: small pictures of what is on a space.

A move changes few spaces, and many look alike. The pixels of a sprite follow from its drawing alone, since the centre
of each space is a whole pixel. So a process that writes many e-mails draws only the sprites that it has not kept, and
one that writes a single e-mail makes the same bytes.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from markupsafe import Markup

from referee.report.html.templates import macros
from referee.report.pictures.drawing_parts import drawn_parts
from referee.report.pictures.hex_places import COLUMN, ROW, Frame, centre, frame_of, outline
from referee.report.pictures.palette import Name, Paint, Palette, grey, toned_drawing
from referee.report.pictures.raster import render_svg
from referee.report.pictures.scene import TENTHS, DrawnTile, DrawnWay, GridName, PlacedInset, Scene, mark_markup, scene
from referee.report.pictures.strips import (
    LaidSprite,
    PlacedSprite,
    Sprite,
    StripedGround,
    laid_sprites,
    striped_ground,
    striped_png,
)
from referee.report.pictures.svg import definitions, whole_drawing
from referee.report.pictures.word_pixels import PixelScale, Words, drawn_words, plain_words_of
from referee.show.view import Board, Ground

SEA = "#dbe7ec"
COMING = ("#0b5cd5", "#3c5560", "#e4edf7")
"""As in a board's SVG. Rings of new pieces, insets and offered hexes come and go, so their colours are among those of
every picture, and so are those of all definitions: a strip that stays is not packed again for another table.
"""
NARROWER = 3
"""So many widths of a column are compared: hexes are more regular in some than in others."""
SPACE = Frame(-110, -75, 220, 150)
"""A space with all that is drawn of it, its name included, around its centre."""
NEAR = Frame(-66, -58, 132, 116)
"""A hex and a little more: what is within is drawn in half the time."""
MIDDLE = Frame(-54, -24, 108, 48)
"""What is written in the middle of a hex is within, and is drawn in half the time again."""
LARGER = {MIDDLE: NEAR, NEAR: SPACE}
"""In which frame a drawing is seen that reaches the edge of one."""
WAY = 26
"""How far a way and the numbers on it reach from its points."""
BORDER = 6
"""How far the border of a tile reaches from its ends."""
SPRITES, PICTURES = 2048, 16
"""So many are kept: about 25 MB, and 1 MB."""


STANDING = 'class="standing"'
"""What stands on a space is joined from its parts: there are few of these, and many ways to join them."""


class Scale(NamedTuple):
    """Pixels from one column of hexes to the next, and half of those from one row to the next."""

    column: int
    half_row: int

    def pixel(self, x: int, y: int) -> tuple[int, int]:
        """Where a point is."""
        return x * self.column // COLUMN, y * 2 * self.half_row // ROW

    def box(self, frame: Frame) -> Frame:
        """The pixels that a frame covers."""
        left, top = self.pixel(frame.x, frame.y)
        right, foot = self.pixel(-(frame.x + frame.width), -(frame.y + frame.height))
        return Frame(left, top, -right - left, -foot - top)


class Style(NamedTuple):
    """What all sprites of a picture have in common."""

    scale: Scale
    definitions: str
    tone: Palette


class Drawing(NamedTuple):
    """What is drawn around a point, and how far it reaches from there at most."""

    place: tuple[int, int]
    markup: str
    frame: Frame = NEAR


class Layers(NamedTuple):
    """What is drawn of a space around its centre, from below; "" where there is nothing.

    Rings around a space are by themselves where nothing covers them, so that a new piece looks like an old one.
    """

    soil: str
    soil_rings: str
    bands: str
    standing: str
    rings: str
    letters: str


def board_png(board: Board, painted: dict[str, Paint], palette: Palette, width: int) -> bytes:
    """An opaque picture of a board, at most `width` pixels wide."""
    drawn = scene(board, painted)
    tone = palette if isinstance(palette, str) else None  # colours of seats are in their paints
    named = str(definitions(tuple(painted.values()), board))
    return picture_png(drawn, Style(scale_of(drawn.frame, width), named, tone))


def scale_of(frame: Frame, width: int) -> Scale:
    """The scale at which a frame is hardly narrower than `width`, and hexes are as regular as whole pixels allow."""
    most = width * COLUMN // frame.width
    found = [Scale(column, (column * ROW + COLUMN) // (2 * COLUMN)) for column in range(most, most - NARROWER, -1)]
    return min(found, key=lambda each: abs(each.half_row * 2 * COLUMN - each.column * ROW))


@lru_cache(PICTURES)  # most players share one: `bench letters` takes 112 % longer for Magna Grecia without it
def picture_png(drawn: Scene, style: Style) -> bytes:
    spaces = [laid_space(each, style) for each in drawn.tiles]
    rings, bands, standing, letters = map(chain.from_iterable, zip(*spaces, strict=True))
    between = laid_sprites(placed_sprites(drawings_between(drawn), style))
    asides = [laid_sprites(placed_inset(each, style)) for each in drawn.asides]
    land = tuple([(each.x, each.y, each.ground) for each in drawn.tiles])
    below = ground(land, drawn.marks, style.scale.box(drawn.frame), style)
    return striped_png(below, chain(rings, bands, standing, between, letters, *asides))


Land = tuple[tuple[int, int, Ground], ...]
"""The grounds of spaces, each at its point."""


@lru_cache(PICTURES)  # it seldom changes: `bench serve_mail` takes 3 % longer for Magna Grecia without it
def ground(land: Land, marks: tuple[GridName, ...], box: Frame, style: Style) -> StripedGround:
    """The sea and what lies on it, on a picture of what is in a box."""
    sea, *colours = [
        grey(each) if style.tone == Name.grey else each for each in (SEA, *COMING, *COLOUR.findall(style.definitions))
    ]
    found = striped_ground(box, sea, list(placed_sprites(lower_drawings(land, marks), style)))
    return found._replace(colours=found.colours.union(colours))


class LaidSpace(NamedTuple):
    """The sprites of a space, from below; of all spaces a layer comes before the next one."""

    rings: tuple[LaidSprite, ...]
    bands: tuple[LaidSprite, ...]
    standing: tuple[LaidSprite, ...]
    letters: tuple[LaidSprite, ...]


@lru_cache(SPRITES)  # a move changes few: `bench serve_mail` takes 18 % longer for Magna Grecia without it
def laid_space(tile: DrawnTile, style: Style) -> LaidSpace:
    """All of a space but its ground."""
    layers, place = layers_of(tile), (tile.x, tile.y)

    def layer(*markup: str, frame: Frame = NEAR) -> tuple[LaidSprite, ...]:
        drawings = [Drawing(place, each, frame) for each in markup if each]
        return tuple(laid_sprites(placed_sprites(drawings, style)))

    return LaidSpace(
        layer(layers.soil_rings),
        layer(layers.bands),
        layer(layers.standing, layers.rings),
        layer(layers.letters, frame=letters_frame(tile)),
    )


def placed_sprites(
    drawings: Iterable[Drawing], style: Style, origin: tuple[int, int] = (0, 0)
) -> Iterator[PlacedSprite]:
    """The sprites of drawings, whose point (0, 0) is the pixel `origin`."""
    for place, markup, reach in drawings:
        sprite = sprite_of(markup, reach, style)
        x, y = style.scale.pixel(*place)
        yield PlacedSprite(sprite, x + sprite.x + origin[0], y + sprite.y + origin[1])


def lower_drawings(land: Land, marks: tuple[GridName, ...]) -> Iterator[Drawing]:
    """All that lies on the sea, from below, in the order of a board's SVG."""
    pieces: Any = macros("pieces.svg")
    shore = str(pieces.shore([Frame(0, 0, 0, 0)]))
    yield from [Drawing((x, y), shore, SPACE) for x, y, _ in land]
    yield from [Drawing((each.x, each.y), mark_markup(each._replace(x=0, y=0))) for each in marks]
    yield from [Drawing((x, y), str(pieces.ground(each))) for x, y, each in land]


def drawings_between(drawn: Scene) -> Iterator[Drawing]:
    """What comes over the pieces of all spaces, and under what is written."""
    pieces: Any = macros("pieces.svg")
    for q, r, edges in drawn.borders:
        path = outline(0, 0, edges)
        yield Drawing(centre(q, r), str(pieces.borders(path)), path_frame(path, BORDER))
    yield from [Drawing((0, 0), str(pieces.way(each)), way_frame(each)) for each in drawn.ways]


def letters_frame(tile: DrawnTile) -> Frame:
    """Where a space is written to at most."""
    if tile.name:
        return SPACE
    return MIDDLE if tile.ground.is_offer or tile.label_place == "beside" else NEAR


def layers_of(tile: DrawnTile) -> Layers:
    """The layers of a space around the point (0, 0); those without its label are the same for many spaces."""
    pieces: Any = macros("pieces.svg")
    tile = tile._replace(x=0, y=0)
    is_covered = bool(tile.filling and (tile.tokens or tile.badge))  # what is on a tile is over its rings
    bare = tile._replace(label="") if is_covered else tile._replace(label="", fresh=False, ticks=())
    drawn, rings = whole_drawing(bare), "" if is_covered else str(pieces.rings(tile)).strip()
    below, above = ("", rings) if tile.filling else (rings, "")
    soil, letters = str(pieces.ground(tile.ground)), shown_letters(whole_drawing(tile).letters)
    return Layers(soil, below, drawn.bands, drawn.standing, above, letters)


HIDDEN = re.compile(r'<text [^>]*display="none"[^>]*>[^<]*</text>')
"""The label of a space whose name is shown: a page can show it instead, an e-mail never does."""


def shown_letters(letters: str) -> str:
    """What is written over a space, as boards write it, without what is hidden; "" where that is all."""
    shown, pieces = HIDDEN.sub("", letters), macros("pieces.svg")
    return str(pieces.letters(caller=lambda: Markup(shown))) if "<text" in shown else ""


def placed_inset(inset: PlacedInset, style: Style) -> Iterator[PlacedSprite]:
    """An inset on a picture, from sprites as small as it is."""
    scale = style.scale
    small = style._replace(scale=Scale(scale.column * TENTHS // 10, (scale.half_row * TENTHS + 5) // 10))
    return placed_sprites(inset_drawings(inset), small, scale.pixel(inset.x, inset.y))


def inset_drawings(inset: PlacedInset) -> Iterator[Drawing]:
    """All that is to be seen of an inset, in units of its own."""
    pieces: Any = macros("pieces.svg")
    layers = [((each.x, each.y), layers_of(each)) for each in inset.tiles]
    for place, each in layers:
        yield from [Drawing(place, layer) for layer in each[:-1] if layer]
    yield Drawing((0, 0), str(pieces.borders(inset.outline)), frame_of([place for place, _ in layers], 6))
    yield from [Drawing(place, each.letters, SPACE) for place, each in layers if each.letters]
    width = inset.place.width * 10 // TENTHS
    words = str(pieces.inset_words(0, 0, inset.words))
    yield Drawing((inset.tiles[0].x, inset.tiles[0].y - 168), words, Frame(-width // 2, -40, width, 60))


def way_frame(way: DrawnWay) -> Frame:
    """The part of the board that a way needs."""
    return path_frame(way.path + "".join([f"M{x} {y}" for x, y in way.missing]), WAY)


def path_frame(path: str, reach: int) -> Frame:
    """The part of the board that a path of straight lines needs, and as much around it."""
    numbers = [int(each) for each in re.findall("-?[0-9]+", path)]
    xs, ys = numbers[::2], numbers[1::2]
    left, top = min(xs) - reach, min(ys) - reach
    return Frame(left, top, max(xs) + reach - left, max(ys) + reach - top)


@lru_cache(SPRITES)  # most spaces stay as they are: `bench serve_mail` takes 3 times as long without it
def sprite_of(drawing: str, frame: Frame, style: Style) -> Sprite:
    """The pixels of a drawing that is seen within a frame, or within a larger one if it reaches the edge."""
    if STANDING in drawing:
        return joined_sprite([sprite_of(each, frame, style) for each in drawn_parts(drawing)])
    words = plain_words_of(toned_drawing(drawing, style.tone))
    if words is not None:
        return joined_sprite([words_sprite(each, style.scale) for each in words])
    box = style.scale.box(frame)
    drawn = sprite_svg(drawing, box, style)
    image = render_svg(drawn, box.width).convert("RGBA")
    seen = image.getbbox()
    if seen is None:
        return Sprite(0, 0, None, frozenset())
    left, top, right, foot = seen
    if frame in LARGER and (left == 0 or top == 0 or right == box.width or foot == box.height):
        return sprite_of(drawing, LARGER[frame], style)
    return Sprite(box.x + left, box.y + top, image.crop(seen), frozenset(COLOUR.findall(drawn)))


def words_sprite(words: Words, scale: Scale) -> Sprite:
    colours = frozenset((words.fill, words.halo) if words.halo else (words.fill,))
    return Sprite(*drawn_words(words, PixelScale(scale.column, COLUMN, 2 * scale.half_row, ROW)), colours)


def joined_sprite(sprites: list[Sprite]) -> Sprite:
    """One that looks like these, from below."""
    from PIL.Image import new

    colours = frozenset[str]().union(*[each.colours for each in sprites])
    seen = [(each.x, each.y, each.image) for each in sprites if each.image]
    if len(seen) < 2:
        x, y, image = seen[0] if seen else (0, 0, None)
        return Sprite(x, y, image, colours)
    left, top = min([x for x, _, _ in seen]), min([y for _, y, _ in seen])
    width = max([x + image.width for x, _, image in seen]) - left
    joined = new("RGBA", (width, max([y + image.height for _, y, image in seen]) - top))
    for x, y, image in seen:
        joined.alpha_composite(image, (x - left, y - top))
    return Sprite(left, top, joined, colours)


COLOUR = re.compile('(?:fill|stroke)="(#[0-9a-f]{6})"')


def sprite_svg(drawing: str, box: Frame, style: Style) -> str:
    """The SVG of a box around the point that is drawn around."""
    pieces: Any = macros("pieces.svg")
    used = Markup(used_definitions(style.definitions, drawing))
    across, down = f"{style.scale.column / COLUMN:.9f}", f"{2 * style.scale.half_row / ROW:.9f}"
    return toned_drawing(str(pieces.sprite(box, across, down, used, Markup(drawing))), style.tone)


DEFINITION = re.compile(r"(?ms)<(\w+) .*?(?:</\1>|/>)$")
REFERENCE = re.compile(r'href="#([^"]+)"|url\(#([^)]+)\)')


def used_definitions(all: str, drawing: str) -> str:
    """The definitions to which a drawing refers, and those to which these refer. Each is on a line of its own."""
    if not REFERENCE.search(drawing):  # as in what is written, and in borders
        return ""
    used, left = dict[str, str](), [drawing]
    while left:
        for own, painted in REFERENCE.findall(left.pop()):
            name = own or painted
            if name not in used:
                used[name] = definition(all, name)
                left.append(used[name])
    return "\n".join(used.values())


def definition(all: str, name: str) -> str:
    """The one of this name."""
    line = all.rfind("\n", 0, all.index(f' id="{name}"')) + 1
    found = DEFINITION.match(all, line)
    assert found
    return found[0]
