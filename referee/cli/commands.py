"""All commands, as the modules of this folder bring them, for the plain parser and for Typer."""

from collections.abc import Callable
from importlib import import_module
from typing import TypeVar

from referee.cli.contents import ALIASES, MODULES
from referee.cli.start import start_program

Function = Callable[..., object]
F = TypeVar("F", bound=Function)


class CommandGroup:
    """The commands that follow one word, such as `referee` or `referee mail`."""

    def __init__(self, help: str) -> None:
        self.help = help
        self.commands: dict[str, Function | CommandGroup] = {}
        self.first: Function | None = None
        """what is done before any of them, and for the word alone; without it the word alone prints its help"""

    def command(self, name: str = "") -> Callable[[F], F]:
        """Bring a function as a command, by its own name or another."""

        def bring(function: F) -> F:
            self.commands[name or function.__name__] = function
            return function

        return bring

    def group(self, name: str, help: str) -> "CommandGroup":
        """A new group below this one."""
        below = self.commands[name] = CommandGroup(help)
        return below

    def at_first(self, function: F) -> F:
        """Have a function called before any command of the group."""
        self.first = function
        return function


ROOT = CommandGroup("Run board games by e-mail. New here? Start with: referee new")
ROOT.at_first(start_program)


def import_command(name: str) -> Function | CommandGroup | None:
    """The command or the group of this name, or of what people type for it; None if there is none."""
    name = ALIASES.get(name, name)
    if name in MODULES:
        import_module(f"referee.cli.{MODULES[name]}")
    return ROOT.commands.get(name)
