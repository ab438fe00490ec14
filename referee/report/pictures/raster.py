"""Drawings as pixels: an SVG as PNG, with fonts of our own, so that each machine makes the same bytes."""

import os
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

if TYPE_CHECKING:
    from PIL.Image import Image

FULL = 256
"""As many as a palette has."""
EMAIL_WIDTH, EMAIL_COLOURS = 720, 64
"""The board of an e-mail: nearly twice as many pixels as a phone's column of text, and few colours, to be small."""
SIZES = {"small": 600, "medium": 1000, "large": 2000}
NARROWEST_PNG, WIDEST_PNG = 300, 4000
"""Pixels of a picture's width: by name, and what it may be."""
FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
FACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
SANS = "DejaVu Sans"
STRANGE_LETTERS = "[^\n\x20-\x7e\xa0-\u017f\u0370-\u04ff\u2010-\u2026\u20ac]"
"""Letters that the fonts have not, or that no XML may have; tools/fonts.py says which they have. They would leave no
trace, so a sign is drawn in place of each.
"""


def width_of(size: str) -> int:
    """The width that a name or a number means. Raises ValueError."""
    width = SIZES.get(size) or (int(size) if size.isascii() and size.isdigit() and len(size) < 10 else 0)
    if not NARROWEST_PNG <= width <= WIDEST_PNG:
        raise ValueError(size)
    return width


def raster(drawing: str, width: int) -> "Image":
    """An SVG whose texts ask for `sans-serif`, `width` pixels wide, in all its colours."""
    from PIL.PngImagePlugin import PngImageFile  # few commands draw pixels, and the two take a while to load
    from resvg_py import svg_to_bytes

    large = svg_to_bytes(
        svg_string=re.sub(STRANGE_LETTERS, "\ufffd", normalize("NFC", drawing)),
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[os.path.join(FONTS, face) for face in FACES],
        sans_serif_family=SANS,
        font_family=SANS,
    )
    return PngImageFile(BytesIO(bytes(large))).convert("RGB")


def png(drawing: str, width: int) -> bytes:
    """An opaque picture, `width` pixels wide, of an SVG whose texts ask for `sans-serif`."""
    return file_of(few_colours(raster(drawing, width), FULL), "PNG")


def email_pixels(drawing: str) -> "Image":
    """The board of an e-mail."""
    return raster(drawing, EMAIL_WIDTH)


def few_colours(picture: "Image", colours: int) -> "Image":
    """An octree keeps thin lines in their colour, such as the ring around new pieces; a median cut drowns them."""
    from PIL.Image import Dither, Quantize

    return picture.quantize(colours, Quantize.FASTOCTREE, dither=Dither.NONE)


def in_colours_of(other: "Image", picture: "Image") -> "Image":
    """A picture in the few colours of another one."""
    from PIL.Image import Dither

    return picture.quantize(palette=other, dither=Dither.NONE)


def file_of(picture: "Image", kind: str, **options: Any) -> bytes:
    """The file of a picture, with options of Pillow."""
    file = BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


STILL_WIDTH, STILL_COLOURS = 400, 32
"""The board on a page that was unpacked by nobody, which is seen in previews of mail programs."""


def still_png(large: bytes) -> bytes:
    """The board of an e-mail again, smaller."""
    from PIL import Image

    with Image.open(BytesIO(large)) as found:
        height = found.height * STILL_WIDTH // found.width
        small = found.convert("RGB").resize((STILL_WIDTH, height))
    return file_of(few_colours(small, STILL_COLOURS), "PNG")


ENDS = (b"IEND\xaeB`\x82", b"\x00;")
"""What a PNG or a GIF that is whole ends with."""
