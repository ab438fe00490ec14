"""The command that makes a database of games: export."""

from typing import Annotated

import typer

from referee.app.export.export_games import Export, export_headline
from referee.cli import speech
from referee.cli.arguments import Jobs, Json
from referee.exit_codes import REFUSED
from referee.words import say

app = typer.Typer()


@app.command()
def export(
    context: typer.Context,
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="FILE", help="games.sqlite for SQLite, games.parquet for a folder of Parquet files."
        ),
    ],
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="The folder of games (default: the one in the settings).")
    ] = "",
    no_replay: Annotated[
        bool, typer.Option("--no-replay", help="Faster: don't judge the moves. Results and scores stay empty.")
    ] = False,
    jobs: Jobs = 0,
    json: Json = False,
) -> None:
    """Make a database of all games, for SQL and data tools. Example: referee archive export games --to games.sqlite"""
    done = Export(context.obj, to, folder, judged=not no_replay, jobs=jobs)
    for _ in speech.progress(done.steps(), say("Exporting"), len(done.jobs)):
        pass
    if json:
        speech.out_json("referee-exported/1", to=done.to, rows=done.rows, sealed=done.sealed, troubles=done.troubles)
    else:
        print_export_result(done)
    if done.troubles:
        raise typer.Exit(REFUSED)


def print_export_result(done: Export) -> None:
    for each in done.troubles:
        speech.talk(f"{each.game}: {speech.fault_place(each.entry)}{each.says}")
    if done.sealed:
        words = "Not closed, so their moves can't be judged yet, and they have no result and no scores: {games}."
        speech.talk(say(words, games=", ".join(done.sealed)))
    speech.out(export_headline(done))
