"""Commands about many games together: stats, simulate."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.app.errors import REFUSED
from referee.cli import speech
from referee.cli.program import app
from referee.cli.speech import Choices, Jobs, Json, OfEdition, Scheduler, TitleName
from referee.cli.words_to_come import complete_game
from referee.words import say

if TYPE_CHECKING:
    from referee.report.site.site_pages import Chapter


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
    """Print statistics of games: who wins, how long games last. Example: referee stats --jobs 2"""
    from referee.app.archive.statistics import chapters
    from referee.app.many.engines import EngineRequest
    from referee.app.many.game_statistics import StatisticsRun

    run = StatisticsRun(context.obj, games or [], EngineRequest(jobs, scheduler))
    done = list(speech.progress(run.steps(), say("Counting"), len(run.folders)))
    summaries = [each.summary for each in done if each.summary]
    counted = [each for each in summaries if each.counts]
    faulty = [each for each in done if each.summary is None]
    for each in faulty:
        speech.talk(f"{each.folder}: {each.says}")
    if json:
        bad = [{"folder": each.folder, "says": each.says} for each in faulty]
        facts = {"games": len(done), "counted": len(counted), "faulty": bad}
        speech.out_json("referee-stats/1", **facts, titles=chapter_fields(chapters(counted)))
    else:
        words = "Games: {games}; counted: {counted}; faulty: {faulty}."
        speech.out(say(words, games=len(done), counted=len(counted), faulty=len(faulty)))
        print_chapters(chapters(counted))
    if faulty:
        raise typer.Exit(REFUSED)


def print_chapters(chapters: "Sequence[Chapter]") -> None:
    from referee.report.text.statistics_text import statistics_text

    if chapters:
        speech.out("\n" + statistics_text(chapters))


def chapter_fields(chapters: "Sequence[Chapter]") -> list[dict[str, object]]:
    """Statistics for programs: the texts of the tables."""
    from referee.report.text.statistics_text import cell_word

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
def simulate(
    title: TitleName,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games to play.")] = 100,
    first: Annotated[int, typer.Option(metavar="SEED", min=0, help="The number of the first game.")] = 0,
    players: Annotated[int, typer.Option(metavar="N", min=0, help="How many players (default: as many as can).")] = 0,
    option: Choices = None,
    board: Annotated[
        str | None, typer.Option(metavar="BOARD", help="A board or layout, or a file of your own.")
    ] = None,
    edition: OfEdition = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    json: Json = False,
) -> None:
    """Let the planning players play, and count who wins. Example: referee simulate attika --games 20 --jobs 2"""
    from referee.app.many.balance import balance_chapter
    from referee.app.many.engines import EngineRequest
    from referee.app.many.simulate import SimulationRequest, simulated_games

    engine = EngineRequest(jobs, scheduler)
    request = SimulationRequest(title, games, first, players, tuple(option or ()), board, edition, engine)
    done = list(speech.progress(simulated_games(request), say("Playing"), games))
    chapter = balance_chapter(done)
    if json:
        (fields,) = chapter_fields([chapter])
        played = [
            {
                "number": each.number,
                "winners": each.summary.winners,
                "way": each.summary.manner,
                "turns": each.summary.turns,
                "seats": [{"seat": one.seat, "place": one.place, "score": one.score} for one in each.summary.sitters],
                "events": each.events,
            }
            for each in done
        ]
        speech.out_json("referee-simulated/1", board=done[0].summary.board, **fields, played=played)
    else:
        print_chapters([chapter])
