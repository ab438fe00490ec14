"""The command that shows a game, and a position in the requested form, printed or written to a file."""

from typing import Annotated

import typer

from referee.api import Game
from referee.app.game_access import Table, open_game
from referee.app.look import report_files
from referee.app.notes import read_notes
from referee.app.notes.read_notes import notes_of_game
from referee.cli import speech
from referee.cli.arguments import GameName, Json, OfSeat, number_parser, refuse_mistakes
from referee.cli.reporting import board_above, coloured_text, depth
from referee.cli.speech import columns
from referee.cli.wanted import (
    FORMS,
    PICTURES,
    POSTS,
    STDOUT,
    Form,
    Wanted,
    When,
    form_of_file,
    mistakes,
    to_terminal,
    width,
)
from referee.report import wording
from referee.report.pictures.hex_places import Pointers
from referee.report.pictures.palette import Name
from referee.report.text import posts, text_report
from referee.report.text.text_report import brief_report
from referee.settings import Settings
from referee.show.notes import notes_on
from referee.show.view import View
from referee.words import Phrase, say

app = typer.Typer()


@app.command()
def show(
    context: typer.Context,
    game: GameName,
    at: Annotated[
        int | None, typer.Option(metavar="N", parser=number_parser(int), help="After entry N (default: now).")
    ] = None,
    seat: OfSeat = "",
    moderator: Annotated[bool, typer.Option("--moderator", help="Show all hidden hands. Not for players.")] = False,
    format: Annotated[Form | None, typer.Option(help="The format (default: by the ending of --out, or text).")] = None,
    json: Json = False,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Size of a picture: small, medium, large, or its width in pixels.")
    ] = "",
    palette: Annotated[Name | None, typer.Option(help="The colours of the seats. Use grey for paper.")] = None,
    color: Annotated[When, typer.Option(help="Whether text has colours. auto: only in a terminal.")] = When.auto,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write to this file; - is standard output.")] = STDOUT,
    brief: Annotated[bool, typer.Option("--brief", help="Print the last turn, the score, and who is next.")] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="Draw what the notes on this entry mark: rings and arrows.")
    ] = False,
    picture: Annotated[str, typer.Option(metavar="FILE", help="Also write the board as PNG, to go with a post.")] = "",
) -> None:
    """Show a game: report, board, picture or page. Example: referee show spring-cup --at 12"""
    form = Form.text if json and not format else form_of_file(out, FORMS, Form.text, format)
    wanted = Wanted(game, at, seat, moderator, form, json, size, palette, color, out, brief, picture, notes)
    refuse_mistakes(mistakes(wanted))
    shown = Game(in_palette(context.obj, wanted), wanted.game, wanted.at)
    give(wanted, position_in_form(shown, wanted), picture_of_post(shown, wanted))


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


def position_in_form(game: Game, wanted: Wanted) -> str | bytes:
    """The position in the requested form. Raises Usage, Missing, Misconfigured."""
    settings = game.table.settings
    if wanted.form is Form.state:
        return state_text(game, wanted)
    view = game.view(wanted.seat, moderator=wanted.moderator)
    if wanted.form is Form.html:
        return report_files.report_page(settings, view, game.menu(wanted.seat))
    if wanted.form in POSTS:
        return brief_post(game, wanted) if wanted.brief else post_text(view, game.view(), wanted)
    if wanted.brief:
        return brief_position(game, view, wanted)
    if wanted.json or wanted.form is Form.json:
        return speech.json_text(**wording.view(view))
    if wanted.form in PICTURES:
        return picture_in_form(settings, view, wanted, pointers_of(game, wanted))
    return coloured_text(settings, view, text_report.report, depth(wanted.color, wanted.out == STDOUT))


def in_palette(table: Table, wanted: Wanted) -> Table:
    """The table with the palette that is asked for."""
    if not wanted.palette:
        return table
    return table._replace(settings=table.settings._replace(palette=wanted.palette.value))


def picture_of_post(game: Game, wanted: Wanted) -> bytes:
    """The board as PNG that goes with a post, as everybody may see it; nothing if none is asked for."""
    if not wanted.picture:
        return b""
    pointers = pointers_of(game, wanted)
    return report_files.image(game.table.settings, game.view(), width(wanted.size or "medium"), pointers)


def brief_position(game: Game, view: View, wanted: Wanted) -> str:
    """The report in a few lines, and the board above them on a terminal that is tall enough."""
    text = brief_report(view, due_now(game, wanted), columns())
    if not to_terminal(wanted):
        return text
    return "\n".join([*board_above(game.table.settings, view, text.split("\n")), text])


def due_now(game: Game, wanted: Wanted) -> Phrase | None:
    """Until when the player to move has time; of an earlier position nothing."""
    return game.due if wanted.at is None else None


def state_text(game: Game, wanted: Wanted) -> str:
    public = game.public_state
    if wanted.json:
        return speech.json_text("referee-state/1", game=wanted.game, **public.plain())
    return public.text


def post_text(view: View, public: View, wanted: Wanted) -> str:
    """The whole report for a forum or a chat; `public` is what everybody may see."""
    return posts.forum_text(view, public) if wanted.form is Form.bbcode else posts.chat_text(view, public)


def brief_post(game: Game, wanted: Wanted) -> str:
    """One short message for a forum or a chat."""
    write = posts.brief_forum_text if wanted.form is Form.bbcode else posts.brief_chat_text
    return write(game.view(), due_now(game, wanted))


def picture_in_form(settings: Settings, view: View, wanted: Wanted, pointers: Pointers) -> str | bytes:
    if wanted.form is Form.png:
        return report_files.image(settings, view, width(wanted.size or "medium"), pointers)
    return report_files.board_svg(settings, view, width(wanted.size) if wanted.size else 0, pointers)


def pointers_of(game: Game, wanted: Wanted) -> Pointers:
    """What the notes on the entry mark, if that is asked for. Raises `source.BadInput`, Misplaced for faulty notes."""
    file = notes_of_game(open_game(game.table, wanted.game)) if wanted.notes else None
    return read_notes.pointers_of(notes_on(file.notes, game.view().entry) if file else [])
