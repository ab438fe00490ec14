"""Text with the seats in their colours, as far as a terminal shows them."""

import os
from collections.abc import Callable, Sequence

from referee.app.look import report_files
from referee.cli import speech
from referee.cli.speech import columns, rows
from referee.cli.wanted import When
from referee.report.pictures.palette import Paint, paints
from referee.report.text.text_board import board_if_it_fits
from referee.report.text.text_tables import Brush, plain_brush
from referee.settings import Settings
from referee.show.view import View

SYSTEMS = {"standard": "STANDARD", "256": "EIGHT_BIT", "truecolor": "TRUECOLOR", "windows": "WINDOWS"}
"""The name that rich uses for the colours of a terminal."""


def depth(when: When, printed: bool) -> str:
    """Which colours text has, as rich calls them; "" for none: no terminal, `NO_COLOR`, or none wanted.

    A file (`printed` is false) has them only when they are asked for. `FORCE_COLOR` counts as a terminal.
    """
    forced, refused = bool(os.environ.get("FORCE_COLOR")), bool(os.environ.get("NO_COLOR"))
    shown = printed and (forced or speech.is_on_screen())
    if when is When.never or (when is When.auto and (refused or not shown)):
        return ""
    from rich.console import Console

    found = Console(force_terminal=True).color_system
    return SYSTEMS[found] if found else "EIGHT_BIT" if when is When.always else ""


def brush(painted: dict[str, Paint], depth: str) -> Brush:
    """Text in the ink of a seat on its colour, or in the nearest colours of this terminal."""
    from rich.color import ColorSystem
    from rich.style import Style

    styles = {seat: Style(color=paint.ink, bgcolor=paint.fill) for seat, paint in painted.items()}

    def painted_letters(letters: str, seat: str) -> str:
        style = styles.get(seat)
        return style.render(letters, color_system=ColorSystem[depth]) if style else letters

    return painted_letters


def coloured_text(settings: Settings, view: View, draw: Callable[[View, Brush], str], colours: str) -> str:
    """A text with the seats in their colours, as far as a terminal shows them."""
    if not colours:
        return draw(view, plain_brush)
    return report_files.coloured_report(
        lambda view, palette: draw(view, brush(paints(view.seats, palette), colours)), settings, view
    )


def board_above(settings: Settings, view: View, lines: Sequence[str]) -> list[str]:
    """The board where the terminal is tall and wide enough for it and these lines below it; else nothing."""

    def board_text(view: View, brush: Brush) -> str:
        return "\n".join(board_if_it_fits(view, columns(), rows() - ANNOUNCED, lines, brush))

    text = coloured_text(settings, view, board_text, depth(When.auto, True))
    return text.split("\n") if text else []


ANNOUNCED = 8
"""Lines of a terminal that hold the command, what is said on stderr, and the next prompt."""
