"""A position in the form that is wanted, printed or written to a file."""

from typing import TYPE_CHECKING

import typer

from referee.app.game_access import Table
from referee.app.look import compose_page, game_views, report_files
from referee.cli import speech
from referee.cli.colours import brush, depth
from referee.cli.forms import PICTURES, STDOUT, Form, Wanted
from referee.settings import Settings
from referee.words import say

if TYPE_CHECKING:
    from referee.show.view import View


def give(wanted: Wanted, made: str | bytes) -> None:
    """Print a result, or write it to a file, whole or not at all. Raises Unwritable, Unprinted."""
    if wanted.out != STDOUT:
        mode = report_files.OWN if wanted.seat or wanted.moderator else report_files.PUBLIC
        report_files.write_output_file(wanted.out, made if isinstance(made, bytes) else made.rstrip("\n") + "\n", mode)
        speech.talk(say("Written: {path}", path=wanted.out))
    elif isinstance(made, bytes):
        speech.out_bytes(made)
    else:
        speech.out(made)


def position_in_form(table: Table, wanted: Wanted) -> str | bytes:
    """The position in the form that is wanted. Raises what `looking.show` and `pages.page` raise."""
    if wanted.palette:
        table = table._replace(settings=table.settings._replace(palette=wanted.palette.value))
    if wanted.form is Form.state:
        return state_text(table, wanted)
    if wanted.form is Form.html:
        return report_files.page(table.settings, *compose_page.show_to_move(table, wanted.game, **wanted.reader))
    if wanted.form in (Form.bbcode, Form.markdown):
        return post_text(wanted.form, *game_views.show_both(table, wanted.game, **wanted.reader))
    view = game_views.show(table, wanted.game, **wanted.reader)
    if wanted.json or wanted.form is Form.json:
        from referee.report import plain

        return speech.json_text(**plain.view(view))
    return (
        picture_in_form(table.settings, view, wanted)
        if wanted.form in PICTURES
        else report_as_text(table.settings, view, wanted)
    )


def state_text(table: Table, wanted: Wanted) -> str:
    public = game_views.public_state(table, wanted.game, at=wanted.at)
    if wanted.json:
        return speech.json_text("referee-state/1", game=wanted.game, **public.plain())
    return public.text


def post_text(form: Form, view: "View", public: "View") -> str:
    """For a forum or a chat."""
    from referee.report.text import chat_post, forum_post

    return forum_post.forum_text(view, public) if form is Form.bbcode else chat_post.chat_text(view, public)


def picture_in_form(settings: Settings, view: "View", wanted: Wanted) -> str | bytes:
    if wanted.form is Form.png:
        return report_files.image(settings, view, width(wanted.size or "medium"))
    return report_files.board_svg(settings, view, width(wanted.size) if wanted.size else 0)


def report_as_text(settings: Settings, view: "View", wanted: Wanted) -> str:
    """The text report, with the colours of seats where these are wanted and a terminal shows them."""
    from referee.report.pictures.palette import paints
    from referee.report.text import text_report

    colours = depth(wanted.color, wanted.out == STDOUT)
    if not colours:
        return text_report.report(view)
    return report_files.coloured_report(
        lambda view, palette: text_report.report(view, brush(paints(view.seats, palette), colours)), settings, view
    )


def width(size: str) -> int:
    """The width of a picture in pixels. Raises BadParameter."""
    from referee.report.pictures.raster import NARROWEST, SIZES, WIDEST, width_of

    try:
        return width_of(size)
    except ValueError:
        named = ", ".join(f"{name} ({pixels})" for name, pixels in SIZES.items())
        words = "A picture is {named} or from {least} to {most} pixels wide; {size} is none of these."
        facts = {"named": named, "least": NARROWEST, "most": WIDEST, "size": repr(size)}
        raise typer.BadParameter(str(say(words, **facts)), param_hint="--size") from None
