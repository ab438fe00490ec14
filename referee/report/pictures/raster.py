"""An SVG as PNG: drawn with fonts of our own, in few colours, the same bytes every time."""

import os
import re
from functools import lru_cache
from io import BytesIO
from unicodedata import normalize

LETTER = 64
"""Colours of a picture in a letter, which has to be small."""
FULL = 256
"""As many as a palette has."""
SIZES = {"small": 600, "medium": 1000, "large": 2000}
NARROWEST, WIDEST = 300, 4000
"""Pixels of a picture's width: by name, and what it may be."""
FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
FACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
SANS = "DejaVu Sans"
STRANGE = re.compile("[^\n\x20-\x7e\xa0-\u017f\u2010-\u2026\u20ac]")
"""Letters that the fonts have not; tools/fonts.py says which they have. They would leave no trace."""


def width_of(size: str) -> int:
    """The width that a name or a number means. Raises ValueError."""
    width = SIZES.get(size) or (int(size) if size.isascii() and size.isdigit() and len(size) < 10 else 0)
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(size)
    return width


@lru_cache(maxsize=16)  # `bench letters` takes 9 times as long without it: players share a picture
def png(drawing: str, width: int, colours: int = FULL) -> bytes:
    """An opaque picture, `width` pixels wide, of an SVG whose texts ask for `sans-serif`.

    The last ones are kept: the players of a game mostly share one.
    """
    from PIL.Image import Dither, Quantize
    from PIL.PngImagePlugin import PngImageFile
    from resvg_py import svg_to_bytes

    large = svg_to_bytes(
        svg_string=STRANGE.sub("\ufffd", normalize("NFC", drawing)),
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[os.path.join(FONTS, face) for face in FACES],
        sans_serif_family=SANS,
        font_family=SANS,
    )
    whole = PngImageFile(BytesIO(bytes(large))).convert("RGB")
    # an octree keeps thin lines in their colour, such as the ring round what is new; a median cut drowns them
    small = whole.quantize(colours, Quantize.FASTOCTREE, dither=Dither.NONE)
    packed = BytesIO()
    small.save(packed, "PNG", compress_level=6)
    return packed.getvalue()
