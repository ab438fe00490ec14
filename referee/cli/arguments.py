"""Arguments and options that several commands have."""

from typing import Annotated

import typer

from referee.cli.completion import complete_game, complete_seat, complete_title

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", autocompletion=complete_game)]
MoveFile = Annotated[str, typer.Argument(metavar="FILE", help="A move file, or - for stdin.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat that is meant.", autocompletion=complete_seat)]
OfSeat = Annotated[str, typer.Option(metavar="SEAT", help="The seat that is meant.", autocompletion=complete_seat)]
TitleName = Annotated[
    str, typer.Argument(metavar="TITLE", help="A title; see: referee titles", autocompletion=complete_title)
]

Words = list[str]
Players = Annotated[Words, typer.Option(metavar="SEAT=NAME", help="A seat and its player; once for each.")]
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
