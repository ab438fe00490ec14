"""Spaces as the pieces' template draws them: those that differ in place, label and words alone are drawn once.

Who makes many pages draws the same pieces again and again, and filling in a template takes longer than all else.
"""

from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from referee.report.pages import pages
from referee.report.scene import Tile

X, Y, LABEL, WORDS = Markup("<x/>"), Markup("<y/>"), Markup("<label/>"), Markup("<words/>")
"""Stand in a drawing where something is to be filled in. No text can be taken for them: texts are escaped."""


def drawn(tile: Tile) -> Markup:
    """A space with all that it has."""
    text = form(tile)
    for gap, value in ((X, tile.x), (Y, tile.y), (LABEL, tile.label), (WORDS, tile.words)):
        text = text.replace(gap, escape(value))
    return Markup(text)


def form(tile: Tile) -> str:
    """The same with gaps for its place, and for its label and words where it has these."""
    gaps: dict[str, Any] = {"x": X, "y": Y, "label": tile.label and LABEL, "words": tile.words and WORDS}
    return filled(tile._replace(**gaps))


@lru_cache(1 << 13)
def filled(tile: Tile) -> str:
    return str(pages().get_template("pieces.svg").module.tile(tile))  # type: ignore[attr-defined]
