"""When a turn is due: a pure function of the log, whatever the time is now.

Counts the time that passes while the clock runs, from the entry that begins the turn. The clock stops on weekends if
the header says so, while the seat to move is away, while the moderator has stopped it, while a proposal is
open, and while the referee was down.
A day of the allowance is 24 counted hours; days of absence and weekends are those of the game's zone.

In words, in the reader's language and zone, it is a sentence for e-mails and reports, or a short form for a line:

    Please move by Wednesday 25 November, 07:40 (3 days left). After that you get a reminder and one more day; then …
    by Wed 25 Nov, 07:40 (3 days)

How much time is left is said only to who gives the moment: a report must be as true tomorrow as today.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from referee.app.game_access import Game
from referee.app.time.counted_time import DAY, Terms, absences, midnight, terms_of, time, times_of, zone_of
from referee.rules.entry_shapes import ASIDES, REWRITES, turning
from referee.rules.line import Moment, counted_line
from referee.rules.proposals import proposals
from referee.rules.replay import PLAYING
from referee.rules.rulings import CHANGERS
from referee.show.clock_sentences import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS, day_words, more_hours
from referee.store.documents import Documents, Entry, is_kind
from referee.words import ENGLISH, Phrase, language, say

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
    """Whether a turn begins after an entry. What was undone within an unfinished turn gives its player no more time."""
    amid = game.book.play.is_turn_begun
    if is_kind(moment.entry, *REWRITES):
        before = game.moments[: moment.number]
        if not amid(before[-1].position):
            return True
        back = int(moment.entry.get("back", moment.number))
        begun = next(each for each in reversed(counted_line(before)) if not amid(each.position))
        return back < begun.number or any(is_kind(each.entry, "end") for each in before[back + 1 :])
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


HOUR = timedelta(hours=1)
FAR = 300 * DAY
"""A day that is farther away is named with its year."""


class Hour(Phrase):
    """An hour of the day: `07` in English, `7` elsewhere."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.template if language() == ENGLISH else str(int(self.template))


def time_words(at: datetime, zone: ZoneInfo) -> Phrase:
    """`07:40`; a time of no place in particular says so: `07:40 UTC`."""
    there = at.astimezone(zone)
    found = say("{hour}:{minute}", hour=Hour(f"{there.hour:02}", {}), minute=f"{there.minute:02}")
    return say("{time} UTC", time=found) if zone.key == "UTC" else found


def date_words(at: datetime, zone: ZoneInfo, since: datetime | None = None) -> Phrase:
    """`Wednesday 25 November, 07:40`, with the year where that is long after `since`."""
    there = at.astimezone(zone)
    facts = {"weekday": WEEKDAYS[there.weekday()], "month": MONTHS[there.month - 1], "day": day_words(there.day)}
    if since and at - since > FAR:
        return say("{weekday} {day} {month} {year}, {time}", **facts, year=there.year, time=time_words(at, zone))
    return say("{weekday} {day} {month}, {time}", **facts, time=time_words(at, zone))


def short_date_words(at: datetime, zone: ZoneInfo, since: datetime | None = None) -> Phrase:
    """`Wed 25 Nov, 07:40`."""
    there = at.astimezone(zone)
    facts = {"wday": SHORT_WEEKDAYS[there.weekday()], "mon": SHORT_MONTHS[there.month - 1], "day": there.day}
    if since and at - since > FAR:
        return say("{wday} {day} {mon} {year}, {time}", **facts, year=there.year, time=time_words(at, zone))
    return say("{wday} {day} {mon}, {time}", **facts, time=time_words(at, zone))


def length_words(length: timedelta) -> Phrase:
    """`3 days`, `1 day`, `20 hours`: rounded, as people say it."""
    days, hours = round(length / DAY), round(length / HOUR)
    if hours >= 36:
        return say("{days} days", days=days)
    if hours >= 23:
        return say("1 day")
    if hours >= 2:
        return say("{hours} hours", hours=hours)
    return say("1 hour") if length >= HOUR else say("less than an hour")


def time_left(length: timedelta) -> Phrase:
    """The same as what is left of a turn: `3 days left`."""
    return say("{length} left", length=length_words(length))


def more_time(grace: timedelta) -> Phrase:
    """What a reminder brings: `one more day`."""
    days, hours = grace // DAY, grace // HOUR
    if grace == days * DAY:
        return say("one more day") if days == 1 else say("{days} more days", days=days)
    return more_hours(hours)


Stage = Literal["open", "late", "grace", "over", "stopped"]


class TurnTime(NamedTuple):
    """How much time the player to move has.

    stage   `open`: until `due`. `late`: `due` is over and no reminder was sent yet, or the turn is about to be
            missed. `grace`: until `final`. `over`: the grace is over, too, and the moderator decides. `stopped`: the
            clock stands still for good
    due     when the turn is due; `final`: when the grace ends
    missed  what becomes of a turn that is missed: `pass`, `suggest` or `wait`
    """

    seat: str
    player: str
    stage: Stage
    since: datetime
    due: datetime | None
    final: datetime | None
    grace: timedelta
    missed: str
    zone: ZoneInfo

    @property
    def end(self) -> datetime | None:
        """Until when the player has time, or had."""
        return self.final if self.stage == "grace" else self.due


