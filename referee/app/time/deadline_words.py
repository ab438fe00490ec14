"""A deadline in words, in the reader's language and zone: a sentence for e-mails and reports, a short form for a line.

    Please move by Wednesday 25 November, 07:40 (3 days left). After that you get a reminder and one more day; then …
    by Wed 25 Nov, 07:40 (3 days)

How much time is left is said only to who gives the moment: a report must be as true tomorrow as today.
"""

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from referee.app.game_access import Game
from referee.app.time.counted_time import DAY, terms_of, times_of
from referee.app.time.deadlines import Deadline, deadline, is_event, turn_of
from referee.show.clock_sentences import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS, day_words, more_hours
from referee.words import ENGLISH, Phrase, language, say

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
