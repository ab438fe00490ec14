"""Commands of letters: send."""

from typing import Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import Games, Json
from referee.cli.reporting import tell_letters


@app.command()
def send(
    context: typer.Context,
    games: Games = None,
    again: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="A seat of the one game named that lost its letter.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say which letters are due, but send none.")] = False,
    json: Json = False,
) -> None:
    """Send the letters that are due, one to each player concerned. Example: referee send spring-cup"""
    from referee.app.mail import send_reports

    letters = send_reports.send_due_letters(context.obj, games or [], again=again or [], dry_run=dry_run)
    if json:
        speech.out_json("referee-sent/1", dry_run=dry_run, letters=letters)
    code = tell_letters(letters, speech.talk if json else speech.out)
    if code:
        raise typer.Exit(code)
