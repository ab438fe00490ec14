"""Why something was repaired, as its entry says it: one line that everybody reads."""

from referee.app.errors import Refused
from referee.words import prints, say

WHY = 200
"""Letters of the longest reason."""


def refuse_reason(why: str) -> None:
    """Raises Refused for a reason that no entry can hold."""
    if not why.strip():
        raise Refused(say("Say why, because everybody will read it."), say("Add --why TEXT."))
    if len(why) > WHY or not prints(why):
        raise Refused(say("The reason must be one line of at most {most} characters.", most=WHY))


def reason_fields(why: str) -> dict[str, object]:
    """The field of an entry for a reason, where one is given. Raises Refused."""
    if not why:
        return {}
    refuse_reason(why)
    return {"why": why}
