"""Boards in a page that has the definitions of their pieces: what is drawn alike on several is in the page once."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from referee.report.pictures.hex_places import Arrow, Frame, centre, overlay
from referee.report.pictures.scene import Paints, borders, frame_around, marks, placed_insets
from referee.report.pictures.svg import space_drawing
from referee.report.wording import safe_text
from referee.show.view import Board, Space, Word, drawable
from referee.words import say

SHORT = 90
"""A drawing of fewer characters is not worth a name."""


NO_WORDS = say("")


class DrawnOnce:
    """Drawings that a page has once, each called by its number."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.spaces: dict[tuple[object, ...], Sequence[str]] = {}

    def layers(self, space: Space, painted: Paints) -> Sequence[str]:
        """A space layer by layer; most spaces are the same on one board after the other."""
        shown = space.q, space.r, space.label, space.ground, space.name, space.pieces, space.tile
        if shown not in self.spaces:
            drawn = space_drawing(space._replace(words=NO_WORDS), painted)
            self.spaces[shown] = [self.reference(each) for each in drawn]
        return self.spaces[shown]

    def reference(self, drawing: str) -> str:
        if len(drawing) < SHORT:
            return drawing
        return f'<use href="#drawn{self.names.setdefault(drawing, len(self.names))}"/>'

    def layer(self, drawings: Sequence[str]) -> Markup:
        """A layer of a board: the ground, the shore or the names are often those of the board before it."""
        return Markup(self.reference("".join(drawings)))

    @property
    def definitions(self) -> Markup:
        return Markup("".join([f'<g id="drawn{name}">{drawing}</g>' for drawing, name in self.names.items()]))


class Diagram(NamedTuple):
    """A board ready to be drawn: its shore, its spaces, the text on them, what is pointed at, and it in words."""

    frame: Frame
    marks: Markup
    outline: str
    shore: Markup
    spaces: Markup
    letters: Markup
    pointers: Markup
    label: str


def diagram(
    board: Board | None,
    painted: Paints,
    number: int,
    once: DrawnOnce | None = None,
    label: Word = "",
    marked: Sequence[str] = (),
    arrows: Sequence[Arrow] = (),
) -> Diagram | None:
    """The news of this entry are marked; things that only somebody at the table needs are left out.

    None if there is no board to draw. `marked`, `arrows`: places by their labels or names.
    """
    if not (board := drawable(board)):
        return None
    shown = board._replace(spaces=tuple([quiet(space) for space in board.spaces if not space.ground.is_offer]))
    drawn = [once.layers(space, painted) if once else space_drawing(space, painted) for space in shown.spaces]
    layer = once.layer if once else markup_of
    layers = [layer(each) for each in zip(*drawn, strict=True)]
    places = [centre(space.q, space.r) for space in shown.spaces]
    frame = frame_around(shown, places)
    return Diagram(
        placed_insets(board.insets, frame, painted)[0],
        layer([marks(shown, [(space.q, space.r) for space in shown.spaces], frame)]),
        borders(shown.spaces),
        layer([f'<use href="#hex" x="{x}" y="{y}"/>' for x, y in places]),
        markup_of(layers[:-1]),
        layers[-1],
        overlay(shown.spaces, marked, arrows),
        safe_text(label or say("{board} after entry {entry}", board=board.name, entry=number)),
    )


def markup_of(drawings: Sequence[str]) -> Markup:
    return Markup("".join(drawings))


def quiet(space: Space) -> Space:
    if not [each for each in space.pieces if each.fresh not in ("", "now")]:
        return space
    pieces = [each if each.fresh in ("", "now") else each._replace(fresh="") for each in space.pieces]
    return space._replace(pieces=tuple(pieces))
