"""The board as a picture: SVG with a text alternative, no styles, scripts or pictures from elsewhere."""

from referee.report.html.templates import page
from referee.report.pictures.drawn_spaces import definitions, symbols_of
from referee.report.pictures.margins import around
from referee.report.pictures.palette import Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import scene
from referee.report.wording import BOARD, safe_text
from referee.show.view import Board, View, drawable
from referee.words import Phrase, say


def board(view: View, palette: Palette = None, width: int = 0) -> str:
    """A file of its own, with a heading, a legend and whose design it is, `width` pixels wide or in its own units.

    ValueError when `palette` cannot be used.
    """
    return toned_drawing(svg_picture(view, paints(view.seats, palette), alone=True, width=width), palette)


def inside(view: View, painted: dict[str, Paint]) -> str:
    """The board for a page or a letter around it; "" where there is none."""
    if not drawable(view.board):
        return ""
    return str(svg_picture(view, painted, alone=False))


def svg_picture(view: View, painted: dict[str, Paint], *, alone: bool, width: int = 0) -> str:
    """The board, which the view has; `alone` gives it a size, a heading, a legend and a caption."""
    board = drawable(view.board)
    assert board, "a view without a board has no picture"
    drawn = scene(board, painted)
    frame, margins = around(drawn.frame, view, board, painted, width) if alone else (drawn.frame, None)
    return page(
        "board.svg",
        scene=drawn,
        frame=frame,
        margins=margins,
        size=(width, frame.height * width // frame.width) if width else (frame.width, frame.height),
        definitions=definitions(tuple(painted.values()), symbols_of(board)),
        title=safe_text(say("{board}: {name}", board=BOARD, name=board.name)),
        desc=safe_text(description(view, board)),
    )


def description(view: View, board: Board) -> Phrase:
    """One sentence for people who do not see the picture."""
    return say(
        "{title}, game {game}, after entry {entry}. {headline} {provenance}",
        title=view.full_title,
        game=view.game,
        entry=view.entry,
        headline=view.headline,
        provenance=board.provenance,
    )
