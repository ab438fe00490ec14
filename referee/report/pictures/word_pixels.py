"""What is written on a picture as pixels, by Pillow: an SVG renderer takes twice as long for a word."""

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, fromstring

from referee.report.pictures.raster import FACES, FONTS, with_known_letters

if TYPE_CHECKING:
    from PIL.Image import Image

FINER = 8
"""Characters are drawn so many times as large and made smaller, since a font moves their lines to whole pixels."""
NOTHING_ELSE = re.compile(r"(?:\s|</?g\b[^>]*>|<text\b[^>]*>[^<]{1,60}</text>)+")
"""Longer words are left to the renderer, which sees no more of them than a space has room for."""
KNOWN = frozenset((
    "class", "fill", "font-size", "font-weight", "paint-order", "pointer-events", "stroke", "stroke-linejoin",
    "stroke-width", "text-anchor", "transform", "x", "y",
))  # fmt: skip
"""Attributes that are drawn here, or change nothing."""
USUAL = {"x": "0", "y": "0", "stroke-width": "1", "font-weight": "normal", "text-anchor": "start", "fill": "#000000"}
USUAL |= {"stroke": "none", "paint-order": "normal"}
"""What they are where nothing says so."""
WHOLE, SIZE = re.compile("-?[0-9]{1,6}"), re.compile("[1-9][0-9]?")
NUMBERS = {"x": WHOLE, "y": WHOLE, "font-size": SIZE, "stroke-width": SIZE}
COLOUR = re.compile("#[0-9a-f]{6}")
MOVE = re.compile(r"translate\((-?[0-9]+) (-?[0-9]+)\)")
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class Words(NamedTuple):
    """Words on a line, in units of a board.

    anchor  which of their points is at (x, y)
    halo    the colour of their outline, "" for none
    width   of this outline; half of it is to be seen, since the characters are over it
    """

    text: str
    x: int
    y: int
    size: int
    is_bold: bool
    anchor: str
    fill: str
    halo: str
    width: int


class PixelScale(NamedTuple):
    """Pixels for so many units, across and down."""

    across: int
    units_across: int
    down: int
    units_down: int


def plain_words_of(drawing: str) -> list[Words] | None:
    """What a drawing says, or None if anything else is to be seen in it."""
    if not NOTHING_ELSE.fullmatch(drawing):
        return None
    found = list(words_in(fromstring(f"<svg>{with_known_letters(drawing)}</svg>"), USUAL, (0, 0)))
    return [each for each in found if each] if all(found) else None


def words_in(element: Element, outer: dict[str, str], place: tuple[int, int]) -> Iterator[Words | None]:
    """The words in an element whose groups have these attributes; None for any that cannot be drawn here."""
    own = outer | element.attrib
    moved = MOVE.fullmatch(element.get("transform", "translate(0 0)"))
    if not moved or not KNOWN.issuperset(element.keys()):
        yield None
        return
    place = (place[0] + int(moved[1]), place[1] + int(moved[2]))
    if element.tag == "text":
        yield words(element.text or "", own, place) if has_plain_look(own) else None
    for each in element:
        yield from words_in(each, own, place)


def has_plain_look(known: dict[str, str]) -> bool:
    """Whether words with these attributes are filled in a colour, over their outline if they have one."""
    is_over = known["stroke"] == "none" or (COLOUR.fullmatch(known["stroke"]) and known["paint-order"] == "stroke")
    numbers = [kind.fullmatch(known.get(name, "")) for name, kind in NUMBERS.items()]
    return bool(is_over and COLOUR.fullmatch(known["fill"]) and known["text-anchor"] in ANCHORS and all(numbers))


def words(text: str, known: dict[str, str], place: tuple[int, int]) -> Words:
    """Words with these attributes, from this place."""
    x, y, size, width = [int(known[name]) for name in NUMBERS]
    return Words(
        text,
        *(place[0] + x, place[1] + y, size, known["font-weight"] == "bold"),
        *(ANCHORS[known["text-anchor"]], known["fill"]),
        *("" if known["stroke"] == "none" else known["stroke"], width),
    )


def drawn_words(words: Words, scale: PixelScale) -> tuple[int, int, "Image"]:
    """The pixels of words, and where the left upper corner is."""
    from PIL.Image import new
    from PIL.ImageDraw import Draw
    from PIL.ImageFont import Layout, truetype

    across, units_across, down, units_down = scale
    x, y = FINER * words.x * across // units_across, FINER * words.y * down // units_down
    face = os.path.join(FONTS, FACES[words.is_bold])
    font = truetype(face, FINER * words.size * down / units_down, layout_engine=Layout.BASIC)
    reach = (FINER * words.width * down + units_down) // (2 * units_down) if words.halo else 0
    box = font.getbbox(words.text, anchor=words.anchor, stroke_width=reach)
    left, top = (x + int(box[0])) // FINER - 1, (y + int(box[1])) // FINER - 1
    size = ((x + int(box[2])) // FINER + 2 - left, (y + int(box[3])) // FINER + 2 - top)

    def layer(colour: str, reach: int) -> "Image":
        shape = new("L", (FINER * size[0], FINER * size[1]))
        start = (x - FINER * left, y - FINER * top)
        Draw(shape).text(start, words.text, 255, font, words.anchor, stroke_width=reach)
        painted = new("RGBA", size, colour)
        painted.putalpha(shape.reduce(FINER))
        return painted

    if not words.halo:
        return left, top, layer(words.fill, 0)
    image = layer(words.halo, reach)
    image.alpha_composite(layer(words.fill, 0))
    return left, top, image
