"""The commands as Typer knows them: for help, for completion, and for every command line that is not plain."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup

from referee.app.errors import DONE, INTERRUPTED
from referee.cli import speech, words_to_come
from referee.cli.contents import ALIASES, COMMANDS, MODULES
from referee.cli.options import Argument, BadOption, Context, Flag
from referee.cli.start import start_program
from referee.words import Phrase, say


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
        import_commands(modules)
        translate_options()
        self.commands = typer.main.get_group(app).commands

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write what each command does. To build all commands for that would take as long as to start Python."""
        import_commands(MODULES.values())
        helps = {
            str(each.name or each.callback.__name__): inspect.getdoc(each.callback)
            for each in app.registered_commands
            if each.callback
        }
        helps |= {
            str(each.name): each.typer_instance.info.help for each in app.registered_groups if each.typer_instance
        }
        width = formatter.width - 6 - max(map(len, MODULES))
        for heading, modules in COMMANDS.items():
            names = [name for names in modules.values() for name in names]
            short = [TyperCommand(name, help=helps[name]).get_short_help_str(width) for name in names]
            with formatter.section(heading):
                formatter.write_dl(list(zip(names, short, strict=True)))


def import_commands(modules: Iterable[str]) -> None:
    """Import modules, each of which registers its commands with `app`."""
    for module in modules:
        import_module(f"referee.cli.{module}")


def translate_options() -> None:
    """Describe the options of all registered commands as Typer does."""
    for each in all_registered(app):
        each.callback = in_words_of_typer(each.callback)


def all_registered(of: typer.Typer) -> Iterator[Any]:
    """The registered commands, with those of the groups, and what is done before these."""
    yield from of.registered_commands
    if of.registered_callback:
        yield of.registered_callback
    for group in of.registered_groups:
        if group.typer_instance:
            yield from all_registered(group.typer_instance)


app = typer.Typer(
    name="referee",
    cls=Contents,
    help="Run board games by e-mail. New here? Start with: referee new",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    invoke_without_command=True,
)


def show_version(wanted: bool) -> bool:
    """The value of the option, if it is not wanted; else the command ends here."""
    if wanted:
        from referee import __version__

        speech.out(f"referee {__version__}")
        raise speech.Ended
    return wanted


def in_words_of_typer(command: Callable[..., object]) -> Callable[..., object]:
    """The same command with its options as Typer describes them; a bad option is reported as one of Typer's."""
    if hasattr(command, "__signature__"):  # it was done before
        return command

    @wraps(command)
    def run(*given: Any, **named: Any) -> object:
        try:
            return command(*given, **named)
        except BadOption as bad:
            raise typer.BadParameter(str(bad.says), param_hint=bad.option) from None

    before = inspect.signature(command, eval_str=True).parameters.values()
    after = [each.replace(annotation=annotation_for_typer(each.annotation)) for each in before]
    run.__annotations__ = {each.name: each.annotation for each in after}
    vars(run)["__signature__"] = inspect.Signature(after)
    return run


def annotation_for_typer(annotation: Any) -> Any:
    if annotation is Context:
        return typer.Context
    described = get_args(annotation)[1] if get_origin(annotation) is Annotated else None
    if not isinstance(described, Argument | Flag):
        return annotation
    return Annotated[get_args(annotation)[0], parameter_of_typer(described)]


def parameter_of_typer(described: Argument | Flag) -> Any:
    complete = getattr(words_to_come, f"complete_{described.complete}") if described.complete else None
    if isinstance(described, Argument):
        return typer.Argument(metavar=described.metavar, help=described.help, autocompletion=complete)
    flags = [described.flag] if described.flag else []
    at_once = AT_ONCE[described.at_once] if described.at_once else None
    shown: dict[str, Any] = {"metavar": described.metavar, "help": described.help, "autocompletion": complete}
    shown["min"] = described.least
    shown["show_default"] = "(default: " not in described.help
    return typer.Option(*flags, **shown, callback=at_once, is_eager=at_once is not None)


AT_ONCE = {"show_version": show_version}
"""What some options do as soon as they are read."""
app.callback()(in_words_of_typer(start_program))


def run_with_typer(arguments: list[str] | None) -> int:
    """Run one command; the exit code. Without arguments those of the process."""
    translate_options()
    try:
        ended = typer.main.get_command(app).main(arguments, prog_name="referee", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except typer.BadParameter as bad:
        bad.message = str(number_wanted(getattr(bad.param, "type", None)) or bad.message)
        raise
    return int(ended or DONE)


def number_wanted(kind: Any) -> Phrase | None:
    """What to write for an option of Typer's type `kind`, if that is a number: Typer's own words name the type."""
    name = getattr(kind, "name", "")
    if name not in NUMBERS:
        return None
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is None:
        return say("Write a whole number.")
    if most is None:
        return say("Write a whole number, {least} or more.", least=least)
    return say("Write a number from {least} to {most}.", least=least, most=most)


NUMBERS = ("int", "int range", "float", "float range")
"""What Typer calls the types of numbers."""
