"""The command that compares two editions over many games: diff."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import Json
from referee.cli.completion import complete_game
from referee.words import say

if TYPE_CHECKING:
    from referee.app.editions.compare_games import Run


@app.command()
def diff(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|DIR]...", help="Games, folders or logs; all games without.", autocompletion=complete_game
        ),
    ] = None,
    edition: Annotated[
        list[int] | None, typer.Option(metavar="N", min=1, help="An edition; write the option twice, once for each.")
    ] = None,
    html: Annotated[
        str, typer.Option(metavar="FILE", help="Write a page, too, and beside it the replay of each game that differs.")
    ] = "",
    archive: Annotated[
        str, typer.Option(metavar="URL", help="Link to the replays of this archive instead of writing new ones.")
    ] = "",
    jobs: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many processes; without it as many as there are processors.")
    ] = 0,
    json: Json = False,
) -> None:
    """Compare games under two editions of their title. Example: referee diff --edition 1 --edition 2"""
    from referee.app.editions import compare_games

    run = compare_games.Run(
        context.obj, compare_games.ComparisonRequest(tuple(games or ()), tuple(edition or ()), jobs, html, archive)
    )
    for _ in speech.progress(run.steps(), say("Comparing"), len(run.jobs)):
        pass
    give(run, json)
    if not run.is_complete:
        raise typer.Exit(65)


def give(run: "Run", json: bool) -> None:
    """Write the page that is asked for, and print the outcome."""
    from referee.app.editions.comparison import comparison
    from referee.app.look import report_files
    from referee.report.html import comparison_page as report

    shown = comparison(run.findings, run.wish.editions)
    if run.wish.html:
        report_files.write_output_file(
            run.wish.html, f"{report.html(shown)}\n", report_files.OWN if run.is_private else report_files.PUBLIC
        )
    if json:
        counts = {group.id: group.number for group in shown.groups}
        speech.out_json("referee-diff/1", editions=run.wish.editions, counts=counts, games=run.findings)
    else:
        speech.out(report.comparison_text(shown))
    if run.wish.html and not json:
        speech.talk(say("Written: {path}", path=run.wish.html))
