"""What every command begins with: the options before its name, the settings, the language."""

import os
from typing import TYPE_CHECKING, Annotated

from referee.cli import speech
from referee.cli.options import Context, Flag
from referee.words import say, speak

if TYPE_CHECKING:
    from referee.app.game_access import Table

Text = str | None


def start_program(
    context: Context,
    store: Annotated[Text, Flag(metavar="ADDRESS", help="A database with games and secrets: postgresql://….")] = None,
    games: Annotated[Text, Flag(metavar="DIR", help="The folder with the games.")] = None,
    private: Annotated[Text, Flag(metavar="DIR", help="The folder with secrets and addresses.")] = None,
    reports: Annotated[Text, Flag(metavar="DIR", help="The folder for report files.")] = None,
    language: Annotated[
        Text, Flag(metavar="LANGUAGE", help="Language: en, de, fr or it. Moves are the same in all of them.")
    ] = None,
    traceback: Annotated[bool, Flag("--traceback", help="Show where in the program an error occurred.")] = False,
    show_version: Annotated[bool, Flag("--version", help="Show the version.", at_once="show_version")] = False,
) -> None:
    """What is done before every command: the settings are read. Raises Misconfigured."""
    from referee.app.game_access import table
    from referee.settings import settings

    if traceback:
        os.environ["REFEREE_TRACEBACK"] = "1"
    flags = {"store": store, "games": games, "private": private, "reports": reports, "language": language}
    found = settings(flags, os.environ)
    speak(found.language)
    context.obj = table(found, os.environ)
    if context.invoked_subcommand is None:
        say_where_to_start(context.obj)


def say_where_to_start(table: "Table") -> None:
    """What to type first, for somebody who typed `referee` alone."""
    from referee.app.game_access import game_ids

    games = game_ids(table)
    speech.out(say("Run board games by e-mail."))
    if games:
        speech.out(say("  referee status   shows your games here ({number}): whose turn it is", number=len(games)))
    for line in WHERE_TO_START:
        speech.out(line)


WHERE_TO_START = (
    say("  referee new      starts a game, and asks for what it needs"),
    say("  referee demo     plays a finished game, to show what one looks like"),
    say("  referee help     lists all commands; referee help submit explains one"),
)
