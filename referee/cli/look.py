"""Commands about all games: status and remind."""

from enum import StrEnum
from typing import Annotated

import typer

from referee.app.look import status as standings
from referee.app.look.status_overview import overview, status_text
from referee.cli import speech
from referee.cli.arguments import Games, Json
from referee.cli.reporting import tell_letters
from referee.exit_codes import REFUSED, UNCONFIRMED
from referee.report.html.overview import overview_html, overview_text
from referee.words import ENGLISH, say, speaking

app = typer.Typer()


class StatusForm(StrEnum):
    """In which form `status` prints the games."""

    text = "text"
    json = "json"
    html = "html"


@app.command()
def status(
    context: typer.Context,
    games: Games = None,
    format: Annotated[StatusForm, typer.Option(help="The format of the list.")] = StatusForm.text,
    long: Annotated[bool, typer.Option("--long", help="Also show titles, when turns began, and last entries.")] = False,
    json: Json = False,
) -> None:
    """Show whose turn it is, deadlines, and what needs you. Example: referee status"""
    with speaking(ENGLISH):  # the language of texts for the moderator alone
        found = standings.status(context.obj, games or [])
        if json or format is StatusForm.json:
            speech.out_json("referee-status/1", at=found.at, games=found.games, post=found.post)
            return
        if format is StatusForm.text and not long:
            speech.out(status_text(found))
            return
        shown = overview(found, context.obj.settings)
        speech.out(overview_text(shown) if format is StatusForm.text else overview_html(shown))


@app.command()
def remind(
    context: typer.Context,
    games: Games = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what is due, but record nothing.")] = False,
    json: Json = False,
) -> None:
    """Record reminders and missed turns. For cron, every few minutes. Example: referee remind

    A player who gets e-mails misses no turn before the reminder was sent.

    To send the e-mails: referee send
    """
    from referee.app.time import tick  # these write e-mails, and the other commands here none
    from referee.mail.act import remind_players

    acts, troubles, letters = remind_players.remind(context.obj, games or [], dry_run=dry_run)
    for each in troubles:
        speech.talk(each)
    if letters:
        tell_letters(letters, speech.talk)
    if json:
        speech.out_json("referee-reminded/1", dry_run=dry_run, acts=acts)
    else:
        for act in acts:
            number = say(" (entry {entry})", entry=act.entry) if act.entry is not None else ""
            whose = f"{act.game}{number}: " if act.game else ""
            (speech.talk if act.did in tick.TROUBLE else speech.out)(f"{whose}{act.says}")
        if dry_run and acts:
            speech.talk(say("Nothing was recorded: this was a dry run."))
    if any(act.did == "trouble" or (games and act.did == "unreadable") for act in acts):
        raise typer.Exit(REFUSED if all(act.game for act in acts) else UNCONFIRMED)
