"""Arguments and options that several commands take; those of everyday commands are in `options`."""

from typing import Annotated

from referee.cli.options import Argument, Flag

SeatName = Annotated[str, Argument(metavar="SEAT", help="The seat.", complete="seat")]
TitleName = Annotated[str, Argument(metavar="TITLE", help="A title. To list them: referee titles", complete="title")]
TitleIfNamed = Annotated[
    str, Argument(metavar="[TITLE]", help="A title. To list them: referee titles", complete="title")
]
Jobs = Annotated[int, Flag(metavar="N", least=0, help="How many processes to use (default: one per processor).")]
Scheduler = Annotated[
    str, Flag(metavar="ADDRESS", help="Use the workers of this Dask scheduler, such as tcp://192.0.2.1:8786.")
]
Words = list[str]
Players = Annotated[Words | None, Flag(metavar="SEAT=NAME", help=("A seat and its player. Repeat for each player."))]
NewPlayers = Annotated[
    Words | None,
    Flag("--player", metavar="SEAT=NAME", help="A seat and its new player. Repeat for each player."),
]
Choices = Annotated[
    Words | None, Flag(metavar="KEY=VALUE", help=("An option of the rules. To list them: referee titles"))
]
Boards = Annotated[
    Words | None,
    Flag(metavar="BOARD", help=("The name of a board or layout that comes with referee, or a file of your own.")),
]
OfEdition = Annotated[
    str | None,
    Flag(
        "--edition",
        metavar="N",
        help=("An edition of the rules (default: the current one). To list them: referee titles"),
    ),
]
Components = Annotated[
    str | None,
    Flag(metavar="FILE", help=("Components that you corrected from your own box. See: referee components")),
]
Tiles = Annotated[str | None, Flag(metavar="FILE", help="Tiles of your own. See: referee boards")]
WaitForNonces = Annotated[bool, Flag("--wait-for-nonces", help=("Only deal when the players have sent nonces."))]
Practice = Annotated[bool, Flag("--practice", help="For trying things out: the shuffle is public and always the same.")]
KnownDealFile = Annotated[
    str | None,
    Flag("--known-deal", metavar="FILE", help="Enter a game of long ago: what its piles held, as far as known."),
]
TakesOrders = Annotated[
    bool | None,
    Flag("--orders/--no-orders", help="Players may send orders ahead of their turn (default: the settings)."),
]
ClockWords = Annotated[
    Words | None,
    Flag("--clock", metavar="KEY=VALUE", help=("How time is counted, such as allowance=72h or zone=UTC.")),
]
Addresses = Annotated[Words | None, Flag(metavar="SEAT=ADDRESS", help="The e-mail address of a player.")]
Languages = Annotated[Words | None, Flag(metavar="SEAT=LANGUAGE", help="A player's language: en, it, fr, de.")]
Games = Annotated[
    list[str] | None,
    Argument(metavar="[GAME]...", help="Names of games (default: all).", complete="game"),
]
