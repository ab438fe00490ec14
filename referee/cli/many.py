"""Commands about many games together: stats, export, and the store that all are in."""

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.app import copy_store
from referee.app.archive.statistics import Statistics
from referee.app.copy_store import StoreCopy
from referee.app.export.export_games import Export, export_headline
from referee.app.many.engines import EngineRequest
from referee.app.many.game_statistics import StatisticsRun
from referee.cli import speech
from referee.cli.arguments import Jobs, Json, Scheduler, complete_game
from referee.exit_codes import REFUSED
from referee.report.site.site_pages import Chapter, cell_word, statistics_text
from referee.words import say

app = typer.Typer()


@app.command()
def stats(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|DIR]...", help="Games, folders or logs (default: all games).", autocompletion=complete_game
        ),
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    json: Json = False,
) -> None:
    """Print statistics of games: who wins, how long games last. Example: referee archive stats --jobs 2"""
    run = StatisticsRun(context.obj, games or [], EngineRequest(jobs, scheduler))
    found, counted, faulty = Statistics(), 0, []
    for each in speech.progress(run.steps(), say("Counting"), len(run.folders)):
        if each.summary is None:
            faulty.append(each)
        elif each.summary.counts:
            counted += 1
            found.add(each.summary)
    for each in faulty:
        speech.talk(f"{each.folder}: {each.says}")
    if json:
        bad = [{"folder": each.folder, "says": each.says} for each in faulty]
        facts = {"games": len(run.folders), "counted": counted, "faulty": bad}
        speech.out_json("referee-stats/1", **facts, titles=chapter_fields(found.chapters()))
    else:
        words = "Games: {games}; counted: {counted}; faulty: {faulty}."
        speech.out(say(words, games=len(run.folders), counted=counted, faulty=len(faulty)))
        print_chapters(found.chapters())
    if faulty:
        raise typer.Exit(REFUSED)


def print_chapters(chapters: Sequence[Chapter]) -> None:
    if chapters:
        speech.out("\n" + statistics_text(chapters))


def chapter_fields(chapters: Sequence[Chapter]) -> list[dict[str, object]]:
    """Statistics for programs: the texts of the tables."""
    return [
        {
            "id": chapter.id,
            "title": chapter.title,
            "summary": chapter.summary,
            "tables": [
                {
                    "heading": each.heading,
                    "columns": each.columns,
                    "rows": [[str(cell_word(cell)) for cell in row] for row in each.rows],
                    "note": each.note,
                }
                for each in chapter.figures
            ],
        }
        for chapter in chapters
    ]


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


stores = typer.Typer(
    help="Move games between files and a database. Example: referee dev store copy . postgresql://club@db.example.org/club",
    no_args_is_help=True,
)
app.add_typer(stores, name="store")
STORE = "A database such as postgresql://club@db.example.org/club, or the folder that games/ and private/ are in."


@stores.command("copy")
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help=STORE)],
    target: Annotated[str, typer.Argument(metavar="TO", help="As FROM. Nothing there is overwritten.")],
    json: Json = False,
) -> None:
    """Copy all games and private parts into another store. Example: referee dev store copy . postgresql://club@db/club

    Logs and heads are the same, byte for byte. Stop the timers before, and change the settings afterwards.
    """
    steps = copy_store.copy_store(copy_store.folders_below(source), copy_store.folders_below(target))
    for done in steps:
        if isinstance(done, copy_store.StoreCopy):
            print_store_copy(done, json)


def print_store_copy(done: StoreCopy, json: bool) -> None:
    if json:
        speech.out_json("referee-store-copied/1", **done._asdict())
        return
    for each in done.games:
        speech.out(say("{game}  entry {entry}  head {head}", game=each.game, entry=each.entry, head=each.head))
    words = "Games: {games}. Documents copied: {copied}. There already: {same}."
    speech.out(say(words, games=len(done.games), copied=done.copied, same=done.same))
