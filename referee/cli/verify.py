"""The command that verifies logs: verify."""

from collections.abc import Iterable
from typing import Annotated

import typer

from referee.app.many.engines import EngineRequest
from referee.app.verify import verify_many
from referee.app.verify.verify_log import LogVerdict
from referee.app.verify.verify_many import VerifyRun
from referee.cli import speech
from referee.cli.arguments import Jobs, Json, Scheduler, complete_game
from referee.exit_codes import REFUSED
from referee.words import say

app = typer.Typer()


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
    engine = EngineRequest(jobs, scheduler)
    request = verify_many.VerifyRequest(tuple(logs or ()), head, engine, manifest, all_again, schemas)
    run = verify_many.VerifyRun(context.obj, request)
    verdicts = speech.progress(run.verdicts(), say("Checking"), len(run.folders))
    bad = print_verdicts_json(run, verdicts) if json else print_verdicts(run, verdicts)
    if bad:
        raise typer.Exit(REFUSED)


def print_verdicts_json(run: VerifyRun, verdicts: Iterable[LogVerdict]) -> bool:
    """Print the verdicts for programs, all at the end; whether a log is not right."""
    found = list(verdicts)
    speech.out_json("referee-verify/1", unchanged=run.unchanged, logs=found)
    return not all(each.good for each in found)


NAMED = 10
"""So many logs that are not right are named again at the end."""


def print_verdicts(run: VerifyRun, verdicts: Iterable[LogVerdict]) -> int:
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


def shown_name(verdict: LogVerdict) -> str:
    """The game; of a folder with another name both, so that a copy or a renamed game is seen to be one."""
    return verdict.name if verdict.name == verdict.game else f"{verdict.name} ({verdict.game})"


def print_verdict(verdict: LogVerdict) -> bool:
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
