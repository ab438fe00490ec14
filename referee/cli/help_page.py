"""What `referee --help` prints: how the program is called, its options, and what each command does."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from referee.cli.commands import ROOT, CommandGroup, Function, import_command
from referee.cli.contents import COMMANDS
from referee.cli.plain_call import parameters
from referee.cli.start import start_program
from referee.cli.terminal import columns

WIDEST, NARROWEST = 78, 50
"""How many columns the page takes at most, and at least."""
USAGE = "Usage: referee [OPTIONS] COMMAND [ARGS]..."


def help_page() -> str:
    """The page, in the width of the terminal."""
    width = max(min(columns() - 2, WIDEST), NARROWEST)
    lines = [USAGE, "", f"  {ROOT.help}", "", *section("Options", options(), width)]
    for heading, commands in COMMANDS.items():
        lines += ["", *section(heading, [(name, first_sentence(import_command(name))) for name in commands], width)]
    return "\n".join(lines)


def options() -> list[tuple[str, str]]:
    """The options before a command, and what each does."""
    known = [(f"{each.flag} {each.place.metavar or ''}".strip(), each.place.help) for each in parameters(start_program)]
    return [*known, ("--help", "Show this message and exit.")]


def first_sentence(command: Function | CommandGroup | None) -> str:
    """What a command or a group does: the first sentence of its help."""
    text = command.help if isinstance(command, CommandGroup) else str(command.__doc__)
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".") + "."


def section(heading: str, rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """A heading, and below it what is explained, in one column, and the explanations in another."""
    rows = list(rows)
    room = max(len(name) for name, _ in rows)
    yield f"{heading}:"
    for name, says in rows:
        first, *others = wrap(says, width - room - 4)
        yield f"  {name:{room}}  {first}"
        yield from (f"{'':{room + 4}}{each}" for each in others)
