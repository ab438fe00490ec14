"""The program `referee`: all commands, the options before them, and what every command begins with."""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from referee import __version__
from referee.cli import speech
from referee.cli.contents import ALIASES, COMMANDS, MODULES
from referee.words import say, speak

if TYPE_CHECKING:
    from referee.app.game_access import Table


class Contents(TyperGroup):
    """The commands of `referee`, each imported when it is asked for: all of them cost twice the start of Python."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in MODULES:  # Typer looks among all commands for the one that was meant
            for each in MODULES:
                self.get_command(ctx, each)
        elif name not in self.commands:
            found = import_module(f"referee.cli.{MODULES[name]}").app
            found.rich_markup_mode = self.rich_markup_mode
            self.commands.update(typer.main.get_group(found).commands)
        return self.commands.get(name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List them under their headings, each with a whole sentence."""
        for heading, names in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.get_command(ctx, name).get_short_help_str(LONGEST)) for name in names])


LONGEST = 200
"""Characters of what `referee --help` says of a command."""

app = typer.Typer(
    cls=Contents,
    help="Run board games by e-mail. New here? Start with: referee new",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Text = str | None


def show_version(wanted: bool) -> None:
    if wanted:
        speech.out(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    store: Annotated[
        Text, typer.Option(metavar="ADDRESS", help="A database with games and secrets: postgresql://….")
    ] = None,
    games: Annotated[Text, typer.Option(metavar="DIR", help="The folder with the games.")] = None,
    private: Annotated[Text, typer.Option(metavar="DIR", help="The folder with secrets and addresses.")] = None,
    reports: Annotated[Text, typer.Option(metavar="DIR", help="The folder for report files.")] = None,
    language: Annotated[
        Text, typer.Option(metavar="LANGUAGE", help="Language: en, de, fr or it. Moves are the same in all of them.")
    ] = None,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where in the program an error occurred.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=show_version, is_eager=True)
    ] = False,
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


def whole_program() -> Any:
    """The program as Typer runs it."""
    return typer.main.get_command(app)
