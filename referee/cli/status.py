"""Commands for all games at once: status, remind."""

from enum import StrEnum
from typing import Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import Games, Json
from referee.words import ENGLISH, say, speaking


class StatusForm(StrEnum):
    """In which form `status` prints the games."""

    text = "text"
    json = "json"
    html = "html"


@app.command()
def status(
    context: typer.Context,
    games: Games = None,
    format: Annotated[StatusForm, typer.Option(help="The form of the list.")] = StatusForm.text,
    json: Json = False,
) -> None:
    """List the games: whose turn, due when, and what needs you. Example: referee status"""
    from referee.app.look import status as standings

    with speaking(ENGLISH):  # the language of what a moderator alone reads
        found = standings.status(context.obj, games or [])
        if json or format is StatusForm.json:
            speech.out_json("referee-status/1", at=found.at, games=found.games, post=found.post)
            return
        from referee.report.html import overview

        shown = standings.overview(found)
        speech.out(overview.overview_text(shown) if format is StatusForm.text else overview.html(shown))


def answer_deferred(context: typer.Context) -> None:
    """Answer the mails whose answers had to wait; what cannot be sent now is sent later."""
    from referee.app.mail import receive_mail
    from referee.app.mail.mail_run import WAITING
    from referee.store import log

    try:
        done = receive_mail.answer_deferred(context.obj) if context.obj.settings.mail else []
    except log.Trouble as error:  # whatever was recorded of the clock is printed all the same
        speech.talk(str(error))
        return
    for each in done:
        if each.became == WAITING:
            speech.talk(f"{each.game} {each.seat}: {each.says}")


@app.command()
def remind(
    context: typer.Context,
    games: Games = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what is due, but record nothing.")] = False,
    json: Json = False,
) -> None:
    """Record what time brings: reminders, missed turns. For cron, every few minutes. Example: referee remind"""
    from referee.app.time import tick

    acts = tick.tick(context.obj, games or [], dry_run=dry_run)
    if not dry_run:
        answer_deferred(context)
    if json:
        speech.out_json("referee-reminded/1", dry_run=dry_run, acts=acts)
    else:
        for act in acts:
            number = say(" (entry {entry})", entry=act.entry) if act.entry is not None else ""
            (speech.talk if act.did == "trouble" else speech.out)(f"{act.game}{number}: {act.says}")
    if any(act.did == "trouble" for act in acts):
        raise typer.Exit(65)
