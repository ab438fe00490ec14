"""Report files: `reports/<game>/<entry>.html` for everybody, `private/<game>/<entry>-<seat>.html` for one seat.

They can be made again at will and are never the truth.
"""

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from referee.desk.answers import Unwritable
from referee.settings import Misconfigured, Settings
from referee.view import View
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.menu import Menu


def page(settings: Settings, view: View, menu: "Menu | None" = None) -> str:
    """The report of a view as one HTML file; with the menu of its seat, a move can be composed on it."""
    from referee.report import html

    return painted(partial(html.report, menu=menu), settings, view)


def picture(settings: Settings, view: View) -> str:
    """The board of a view as an SVG picture."""
    from referee.report import svg

    return painted(svg.board, settings, view)


def painted(draw: Callable[..., str], settings: Settings, view: View) -> str:
    """A report in the configured colours. Raises Misconfigured when these are none."""
    seats = [seat.id for seat in view.seats]
    try:
        return draw(view, {seat: colour for seat, colour in settings.palette if seat in seats} or None)
    except ValueError as error:
        raise Misconfigured(say("The setting palette: {why}", why=error)) from error


def place(settings: Settings, view: View) -> str:
    """Where a report belongs: what a seat alone may see is among what the moderator keeps to himself."""
    if view.seat:
        return os.path.join(settings.private, view.game, f"{view.entry}-{view.seat}.html")
    return os.path.join(settings.reports, view.game, f"{view.entry}.html")


def kept(settings: Settings, view: View) -> tuple[str, Phrase | None]:
    """Write the report to its place: its path, or a warning. What was recorded stays recorded either way."""
    path = place(settings, view)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700 if view.seat else 0o777, exist_ok=True)
        write(path, page(settings, view))
    except (OSError, Unwritable, Misconfigured) as error:
        warning = say(
            "The report could not be written ({why}). Make it again with: referee show {game} --format html",
            why=error,
            game=view.game,
        )
        return "", warning
    return path, None


def write(path: str, text: str) -> None:
    """Write a text file whole, or not at all. Raises Unwritable."""
    fresh = f"{path}.{os.getpid()}.new"
    try:
        with open(fresh, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(fresh, path)
    except OSError as error:
        forget(fresh)
        raise Unwritable(say("{path} could not be written: {why}.", path=path, why=error.strerror)) from error


def forget(path: str) -> None:
    from contextlib import suppress

    with suppress(OSError):
        os.unlink(path)
