"""The board as PNG: the SVG of the reports, drawn with fonts of our own, in few colours."""

import os
from functools import lru_cache
from io import BytesIO

WIDTH = 800
"""Pixels: twice those of a phone's column of text."""
COLOURS = 48
FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
FACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
SANS = "DejaVu Sans"


@lru_cache(maxsize=16)
def png(svg: str) -> bytes:
    """An opaque picture of an SVG whose texts ask for `sans-serif`. The players of a game mostly share one."""
    from PIL.Image import Dither
    from PIL.PngImagePlugin import PngImageFile
    from resvg_py import svg_to_bytes

    drawn = svg_to_bytes(
        svg_string=svg,
        width=WIDTH,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[os.path.join(FONTS, face) for face in FACES],
        sans_serif_family=SANS,
        font_family=SANS,
    )
    small = PngImageFile(BytesIO(bytes(drawn))).convert("RGB").quantize(COLOURS, dither=Dither.NONE)
    packed = BytesIO()
    small.save(packed, "PNG", compress_level=9)
    return packed.getvalue()
