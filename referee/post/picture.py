"""The board in a letter: the SVG of the reports, as PNG."""

from collections import deque

from referee.report import raster, svg
from referee.report.palette import Paint
from referee.view import View
from referee.words import language

WIDTH = 800
"""Pixels: twice those of a phone's column of text."""

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


def png(drawing: str) -> bytes:
    """The picture of a drawing as a letter has it."""
    return raster.png(drawing, WIDTH, raster.LETTER)
