"""The lines of a mail that enter something at once, and what is asked where other words may mean the same."""

from collections.abc import Sequence

from referee.mail.read import requests
from referee.mail.read.request_words import ABANDON, DRAW, STOP, UNDO, absence_in
from referee.mail.read.requests import TO_CANCEL, TO_END, Unclear, Wishes
from referee.words import say

PROPOSED = r"absent:|back$|stop mail$|offer a draw$|abandon game$|undo$"
"""The lines that enter something, and which nobody is taken to mean by other words."""
PROPOSALS = {
    "absent": say("Do you want to be away on these days?"),
    "back": say("Are you back?"),
    "stop mail": say("Do you want no more e-mails of this game?"),
    "offer a draw": say("Do you want to propose a draw?"),
    "abandon game": say("Do you want to propose that the game ends without a winner?"),
    "undo": say("Do you want to take your last turn back?"),
}


def is_loose_absence(line: str) -> bool:
    """Whether a line without a colon only looks like one about an absence: `away 20.12. - 27.12.`, without years."""
    if ":" in line or not absence_in(line.strip()):
        return False
    try:
        return wish_of_lines([line]).idle
    except Unclear:
        return True


ENTERING = frozenset([STOP, UNDO, DRAW, ABANDON])


def enters(line: str) -> bool:
    """Whether a line enters something at once: an absence, a stop, an undo, a proposal, an edition."""
    try:
        wish = wish_of_lines([line])
    except Unclear:
        return False
    is_entered = wish.absent or wish.absence in (TO_END, TO_CANCEL) or wish.edition
    return bool(is_entered) or any(each.kind in ENTERING for each in wish.asked)


def wish_of_lines(lines: Sequence[str]) -> Wishes:
    """What canonical lines ask for. Raises Unclear."""
    return requests.asides([(2 * number, line) for number, line in enumerate(lines)])
