"""How time is to be counted, from the words of a command: `allowance=72h`, `weekends=skip`."""

import re
from collections.abc import Mapping
from typing import cast

from referee.app.errors import Refused, Usage, nearest_hint
from referee.app.time.absences import USUAL
from referee.app.time.counted_time import length, zone_named
from referee.store.documents import Clock
from referee.words import say

LENGTH = "hours or days, such as 72h or 3d"
DEFAULTS = {"allowance": "", "grace": "24h", "weekends": "count", "zone": "UTC", "missed": "wait", "absence": USUAL}
VALUES = {"weekends": ("count", "skip"), "missed": ("pass", "suggest", "wait")}
CHANGES = say("Write each as KEY=VALUE, such as allowance=3d; the keys are {keys}.", keys=", ".join(DEFAULTS))
NEEDED = say("--clock needs KEY=VALUE; the keys are {keys}.", keys=", ".join(DEFAULTS))


def changed_terms(before: Clock, words: Mapping[str, str]) -> Clock:
    """What was, or else what is usual, with these words. Raises Usage; Refused when the zone from before is unknown."""
    for key, value in words.items():
        refuse_term(key, value)
    found = cast(Clock, {**DEFAULTS, **before, **words})
    if not found["allowance"]:
        raise Usage(say("A clock needs an allowance, for example allowance=72h."))
    zone_named(found["zone"])
    return found


def hours(text: str) -> int:
    """`24`, `24h` or `1d` in hours, whether or not it is as many as may be given. Raises Usage."""
    if re.fullmatch("-?[0-9]{1,6}", text):
        return int(text)
    try:
        return int(length(text).total_seconds() // 3600)
    except ValueError as error:
        raise Usage(
            say("{text} is no length of time: write hours or days, such as 24, 24h or 2d.", text=text)
        ) from error


def refuse_zone(name: str) -> None:
    """Raises Usage."""
    try:
        zone_named(name)
    except Refused as error:
        raise Usage(error.says, error.hint) from error


def refuse_term(key: str, value: str) -> None:
    """Raises Usage."""
    if key not in DEFAULTS:
        says = say("A clock has no {key}; it has {keys}.", key=key, keys=", ".join(DEFAULTS))
        raise Usage(says, nearest_hint(key, DEFAULTS))
    if key == "zone":
        refuse_zone(value)
    if key in VALUES and value not in VALUES[key]:
        values = " or ".join(VALUES[key])
        says = say("{key} is {values}, not {value}.", key=key, values=values, value=value or "''")
        raise Usage(says, nearest_hint(value, VALUES[key]))
    if key == "absence" and not re.fullmatch("(?:0|[1-9][0-9]{0,2})d", value):
        raise Usage(say("absence is a number of days such as {usual}, not {value}.", usual=USUAL, value=value or "''"))
    least = "[1-9][0-9]{0,3}" if key == "allowance" else "(?:0|[1-9][0-9]{0,3})"
    if key in ("allowance", "grace") and not re.fullmatch(least + "[hd]", value):
        raise Usage(say("{key} is {length}, not {value}.", key=key, length=LENGTH, value=value or "''"))
