"""The board as a picture: SVG with a text alternative, no styles, scripts or pictures from elsewhere."""

from collections.abc import Mapping

from referee.report.key import below, caption, entries
from referee.report.pages import page
from referee.report.palette import Paint, paints
from referee.report.scene import scene
from referee.report.wording import BOARD, said
from referee.view import View
from referee.words import Phrase, say


def board(view: View, palette: Mapping[str, str] | None = None) -> str:
    """A file of its own, with a legend and whose design it is.

    `palette` replaces colours of seats; ValueError when it cannot be used.
    """
    return picture(view, paints(view.seats, palette), alone=True)


def picture(view: View, painted: dict[str, Paint], *, alone: bool) -> str:
    """The board; `alone` gives it a size, a legend and a caption."""
    drawn = scene(view.board, painted)
    frame, legend = below(drawn.frame, entries(view, painted)) if alone else (drawn.frame, [])
    frame, whose = caption(frame, said(view.board.provenance)) if alone else (frame, None)
    return page(
        "board.svg",
        scene=drawn,
        frame=frame,
        legend=legend,
        caption=whose,
        paints=list(painted.values()),
        title=said(say("{board}: {name}", board=BOARD, name=view.board.name)),
        desc=said(description(view)),
        alone=alone,
    )


def description(view: View) -> Phrase:
    """One sentence for people who do not see the picture."""
    return say(
        "{title}, game {game}, after entry {entry}. {headline} {provenance}",
        title=view.title_name,
        game=view.game,
        entry=view.entry,
        headline=view.headline,
        provenance=view.board.provenance,
    )
