"""The board as PNG: the SVG of the reports, drawn with fonts of our own, in few colours."""

import os
from collections import deque
from functools import lru_cache
from io import BytesIO

from referee.report import svg
from referee.report.palette import Paint
from referee.view import View
from referee.words import language

WIDTH = 800
"""Pixels: twice those of a phone's column of text."""
COLOURS = 64
FONTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts")
FACES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
SANS = "DejaVu Sans"


RECENT: deque[tuple[object, str]] = deque(maxlen=8)
"""The last boards and how they are drawn: the letters after an entry mostly show the same one."""


def drawn(view: View, painted: dict[str, Paint]) -> str:
    """The SVG of a view's board, as the reports have it."""
    key = (language(), painted, view.game, view.entry, view.headline, view.board)
    for known, picture in RECENT:
        if known == key:
            return picture
    picture = str(svg.picture(view, painted, alone=False))
    RECENT.append((key, picture))
    return picture


@lru_cache(maxsize=16)
def png(drawing: str) -> bytes:
    """An opaque picture of an SVG whose texts ask for `sans-serif`. The players of a game mostly share one."""
    from PIL.Image import Dither, Quantize
    from PIL.PngImagePlugin import PngImageFile
    from resvg_py import svg_to_bytes

    large = svg_to_bytes(
        svg_string=drawing,
        width=WIDTH,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[os.path.join(FONTS, face) for face in FACES],
        sans_serif_family=SANS,
        font_family=SANS,
    )
    whole = PngImageFile(BytesIO(bytes(large))).convert("RGB")
    # an octree keeps thin lines in their colour, such as the ring round what is new; a median cut drowns them
    small = whole.quantize(COLOURS, Quantize.FASTOCTREE, dither=Dither.NONE)
    packed = BytesIO()
    small.save(packed, "PNG", compress_level=6)
    return packed.getvalue()
