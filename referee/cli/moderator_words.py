"""With what a moderator decides on the command line: the rules that a move may break, and a reason for all to read."""

from typing import Annotated

import typer

from referee.app.play.record_move import Overruling
from referee.cli.arguments import bad_option
from referee.words import say

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


def overruling(rules: list[str] | None, why: str) -> Overruling:
    """The rules against which a move may pass. Raises BadParameter for a reason without rules, or that is too long."""
    if why and not rules:
        raise bad_option(say("Name the rule that the move may break: --overrule RULE"), "--why")
    words = reason(why) if rules else ""
    return Overruling(tuple(dict.fromkeys(rules or ())), words)
