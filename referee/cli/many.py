"""A command about many games together: stats."""

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.app.archive.statistics import Statistics
from referee.app.many.engines import EngineRequest
from referee.app.many.game_statistics import StatisticsRun
from referee.cli import speech
from referee.cli.arguments import Jobs, Json, Scheduler
from referee.cli.completion import complete_game
from referee.exit_codes import REFUSED
from referee.report.site.site_pages import Chapter
from referee.report.text.statistics_text import cell_word, statistics_text
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
