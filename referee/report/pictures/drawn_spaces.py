"""Spaces as the pieces' template draws them: those that differ in place, label, name and words alone are drawn once.

Who makes many pages draws the same pieces again and again, and filling in a template takes longer than all else.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from referee.report.html.templates import pages
from referee.report.pictures.geometry import centre
from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import DrawnTile, name_size, tile
from referee.report.wording import safe_text
from referee.show.view import Piece, Space

X, Y, LABEL = Markup("<x/>"), Markup("<y/>"), Markup("<label/>")
NAME, WORDS = Markup("<name/>"), Markup("<words/>")
"""Stand in a drawing where something is to be filled in. No text can be taken for them: texts are escaped."""


class SpaceDrawing(NamedTuple):
    """A space as markup: its ground and pieces, and what is written over all spaces: its name and label."""

    space: str
    letters: str


def tile_markup(tile: DrawnTile) -> Markup:
    """A space with all that it has."""
    facts = tile.x, tile.y, tile.label, tile.name, tile.words
    return Markup("".join([filled_in(each, *facts) for each in form(tile)]))


def filled_in(text: str, x: int, y: int, label: str, name: str, words: str) -> str:
    text = text.replace(X, str(x)).replace(Y, str(y)).replace(LABEL, escape(label))
    text = text.replace(NAME, escape(name)) if name else text
    return text.replace(WORDS, escape(words)) if words else text


Painted = tuple[tuple[str, Paint], ...]
MANY = 1 << 13
"""Spaces kept in the same paints."""


class Pen:
    """Draws spaces in these paints; those that differ in place, label, name and words alone are the same to it."""

    def __init__(self, painted: Painted) -> None:
        self.paints = dict(painted)
        self.forms: dict[tuple[str, int, tuple[Piece, ...], bool, bool], SpaceDrawing] = {}

    def drawn(self, space: Space) -> SpaceDrawing:
        label, name, words = safe_text(space.label), safe_text(space.name), safe_text(space.words)
        key = space.ground, name_size(name), space.pieces, bool(label), bool(words)
        found = self.forms.get(key)
        if found is None:
            if len(self.forms) >= MANY:
                self.forms.clear()
            found = self.forms[key] = form(tile(space, self.paints))
        facts = *centre(space.q, space.r), label, name, words
        return SpaceDrawing(filled_in(found.space, *facts), filled_in(found.letters, *facts))


pen = lru_cache(Pen)
"""The pen of these paints, the same for page after page."""


@lru_cache
def definitions(paints: tuple[Paint, ...]) -> Markup:
    """What every picture in these paints refers to."""
    return Markup(pages().get_template("pieces.svg").module.definitions(paints))  # type: ignore[attr-defined]


def form(tile: DrawnTile) -> SpaceDrawing:
    """The same with gaps for its place, and for its label, name and words where it has these."""
    gaps: dict[str, Any] = {"x": X, "y": Y, "label": tile.label and LABEL, "name": tile.name and NAME, "words": ""}
    found = tile_drawing(tile._replace(**gaps))
    if not tile.words:
        return found
    return found._replace(space=found.space.replace(f"{LABEL}</title>", f"{LABEL}: {WORDS}</title>"))


@lru_cache(1 << 13)
def tile_drawing(tile: DrawnTile) -> SpaceDrawing:
    pieces: Any = pages().get_template("pieces.svg").module
    return SpaceDrawing(str(pieces.tile(tile)), str(pieces.lettering(tile)))
