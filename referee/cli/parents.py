"""Commands with others below them, such as `referee time` and `referee time extend`: their help lists those."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from referee.cli.completion import complete_word_below
from referee.cli.contents import BELOW

LONGEST = 200
"""Characters of what help says of a command in a list."""


class Parent(TyperCommand):
    """A command whose help ends with the commands that are written behind it."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        root, name = ctx.find_root(), str(self.name)
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (f"{name} {word}", root.command.get_command(root, word).get_short_help_str(LONGEST))
                    for word in BELOW[name]
                ]
            )


WordBelow = Annotated[
    str, typer.Argument(metavar="COMMAND", help="One of the commands below.", autocompletion=complete_word_below)
]
"""What must be written behind a command that does nothing alone; what is known never comes here."""
