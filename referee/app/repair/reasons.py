"""Why something was repaired, as its entry says it: one line that everybody reads."""

from referee.app.errors import Refused
from referee.store.documents import Aside
from referee.words import prints, say

WHY = 200
"""Letters of the longest reason."""


def refuse_reason(why: str) -> None:
    """Raises Refused for a reason that no entry can hold."""
    if not why.strip():
        raise Refused(say("Say why, because everybody will read it."), say("Add --why TEXT."))
    if len(why) > WHY or not prints(why):
        raise Refused(say("The reason must be one line of at most {most} characters.", most=WHY))


def reason_fields(why: str) -> Aside:
    """The field of an entry for a reason, where one is given. Raises Refused."""
    if not why:
        return {}
    refuse_reason(why)
    return {"why": why}


def with_reason(fields: Aside | int, reason: Aside) -> Aside | int:
    """The fields of an entry with its reason; or the number of the entry that has them already."""
    return fields if isinstance(fields, int) else {**fields, **reason}
