"""The command line: arguments in, one use case, text and an exit code out. Heavy imports stay inside."""

import atexit
import gc
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from referee.cli import speech
from referee.words import ASKED, ENGLISH, say, speak, speaking

if TYPE_CHECKING:
    from referee.app.game_access import Table

COMMANDS: dict[str, dict[str, tuple[str, ...]]] = {
    "Every day": {"look": ("status", "show"), "play": ("submit", "move"), "mail": ("send", "receive", "mail", "say")},
    "Start and end a game": {
        "run": ("new", "discard", "close"),
        "ends": ("concede", "draw", "abandon", "resign", "answer"),
    },
    "Players and their time": {
        "people": ("players", "player", "absent", "extend", "pause", "resume", "clock"),
        "run": ("missed",),
        "look": ("remind",),
        "mail": ("observe",),
        "orders": ("orders",),
    },
    "Repair": {"repair": ("undo", "correct"), "ruling": ("ruling",), "run": ("fork",)},
    "Find a move": {"play": ("check", "why", "legal", "suggest"), "learn": ("rules",)},
    "Look back and prove": {"look": ("log", "verify"), "archive": ("replay", "archive")},
    "Learn and set up": {"learn": ("help", "demo", "titles", "boards", "components", "doctor", "completion")},
    "For experts": {
        "run": ("nonce", "deal", "known-deal"),
        "edition": ("edition", "diff"),
        "learn": ("schema", "conformance", "contract"),
        "store": ("store",),
    },
}
"""Every command, under its heading in `referee --help` and by the module of this folder that has it."""

ALIASES = {"list": "status", "games": "status"}
"""What people type who look for a command."""

MODULES = {name: module for modules in COMMANDS.values() for module, names in modules.items() for name in names}
"""The module of each command."""


class Contents(TyperGroup):
    """The commands under their headings. The module of a command is imported when somebody asks for the command.

    To import all modules and build all commands takes 40 ms, twice as long as a bare start of Python.
    """

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in self.commands:
            self.add_commands([MODULES[cmd_name]] if cmd_name in MODULES else MODULES.values())
        return self.commands.get(cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        self.add_commands(MODULES.values())
        return list(MODULES)

    def add_commands(self, modules: Iterable[str]) -> None:
        """Import modules, each of which registers its commands with `app`, and build what is registered."""
        for module in modules:
            import_module(f"referee.cli.{module}")
        self.commands = typer.main.get_group(app).commands

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
        for heading, modules in COMMANDS.items():
            names = [name for names in modules.values() for name in names]
            with formatter.section(heading):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(width)) for name in names])


app = typer.Typer(
    name="referee",
    cls=Contents,
    help="Run board games by e-mail. New here? Start with: referee new",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    invoke_without_command=True,
)


def version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        speech.out(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    store: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A database with games and secrets: postgresql://….")
    ] = None,
    games: Annotated[str | None, typer.Option(metavar="DIR", help="The folder with the games.")] = None,
    private: Annotated[str | None, typer.Option(metavar="DIR", help="The folder with secrets and addresses.")] = None,
    reports: Annotated[str | None, typer.Option(metavar="DIR", help="The folder for report files.")] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="LANGUAGE", help=("Language: en, de, fr or it. Moves are the same in all of them.")),
    ] = None,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where in the program an error occurred.")
    ] = False,
    show_version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
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


def main(arguments: list[str] | None = None) -> None:
    """The program `referee`. Exits with a code of `app.errors`."""
    gc.disable()  # nothing of ours refers to itself: the submits of `bench speed` take 12 % longer without this line
    atexit.register(gc.freeze)  # nobody need look for cycles at the end: they take 17 % longer without this one
    if COMPLETING in os.environ:
        from typer._completion_classes import completion_init

        completion_init()
    if sys.stderr is None:  # closed by the shell: then there is nobody to talk to
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(flush_output(code(arguments)))


def flush_output(ended: int) -> int:
    """The exit code when all that was printed is out, or went nowhere: else Python would end with 120."""
    from referee.app.errors import DONE, UNCONFIRMED

    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            speech.silence(stream)
            lost = stream is not sys.stderr and not isinstance(error, BrokenPipeError)
            ended = UNCONFIRMED if ended == DONE and lost else ended
    return ended


COMPLETING = "_REFEREE_COMPLETE"
"""The variable that a shell sets while it completes a word."""


def code(arguments: list[str] | None) -> int:
    """Run one command: its exit code, everything said, in the language that its options ask for."""
    from referee.app.errors import INTERRUPTED

    ASKED.clear()
    with speaking(ENGLISH):
        try:
            ended = typer.main.get_command(app).main(arguments, prog_name="referee", standalone_mode=False) or 0
        except typer.Abort:
            ended = INTERRUPTED
        except Exception as error:
            ended = report_failure(error)
        if ASKED:
            speech.note_missing_catalogues()
    return later(ended, sys.argv[1:] if arguments is None else arguments)


def later(ended: int, arguments: list[str]) -> int:
    """A mail server that hands over a mail is asked to try again: any other code would return the mail."""
    from referee.app.errors import BUSY

    return BUSY if ended and "receive" in arguments and "-" in arguments else ended


def report_failure(error: Exception) -> int:
    """Say what went wrong; the exit code."""
    from referee.app.errors import BUG
    from referee.cli import speech

    if hasattr(error, "show") and hasattr(error, "exit_code"):  # the command line itself was not understood
        error.show()
        return int(error.exit_code)
    if os.environ.get("REFEREE_TRACEBACK", "").lower() not in OFF:
        show_traceback(error)
    speech.talk(speech.full_error_text(error))
    known = speech.code_of(error)
    return BUG if known is None else known


OFF = ("", "0", "no", "off", "false")
"""Values of a variable that is set and yet means no."""


def show_traceback(error: Exception) -> None:
    from traceback import format_exception

    speech.talk("".join(format_exception(error)))
