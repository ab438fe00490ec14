"""Commands that make pages of whole games: replay, book, archive."""

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from referee.app.archive import archive_game, build_archive
from referee.app.archive.build_archive import ArchiveResult
from referee.app.look import replays, report_files
from referee.app.many.engines import EngineRequest
from referee.cli import speech
from referee.cli.arguments import (
    GameName,
    Jobs,
    Json,
    Mistake,
    OfSeat,
    Parent,
    Scheduler,
    Yes,
    bad_option,
    complete_game,
    number_parser,
    refuse_mistakes,
)
from referee.cli.speech import ask_if_meant, is_on_screen
from referee.cli.wanted import NO_PAGE, NO_TEXT, STDOUT, form_of_file, width
from referee.exit_codes import REFUSED
from referee.report.pictures.moving import packed_pictures
from referee.testkit.rule_cases import pages_of_title
from referee.words import say, word_list

if TYPE_CHECKING:
    from referee.app.game_access import Table


class ReplayForm(StrEnum):
    """In which form `replay` shows a game."""

    html = "html"
    gif = "gif"


REPLAY_FORMS = {".html": ReplayForm.html, ".htm": ReplayForm.html, ".gif": ReplayForm.gif}
"""How the name of a file ends → what it is."""
PACE, WIDTH = 0.8, "640"
"""Seconds for each turn, and pixels, where nothing else is asked for."""


def replay_mistakes(
    form: ReplayForm, seat: str, moderator: bool, pace: float | None, size: str, entries: str, out: str, json: bool
) -> list[Mistake]:
    """Options of `replay` that mean nothing together."""
    moves, seen = form is not ReplayForm.html, "--seat" if seat else "--moderator" if moderator else ""
    printed = out == STDOUT
    only = say("It only works with --format gif.")
    return [
        (bool(seat and moderator), "--moderator", say("A page is for a seat or for the moderator.")),
        (json and printed, "--json", say("With JSON, give the page a file name: --out")),
        (bool(seen) and moves, seen, say("A moving picture is for everybody, and shows nothing hidden.")),
        (pace is not None and not moves, "--pace", only),
        (bool(size) and not moves, "--size", only),
        (bool(entries) and not moves, "--entries", only),
        (moves and printed and is_on_screen(), "--format", NO_TEXT),
        (not moves and printed and is_on_screen(), "--out", NO_PAGE),
    ]


def moving_picture(table: "Table", game: str, pace: float | None, size: str, entries: str) -> bytes:
    """The board after each turn, as a file that moves. Raises Missing for a game without a board."""
    passage = passage_of(entries) if entries else None
    number, images = replays.turn_images(table, game, width(size or WIDTH), passage)
    drawn = list(speech.progress(images, say("Drawing"), number))
    return packed_pictures(drawn, round(1000 * (pace or PACE)))


def passage_of(entries: str) -> range:
    """The entries of a part of a game, `12-20`. Raises BadParameter."""
    first, _, last = entries.partition("-")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise bad_option(say("Write the first and the last entry, such as 12-20."), "--entries")
    return range(int(first), int(last) + 1)


app = typer.Typer()


@app.command(cls=Parent)
def archive(
    context: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of the site. It is created if needed.")],
    games: Annotated[
        list[str] | None, typer.Option(metavar="FOLDER", help="A folder of games (default: the one in the settings).")
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The web address of the site, for its feed and for pictures of links (default: as before).",
        ),
    ] = None,
    heading: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The heading above the list of games (default: as before).")
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    with_referee: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Let readers ask the referee in their browser, by the npm package pyodide in this folder "
            "(default: as before; '' removes it).",
        ),
    ] = None,
    with_rules: Annotated[
        bool | None,
        typer.Option(help="Have a page for each rule, to which the numbers of rules are links (default: as before)."),
    ] = None,
    prune: Annotated[bool, typer.Option("--prune", help="Remove the pages of games that are gone.")] = False,
    yes: Yes = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; only check that the site matches the games.")
    ] = False,
    json: Json = False,
) -> None:
    """Build or update a site of all games, and verify each one. Example: referee archive site"""
    engine = EngineRequest(jobs, scheduler)
    wish = build_archive.ArchiveRequest(
        tuple(games or ()), heading, url, engine, prune, check, with_referee, with_rules, pages_of_title
    )
    run = build_archive.Archive(context.obj, folder, wish)
    if prune and not check and run.games_gone:
        words = "The pages and the archived logs of {games} will be removed for good. Continue?"
        ask_if_meant(say(words, games=word_list(run.games_gone)), yes=yes)
    for _ in speech.progress(run.steps(), say("Checking") if check else say("Archiving"), len(run.due)):
        pass
    done = run.finish()
    if json:
        speech.out_json("referee-archived/1", **done._asdict())
    else:
        print_archive_result(done, check)
    if done.troubles or done.exposed or done.faulty_notes or (check and done.differs):
        raise typer.Exit(REFUSED)


