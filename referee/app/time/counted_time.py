"""How a game counts time, as its log says: lengths, the zone of its days, when entries were recorded, absences."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.app.errors import Refused
from referee.store.documents import Clock, Documents, Entry
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
    """When each document was recorded: the order is that of the numbers, so no time is before the one before it.

    The copied entries of a fork count as recorded when the fork was made.
    """
    fork = documents[0].get("fork")
    found = [max(BEGINNING, time(fork["at"], BEGINNING)) if fork else BEGINNING]
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
    """The same in its written form; empty in a game without a clock."""
    changes = [each["clock"] for each in documents[1:] if each["kind"] == "clock" and each.get("event") == "changed"]
    return changes[-1] if changes else documents[0].get("clock") or {}


UNITS = {"h": timedelta(hours=1), "d": DAY}


def length(text: str) -> timedelta:
    """`72h` or `3d`. Raises ValueError."""
    if not re.fullmatch(r"(0|[1-9][0-9]{0,3})[hd]", text):
        raise ValueError(text)
    return int(text[:-1]) * UNITS[text[-1]]


def zone_of(documents: Documents) -> ZoneInfo:
    """The zone in which the players count days; UTC in a game without a clock. Raises Refused."""
    return zone_named(clock_of(documents).get("zone", "UTC"))


def zone_named(name: str) -> ZoneInfo:
    """Raises Refused."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError) as error:  # ZoneInfoNotFoundError is a KeyError
        raise Refused(
            say("This machine doesn't know the time zone {zone}.", zone=repr(name)),
            say("Use a name such as Europe/Rome, or UTC."),
        ) from error


def local(at: datetime, zone: ZoneInfo) -> str:
    """`2026-11-23 19:00 CET`."""
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M ") + (at.astimezone(zone).tzname() or "")


class Absence(NamedTuple):
    """An absence as it turned out.

    entry        the number of its entry
    first, last  its first and its last day, as they were entered
    start, end   from when to when it stops the clock; they are equal where it never does
    ended        whether it was ended before its last day was over, by its player or with the next one
    """

    entry: int
    first: str
    last: str
    start: datetime
    end: datetime
    ended: bool = False

    def contains(self, now: datetime) -> bool:
        return self.start <= now < self.end


def absences(documents: Documents, times: Sequence[datetime], seat: str, zone: ZoneInfo) -> list[Absence]:
    """All absences of a seat, also those of its players before; `times` are those of the documents."""
    found: list[Absence] = []
    for number, (entry, at) in enumerate(zip(documents[1:], times[1:], strict=True), 1):
        if entry["kind"] not in ("absent", "player") or entry["seat"] != seat:
            continue
        if entry["kind"] == "player":
            found = [cut(each, at) for each in found]
        elif "ends" in entry:
            numbers = [int(each) for each in entry["ends"]]
            found = [cut(each, at) if each.entry in numbers else each for each in found]
        else:
            found.append(absence_of(number, entry, at, zone))
    return found


def absence_of(number: int, entry: Entry, at: datetime, zone: ZoneInfo) -> Absence:
    """Time that had passed when it was entered was counted already."""
    first, last = date.fromisoformat(entry["from"]), date.fromisoformat(entry["to"])
    start = max(midnight(first, zone), at)
    return Absence(number, entry["from"], entry["to"], start, max(start, midnight(last + DAY, zone)))


def cut(absence: Absence, at: datetime) -> Absence:
    """The absence if it ends now; one that is over is unchanged."""
    if absence.end <= at:
        return absence
    return absence._replace(start=min(absence.start, at), end=at, ended=True)
