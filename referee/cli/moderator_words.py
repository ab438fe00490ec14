"""With what a moderator decides on the command line: the rules that a move may break, and a reason for all to read."""

from typing import Annotated

import typer

from referee.app.play.record_move import Overruling
from referee.app.repair.reasons import refuse_reason
from referee.cli.arguments import bad_option
from referee.words import say

Overrules = Annotated[
    list[str] | None,
    typer.Option("--overrule", metavar="RULE", help="A rule that this move may break, such as MG-7.2. Repeatable."),
]

DECIDED = "The moderator decided so."
CORRECTED = "The moderator corrected this entry."
"""Reasons of who gives none: an entry of this kind has one."""


def reason(text: str) -> str:
    """What a moderator gives as the reason, in one line. Raises Refused if it is too long."""
    words = " ".join(text.split()) or DECIDED
    refuse_reason(words)
    return words


def overruling(rules: list[str] | None, why: str) -> Overruling:
    """The rules against which a move may pass. Raises BadParameter for a reason without rules."""
    if why and not rules:
        raise bad_option(say("Name the rule that the move may break: --overrule RULE"), "--why")
    words = reason(why) if rules else ""
    return Overruling(tuple(dict.fromkeys(rules or ())), words)
