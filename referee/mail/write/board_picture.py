"""The board in a letter: the SVG of the reports, as PNG."""

from referee.report.pictures import raster

WIDTH = 800
"""Pixels: twice those of a phone's column of text."""


def png(drawing: str) -> bytes:
    """The picture of a drawing as a letter has it."""
    return raster.png(drawing, WIDTH, raster.LETTER)
