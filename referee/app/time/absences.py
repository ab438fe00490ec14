"""When players are away: the days that are entered, how many of them count, and how an absence ends before its time.

An absence is its player's: it ends when somebody else takes the seat. All of this follows from the log alone.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.app.time.counted_time import DAY, clock_of, midnight, times_of, zone_of
from referee.store.documents import Documents, Entry

USUAL = "60d"
"""How many days a player may be away in a game, where its clock says nothing else."""
INSTANT = timedelta(microseconds=1)


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


class Used(NamedTuple):
    """How many days of absence are entered, of how many."""

    days: int
    most: int

    @property
    def is_nearly_all(self) -> bool:
        """Whether it is five of six days, or more."""
        return self.days > 0 and 6 * self.days >= 5 * self.most


class SeatAbsences(NamedTuple):
    """The absences of who plays a seat now, and how many days they are."""

    absences: tuple[Absence, ...]
    used: Used


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
    """What was over when it was entered had been counted already."""
    first, last = date.fromisoformat(entry["from"]), date.fromisoformat(entry["to"])
    start = max(midnight(first, zone), at)
    return Absence(number, entry["from"], entry["to"], start, max(start, midnight(last + DAY, zone)))


def cut(absence: Absence, at: datetime) -> Absence:
    """The absence, if it ends now; one that is over stays as it was."""
    if absence.end <= at:
        return absence
    return absence._replace(start=min(absence.start, at), end=at, ended=True)


def days_of(found: Sequence[Absence], zone: ZoneInfo) -> int:
    """How many days of a zone absences touch; one on which several do counts once."""
    days: set[date] = set()
    for each in found:
        if each.start < each.end:
            first = each.start.astimezone(zone).date()
            last = (each.end - INSTANT).astimezone(zone).date()
            days |= {first + n * DAY for n in range((last - first).days + 1)}
    return len(days)


def most_days(documents: Documents) -> int:
    """How many days a player may be away in a game."""
    return int(clock_of(documents).get("absence", USUAL).removesuffix("d"))


def listing(documents: Documents, seat: str) -> SeatAbsences:
    """The absences of who plays a seat now. Raises Refused for a zone that this machine does not know."""
    zone, times = zone_of(documents), times_of(documents)
    taken = [n for n, each in enumerate(documents[1:], 1) if each["kind"] == "player" and each["seat"] == seat]
    own = [each for each in absences(documents, times, seat, zone) if each.entry > max(taken, default=0)]
    return SeatAbsences(tuple(own), Used(days_of(own, zone), most_days(documents)))


def absence_state(absence: Absence, now: datetime) -> str:
    """`ended`, `over`, `now` or `coming`."""
    if absence.ended:
        return "ended"
    if absence.end <= now:
        return "over"
    return "now" if absence.start <= now else "coming"
