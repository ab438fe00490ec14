"""Arguments and options that several commands have."""

from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.")]
MoveFile = Annotated[str, typer.Argument(metavar="FILE", help="A move file, or - for stdin.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat that is meant.")]
OfSeat = Annotated[str, typer.Option(metavar="SEAT", help="The seat that is meant.")]
TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="A title; see: referee titles")]
