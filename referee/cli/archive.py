"""The command archive: a static site of all games."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import Json
from referee.words import say

if TYPE_CHECKING:
    from referee.app.archive.build_archive import ArchiveResult


@app.command()
def archive(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of the site; it need not be there.")],
    games: Annotated[
        list[str] | None, typer.Option(metavar="FOLDER", help="A folder of games; without it that of the settings.")
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the site will stand, which a feed must know; without it as before."),
    ] = None,
    heading: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What stands above the list of games; without it as before.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many processes; without it as many as there are processors.")
    ] = 0,
    prune: Annotated[bool, typer.Option("--prune", help="Take away the pages of games that are gone.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; say whether all is as the games are.")] = False,
    json: Json = False,
) -> None:
    """Make a static site of all games, or refresh it; each game is verified. Example: referee archive site"""
    from referee.app.archive import build_archive

    wish = build_archive.ArchiveRequest(tuple(games or ()), heading, url, jobs, prune, check)
    run = build_archive.Archive(context.obj, folder, wish)
    for _ in speech.progress(run.steps(), say("Checking") if check else say("Archiving"), len(run.jobs)):
        pass
    done = run.finish()
    if json:
        speech.out_json("referee-archived/1", **done._asdict())
    else:
        print_archive_result(done, check)
    if done.troubles or done.exposed or (check and done.differs):
        raise typer.Exit(65)


def print_archive_result(done: "ArchiveResult", check: bool) -> None:
    from referee.app.archive import build_archive

    for each in done.troubles:
        where = "" if each.entry is None else say("entry {entry} is bad. ", entry=each.entry)
        speech.talk(f"{each.game}: {where}{each.says}")
    for warning in done.warnings:
        speech.talk(warning)
    for id in done.exposed:
        speech.talk(say("{game}: Move that file away: whoever reads it knows what is hidden in its game.", game=id))
    for name in done.differs if check else ():
        speech.talk(say("differs: {file}", file=name))
    for id in done.gone:
        speech.talk(
            say("{game}: it is no longer among the games; its pages are kept. --prune takes them away.", game=id)
        )
    for id in done.pruned:
        speech.talk(say("{game}: its pages were taken away.", game=id))
    speech.out(build_archive.archive_headline(done, check))
