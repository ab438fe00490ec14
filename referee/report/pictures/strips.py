"""A picture as PNG in strips, each of which is packed by itself: one that is as before is not packed again.

All colours follow from those that are named in the drawings, so a strip does not depend on the others.
"""

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from referee.records import NamedTuple
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
    """A sprite, and where its left upper corner is on a picture."""

    sprite: Sprite
    x: int
    y: int


class GroundStrip(NamedTuple):
    """A part of the sea, and what lies on it, from below."""

    width: int
    height: int
    sea: str
    placed: tuple[PlacedSprite, ...]


class StripedGround(NamedTuple):
    """The ground of a picture in strips; `tops`: the first row of each, `colours`: all that its drawings name."""

    tops: tuple[int, ...]
    strips: tuple[GroundStrip, ...]
    colours: frozenset[str]


class ColourTable:
    """The colours of a picture: all that are named, and some between any two of them, for the edges of what is drawn.

    Equal only to itself.
    """

    __slots__ = ("palette",)

    def __init__(self, palette: "Image") -> None:
        self.palette = palette


def striped_ground(box: Frame, sea: str, placed: Sequence[PlacedSprite]) -> StripedGround:
    """The ground of a picture of what is in a box.

    Strips begin at whole multiples of their height from the origin: where a board grows, most of them stay.
    """
    tops = (0, *range(-box.y % HEIGHT or HEIGHT, box.height, HEIGHT))
    heights = [foot - top for top, foot in pairwise([*tops, box.height])]
    lying = zip(heights, sprites_by_strip(placed, tops), strict=True)
    strips = tuple([GroundStrip(box.width, height, sea, tuple(each)) for height, each in lying])
    return StripedGround(tops, strips, frozenset((sea,)).union(*[each.sprite.colours for each in placed]))


def striped_png(ground: StripedGround, placed: Iterable[PlacedSprite]) -> bytes:
    """A ground and what lies on it, from below."""
    seen = [each for each in placed if each.sprite.image]
    table = colour_table(ground.colours.union(*[each.sprite.colours for each in seen]))
    above = sprites_by_strip(seen, ground.tops)
    found = [strip_of(below, tuple(each), table) for below, each in zip(ground.strips, above, strict=True)]
    return png_of((ground.strips[0].width, sum([each.height for each in ground.strips])), table, found)


def sprites_by_strip(placed: Iterable[PlacedSprite], tops: tuple[int, ...]) -> list[list[PlacedSprite]]:
    """Those that reach into each of the strips that begin at these rows, seen from its first row."""
    found: list[list[PlacedSprite]] = [[] for _ in tops]
    for sprite, x, y in placed:
        height = sprite.image.height if sprite.image else 0
        for at in range(max(0, bisect_right(tops, y) - 1), bisect_left(tops, y + height)):
            found[at].append(PlacedSprite(sprite, x, y - tops[at]))
    return found


@lru_cache(STRIPS)  # most stay as they are: `bench serve_mail` takes 16 % longer for Magna Grecia without it
def strip_of(below: GroundStrip, placed: tuple[PlacedSprite, ...], table: ColourTable) -> PackedPiece:
    from PIL.Image import Dither, new

    strip = ground_image(below).copy()
    paste_sprites(strip, placed)
    rows = new("P", (strip.width + 1, strip.height))  # the first byte of a row says that it is not filtered
    rows.paste(strip.quantize(palette=table.palette, dither=Dither.NONE), (1, 0))
    return packed_piece(rows.tobytes(), EFFORT)


@lru_cache(GROUNDS)  # it seldom changes: `bench serve_mail` takes 11 % longer for Magna Grecia without it
def ground_image(strip: GroundStrip) -> "Image":
    from PIL.Image import new

    image = new("RGB", (strip.width, strip.height), strip.sea)
    paste_sprites(image, strip.placed)
    return image


def paste_sprites(image: "Image", placed: Iterable[PlacedSprite]) -> None:
    for sprite, x, y in placed:
        if sprite.image:
            image.paste(sprite.image, (x, y), sprite.image)


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


def png_of(size: tuple[int, int], table: ColourTable, strips: list[PackedPiece]) -> bytes:
    """A file of strips, one below the other (PNG, third edition, 5 and 11)."""
    header = b"".join([number.to_bytes(4, "big") for number in size]) + bytes((8, 3, 0, 0, 0))
    palette = bytes(table.palette.getpalette() or ())
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", joined_pieces(strips)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join([chunk(name, data) for name, data in chunks])


def chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")
