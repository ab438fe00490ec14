"""Colours of text on a terminal: the letters of a seat on its colour, so that they are legible on dark and on light."""

import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.report.pictures.scene import Paints
    from referee.report.text.columns import Brush


class When(StrEnum):
    """When text has colours."""

    auto = "auto"
    always = "always"
    never = "never"


SYSTEMS = {"standard": "STANDARD", "256": "EIGHT_BIT", "truecolor": "TRUECOLOR", "windows": "WINDOWS"}
"""What rich calls the colours that a terminal has."""


def depth(when: When, printed: bool) -> str:
    """Which colours text has, as rich calls them; "" for none: no terminal, `NO_COLOR`, or none wanted.

    A file (`printed` is false) has them only when they are asked for. `FORCE_COLOR` stands for a terminal.
    """
    forced, refused = bool(os.environ.get("FORCE_COLOR")), bool(os.environ.get("NO_COLOR"))
    shown = printed and (forced or (sys.stdout is not None and sys.stdout.isatty()))
    if when is When.never or (when is When.auto and (refused or not shown)):
        return ""
    from rich.console import Console

    found = Console(force_terminal=True).color_system
    return SYSTEMS[found] if found else "EIGHT_BIT" if when is When.always else ""


def brush(painted: "Paints", depth: str) -> "Brush":
    """Letters in the ink of a seat on its colour, or what comes nearest on this terminal."""
    from rich.color import ColorSystem
    from rich.style import Style

    styles = {seat: Style(color=paint.ink, bgcolor=paint.fill) for seat, paint in painted.items()}

    def painted_letters(letters: str, seat: str) -> str:
        style = styles.get(seat)
        return style.render(letters, color_system=ColorSystem[depth]) if style else letters

    return painted_letters
