"""A picture as PNG in strips, each of which is packed by itself: one that is as before is not packed again.

All colours follow from those that are named in the drawings, so a strip does not depend on the others.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from referee.report.deflate import PackedPiece, joined_pieces, packed_piece
from referee.report.pictures.hex_places import Frame
from referee.report.pictures.palette import parts

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 128
"""An e-mail has to be small."""
APART = 8
"""A blend that is nearer to a colour that is named is left out."""
HEIGHT = 64
"""Pixels of a strip. One that is less high seldom changes, and its file is larger."""
EFFORT = 4
"""Of 9. With 5, pictures are about 3 % smaller, and a move by mail takes 1 % more instructions in Magna Grecia."""
STRIPS, GROUNDS, TABLES = 1024, 96, 8
"""So many are kept: about 4 MB, 17 MB, and 10 KB."""
Rgb = tuple[int, int, int]


class Sprite:
    """Pixels with the place of their left upper corner, seen from the point that is drawn around.

    colours  those that its drawing names

    Equal only to itself, since pictures cannot be compared quickly.
    """

    __slots__ = ("colours", "image", "x", "y")

    def __init__(self, x: int, y: int, image: "Image | None", colours: frozenset[str]) -> None:
        self.x, self.y, self.image, self.colours = x, y, image, colours


class PlacedSprite(NamedTuple):
    """A sprite, and where its left upper corner is, seen from the point (0, 0) or from the strip."""

    sprite: Sprite
    x: int
    y: int


LaidSprite = tuple[int, PlacedSprite]
"""The number of a strip, and a sprite that reaches into it, seen from the strip.

Strips begin at whole multiples of their height: where a board grows, most of them stay.
"""


class GroundStrip(NamedTuple):
    """The rows of a strip that a picture has, the sea there, and what lies on it, from below."""

    rows: Frame
    sea: str
    placed: tuple[PlacedSprite, ...]


class StripedGround(NamedTuple):
    """The ground of a picture in strips by their numbers; `colours`: all that its drawings name."""

    strips: dict[int, GroundStrip]
    colours: frozenset[str]


class ColourTable:
    """The colours of a picture: all that are named, and some between any two of them, for the edges of what is drawn.

    Equal only to itself.
    """

    __slots__ = ("palette",)

    def __init__(self, palette: "Image") -> None:
        self.palette = palette


def laid_sprites(placed: Iterable[PlacedSprite]) -> Iterator[LaidSprite]:
    """Sprites that are seen from the point (0, 0), once for each strip into which they reach."""
    for sprite, x, y in placed:
        if sprite.image:
            for at in range(y // HEIGHT, (y + sprite.image.height - 1) // HEIGHT + 1):
                yield at, PlacedSprite(sprite, x, y - at * HEIGHT)


def sprites_by_strip(laid: Iterable[LaidSprite]) -> defaultdict[int, list[PlacedSprite]]:
    found = defaultdict[int, list[PlacedSprite]](list)
    for at, each in laid:
        found[at].append(each)
    return found


def striped_ground(box: Frame, sea: str, placed: Sequence[PlacedSprite]) -> StripedGround:
    """The ground of a picture of what is in a box."""
    lying, foot = sprites_by_strip(laid_sprites(placed)), box.y + box.height
    strips = {}
    for at in range(box.y // HEIGHT, (foot - 1) // HEIGHT + 1):
        start = at * HEIGHT
        top = max(box.y - start, 0)
        rows = Frame(box.x, top, box.width, min(foot - start, HEIGHT) - top)
        strips[at] = GroundStrip(rows, sea, tuple(lying[at]))
    return StripedGround(strips, frozenset((sea,)).union(*[each.sprite.colours for each in placed]))


def striped_png(ground: StripedGround, laid: Iterable[LaidSprite]) -> bytes:
    """A ground and what lies on it, from below."""
    above, strips = sprites_by_strip(laid), ground.strips
    table = colour_table(ground.colours.union(*[each.sprite.colours for strip in above.values() for each in strip]))
    found = [strip_of(below, tuple(above[at]), table) for at, below in strips.items()]
    return png_of([each.rows for each in strips.values()], table, found)


@lru_cache(STRIPS)  # most stay as they are: `bench serve_mail` takes 16 % longer for Magna Grecia without it
def strip_of(below: GroundStrip, placed: tuple[PlacedSprite, ...], table: ColourTable) -> PackedPiece:
    from PIL.Image import Dither, new

    strip = ground_image(below).copy()
    paste_sprites(strip, placed, below.rows)
    rows = new("P", (strip.width + 1, strip.height))  # the first byte of a row says that it is not filtered
    rows.paste(strip.quantize(palette=table.palette, dither=Dither.NONE), (1, 0))
    return packed_piece(rows.tobytes(), EFFORT)


@lru_cache(GROUNDS)  # it seldom changes: `bench serve_mail` takes 11 % longer for Magna Grecia without it
def ground_image(strip: GroundStrip) -> "Image":
    from PIL.Image import new

    image = new("RGB", (strip.rows.width, strip.rows.height), strip.sea)
    paste_sprites(image, strip.placed, strip.rows)
    return image


def paste_sprites(image: "Image", placed: Iterable[PlacedSprite], rows: Frame) -> None:
    """Paste sprites that are seen from a strip, of which the image shows these rows."""
    for sprite, x, y in placed:
        if sprite.image:
            image.paste(sprite.image, (x - rows.x, y - rows.y), sprite.image)


@lru_cache(TABLES)  # pictures of a game share one: `bench serve_mail` takes 27 % longer for Magna Grecia without it
def colour_table(named: frozenset[str]) -> ColourTable:
    from PIL import Image

    every = sorted([parts(each) for each in named])
    colours = every[: COLOURS // 2]
    samples = [*every, *[blend(one, two, part) for one, two in combinations(every, 2) for part in (1, 2, 3)]]
    sample = Image.new("RGB", (len(samples), 1))
    sample.putdata(samples)
    fewer = sample.quantize(COLOURS - len(colours), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    numbers = fewer.getpalette() or []
    blends = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    far = [each for each in blends if all(distance(each, colour) >= APART for colour in colours)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for each in (*colours, *far) for level in each])
    return ColourTable(palette)


def blend(one: Rgb, two: Rgb, part: int) -> Rgb:
    """The colour that is so many quarters of the way from one to the other."""
    red, green, blue = [(part * there + (4 - part) * here + 2) // 4 for here, there in zip(one, two, strict=True)]
    return red, green, blue


def distance(one: Rgb, two: Rgb) -> int:
    return max([abs(here - there) for here, there in zip(one, two, strict=True)])


def png_of(rows: list[Frame], table: ColourTable, strips: list[PackedPiece]) -> bytes:
    """A file of strips with these rows, one below the other (PNG, third edition, 5 and 11)."""
    size = rows[0].width, sum([each.height for each in rows])
    header = b"".join([number.to_bytes(4, "big") for number in size]) + bytes((8, 3, 0, 0, 0))
    palette = bytes(table.palette.getpalette() or ())
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", joined_pieces(strips)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join([chunk(name, data) for name, data in chunks])


def chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")
