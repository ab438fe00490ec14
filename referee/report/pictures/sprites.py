"""The board of an e-mail as PNG, put together from sprites: small pictures of what is on a space.

A move changes few spaces, and many look alike. The pixels of a sprite follow from its drawing alone, since the centre
of each space is a whole pixel. So a process that writes many e-mails draws only the sprites that it has not kept, and
one that writes a single e-mail makes the same bytes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from referee.records import NamedTuple
from referee.report.html.templates import macros
from referee.report.pictures.palette import Name, Paint, Palette, grey, toned_drawing
from referee.report.pictures.raster import packed_png, render_svg
from referee.report.pictures.scene import (
    COLUMN,
    ROW,
    DrawnTile,
    DrawnWay,
    Frame,
    Scene,
    centre,
    mark_markup,
    outline,
    scene,
)
from referee.report.pictures.svg import SpaceDrawing, definitions, whole_drawing
from referee.show.view import Board

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 128
"""An e-mail has to be small."""
SEA = "#dbe7ec"
"""As in a board's SVG."""
NARROWER = 3
"""So many widths of a column are compared: hexes are more regular in some than in others."""
SPACE = Frame(-110, -75, 220, 150)
"""A space with all that is drawn of it, its name included, around its centre."""
WAY = 26
"""How far a way and the numbers on it reach from its points."""
SPRITES, PICTURES = 2048, 16
"""So many are kept: about 25 MB, and 1 MB."""


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
    """What is drawn around a point, and how far it reaches from there."""

    place: tuple[int, int]
    markup: str
    frame: Frame = SPACE


class Sprite(NamedTuple):
    """Where the left upper corner is, seen from the point that is drawn around; None where there is nothing."""

    x: int
    y: int
    image: "Image | None"


def board_png(board: Board, painted: dict[str, Paint], palette: Palette, width: int) -> bytes:
    """An opaque picture of a board, at most `width` pixels wide."""
    drawn = scene(board, painted)
    tone = palette if isinstance(palette, str) else None  # colours of seats are in their paints
    named = str(definitions(tuple(painted.values()), board))
    tiles = tuple([each._replace(words="") for each in drawn.tiles])  # nobody reads them in pixels
    return picture_png(drawn._replace(tiles=tiles), Style(scale_of(drawn.frame, width), named, tone))


def scale_of(frame: Frame, width: int) -> Scale:
    """The scale at which a frame is hardly narrower than `width`, and hexes are as regular as whole pixels allow."""
    most = width * COLUMN // frame.width
    found = [Scale(column, (column * ROW + COLUMN) // (2 * COLUMN)) for column in range(most, most - NARROWER, -1)]
    return min(found, key=lambda each: abs(each.half_row * 2 * COLUMN - each.column * ROW))


@lru_cache(PICTURES)  # most players share one: `bench letters` takes 112 % longer for Magna Grecia without it
def picture_png(drawn: Scene, style: Style) -> bytes:
    from PIL import Image

    box = style.scale.box(drawn.frame)
    picture = Image.new("RGB", (box.width, box.height), grey(SEA) if style.tone == Name.grey else SEA)
    for place, markup, frame in drawings(drawn):
        sprite = sprite_of(markup, frame, style)
        if sprite.image:
            x, y = style.scale.pixel(*place)
            picture.paste(sprite.image, (x + sprite.x - box.x, y + sprite.y - box.y), sprite.image)
    return packed_png(picture, COLOURS)


def drawings(drawn: Scene) -> Iterator[Drawing]:
    """All that is to be seen over the sea, from below, in the order of a board's SVG."""
    pieces: Any = macros("pieces.svg")
    layers = [((each.x, each.y), layers_of(each)) for each in drawn.tiles]
    shore = str(pieces.shore([Frame(0, 0, 0, 0)]))
    yield from [Drawing(place, shore) for place, _ in layers]
    yield from [Drawing((each.x, each.y), mark_markup(each._replace(x=0, y=0))) for each in drawn.marks]
    yield from [Drawing(place, each.soil) for place, each in layers]
    yield from [Drawing(place, each.bands) for place, each in layers if each.bands]
    yield from [Drawing(place, each.standing) for place, each in layers if each.standing]
    yield from [Drawing(centre(q, r), str(pieces.borders(outline(0, 0, edges)))) for q, r, edges in drawn.borders]
    yield from [Drawing((0, 0), str(pieces.way(each)), way_frame(each)) for each in drawn.ways]
    yield from [Drawing(place, lettering_markup(each.letters)) for place, each in layers if each.letters]
    yield from [Drawing((0, 0), str(pieces.inset(each)), each.place) for each in drawn.asides]


def layers_of(tile: DrawnTile) -> SpaceDrawing:
    """The layers of a space around the point (0, 0); those without its label are the same for many spaces."""
    centred = tile._replace(x=0, y=0)
    return whole_drawing(centred._replace(label=""))._replace(letters=whole_drawing(centred).letters)


def lettering_markup(text: str) -> str:
    """What is written over a space, as boards write it."""
    pieces: Any = macros("pieces.svg")
    return str(pieces.letters(caller=lambda: Markup(text)))


def way_frame(way: DrawnWay) -> Frame:
    """The part of the board that a way needs."""
    numbers = [int(each) for each in re.findall("-?[0-9]+", way.path)]
    xs = [*numbers[::2], *[x for x, _ in way.missing]]
    ys = [*numbers[1::2], *[y for _, y in way.missing]]
    return Frame(min(xs) - WAY, min(ys) - WAY, max(xs) - min(xs) + 2 * WAY, max(ys) - min(ys) + 2 * WAY)


@lru_cache(SPRITES)  # most spaces stay as they are: boards of `bench serve_mail` take 25 times as long
def sprite_of(drawing: str, frame: Frame, style: Style) -> Sprite:
    """The pixels of a drawing that is seen within a frame."""
    pieces: Any = macros("pieces.svg")
    scale, box = style.scale, style.scale.box(frame)
    used = Markup(used_definitions(style.definitions, drawing))
    across, down = f"{scale.column / COLUMN:.9f}", f"{2 * scale.half_row / ROW:.9f}"
    whole = str(pieces.sprite(box, across, down, used, Markup(drawing)))
    image = render_svg(toned_drawing(whole, style.tone), box.width).convert("RGBA")
    seen = image.getbbox()
    return Sprite(box.x + seen[0], box.y + seen[1], image.crop(seen)) if seen else Sprite(0, 0, None)


DEFINITION = re.compile(r'(?ms)^<(\w+) id="([^"]+)".*?(?:</\1>|/>)$')
REFERENCE = re.compile(r'href="#([^"]+)"|url\(#([^)]+)\)')


def used_definitions(all: str, drawing: str) -> str:
    """The definitions to which a drawing refers, and those to which these refer. Each is on a line of its own."""
    known = {found[2]: found[0] for found in DEFINITION.finditer(all)}
    used, left = dict[str, str](), [drawing]
    while left:
        for own, painted in REFERENCE.findall(left.pop()):
            name = own or painted
            if name not in used:
                used[name] = known[name]
                left.append(known[name])
    return "\n".join(used.values())
