"""Arguments and options that several commands take, what a shell offers for them, and commands with others below."""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from referee import titles
from referee.app.game_access import Table, folder_of, game_ids, open_game, table
from referee.cli.contents import BELOW
from referee.rules.rulings import subjects_of
from referee.settings import settings
from referee.store import log
from referee.words import Phrase, say


def table_of(context: typer.Context) -> Table:
    """The table that the options so far ask for; a command line that is being typed has run no callback yet."""
    typed = context.find_root().params
    flags = {name: typed.get(name) for name in ("store", "games", "private", "reports", "language")}
    return table(settings(flags, os.environ), os.environ)


def complete_game(context: typer.Context, incomplete: str) -> list[str]:
    """The games whose names begin so, and what can be written there instead of a game."""
    found = [id for id in game_ids(table_of(context)) if id.startswith(incomplete)]
    return [*found, *complete_word_below(context, incomplete)]


def complete_word_below(context: typer.Context, incomplete: str) -> list[str]:
    """The commands that are written behind the one before the word."""
    return [word for word in BELOW.get(str(context.command.name), ()) if word.startswith(incomplete)]


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game that was typed before; none if no game was, or its log cannot be read."""
    game = context.params.get("game") or next(iter(context.args), "")  # behind an option that lacks its value
    try:
        header = log.read_log(folder_of(table_of(context), str(game))).header
    except Exception:  # a shell that completes the next word has no use for an error
        return []
    return [seat for seat in header["seats"] if seat.startswith(incomplete)]


def complete_title(context: typer.Context, incomplete: str) -> list[str]:
    """The installed titles whose names begin so, and what can be written there instead of a title."""
    found = [id for id in titles.ids() if id.startswith(incomplete)]
    return [*found, *complete_word_below(context, incomplete)]


def complete_subject(context: typer.Context, incomplete: str) -> list[str]:
    """The policies and options of the game that was typed before which a ruling can change."""
    return [name for name in typed_choices(context) if name.startswith(incomplete)]


def complete_value(context: typer.Context, incomplete: str) -> list[str]:
    """The values of the policy or the option that was typed before."""
    known, words = typed_choices(context), [str(each) for each in (context.params.get("name"), *context.args)]
    values = next((known[each] for each in words if each in known), ())
    return [value for value in values if value.startswith(incomplete)]


def typed_choices(context: typer.Context) -> Mapping[str, Iterable[str]]:
    """What a ruling can change in the game that was typed before, each with its values; nothing without a game."""
    game = context.params.get("game") or next(iter(context.args), "")
    try:
        found = subjects_of(open_game(table_of(context), str(game)).book)
    except Exception:  # a shell that completes the next word has no use for an error
        return {}
    return {each.name: each.values for each in found.values() if each.changeable}


Number = TypeVar("Number", int, float)


def number_parser(
    kind: type[Number], least: Number | None = None, most: Number | None = None
) -> Callable[[str], Number]:
    """Reads a number in a range. It refuses others in our words: Typer's own name a type, or are a formula."""

    def number(word: str) -> Number:
        try:
            found = kind(word)
            if (least is not None and found < least) or (most is not None and found > most):
                raise ValueError
        except ValueError:
            raise typer.BadParameter(str(number_wanted(least, most))) from None
        return found

    return number


def number_wanted(least: float | None, most: float | None) -> Phrase:
    """What to write for an option that takes numbers in this range."""
    if least is None:
        return say("Write a whole number.")
    if most is None:
        return say("Write a whole number, {least} or more.", least=least)
    return say("Write a number from {least} to {most}.", least=least, most=most)


def said_before(context: typer.Context, option: typer.CallbackParam, value: bool) -> bool:
    """Whether an option is set, here or before the command."""
    return value or bool(context.find_root().params.get(str(option.name)))


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's name.", autocompletion=complete_game)]
MoveFile = Annotated[str, typer.Argument(metavar="FILE", help="A move file, or - for standard input.")]
Json = Annotated[bool, typer.Option("--json", hidden=True, callback=said_before)]
Full = Annotated[bool, typer.Option("--full", hidden=True, callback=said_before)]
"""Options of all commands, which are said before the command: `referee --json status`. Behind it they work, too."""
OfSeat = Annotated[str, typer.Option(metavar="SEAT", help="The seat.", autocompletion=complete_seat)]
EntryDay = Annotated[
    str, typer.Option("--at", metavar="DAY", help="The day of the entry, in a game with a known deal: 1999-05-21.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Don't ask.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason. Players can read it.")]
SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat.", autocompletion=complete_seat)]
SeatIfNamed = Annotated[str, typer.Argument(metavar="[SEAT]", help="The seat.", autocompletion=complete_seat)]
TitleName = Annotated[
    str, typer.Argument(metavar="TITLE", help="A title. To list them: referee title", autocompletion=complete_title)
]
TitleIfNamed = Annotated[
    str, typer.Argument(metavar="[TITLE]", help="A title. To list them: referee title", autocompletion=complete_title)
]
Jobs = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=number_parser(int, 0),
        show_default=False,
        help="How many processes to use (default: one per processor).",
    ),
]
Scheduler = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Use the workers of this Dask scheduler, such as tcp://192.0.2.1:8786.")
]
Words = list[str]
Players = Annotated[
    Words | None, typer.Option(metavar="SEAT=NAME", help="A seat and its player. Repeat for each player.")
]
NewPlayers = Annotated[
    Words | None,
    typer.Option("--player", metavar="SEAT=NAME", help="A seat and its new player. Repeat for each player."),
]
Choices = Annotated[
    Words | None, typer.Option(metavar="KEY=VALUE", help="An option of the rules. To list them: referee title")
]
Boards = Annotated[
    Words | None,
    typer.Option(metavar="BOARD", help="The name of a board or layout that comes with referee, or a file of your own."),
]
OfEdition = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="N",
        help="An edition of the rules (default: the current one). To list them: referee title",
    ),
]
Components = Annotated[
    str | None,
    typer.Option(
        hidden=True,
        metavar="FILE",
        help="Components that you corrected from your own box. See: referee title components",
    ),
]
Tiles = Annotated[
    str | None, typer.Option(hidden=True, metavar="FILE", help="Tiles of your own. See: referee title boards")
]
WaitForNonces = Annotated[
    bool, typer.Option("--wait-for-nonces", hidden=True, help="Only deal when the players have sent nonces.")
]
Invites = Annotated[
    bool, typer.Option("--invite", help="Send invitations by e-mail; the game begins when all have said yes.")
]
Practice = Annotated[
    bool, typer.Option("--practice", help="For trying things out: the shuffle is public and always the same.")
]
KnownDealFile = Annotated[
    str | None,
    typer.Option(
        "--known-deal",
        hidden=True,
        metavar="FILE",
        help="Enter a game of long ago: what its piles held, as far as known.",
    ),
]
TakesOrders = Annotated[
    bool | None,
    typer.Option(
        "--orders/--no-orders", hidden=True, help="Players may send orders ahead of their turn (default: the settings)."
    ),
]
PastDay = Annotated[
    str,
    typer.Option(
        "--at", hidden=True, metavar="DAY", help="The day of the deal, in a game with a known deal: 1999-05-21."
    ),
]
NewEdition = Annotated[
    str | None,
    typer.Option(
        "--edition",
        hidden=True,
        metavar="N",
        help="An edition of the rules (default: the current one). To list them: referee title",
    ),
]
NewLanguages = Annotated[
    Words | None,
    typer.Option("--language", hidden=True, metavar="SEAT=LANGUAGE", help="A player's language: en, it, fr, de."),
]
ClockWords = Annotated[
    Words | None,
    typer.Option("--clock", metavar="KEY=VALUE", help="How time is counted, such as allowance=72h or zone=UTC."),
]
Addresses = Annotated[Words | None, typer.Option(metavar="SEAT=ADDRESS", help="The e-mail address of a player.")]
Languages = Annotated[Words | None, typer.Option(metavar="SEAT=LANGUAGE", help="A player's language: en, it, fr, de.")]
Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Names of games (default: all).", autocompletion=complete_game),
]


def bad_option(says: Phrase, option: str | None = None) -> typer.BadParameter:
    """A mistake in the command line that only a command sees: Typer names the option, and how the command is called."""
    return typer.BadParameter(str(says), param_hint=option)


Mistake = tuple[bool, str, Phrase]
"""Whether it was made, the option, and what is wrong with it."""


def refuse_mistakes(mistakes: Iterable[Mistake]) -> None:
    """Raises BadParameter for the first that was made."""
    for wrong, option, why in mistakes:
        if wrong:
            raise bad_option(why, option)


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


WordsBelow = Annotated[
    list[str], typer.Argument(metavar="COMMAND", help="One of the commands below.", autocompletion=complete_word_below)
]
"""What must be written behind a command that does nothing alone; what is known never comes here."""


Overrules = Annotated[
    list[str] | None,
    typer.Option("--overrule", metavar="RULE", help="A rule that this move may break, such as MG-7.2. Repeatable."),
]

DECIDED = "The moderator decided so."
CORRECTED = "The moderator corrected this entry."
"""Reasons of who gives none: an entry of this kind has one."""
LONGEST_WHY = 200
"""Characters of a reason, by the schema of logs."""


def reason(text: str) -> str:
    """What a moderator gives as the reason, in one line. Raises BadParameter if it is too long."""
    words = " ".join(text.split()) or DECIDED
    if len(words) > LONGEST_WHY:
        facts = {"most": LONGEST_WHY, "number": len(words)}
        too_long = say("The reason can have {most} characters, and this has {number}.", **facts)
        raise bad_option(too_long, "--why")
    return words
