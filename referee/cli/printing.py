"""A position in the requested form, with or without colours, printed or written to a file."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from referee.app.game_access import Table
from referee.app.look import game_views, report_files
from referee.cli import speech
from referee.cli.terminal import columns, rows
from referee.cli.wanted import PICTURES, POSTS, STDOUT, Form, Wanted, When, to_terminal, width
from referee.settings import Settings
from referee.words import say

if TYPE_CHECKING:
    from referee.report.pictures.scene import Paints
    from referee.report.text.text_tables import Brush
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


def brush(painted: "Paints", depth: str) -> "Brush":
    """Text in the ink of a seat on its colour, or in the nearest colours of this terminal."""
    from rich.color import ColorSystem
    from rich.style import Style

    styles = {seat: Style(color=paint.ink, bgcolor=paint.fill) for seat, paint in painted.items()}

    def painted_letters(letters: str, seat: str) -> str:
        style = styles.get(seat)
        return style.render(letters, color_system=ColorSystem[depth]) if style else letters

    return painted_letters


def give(wanted: Wanted, made: str | bytes, picture: bytes = b"") -> None:
    """Print a result, or write it to a file, whole or not at all; first its picture. Raises Unwritable, Unprinted."""
    if picture:
        report_files.write_output_file(wanted.picture, picture)
        speech.talk(say("Written: {path}", path=wanted.picture))
    if wanted.out != STDOUT:
        mode = report_files.OWN if wanted.seat or wanted.moderator else report_files.PUBLIC
        report_files.write_output_file(wanted.out, made if isinstance(made, bytes) else made.rstrip("\n") + "\n", mode)
        speech.talk(say("Written: {path}", path=wanted.out))
    elif isinstance(made, bytes):
        speech.out_bytes(made)
    else:
        speech.out(made)


def position_in_form(table: Table, wanted: Wanted) -> str | bytes:
    """The position in the requested form. Raises what `looking.show` and `pages.page` raise."""
    if wanted.form is Form.state:
        return state_text(table, wanted)
    if wanted.form is Form.html:
        return report_files.report_page(table.settings, *game_views.show_to_move(table, wanted.game, **wanted.reader))
    if wanted.form in POSTS:
        return brief_post(table, wanted) if wanted.brief else post_text(table, wanted)
    if wanted.brief:
        return brief_position(table, wanted)
    view = game_views.show(table, wanted.game, **wanted.reader)
    if wanted.form is Form.tactile:
        return report_files.board_for_fingers(view)
    if wanted.json or wanted.form is Form.json:
        from referee.report import wording

        return speech.json_text(**wording.view(view))
    return (
        picture_in_form(table.settings, view, wanted)
        if wanted.form in PICTURES
        else report_as_text(table.settings, view, wanted)
    )


def in_palette(table: Table, wanted: Wanted) -> Table:
    """The table with the palette that is asked for."""
    if not wanted.palette:
        return table
    return table._replace(settings=table.settings._replace(palette=wanted.palette.value))


def picture_of_post(table: Table, wanted: Wanted) -> bytes:
    """The board as PNG that goes with a post, as everybody may see it; nothing if none is asked for."""
    if not wanted.picture:
        return b""
    view = game_views.show(table, wanted.game, at=wanted.at)
    return report_files.image(table.settings, view, width(wanted.size or "medium"))


def brief_position(table: Table, wanted: Wanted) -> str:
    """The report in a few lines, and the board above them on a terminal that is tall enough."""
    from referee.report.text.brief_report import brief_report

    view, due = game_views.show_with_deadline(table, wanted.game, **wanted.reader)
    text = brief_report(view, due, columns())
    if not to_terminal(wanted):
        return text
    return "\n".join([*board_above(table.settings, view, text.split("\n")), text])


def state_text(table: Table, wanted: Wanted) -> str:
    public = game_views.public_state(table, wanted.game, at=wanted.at)
    if wanted.json:
        return speech.json_text("referee-state/1", game=wanted.game, **public.plain())
    return public.text


def post_text(table: Table, wanted: Wanted) -> str:
    """The whole report for a forum or a chat."""
    from referee.report.text import posts

    view, public = game_views.show_both(table, wanted.game, **wanted.reader)
    return posts.forum_text(view, public) if wanted.form is Form.bbcode else posts.chat_text(view, public)


def brief_post(table: Table, wanted: Wanted) -> str:
    """One short message for a forum or a chat."""
    from referee.report.text import brief_posts

    view, due = game_views.show_with_deadline(table, wanted.game, at=wanted.at)
    write = brief_posts.brief_forum_text if wanted.form is Form.bbcode else brief_posts.brief_chat_text
    return write(view, due)


def picture_in_form(settings: Settings, view: "View", wanted: Wanted) -> str | bytes:
    if wanted.form is Form.png:
        return report_files.image(settings, view, width(wanted.size or "medium"))
    return report_files.board_svg(settings, view, width(wanted.size) if wanted.size else 0)


def report_as_text(settings: Settings, view: "View", wanted: Wanted) -> str:
    """The text report, with the colours of seats where these are wanted and a terminal shows them."""
    from referee.report.text import text_report

    return coloured_text(settings, view, text_report.report, depth(wanted.color, wanted.out == STDOUT))


def coloured_text(settings: Settings, view: "View", draw: "Callable[[View, Brush], str]", colours: str) -> str:
    """A text with the seats in their colours, as far as a terminal shows them."""
    from referee.report.pictures.palette import paints
    from referee.report.text.text_tables import plain_brush

    if not colours:
        return draw(view, plain_brush)
    return report_files.coloured_report(
        lambda view, palette: draw(view, brush(paints(view.seats, palette), colours)), settings, view
    )


def board_above(settings: Settings, view: "View", lines: Sequence[str]) -> list[str]:
    """The board where the terminal is tall and wide enough for it and these lines below it; else nothing."""
    from referee.report.text.text_board import board_if_it_fits

    def board_text(view: "View", brush: "Brush") -> str:
        return "\n".join(board_if_it_fits(view, columns(), rows() - ANNOUNCED, lines, brush))

    text = coloured_text(settings, view, board_text, depth(When.auto, True))
    return text.split("\n") if text else []


ANNOUNCED = 8
"""Lines of a terminal that hold the command, what is said on stderr, and the next prompt."""
