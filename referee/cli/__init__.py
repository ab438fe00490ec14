"""The command line: arguments in, one use case, text and an exit code out.

A command imports its module, and help about all of them none. Inside commands are only imports that are heavy and rare.
"""

import atexit
import gc
import os
import re
import sys
from importlib import import_module
from traceback import format_exception
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from referee import __version__
from referee.app.game_access import Table, game_ids, table
from referee.cli import speech
from referee.cli.contents import ALIASES, BELOW, COMMANDS, MODULES, unknown_command
from referee.exit_codes import BUG, BUSY, DONE, UNCONFIRMED
from referee.settings import settings
from referee.words import ASKED, ENGLISH, say, speak, speaking


class Contents(TyperGroup):
    """The commands of `referee`, each imported when it is asked for: all of them cost twice the start of Python."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for names in COMMANDS.values() for name in names]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        word = cmd_name.rpartition(" ")[2]
        name = ALIASES.get(word, word)
        if name in MODULES and name not in self.commands:
            found = import_module(f"referee.cli.{MODULES[name]}").app
            found.rich_markup_mode = self.rich_markup_mode
            brought = typer.main.get_group(found).commands
            for each in brought.values():
                each.help = with_example_apart(each.help or "")
            self.commands.update(brought)
        return self.commands.get(name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """A command by its name, or by two words: `referee time extend`."""
        if args[1:] and (args[1] in BELOW.get(args[0], ()) or args[:2] == ["end", "answer"]):
            args = [" ".join(args[:2]), *args[2:]]
        elif not (args[0] in MODULES or args[0] in ALIASES or ctx.resilient_parsing):
            ctx.fail(str(unknown_command(args[0])))
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """All commands on one screen, in a line each."""
        left = max(map(len, COMMANDS)) + GAP
        wide = max(map(len, self.list_commands(ctx))) + GAP
        for heading, names in COMMANDS.items():
            formatter.write("\n")
            for name, (_, says) in names.items():
                first = heading if name == next(iter(names)) else ""
                formatter.write(f"{first:{left}}{name:{wide}}{says}\n")

    def option_lines(self, ctx: Any) -> str:
        """What can be written before every command."""
        formatter = ctx.make_formatter()
        formatter.write_dl(list(filter(None, [each.get_help_record(ctx) for each in self.get_params(ctx)])))
        return str(formatter.getvalue())


EXAMPLE = re.compile(r"\s*(Example: .*?)(?=\n\n|\Z)", re.DOTALL)
"""The example in the help of a command, to the end of its paragraph."""


def with_example_apart(text: str) -> str:
    """The help of a command whose example is a line of its own, which is never broken: people paste it."""
    found = EXAMPLE.search(text)
    if not found:
        return text
    line = " ".join(found[1].split())
    return f"{text[: found.start()]}\n\n\b\n{line}{text[found.end() :]}"


GAP = 2
"""Spaces between columns."""

app = typer.Typer(
    cls=Contents,
    help="\b\nNew here? Start with: referee new   More: referee help time, help options",
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
    json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Print the whole report, not only what changed.")] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where in the program an error occurred.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """What is done before every command: the settings are read. Raises Misconfigured."""
    refuse_unknown_form(context, json=json, full=full)
    if traceback:
        os.environ["REFEREE_TRACEBACK"] = "1"
    flags = {"store": store, "games": games, "private": private, "reports": reports, "language": language}
    found = settings(flags, os.environ)
    speak(found.language)
    context.obj = table(found, os.environ)
    if context.invoked_subcommand is None:
        say_where_to_start(context.obj)


def refuse_unknown_form(context: typer.Context, **wanted: bool) -> None:
    """An option before a command that the command knows nothing of is a mistake. Raises BadParameter."""
    root: Any = context.command
    command = root.get_command(context, context.invoked_subcommand or "")
    taken = {each.name for each in command.params} if command else set()
    for name in wanted if command and not hasattr(command, "commands") else ():
        if wanted[name] and name not in taken:
            words = "It means nothing for this command: referee {command}"
            raise typer.BadParameter(str(say(words, command=context.invoked_subcommand)), param_hint=f"--{name}")


def say_where_to_start(table: Table) -> None:
    """What to type first, for somebody who typed `referee` alone."""
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
    """The program as Typer runs it. `dev completion` does what its own options do: help does not list these."""
    found: Any = typer.main.get_command(app)
    for each in found.params:
        each.hidden = each.hidden or each.name in ("install_completion", "show_completion")
    return found


def main(arguments: list[str] | None = None) -> None:
    """The program `referee`. Exits with a code of `exit_codes`."""
    atexit.register(gc.freeze)  # nobody need look for cycles at the end: they take 17 % longer without this one
    if sys.stderr is None:  # closed by the shell: then there is nobody to talk to
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(flush_output(code(arguments)))


def flush_output(ended: int) -> int:
    """The exit code when all that was printed is out, or went nowhere: else Python would end with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            speech.silence(stream)
            lost = stream is not sys.stderr and not isinstance(error, BrokenPipeError)
            ended = UNCONFIRMED if ended == DONE and lost else ended
    return ended


def code(arguments: list[str] | None) -> int:
    """Run one command: its exit code, everything said, in the language that its options ask for."""
    ASKED.clear()
    ended = DONE
    with speaking(ENGLISH):
        try:
            whole_program().main(arguments, prog_name="referee")
        except SystemExit as done:
            ended = int(done.code or DONE)
        except Exception as error:
            ended = report_failure(error)
        if ASKED:
            speech.note_missing_catalogues()
    return later(ended, sys.argv[1:] if arguments is None else arguments)


def later(ended: int, arguments: list[str]) -> int:
    """A mail server that hands over a mail is asked to try again: any other code would return the mail."""
    return BUSY if ended and "receive" in arguments and "-" in arguments else ended


def report_failure(error: Exception) -> int:
    """Say what went wrong; the exit code."""
    if os.environ.get("REFEREE_TRACEBACK", "").lower() not in OFF:
        speech.talk("".join(format_exception(error)))
    speech.talk(speech.full_error_text(error))
    known = speech.code_of(error)
    return BUG if known is None else known


OFF = ("", "0", "no", "off", "false")
"""Values of a variable that is set and yet means no."""
