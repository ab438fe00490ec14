"""The command that shows a game: show."""

from typing import Annotated

import typer

from referee.api import Game
from referee.cli.arguments import GameName, Json, OfSeat, number_parser, refuse_mistakes
from referee.cli.printing import give, in_palette, picture_of_post, position_in_form
from referee.cli.wanted import FORMS, STDOUT, Form, Wanted, When, form_of_file, mistakes
from referee.report.pictures.palette import Name

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
    form = format or (Form.text if json else form_of_file(out, FORMS, Form.text))
    wanted = Wanted(game, at, seat, moderator, form, json, size, palette, color, out, brief, picture, notes)
    refuse_mistakes(mistakes(wanted))
    shown = Game(in_palette(context.obj, wanted), wanted.game, wanted.at)
    give(wanted, position_in_form(shown, wanted), picture_of_post(shown, wanted))
