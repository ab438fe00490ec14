"""Spaces as the pieces' template draws them: those that differ in place, label, name and words alone are drawn once.

Who makes many pages draws the same pieces again and again, and filling in a template takes longer than all else.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from referee.report.html.templates import pages
from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import DrawnTile, tile
from referee.show.view import Board, Piece, Shape, Space, Symbol

X, Y, LABEL = Markup("<x/>"), Markup("<y/>"), Markup("<label/>")
NAME, WORDS = Markup("<name/>"), Markup("<words/>")
"""Stand in a drawing where something is to be filled in. No text can be taken for them: texts are escaped."""


class SpaceDrawing(NamedTuple):
    """A space as markup: its ground and pieces, and what is written over all spaces: its name and label."""

    space: str
    letters: str


def tile_markup(tile: DrawnTile) -> Markup:
    """A space with all that it has."""
    return Markup("".join(whole_drawing(tile)))


def space_drawing(space: Space, paints: dict[str, Paint]) -> SpaceDrawing:
    return whole_drawing(tile(space, paints))


def whole_drawing(tile: DrawnTile) -> SpaceDrawing:
    """A space with all that it has, nothing left to fill in."""
    facts = tile.x, tile.y, tile.label, tile.name, tile.words
    space, letters = form(tile)
    return SpaceDrawing(filled_in(space, *facts), filled_in(letters, *facts))


def filled_in(text: str, x: int, y: int, label: str, name: str, words: str) -> str:
    text = text.replace(X, str(x)).replace(Y, str(y)).replace(LABEL, escape(label))
    text = text.replace(NAME, escape(name)) if name else text
    return text.replace(WORDS, escape(words)) if words else text


Symbols = tuple[tuple[Shape, Symbol], ...]
"""The symbols of a board, each with the shape that has it."""


def symbols_of(board: Board | None) -> Symbols:
    """The symbols of a board: its legend has a piece with each of them."""
    pieces = [sign for sign, _ in (board.legend if board else ()) if isinstance(sign, Piece)]
    return tuple(dict.fromkeys([(piece.shape, piece.symbol) for piece in pieces if piece.symbol]))


def definitions(paints: tuple[Paint, ...], symbols: Symbols = ()) -> Markup:
    """What every picture in these paints, with these symbols, refers to."""
    return Markup(pages().get_template("pieces.svg").module.definitions(paints, symbols))  # type: ignore[attr-defined]


def form(tile: DrawnTile) -> SpaceDrawing:
    """The same with gaps for its place, and for its label, name and words where it has these."""
    gaps: dict[str, Any] = {"x": X, "y": Y, "label": tile.label and LABEL, "name": tile.name and NAME, "words": ""}
    found = tile_drawing(tile._replace(**gaps))
    if not tile.words:
        return found
    return found._replace(space=found.space.replace(f"{LABEL}</title>", f"{LABEL}: {WORDS}</title>"))


@lru_cache(1 << 13)  # `bench archive` takes 9 % longer for Magna Grecia without it
def tile_drawing(tile: DrawnTile) -> SpaceDrawing:
    pieces: Any = pages().get_template("pieces.svg").module
    return SpaceDrawing(str(pieces.tile(tile)), str(pieces.lettering(tile)))
