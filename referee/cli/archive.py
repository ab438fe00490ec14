"""Commands that make pages of whole games: replay, archive."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.app.errors import REFUSED
from referee.cli import app, speech
from referee.cli.arguments import GameName, Json, OfSeat
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
        raise typer.Exit(REFUSED)


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


@app.command()
def replay(
    context: typer.Context,
    game: GameName,
    seat: OfSeat = "",
    moderator: Annotated[bool, typer.Option("--moderator", help="With all hidden hands: for no player.")] = False,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write the page to this file; - is stdout.")] = "-",
    json: Json = False,
) -> None:
    """Print a page to step through a game, entry by entry. Example: referee replay spring-cup --out spring-cup.html"""
    from referee.app.look import replay_page, report_files

    if seat and moderator:
        raise typer.BadParameter("A page is for a seat or for the moderator.", param_hint="--moderator")
    if json and out == "-":
        raise typer.BadParameter(
            str(say("JSON names the file of the page: say which, with --out.")), param_hint="--json"
        )
    page = replay_page.game_replay_page(context.obj, game, seat=seat, moderator=moderator)
    if out == "-":
        speech.out(page)
        return
    report_files.write_output_file(out, page, report_files.OWN if seat or moderator else report_files.PUBLIC)
    if json:
        speech.out_json("referee-replayed/1", game=game, page=out)
    else:
        speech.talk(say("Written: {path}", path=out))
