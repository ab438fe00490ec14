"""Command lines read without Typer, which takes four times as long to import as Python to start.

The rest is Typer's: the help of a command, completion, mistakes, abbreviations, commands of two words. So
every text about a command line comes from Typer.
"""

from collections.abc import Iterator
from enum import EnumMeta
from types import NoneType
from typing import Any, get_args

from referee.cli.commands import CommandGroup, Function, import_command
from referee.cli.options import Argument, BadOption, Context, Flag
from referee.cli.start import start_program
from referee.records import NamedTuple


class NotPlainWords(Exception):
    """A command line that is for Typer to read."""


TWO_FORMS = "/"
"""Stands in a flag between its two forms: such a flag is left to Typer."""


class Parameter(NamedTuple):
    """A parameter of a command: what it is called on the command line, and what its value may be."""

    name: str
    place: Argument | Flag
    kind: Any
    """the type of its value, or of each of its values"""
    is_list: bool
    is_needed: bool

    @property
    def flag(self) -> str:
        return (isinstance(self.place, Flag) and self.place.flag) or f"--{self.name}"

    def value(self, word: str) -> object:
        """The value that a word means. Raises NotPlainWords."""
        if self.kind is str:
            return word
        if self.kind is int and word.isascii() and word.isdigit() and self.is_in_range(int(word)):
            return int(word)
        if isinstance(self.kind, EnumMeta):
            try:
                return self.kind(word)
            except ValueError:
                raise NotPlainWords from None
        raise NotPlainWords

    def is_in_range(self, number: int) -> bool:
        flag = self.place
        if isinstance(flag, Argument):
            return True
        return (flag.least is None or flag.least <= number) and (flag.most is None or number <= flag.most)


class Call(NamedTuple):
    """A command line that was understood."""

    name: str
    command: Function | None
    """None where no command is named"""
    given: dict[str, object]
    given_before: dict[str, object]
    """the options before the command"""
    start: Function = start_program


def run_plainly(words: list[str]) -> bool:
    """Run a plain command line; False if it is not plain, and nothing was done."""
    try:
        call = plain_call(words)
        context = Context(call.name or None)
        call.start(context, **call.given_before)
        if call.command:
            known = {"context": context} if "context" in call.command.__annotations__ else {}
            call.command(**known, **call.given)
    except (NotPlainWords, BadOption):
        return False
    return True


def plain_call(words: list[str]) -> Call:
    """The meaning of a command line. Raises NotPlainWords."""
    left = iter(words)
    before, name = read_words(parameters(start_program), left, to_command=True)
    if not name:
        return Call("", None, {}, before)
    command = import_command(name)
    if command is None or isinstance(command, CommandGroup):
        raise NotPlainWords
    given, _ = read_words(parameters(command), left)
    return Call(name, command, given, before)


def parameters(command: Any) -> list[Parameter]:
    """The parameters of a command, in order, by its annotations; the context is none."""
    names = command.__code__.co_varnames[: command.__code__.co_argcount]
    needed = names[: len(names) - len(command.__defaults__ or ())]
    found = [(name, kind) for name, kind in command.__annotations__.items() if hasattr(kind, "__metadata__")]
    return [parameter(name, kind.__metadata__[0], kind.__origin__, name in needed) for name, kind in found]


def parameter(name: str, place: Argument | Flag, kind: Any, is_needed: bool) -> Parameter:
    """`kind` is a type, or a list of one, or either of these or None."""
    if NoneType in get_args(kind):
        kind = next(each for each in get_args(kind) if each is not NoneType)
    is_list = bool(get_args(kind))
    return Parameter(name, place, get_args(kind)[0] if is_list else kind, is_list, is_needed)


def read_words(known: list[Parameter], words: Iterator[str], to_command: bool = False) -> tuple[dict[str, object], str]:
    """The values of parameters by name, and the command before which they stand, if any. Raises NotPlainWords."""
    flags = {each.flag: each for each in known if isinstance(each.place, Flag) and TWO_FORMS not in each.flag}
    places = [each for each in known if isinstance(each.place, Argument)]
    given: dict[str, object] = {}
    for word in words:
        if word.startswith("-") and word != "-":
            read_option(flags, given, word, words)
        elif not word:
            raise NotPlainWords
        elif to_command:
            return given, word
        elif places:
            enter(given, places[0], word)
            if not places[0].is_list:
                places.pop(0)
        else:
            raise NotPlainWords
    if any(each.is_needed and each.name not in given for each in known):
        raise NotPlainWords
    return given, ""


def enter(given: dict[str, object], of: Parameter, word: str) -> None:
    """Enter a value of a parameter, which may have some already if it is a list. Raises NotPlainWords."""
    if of.is_list:
        earlier = given.get(of.name)
        given[of.name] = [*(earlier if isinstance(earlier, list) else []), of.value(word)]
    elif of.name in given:
        raise NotPlainWords
    else:
        given[of.name] = of.value(word)


def read_option(flags: dict[str, Parameter], given: dict[str, object], word: str, words: Iterator[str]) -> None:
    """Enter the value of one option, which may be in the next word. Raises NotPlainWords."""
    flag, equals, value = word.partition("=")
    option = flags.get(flag)
    if option is None or (isinstance(option.place, Flag) and option.place.at_once):
        raise NotPlainWords
    if option.kind is bool:
        if equals or option.name in given:
            raise NotPlainWords
        given[option.name] = True
        return
    value = value if equals else next(words, "")
    if not value or (value.startswith("-") and value != "-"):
        raise NotPlainWords
    enter(given, option, value)
