"""The command that makes a page of a whole game: replay."""

from typing import Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import GameName, Json, OfSeat
from referee.words import say


@app.command()
def replay(
    context: typer.Context,
    game: GameName,
    seat: OfSeat = "",
    moderator: Annotated[bool, typer.Option("--moderator", help="With all hidden hands: for no player.")] = False,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write the page to this file; - is stdout.")] = "-",
    json: Json = False,
) -> None:
    """Print a page to step through a game, entry by entry. Example: referee replay spring-cup --out spring-cup.html"""
    from referee.app.look import replay_page, report_files

    if seat and moderator:
        raise typer.BadParameter("A page is for a seat or for the moderator.", param_hint="--moderator")
    if json and out == "-":
        raise typer.BadParameter(
            str(say("JSON names the file of the page: say which, with --out.")), param_hint="--json"
        )
    page = replay_page.page(context.obj, game, seat=seat, moderator=moderator)
    if out == "-":
        speech.out(page)
        return
    report_files.write_output_file(out, page, report_files.OWN if seat or moderator else report_files.PUBLIC)
    if json:
        speech.out_json("referee-replayed/1", game=game, page=out)
    else:
        speech.talk(say("Written: {path}", path=out))
