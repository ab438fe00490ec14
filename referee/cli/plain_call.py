"""The command lines of every day, read without Typer, which takes four times as long to import as Python to start.

What is not plain is Typer's: help, completion, mistakes, abbreviations, other commands. So every text about the command
line comes from Typer.
"""

from collections.abc import Callable, Iterator
from enum import EnumMeta
from importlib import import_module
from types import NoneType
from typing import Any, get_args

from referee.cli.options import Argument, BadOption, Context, Flag
from referee.cli.start import start_program
from referee.records import NamedTuple

PLAIN = {"submit": "moves", "check": "moves", "show": "show_game", "receive": "receive_mail"}
"""Commands of every day, and the module that has the function of this name."""


class NotPlainWords(Exception):
    """A command line that is for Typer to read."""


class Parameter(NamedTuple):
    """A parameter of a command: what it is called on the command line, and what its value may be."""

    name: str
    place: Argument | Flag
    kind: Any
    """the type of its value, or of each of its values"""
    is_list: bool

    @property
    def flag(self) -> str:
        return (isinstance(self.place, Flag) and self.place.flag) or f"--{self.name}"

    def value(self, word: str) -> object:
        """The value that a word means. Raises NotPlainWords."""
        if self.kind is str:
            return word
        if self.kind is int and word.isascii() and word.isdigit():
            return int(word)
        if isinstance(self.kind, EnumMeta):
            try:
                return self.kind(word)
            except ValueError:
                raise NotPlainWords from None
        raise NotPlainWords


class Call(NamedTuple):
    """A command line that was understood."""

    name: str
    command: Callable[..., object]
    given: dict[str, object]
    given_before: dict[str, object]
    """the options before the command"""
    start: Callable[..., object] = start_program


def run_plainly(words: list[str]) -> bool:
    """Run a plain command line; False if it is not plain, and nothing was done."""
    try:
        call = plain_call(words)
        context = Context(call.name)
        call.start(context, **call.given_before)
        call.command(context, **call.given)
    except (NotPlainWords, BadOption):
        return False
    return True


def plain_call(words: list[str]) -> Call:
    """The meaning of a command line. Raises NotPlainWords."""
    left = iter(words)
    before, name = read_words(parameters(start_program), left, to_command=True)
    if name not in PLAIN:
        raise NotPlainWords
    command = getattr(import_module(f"referee.cli.{PLAIN[name]}"), name)
    given, _ = read_words(parameters(command), left)
    return Call(name, command, given, before)


def parameters(command: Callable[..., object]) -> list[Parameter]:
    """The parameters of a command, in order, by its annotations; the context is none."""
    found = [(name, kind) for name, kind in command.__annotations__.items() if hasattr(kind, "__metadata__")]
    return [parameter(name, kind.__metadata__[0], kind.__origin__) for name, kind in found]


def parameter(name: str, place: Argument | Flag, kind: Any) -> Parameter:
    """`kind` is a type, or a list of one, or either of these or None."""
    if NoneType in get_args(kind):
        kind = next(each for each in get_args(kind) if each is not NoneType)
    return Parameter(name, place, *((get_args(kind)[0], True) if get_args(kind) else (kind, False)))


def read_words(known: list[Parameter], words: Iterator[str], to_command: bool = False) -> tuple[dict[str, object], str]:
    """The values of parameters by name, and the command before which they stand. Raises NotPlainWords."""
    flags = {each.flag: each for each in known if isinstance(each.place, Flag)}
    places = [each for each in known if isinstance(each.place, Argument)]
    given: dict[str, object] = {}
    for word in words:
        if word.startswith("-") and word != "-":
            read_option(flags, given, word, words)
        elif to_command:
            return given, word
        elif word and places:
            place = places.pop(0)
            given[place.name] = place.value(word)
        else:
            raise NotPlainWords
    if places or to_command:
        raise NotPlainWords
    return given, ""


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
    if option.is_list:
        earlier = given.get(option.name)
        given[option.name] = [*(earlier if isinstance(earlier, list) else []), option.value(value)]
    elif option.name in given:
        raise NotPlainWords
    else:
        given[option.name] = option.value(value)
