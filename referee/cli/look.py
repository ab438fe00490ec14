"""Commands that look at games: status, log, verify; and remind."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from referee import LEAST_HEAD
from referee.app.errors import REFUSED, UNCONFIRMED
from referee.cli import speech
from referee.cli.arguments import GameName, Games, Jobs, Json, Scheduler
from referee.cli.completion import complete_game
from referee.words import ENGLISH, say, speaking

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.app.verify.verify_log import LogVerdict
    from referee.app.verify.verify_many import VerifyRun

app = typer.Typer()


@app.command("log")
def history(context: typer.Context, game: GameName, json: Json = False) -> None:
    """List the entries of a game's log. Example: referee log spring-cup"""
    from referee.app.look import game_views
    from referee.cli.history_lines import history_text

    with speaking(ENGLISH):  # as all lists for the moderator
        lines = game_views.history(context.obj, game)
        if json:
            speech.out_json("referee-history/1", game=game, entries=lines)
            return
        for line in lines:
            begun = f"{line.entry:>4}  {line.at:20}  {line.head[:LEAST_HEAD]}  {line.kind:6} {line.seat:7}"
            speech.out(f"{begun} {history_text(line)}".rstrip())


@app.command()
def verify(
    context: typer.Context,
    logs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|DIR]...", help="Games, folders or logs (default: all games).", autocompletion=complete_game
        ),
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="A head that the log must contain, from any report.")
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    manifest: Annotated[
        str, typer.Option(metavar="FILE", help="Remember here which logs are right (default: of 200 logs or more).")
    ] = "",
    all_again: Annotated[bool, typer.Option("--all-again", help="Judge unchanged logs again, too.")] = False,
    schemas: Annotated[
        bool, typer.Option("--schemas", help="Hold every entry against the published schemas, too.")
    ] = False,
    json: Json = False,
) -> None:
    """Verify logs: chain, moves, positions, chance. Example: referee verify spring-cup"""
    from referee.app.many.engines import EngineRequest
    from referee.app.verify import verify_many

    engine = EngineRequest(jobs, scheduler)
    request = verify_many.VerifyRequest(tuple(logs or ()), head, engine, manifest, all_again, schemas)
    run = verify_many.VerifyRun(context.obj, request)
    verdicts = speech.progress(run.verdicts(), say("Checking"), len(run.folders))
    bad = print_verdicts_json(run, verdicts) if json else print_verdicts(run, verdicts)
    if bad:
        raise typer.Exit(REFUSED)


def print_verdicts_json(run: "VerifyRun", verdicts: "Iterable[LogVerdict]") -> bool:
    """Print the verdicts for programs, all at the end; whether a log is not right."""
    from referee.app.many.long_list import long_list
    from referee.cli.long_answers import add_item, out_long_json

    bad = False
    with long_list() as found:
        for each in verdicts:
            add_item(found, each)
            bad = bad or not each.good
        out_long_json("referee-verify/1", "logs", found, unchanged=run.unchanged)
    return bad


NAMED = 10
"""So many logs that are not right are named again at the end."""


def print_verdicts(run: "VerifyRun", verdicts: "Iterable[LogVerdict]") -> int:
    """Print each verdict at once, and what nobody should overlook among many; how many logs are not right."""
    bad, named, number = 0, list[str](), len(run.folders)
    for each in verdicts:
        if not print_verdict(each):
            bad += 1
            named += [each.folder][: NAMED - len(named)]
    if run.unchanged:
        words = "Logs: {number}; unchanged since they were found right: {unchanged}."
        speech.out(say(words, number=number, unchanged=run.unchanged))
    if not bad and number > 1:
        speech.out(say("Wrong: 0 of {number} logs.", number=number))
    elif number > 1:
        more = say(" and {more} more", more=bad - NAMED) if bad > NAMED else ""
        words = "Wrong: {bad} of {number} logs: {logs}{more}."
        speech.out(say(words, bad=bad, number=number, logs=", ".join(named), more=more))
    return bad


def shown_name(verdict: "LogVerdict") -> str:
    """The game; of a folder with another name both, so that a copy or a renamed game is seen to be one."""
    return verdict.name if verdict.name == verdict.game else f"{verdict.name} ({verdict.game})"


def print_verdict(verdict: "LogVerdict") -> bool:
    """Print a verdict; whether the log is right."""
    if verdict.good:
        speech.out(f"{shown_name(verdict)}: {verdict.says} {verdict.chance or ''}\n  head {verdict.head}")
    else:
        speech.out(f"{verdict.name}: {speech.fault_place(verdict.entry)}{verdict.says}")
    for violation in verdict.violations:
        speech.out(f"  {violation.rule}: {violation.says}")
    for note in verdict.notes:
        speech.out(f"  {note}")
    return verdict.good


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
    """Show all games: whose turn it is, deadlines, what needs your attention. Example: referee status"""
    from referee.app.look import status as standings

    with speaking(ENGLISH):  # the language of texts for the moderator alone
        found = standings.status(context.obj, games or [])
        if json or format is StatusForm.json:
            speech.out_json("referee-status/1", at=found.at, games=found.games, post=found.post)
            return
        if format is StatusForm.text and not long:
            from referee.app.look.status_lines import status_text

            speech.out(status_text(found))
            return
        from referee.app.look.status_overview import overview
        from referee.report.html.overview import overview_html, overview_text

        speech.out(overview_text(overview(found)) if format is StatusForm.text else overview_html(overview(found)))


def answer_deferred(context: typer.Context) -> None:
    """Send the answers that had to wait; what cannot be sent now is sent later."""
    from referee.app.mail import receive_mail
    from referee.app.mail.heard_mail import WAITING
    from referee.store import log

    try:
        done = receive_mail.answer_deferred(context.obj) if context.obj.settings.mail else []
    except log.Trouble as error:  # whatever was recorded of the clock is printed all the same
        speech.talk(str(error))
        return
    for each in done:
        if each.became == WAITING:
            speech.talk(f"{each.game} {each.seat}: {each.says}")


def write_to_moderator(context: typer.Context, *, soon: bool) -> None:
    """Send the moderator what is due; what cannot be sent now is sent later."""
    from referee.app.mail import digest

    for trouble in digest.write_to_moderator(context.obj, soon=soon) if context.obj.settings.mail else ():
        speech.talk(trouble)


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
    from referee.app.time import tick

    acts = tick.tick(context.obj, games or [], dry_run=dry_run)
    if not dry_run:
        answer_deferred(context)
        write_to_moderator(
            context, soon=any(act.did in (*tick.TROUBLE, *tick.MISSES, "overdue", "unsent") for act in acts)
        )
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
