"""What commands take, described once: Typer and the plain parser read the same signatures."""

from typing import TYPE_CHECKING, Annotated

from referee.records import NamedTuple
from referee.words import Phrase

if TYPE_CHECKING:
    from referee.app.game_access import Table


class Argument(NamedTuple):
    """A word of the command line that has its meaning by its place."""

    metavar: str | None = None
    help: str = ""
    complete: str = ""
    """what a shell offers for it: a function `complete_…` of `words_to_come`"""


class Flag(NamedTuple):
    """A flag, or an option with a value. Without `flag` its name is that of the parameter."""

    flag: str = ""
    metavar: str | None = None
    help: str = ""
    complete: str = ""
    at_once: str = ""
    """a function of `program` that is called before anything else is read"""
    least: float | None = None
    """the lowest number, where there is one"""
    most: float | None = None
    """the highest number, where there is one"""


class Context:
    """What a command knows of the words before it. Typer gives commands a context of its own with the same names."""

    def __init__(self, invoked_subcommand: str | None = None) -> None:
        self.obj: Table
        self.invoked_subcommand = invoked_subcommand


class BadOption(Exception):
    """Options that mean nothing together, or a value that means nothing: nothing was done yet."""

    def __init__(self, says: Phrase, option: str | None = None) -> None:
        super().__init__(says)
        self.says, self.option = says, option


GameName = Annotated[str, Argument(metavar="GAME", help="The game's name.", complete="game")]
MoveFile = Annotated[str, Argument(metavar="FILE", help="A move file, or - for standard input.")]
Json = Annotated[bool, Flag("--json", help="Print JSON for programs.")]
Full = Annotated[bool, Flag("--full", help="Print the whole report, not only what changed.")]
OfSeat = Annotated[str, Flag(metavar="SEAT", help="The seat.", complete="seat")]
EntryDay = Annotated[
    str, Flag("--at", metavar="DAY", help="The day of the entry, in a game with a known deal: 1999-05-21.")
]
Yes = Annotated[bool, Flag("--yes", help="Don't ask.")]
Why = Annotated[str, Flag(metavar="TEXT", help="The reason. Players can read it.")]
