"""The command that shows a game: show."""

from typing import Annotated

import typer

from referee.cli.arguments import GameName, Json, OfSeat, number_parser
from referee.cli.wanted import STDOUT, Form, Wanted, When, refuse_mixed_options
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
    format: Annotated[Form, typer.Option(help="The format of the report.")] = Form.text,
    json: Json = False,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Size of a picture: small, medium, large, or its width in pixels.")
    ] = "",
    palette: Annotated[Name | None, typer.Option(help="The colours of the seats. Use grey for paper.")] = None,
    color: Annotated[When, typer.Option(help="Whether text has colours. auto: only in a terminal.")] = When.auto,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write to this file; - is standard output.")] = STDOUT,
    brief: Annotated[bool, typer.Option("--brief", help="Print the last turn, the score, and who is next.")] = False,
    picture: Annotated[str, typer.Option(metavar="FILE", help="Also write the board as PNG, to go with a post.")] = "",
) -> None:
    """Show a game: report, board, picture or page. Example: referee show spring-cup --at 12"""
    wanted = Wanted(game, at, seat, moderator, format, json, size, palette, color, out, brief, picture)
    refuse_mixed_options(wanted)
    from referee.cli.printing import give, in_palette, picture_of_post, position_in_form

    table = in_palette(context.obj, wanted)
    give(wanted, position_in_form(table, wanted), picture_of_post(table, wanted))
