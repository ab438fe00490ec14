"""When a turn is due: a pure function of the log, whatever the time is now.

Counts the time that passes while the clock runs, from the entry that begins the turn. The clock stops on weekends if
the header says so, while the seat to move is away, while the moderator has stopped it, while a proposal is
open, and while the referee was down.
A day of the allowance is 24 counted hours; days of absence and weekends are those of the game's zone.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.app.game_access import Game
from referee.app.time.counted_time import DAY, Terms, absences, midnight, terms_of, time, times_of, zone_of
from referee.rules.entry_shapes import ASIDES, REWRITES, turning
from referee.rules.line import Moment
from referee.rules.proposals import proposals
from referee.rules.replay import PLAYING
from referee.rules.rulings import CHANGERS
from referee.store.documents import Documents, Entry, is_kind

Span = tuple[datetime, datetime | None]
"""From when to when the clock is stopped; None: nobody knows yet."""
SATURDAY, WEEK = 5, 7
LONGEST_TURN = timedelta(days=36_525)


class OpenTurn(NamedTuple):
    """The turn of the seat to move: it began with entry `after`, and what answers it now answers `now`."""

    seat: str
    after: int
    now: int


class Deadline(NamedTuple):
    """The times of a turn; None for those that never come while the clock is stopped.

    half      when half of its time is over
    due       when all of it is over
    reminder  the number of the entry that reminds of `due`; None before
    final     when the grace is over too: it runs from the reminder
    """

    since: datetime
    half: datetime | None
    due: datetime | None
    reminder: int | None
    final: datetime | None


def turn_of(game: Game) -> OpenTurn | None:
    """Whose turn it is; None in a game that is not in play. A turn that is played in parts is one turn.

    A newer edition that takes over, and a ruling, must be answered, but gives no more time.
    """
    seat = game.mover if game.phase == PLAYING else None
    if seat is None:
        return None
    begins = next(each for each in reversed(game.line) if begins_turn(game, each))
    return OpenTurn(seat, begins.number, turning(game.log.documents))


def begins_turn(game: Game, moment: Moment) -> bool:
    """Whether a turn begins after an entry. What was undone in the middle of a turn gives its player no more time."""
    amid = game.book.play.is_turn_begun
    if is_kind(moment.entry, *REWRITES):
        return not amid(game.moments[moment.number - 1].position)
    return not moment.number or not (amid(moment.position) or is_kind(moment.entry, *ASIDES, *CHANGERS))


def deadline(documents: Documents, turn: OpenTurn) -> Deadline | None:
    """When this turn is due, by a log that begins with its header; None in a game without a clock. Raises Refused."""
    terms = terms_of(documents)
    if terms is None:
        return None
    times, begins = times_of(documents), taken_over(documents, turn)
    clock = TurnClock(spans(documents, times, turn.seat, terms.zone), terms)
    since, own = times[begins], list(zip(documents[1:], times[1:], strict=True))[begins:]
    more = sum(int(each["hours"]) for each, _ in own if is_event(each, "extended", turn.seat))
    whole = min(terms.allowance + min(more, LONGEST_TURN.days) * timedelta(hours=1), LONGEST_TURN)
    due = clock.after(since, whole)
    told = [
        (number, at)
        for number, (each, at) in enumerate(own, begins + 1)
        if is_event(each, "reminded", turn.seat) and due and at >= due
    ]
    reminder, at = told[0] if told else (None, None)
    final = clock.after(at, terms.grace) if at else None
    return Deadline(since, clock.after(since, whole / 2), due, reminder, final)


def taken_over(documents: Documents, turn: OpenTurn) -> int:
    """The entry from which the time of a turn counts: its beginning, or that by which its seat changed hands since."""
    entries = list(enumerate(documents[1:], 1))[turn.after :]
    return max([n for n, each in entries if is_kind(each, "player") and each["seat"] == turn.seat], default=turn.after)


def is_event(entry: Entry, event: str, seat: str) -> bool:
    return (entry["kind"], entry.get("event"), entry.get("seat")) == ("clock", event, seat)


class TurnClock(NamedTuple):
    """What counts: all time except the spans, and except weekends if they are skipped."""

    still: Sequence[Span]
    terms: Terms

    def after(self, start: datetime, counted: timedelta) -> datetime | None:
        """The moment at which so much time was counted since `start`;

        None while the clock is stopped without an end.
        """
        now = self.runs_from(start)
        while now:
            stop = self.stands_from(now)
            if stop is None or stop - now >= counted:
                return now + counted
            counted -= stop - now
            now = self.runs_from(stop)
        return None

    def runs_from(self, now: datetime) -> datetime | None:
        """The first moment from `now` on at which the clock runs."""
        while True:
            ends = [end for start, end in self.still if start <= now and (end is None or now < end)]
            if None in ends:
                return None
            later = max([end for end in ends if end], default=now)
            later = max(later, self.weekend_end(later))
            if later == now:
                return now
            now = later

    def stands_from(self, now: datetime) -> datetime | None:
        """The first moment after `now` at which the clock stops."""
        starts = [start for start, end in self.still if start > now and end != start]
        if self.terms.skips:
            starts.append(self.weekend_start(now))
        return min(starts, default=None)

    def weekend_end(self, now: datetime) -> datetime:
        """Monday, if `now` is in a weekend that is skipped; else `now`."""
        day = now.astimezone(self.terms.zone).date()
        if not self.terms.skips or day.weekday() < SATURDAY:
            return now
        return midnight(day + (WEEK - day.weekday()) * DAY, self.terms.zone)

    def weekend_start(self, now: datetime) -> datetime:
        day = now.astimezone(self.terms.zone).date()
        return midnight(day + (SATURDAY - day.weekday()) * DAY, self.terms.zone)


def spans(documents: Documents, times: Sequence[datetime], seat: str, zone: ZoneInfo) -> list[Span]:
    """When the clock of a seat is stopped: absences, stops, open proposals, and times when the referee was down."""
    found: list[Span] = [(each.start, each.end) for each in absences(documents, times, seat, zone)]
    stopped: datetime | None = None
    for entry, at in zip(documents[1:], times[1:], strict=True):
        event = entry.get("event") if entry["kind"] == "clock" else None
        if event == "stopped" and "since" in entry:
            found.append((time(entry["since"], at), time(entry["until"], at)))
        elif event == "stopped":
            stopped = stopped or at
        elif event == "resumed" and stopped:
            found.append((stopped, at))
            stopped = None
    return found + ([(stopped, None)] if stopped else []) + proposal_spans(documents, times)


def proposal_spans(documents: Documents, times: Sequence[datetime]) -> list[Span]:
    """From each proposal to its end nobody's time counts: those who are asked must not hurry, nor lose their turn."""
    return [(times[each.number], times[each.ended] if each.ended else None) for each in proposals(documents)]


def away(documents: Documents, now: datetime) -> dict[str, str]:
    """Seat → the last day of its absence, of those who are away now."""
    zone, times = zone_of(documents), times_of(documents)
    seats = documents[0]["seats"]
    found = {seat: [each for each in absences(documents, times, seat, zone) if each.contains(now)] for seat in seats}
    return {seat: each[-1].last for seat, each in found.items() if each}


def stopping_entry(documents: Documents) -> Entry | None:
    """The entry that stopped the clock, if it is stopped."""
    found: Entry | None = None
    for entry in documents[1:]:
        if entry["kind"] == "clock" and entry["event"] == "stopped" and "since" not in entry:
            found = found or entry
        elif entry["kind"] == "clock" and entry["event"] == "resumed":
            found = None
    return found