def turn_time(game: Game, now: datetime | None = None) -> TurnTime | None:
    """The time of the turn that is played, by the log and, if it is given, by what time it is now.

    None where nobody is to move, and in a game without a clock. Raises Refused.
    """
    turn, terms = turn_of(game), terms_of(game.log.documents)
    found = deadline(game.log.documents, turn) if turn and terms else None
    if turn is None or terms is None or found is None:
        return None
    own = list(zip(game.log.entries, times_of(game.log.documents)[1:], strict=True))[turn.after :]
    is_over = any(found.final and at >= found.final and is_event(each, "overdue", turn.seat) for each, at in own)
    stage: Stage = "over" if is_over else "grace" if found.final else "open"
    if now:
        stage = stage_at(now, found, stage, terms.missed)
    return TurnTime(
        turn.seat,
        game.players[turn.seat],
        stage if found.due else "stopped",
        found.since,
        found.due,
        found.final,
        terms.grace,
        terms.missed,
        terms.zone,
    )


def stage_at(now: datetime, found: Deadline, stage: Stage, missed: str) -> Stage:
    """The stage of a turn once the time that is now is known, too."""
    if found.final and now >= found.final:
        return "over" if missed == "wait" else "late"
    return "late" if stage == "open" and found.due and now >= found.due else stage


def moment(text: str) -> datetime | None:
    """The time that a table gives, as deadlines take it; None for an empty one."""
    return datetime.fromisoformat(text).astimezone(UTC) if text else None


def deadline_sentence(game: Game, reader: str, now: datetime | None = None) -> Phrase | None:
    """By when the player to move should move, and what comes then, for the seat that reads it ("": everybody).

    With `now` it says how much time is left.
    None where nobody is to move, and in a game without a clock. Raises Refused.
    """
    found = turn_time(game, now)
    if found is None:
        return None
    return own_sentence(found, now) if reader == found.seat else other_sentence(found)


def short_deadline(game: Game, now: datetime | None = None) -> Phrase | None:
    """`by Wed 25 Nov, 07:40 (3 days)`, or what else there is to say in so few words. None as `deadline_sentence`."""
    found = turn_time(game, now)
    return short_sentence(found, now) if found else None


def short_sentence(found: TurnTime, now: datetime | None) -> Phrase:
    """The deadline as part of a line."""
    if found.end is None:
        return say("the clock is stopped")
    date = short_date_words(found.end, found.zone, found.since)
    if found.stage in ("late", "over"):
        return say("overdue since {date}", date=date)
    if now is None:
        return say("by {date}", date=date)
    return say("by {date} ({length})", date=date, length=length_words(found.end - now))


def own_sentence(found: TurnTime, now: datetime | None) -> Phrase:
    """What the player to move reads."""
    if found.end is None:
        return say("The clock is stopped. You have time until it runs again.")
    date = date_words(found.end, found.zone, found.since)
    if found.stage == "over":
        return say("Your time is up. You can still move until the moderator decides what happens.")
    if found.stage == "late":
        return say("Your time was up on {date}. Please move now.", date=date)
    until = say("{date} ({left})", date=date, left=time_left(found.end - now)) if now else date
    if found.stage == "grace":
        return say("Your time is up. You have until {date}; {then}", date=until, then=THEN[found.missed])
    return say("Please move by {date}. {then}", date=until, then=then_sentence(found))


THEN = {
    "pass": say("then you pass."),
    "suggest": say("then the referee moves for you."),
    "wait": say("then the moderator decides."),
}
AT_ONCE = {
    "pass": say("After that you pass."),
    "suggest": say("After that the referee moves for you."),
    "wait": say("After that the moderator decides."),
}
"""What comes after a turn that is missed: with grace, and without."""


def then_sentence(found: TurnTime) -> Phrase:
    """What happens after the deadline."""
    if not found.grace:
        return AT_ONCE[found.missed]
    words = "After that you get a reminder and {more}; {then}"
    return say(words, more=more_time(found.grace), then=THEN[found.missed])


def other_sentence(found: TurnTime) -> Phrase:
    """What everybody else reads."""
    if found.end is None:
        return say("The clock is stopped.")
    facts = {"player": found.player, "date": date_words(found.end, found.zone, found.since)}
    if found.stage == "over":
        return say("{player} has run out of time. The moderator decides what happens next.", player=found.player)
    if found.stage == "late":
        return say("{player} ran out of time on {date}.", **facts)
    if found.stage == "grace":
        return say("{player} has run out of time, and has until {date} to move after all.", **facts)
    return say("{player} has until {date}.", **facts)