def print_archive_result(done: ArchiveResult, check: bool) -> None:
    for each in done.troubles:
        speech.talk(f"{each.game}: {speech.fault_place(each.entry)}{each.says}")
    for warning in done.warnings:
        speech.talk(warning)
    for id in done.exposed:
        speech.talk(say("{game}: Move that file away. Anyone who reads it knows what is hidden in its game.", game=id))
    for name in done.differs if check else ():
        speech.talk(say("differs: {file}", file=name))
    for id in done.gone:
        speech.talk(say("{game}: no longer among the games, but its pages are kept. To remove them: --prune", game=id))
    for id in done.pruned:
        speech.talk(say("{game}: its pages were removed.", game=id))
    speech.out(build_archive.archive_headline(done, check))


@app.command()
def book(
    context: typer.Context,
    games: Annotated[
        list[str], typer.Argument(metavar="GAME...", help="The games' names.", autocompletion=complete_game)
    ],
    out: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="The file: .html is a page to read and print, .md Markdown, .bbcode a post for forums."
        ),
    ] = "book.html",
    heading: Annotated[str, typer.Option(metavar="TEXT", help="The heading of a book of several games.")] = "",
    json: Json = False,
) -> None:
    """Make a book of games to read, print or post. Example: referee book spring-cup --out spring-cup.html"""
    form = archive_game.BOOK_FORMS.get(os.path.splitext(out)[1].lower())
    if form is None:
        raise bad_option(
            say("Its name must end with one of these: {ends}.", ends=", ".join(archive_game.BOOK_FORMS)), "--out"
        )
    made = archive_game.book(context.obj, games, heading, form)
    report_files.write_output_file(out, made.text)
    for each in made.refused:
        speech.talk(each)
    if json:
        speech.out_json("referee-booked/1", games=games, page=out)
    else:
        speech.talk(say("Written: {path}", path=out))
    if made.refused:
        raise typer.Exit(REFUSED)


@app.command()
def replay(
    context: typer.Context,
    game: GameName,
    seat: OfSeat = "",
    moderator: Annotated[bool, typer.Option("--moderator", help="Show all hidden hands. Not for players.")] = False,
    format: Annotated[
        ReplayForm | None, typer.Option(help="A page, or a moving picture for chats (default: by the ending of --out).")
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            parser=number_parser(float, 0.1, 60),
            help="How long a moving picture shows each turn: 0.1 to 60 (default: 0.8).",
        ),
    ] = None,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Size of a moving picture, as of show (default: 640 pixels wide).")
    ] = "",
    entries: Annotated[
        str, typer.Option(metavar="FIRST-LAST", help="A moving picture of these entries alone, such as 12-20.")
    ] = "",
    out: Annotated[str, typer.Option(metavar="FILE", help="Write to this file; - is standard output.")] = STDOUT,
    json: Json = False,
) -> None:
    """Make a page or a moving picture of a whole game. Example: referee replay spring-cup --out spring-cup.html"""
    form = form_of_file(out, REPLAY_FORMS, ReplayForm.html, format)
    refuse_mistakes(replay_mistakes(form, seat, moderator, pace, size, entries, out, json))
    if form is ReplayForm.html:
        made: str | bytes = replays.game_replay_page(context.obj, game, seat=seat, moderator=moderator)
    else:
        made = moving_picture(context.obj, game, pace, size, entries)
    if out == STDOUT:
        speech.out_bytes(made) if isinstance(made, bytes) else speech.out(made)
        return
    report_files.write_output_file(out, made, report_files.OWN if seat or moderator else report_files.PUBLIC)
    if json:
        speech.out_json("referee-replayed/1", game=game, page=out)
    else:
        speech.talk(say("Written: {path}", path=out))
