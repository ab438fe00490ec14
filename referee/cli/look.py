"""Commands that show and check games: show, log, verify."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import GameName, Json, OfSeat
from referee.cli.colours import When
from referee.cli.completion import complete_game
from referee.cli.forms import STDOUT, Form, Wanted, refuse_mixed_options
from referee.report.pictures.palette import Name
from referee.words import say

if TYPE_CHECKING:
    from referee.app.look.game_views import HistoryLine
    from referee.app.verify.verify_log import LogVerdict


@app.command()
def show(
    context: typer.Context,
    game: GameName,
    at: Annotated[int | None, typer.Option(metavar="N", help="After entry N; without it, now.")] = None,
    seat: OfSeat = "",
    moderator: Annotated[bool, typer.Option("--moderator", help="With all hidden hands: for no player.")] = False,
    format: Annotated[Form, typer.Option(help="The form of the report.")] = Form.text,
    json: Json = False,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Of a picture: small, medium, large, or its width in pixels.")
    ] = "",
    palette: Annotated[Name | None, typer.Option(help="The colours of the seats; grey is for paper.")] = None,
    color: Annotated[When, typer.Option(help="Whether text has colours; auto: on a terminal.")] = When.auto,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write it to a file, - for stdout.")] = STDOUT,
) -> None:
    """Print the report of a game, now or after an earlier entry. Example: referee show spring-cup --at 12"""
    wanted = Wanted(game, at, seat, moderator, format, json, size, palette, color, out)
    refuse_mixed_options(wanted)
    from referee.cli.printing import give, position_in_form

    give(wanted, position_in_form(context.obj, wanted))


@app.command("log")
def history(context: typer.Context, game: GameName, json: Json = False) -> None:
    """List the entries of a game's log. Example: referee log spring-cup"""
    from referee.app.look import game_views

    lines = game_views.history(context.obj, game)
    if json:
        speech.out_json("referee-history/1", game=game, entries=lines)
        return
    for line in lines:
        begun = f"{line.entry:>4}  {line.at:20}  {line.head[:12]}  {line.kind:6} {line.seat:7}"
        speech.out(f"{begun} {history_text(line)}".rstrip())


def history_text(line: "HistoryLine") -> str:
    """`draw main → silver-mine  “At last!”`, or in a sentence what stands beside the moves."""
    if line.told:
        return " ".join(line.told.split())
    told = [line.played, f"→ {line.shown}" if line.shown else ""]
    said = f"  “{line.say.splitlines()[0]}”" if line.say else ""
    return " ".join(filter(None, told)) + said


@app.command()
def verify(
    context: typer.Context,
    logs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|DIR]...", help="Games, folders or logs; all games without.", autocompletion=complete_game
        ),
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="A head that the log must have: from any report.")
    ] = None,
    json: Json = False,
) -> None:
    """Check logs: chain, moves, positions, chance. Example: referee verify spring-cup"""
    from referee.app.verify import verify_log

    folders = verify_log.targets(context.obj, logs or [])
    verify_log.refuse_head_of_many(folders, head)
    checked = (verify_log.verdict_on_log(context.obj, folder, head) for folder in folders)
    verdicts = list(speech.progress(checked, say("Checking"), len(folders)))
    if json:
        speech.out_json("referee-verify/1", logs=verdicts)
    else:
        for verdict in verdicts:
            print_verdict(verdict)
    if not all(verdict.good for verdict in verdicts):
        raise typer.Exit(65)


def print_verdict(verdict: "LogVerdict") -> None:
    if verdict.good:
        speech.out(f"{verdict.name}: {verdict.says} {verdict.chance or ''}\n  head {verdict.head}")
    elif verdict.entry is None:
        speech.out(f"{verdict.name}: {verdict.says}")
    else:
        speech.out(say("{game}: entry {entry} is bad. {why}", game=verdict.name, entry=verdict.entry, why=verdict.says))
    for violation in verdict.violations:
        speech.out(f"  {violation.rule}: {violation.says}")
    for note in verdict.notes:
        speech.out(f"  {note}")
