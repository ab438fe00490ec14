"""How a game counts time, as its log says: lengths, the zone of its days, and when each entry was recorded."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.app.errors import Refused
from referee.store.documents import Clock, Documents
from referee.words import say

DAY = timedelta(days=1)
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
AHEAD = timedelta(minutes=5)
"""How far clocks of different machines differ without harm."""


class Terms(NamedTuple):
    """How time is counted; `missed` is what becomes of a missed turn."""

    allowance: timedelta
    grace: timedelta
    skips: bool
    zone: ZoneInfo
    missed: str


def times_of(documents: Documents) -> list[datetime]:
    """When each document was recorded: the order is that of the numbers, so no time is before the one before it."""
    found = [BEGINNING]
    for entry in documents[1:]:
        found.append(max(found[-1], time(str(entry["at"]), found[-1])))
    return found


def time(text: str, otherwise: datetime) -> datetime:
    """The time of an entry; a log that says `2026-99-99` is not refused for that."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return otherwise
    return found if BEGINNING.year <= found.year < 3000 else otherwise


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """When a day begins in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def utc_text(at: datetime) -> str:
    """A time as entries have it: UTC, to the second, which has begun."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def terms_of(documents: Documents) -> Terms | None:
    """How time is counted at the end of a log: as its header says, or the last entry that changed that.

    Raises Refused for a zone that this machine does not know.
    """
    fields = clock_of(documents)
    if not fields:
        return None
    zone = zone_named(str(fields["zone"]))
    allowance, grace = (length(str(each)) for each in (fields["allowance"], fields["grace"]))
    return Terms(allowance, grace, fields["weekends"] == "skip", zone, str(fields["missed"]))


def clock_of(documents: Documents) -> Clock:
    """The same as it is written; empty in a game without a clock."""
    changes = [each["clock"] for each in documents[1:] if each["kind"] == "clock" and each.get("event") == "changed"]
    return changes[-1] if changes else documents[0].get("clock") or {}


UNITS = {"h": timedelta(hours=1), "d": DAY}


def length(text: str) -> timedelta:
    """`72h` or `3d`. Raises ValueError."""
    if not re.fullmatch(r"(0|[1-9][0-9]{0,3})[hd]", text):
        raise ValueError(text)
    return int(text[:-1]) * UNITS[text[-1]]


def zone_of(documents: Documents) -> ZoneInfo:
    """The zone in whose days the players count; UTC in a game without a clock. Raises Refused."""
    return zone_named(clock_of(documents).get("zone", "UTC"))


def zone_named(name: str) -> ZoneInfo:
    """Raises Refused."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError) as error:  # ZoneInfoNotFoundError is a KeyError
        raise Refused(
            say("There is no time zone {zone} on this machine.", zone=repr(name)),
            say("Zones are called as Europe/Rome is, or UTC."),
        ) from error


def local(at: datetime, zone: ZoneInfo) -> str:
    """`2026-11-23 19:00 CET`."""
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M ") + (at.astimezone(zone).tzname() or "")
