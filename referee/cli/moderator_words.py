"""With what a moderator decides on the command line: the rules that a move may break, and a reason for all to read."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import bad_option
from referee.words import say

if TYPE_CHECKING:
    from referee.app.play.record_move import Overruling

Overrules = Annotated[
    list[str] | None,
    typer.Option("--overrule", metavar="RULE", help="A rule that this move may break, such as MG-7.2. Repeatable."),
]

LONGEST_WHY = 200
"""Characters of a reason, by the schema of logs."""


def reason(text: str) -> str:
    """What a moderator gives as the reason, in one line. Raises BadParameter if it is none, or too long."""
    words = " ".join(text.split())
    if not words:
        raise bad_option(say("Say why, for all to read: --why TEXT"), "--why")
    if len(words) > LONGEST_WHY:
        facts = {"most": LONGEST_WHY, "number": len(words)}
        too_long = say("The reason can have {most} characters, and this has {number}.", **facts)
        raise bad_option(too_long, "--why")
    return words


def overruling(rules: list[str] | None, why: str, dry_run: bool) -> "Overruling":
    """The rules against which a move may pass. Raises BadParameter without a reason, or for one that is too long."""
    from referee.app.play.record_move import Overruling

    if why and not rules:
        raise bad_option(say("Name the rule that the move may break: --overrule RULE"), "--why")
    words = reason(why or (UNSAID if dry_run else "")) if rules else ""
    return Overruling(tuple(dict.fromkeys(rules or ())), words)


UNSAID = "…"
"""The reason in a dry run that gives none."""
