"""The command that shows a game: show."""

from typing import Annotated

from referee.cli.commands import ROOT
from referee.cli.options import Context, Flag, GameName, Json, OfSeat
from referee.cli.wanted import STDOUT, Form, Wanted, When, refuse_mixed_options
from referee.report.pictures.palette import Name


@ROOT.command()
def show(
    context: Context,
    game: GameName,
    at: Annotated[int | None, Flag(metavar="N", help="After entry N (default: now).")] = None,
    seat: OfSeat = "",
    moderator: Annotated[bool, Flag("--moderator", help="Show all hidden hands. Not for players.")] = False,
    format: Annotated[Form, Flag(help="The format of the report.")] = Form.text,
    json: Json = False,
    size: Annotated[
        str, Flag(metavar="SIZE", help="Size of a picture: small, medium, large, or its width in pixels.")
    ] = "",
    palette: Annotated[Name | None, Flag(help="The colours of the seats. Use grey for paper.")] = None,
    color: Annotated[When, Flag(help="Whether text has colours. auto: only in a terminal.")] = When.auto,
    out: Annotated[str, Flag(metavar="FILE", help="Write to this file; - is standard output.")] = STDOUT,
    brief: Annotated[bool, Flag("--brief", help="Print the last turn, the score, and who is next.")] = False,
    picture: Annotated[str, Flag(metavar="FILE", help="Also write the board as PNG, to go with a post.")] = "",
) -> None:
    """Show a game: report, board, picture or page. Example: referee show spring-cup --at 12"""
    wanted = Wanted(game, at, seat, moderator, format, json, size, palette, color, out, brief, picture)
    refuse_mixed_options(wanted)
    from referee.cli.printing import give, in_palette, picture_of_post, position_in_form

    table = in_palette(context.obj, wanted)
    give(wanted, position_in_form(table, wanted), picture_of_post(table, wanted))
