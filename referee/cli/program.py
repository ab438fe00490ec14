"""The commands as Typer knows them: for help, for completion, and for every command line that is not plain."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperGroup

from referee.app.errors import DONE, INTERRUPTED
from referee.cli import speech, words_to_come
from referee.cli.commands import ROOT, CommandGroup, Function, import_command
from referee.cli.contents import ALIASES, MODULES
from referee.cli.help_page import first_sentence, help_page
from referee.cli.options import Argument, BadOption, Context, Flag
from referee.words import Phrase, say


class Contents(TyperGroup):
    """The commands of `referee`. The module of a command is imported when somebody asks for the command."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in self.commands:
            self.describe([name] if name in MODULES else MODULES)
        return self.commands.get(name)

    def list_commands(self, ctx: Any) -> list[str]:
        self.describe(MODULES)
        return list(MODULES)

    def describe(self, names: Iterable[str]) -> None:
        """Import these commands and describe them to Typer."""
        group = CommandGroup(ROOT.help)
        group.commands = {name: found for name in names if (found := import_command(name))}
        self.commands.update(typer.main.get_group(in_typer(group)).commands)

    def get_help(self, ctx: Any) -> str:
        return help_page()


def in_typer(group: CommandGroup, **shape: Any) -> typer.Typer:
    """A group with its commands as Typer describes them."""
    alone = group.first is not None
    app = typer.Typer(
        help=group.help, rich_markup_mode=None, no_args_is_help=not alone, invoke_without_command=alone, **shape
    )
    app.callback()(in_words_of_typer(group.first or no_beginning))
    for name, each in group.commands.items():
        if isinstance(each, CommandGroup):
            app.add_typer(in_typer(each), name=name, short_help=first_sentence(each))
        else:
            app.command(name, short_help=first_sentence(each))(in_words_of_typer(each))
    return app


def no_beginning() -> None:
    """What is done before the commands of a group where nothing is; without it a single command would be the group."""


def show_version(wanted: bool) -> bool:
    """The value of the option, if it is not wanted; else the command ends here."""
    if wanted:
        from referee import __version__

        speech.out(f"referee {__version__}")
        raise speech.Ended
    return wanted


def in_words_of_typer(command: Function) -> Function:
    """The same command with its options as Typer describes them; a bad option is reported as one of Typer's."""

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
    kind = get_args(annotation)[0]
    return Annotated[kind, parameter_of_typer(described, number_in(kind))]


def parameter_of_typer(described: Argument | Flag, number: type | None) -> Any:
    complete = getattr(words_to_come, f"complete_{described.complete}") if described.complete else None
    shown: dict[str, Any] = {"metavar": described.metavar, "help": described.help, "autocompletion": complete}
    if number:
        shown["parser"] = number_reader(number, described)
    if isinstance(described, Argument):
        return typer.Argument(**shown)
    flags = [described.flag] if described.flag else []
    at_once = AT_ONCE[described.at_once] if described.at_once else None
    shown["show_default"] = "(default: " not in described.help
    return typer.Option(*flags, **shown, callback=at_once, is_eager=at_once is not None)


AT_ONCE = {"show_version": show_version}
"""What some options do as soon as they are read."""


def whole_program() -> Any:
    """The program `referee`, whose commands are described when somebody asks for them."""
    shape = {"name": "referee", "cls": Contents, "add_completion": False, "pretty_exceptions_enable": False}
    group = CommandGroup(ROOT.help)
    group.first = ROOT.first
    return typer.main.get_group(in_typer(group, **shape))


def run_with_typer(arguments: list[str] | None) -> int:
    """Run one command; the exit code. Without arguments those of the process."""
    try:
        ended = whole_program().main(arguments, prog_name="referee", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    return int(ended or DONE)


def number_reader(kind: type, place: Argument | Flag) -> Callable[[str], Any]:
    """What reads a number in the range of its option. It refuses others in our words: Typer's own name the type."""
    least, most = (place.least, place.most) if isinstance(place, Flag) else (None, None)

    def number(word: str) -> Any:
        try:
            found = kind(word)
            if (least is None or least <= found) and (most is None or found <= most):
                return found
        except ValueError:
            pass
        raise typer.BadParameter(str(number_wanted(least, most)))

    return number


def number_wanted(least: float | None, most: float | None) -> Phrase:
    """What to write for an option that takes numbers in this range."""
    if least is None:
        return say("Write a whole number.")
    if most is None:
        return say("Write a whole number, {least} or more.", least=least)
    return say("Write a number from {least} to {most}.", least=least, most=most)


def number_in(kind: Any) -> type | None:
    """`int` or `float` for a parameter that takes such numbers, one or many; None for another."""
    for number in (int, float):
        if kind is number or any(number_in(part) is number for part in get_args(kind)):
            return number
    return None
