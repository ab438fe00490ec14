"""Commands about many games together: stats, simulate."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.app.errors import REFUSED
from referee.cli import speech
from referee.cli.arguments import Choices, Jobs, Json, OfEdition, Scheduler, TitleName, number_parser
from referee.cli.completion import complete_game
from referee.words import say

if TYPE_CHECKING:
    from referee.app.many.simulate import SimulatedGame
    from referee.report.site.site_pages import Chapter

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
    """Print statistics of games: who wins, how long games last. Example: referee stats --jobs 2"""
    from referee.app.archive.statistics import Statistics
    from referee.app.many.engines import EngineRequest
    from referee.app.many.game_statistics import StatisticsRun

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
    games: Annotated[
        int, typer.Option(metavar="N", parser=number_parser(int, 1), help="How many games to play.")
    ] = 100,
    first: Annotated[
        int, typer.Option(metavar="SEED", parser=number_parser(int, 0), help="The number of the first game.")
    ] = 0,
    players: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=number_parser(int, 0),
            show_default=False,
            help="How many players (default: as many as can).",
        ),
    ] = 0,
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
    from referee.app.many.engines import EngineRequest
    from referee.app.many.simulate import SimulationRequest, counts_winners, simulated_games

    engine = EngineRequest(jobs, scheduler)
    request = SimulationRequest(title, games, first, players, tuple(option or ()), board, edition, engine)
    played = speech.progress(simulated_games(request), say("Playing"), games)
    if json:
        print_simulated_json(played)
    else:
        print_simulated(played, title)
    if not counts_winners(title):
        speech.talk(say("{title} has no function `outcome`, so nobody is counted as a winner.", title=title))


def print_simulated(played: "Iterable[SimulatedGame]", title: str) -> None:
    from referee.app.many.balance import Balance
    from referee.app.many.simulate import names_of_events

    counts = Balance()
    for each in played:
        counts.add(each)
    print_chapters([counts.chapter(names_of_events(title))])


def print_simulated_json(played: "Iterable[SimulatedGame]") -> None:
    """Print the tables and all games for programs, at the end."""
    from referee.app.many.balance import Balance
    from referee.app.many.long_list import long_list
    from referee.cli.long_answers import add_item, out_long_json

    counts, board = Balance(), ""
    with long_list() as games:
        for each in played:
            counts.add(each)
            add_item(games, simulated_fields(each))
            board = each.summary.board
        (fields,) = chapter_fields([counts.chapter()])
        out_long_json("referee-simulated/1", "played", games, board=board, **fields)


def simulated_fields(game: "SimulatedGame") -> dict[str, object]:
    """A simulated game for programs."""
    brief = game.summary
    return {
        "number": game.number,
        "winners": brief.winners,
        "way": brief.manner,
        "turns": brief.turns,
        "seats": [{"seat": each.seat, "place": each.place, "score": each.score} for each in brief.sitters],
        "events": game.events,
    }
