"""Arguments and options that several commands have, and what a shell completes in them."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.app.game_access import Table


def table_of(context: typer.Context) -> "Table":
    """The table that the options so far ask for; a command line that is being typed has run no callback yet."""
    from referee.app.game_access import table
    from referee.settings import settings

    typed = context.find_root().params
    flags = {name: typed.get(name) for name in ("games", "private", "reports", "language")}
    return table(settings(flags, os.environ), os.environ)


def complete_game(context: typer.Context, incomplete: str) -> list[str]:
    """The games whose names begin so."""
    from referee.app.game_access import game_ids

    return [id for id in game_ids(table_of(context)) if id.startswith(incomplete)]


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game that was typed before; none where no game was, or its log cannot be read."""
    from referee.app.game_access import folder_of
    from referee.store import log

    game = context.params.get("game") or next(iter(context.args), "")  # behind an option that lacks its value
    try:
        header = log.read_log(folder_of(table_of(context), str(game))).header
    except Exception:  # a shell that asks for the next word has no use for an error
        return []
    return [seat for seat in header["seats"] if seat.startswith(incomplete)]


def complete_title(incomplete: str) -> list[str]:
    """The installed titles whose names begin so."""
    from referee import titles

    return [id for id in titles.ids() if id.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", autocompletion=complete_game)]
MoveFile = Annotated[str, typer.Argument(metavar="FILE", help="A move file, or - for stdin.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Full = Annotated[bool, typer.Option("--full", help="Print the whole report, not only what changed.")]
SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat that is meant.", autocompletion=complete_seat)]
OfSeat = Annotated[str, typer.Option(metavar="SEAT", help="The seat that is meant.", autocompletion=complete_seat)]
TitleName = Annotated[
    str, typer.Argument(metavar="TITLE", help="A title; see: referee titles", autocompletion=complete_title)
]

TitleIfNamed = Annotated[
    str, typer.Argument(metavar="[TITLE]", help="A title; see: referee titles", autocompletion=complete_title)
]

Words = list[str]
Players = Annotated[Words | None, typer.Option(metavar="SEAT=NAME", help="A seat and its player; once for each.")]
Choices = Annotated[Words | None, typer.Option(metavar="KEY=VALUE", help="A choice of the rules; see: referee titles")]
Boards = Annotated[
    Words | None, typer.Option(metavar="BOARD", help="A shipped board or layout by name, or a file of your own.")
]
OfEdition = Annotated[
    str | None,
    typer.Option("--edition", metavar="N", help="An edition; without it the current one; see: referee titles"),
]
Components = Annotated[
    str | None, typer.Option(metavar="FILE", help="Components corrected from the box; see: referee components")
]
Tiles = Annotated[str | None, typer.Option(metavar="FILE", help="Tiles of your own; see: referee boards")]
WaitForNonces = Annotated[bool, typer.Option("--wait-for-nonces", help="Deal only when the players gave nonces.")]
Practice = Annotated[
    bool, typer.Option("--practice", help="Try things out: the shuffle is published, and the same each time.")
]
ClockWords = Annotated[
    Words | None, typer.Option("--clock", metavar="KEY=VALUE", help="How time is counted: allowance=72h, zone=UTC …")
]
Addresses = Annotated[Words | None, typer.Option(metavar="SEAT=ADDRESS", help="Where a player's letters go.")]
Languages = Annotated[Words | None, typer.Option(metavar="SEAT=LANGUAGE", help="A player's language: en, it, fr, de.")]
Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Games by name; all without.", autocompletion=complete_game),
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason; players read it.")]
