"""Sentences on what the clock of a game did, and days in words."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from referee.words import Phrase, say

Fields = Mapping[str, Any]
"""An entry, its number as `entry`, and the name of its `player` before it."""


def reminder_sentence(facts: Fields) -> Phrase:
    words = "Entry {entry}: {player} ({seat}) got a reminder. The turn is due at {time}."
    if facts["at"] >= facts["due"]:
        words = "Entry {entry}: {player} ({seat}) got a reminder. The turn was due at {time}."
    return say(words, time=minute(facts["due"]), **facts)


def overdue(facts: Fields) -> Phrase:
    words = "Entry {entry}: {player} ({seat}) has not moved. The turn was due at {time}; the moderator decides."
    return say(words, time=minute(facts["due"]), **facts)


def extension_sentence(facts: Fields) -> Phrase:
    return say("Entry {entry}: {player} ({seat}) gets {time}.", time=more_hours(facts["hours"]), **facts)


def more_hours(hours: int) -> Phrase:
    """`one more hour`, or `24 more hours`."""
    return say("one more hour") if hours == 1 else say("{hours} more hours", hours=hours)


def time_asked(about: str) -> Phrase:
    """How much time is asked for: so many hours, or until a day."""
    return more_hours(int(about)) if about.isdigit() else say("time until {day}", day=about)


def gap(facts: Fields) -> Phrase:
    words = "Entry {entry}: the clock was stopped from {first} to {last}."
    return say(words, entry=facts["entry"], first=minute(facts["since"]), last=minute(facts["until"]))


def clock_set_sentence(facts: Fields) -> Phrase:
    words = (
        "Entry {entry}: the clock is set: {allowance} for a turn, then {grace} of grace; weekends: {weekends}; "
        "zone: {zone}; a missed turn: {missed}."
    )
    if "absence" in facts["clock"]:
        words = (
            "Entry {entry}: the clock is set: {allowance} for a turn, then {grace} of grace; weekends: {weekends}; "
            "zone: {zone}; a missed turn: {missed}; a player may be away for {absence}."
        )
    return say(words, entry=facts["entry"], **facts["clock"])


def minute(time: str) -> str:
    """`2026-11-20 19:00 UTC`, of a time as entries have it."""
    return f"{time[:10]} {time[11:16]} UTC"


SENTENCES: dict[str, Callable[[Fields], Phrase]] = {
    "reminded": reminder_sentence,
    "overdue": overdue,
    "extended": extension_sentence,
    "stopped": lambda facts: say("Entry {entry}: the clock is stopped.", entry=facts["entry"]),
    "gap": gap,
    "resumed": lambda facts: say("Entry {entry}: the clock is running again.", entry=facts["entry"]),
    "changed": clock_set_sentence,
}
"""Event of the clock → what it did."""


WEEKDAYS = (
    say("Monday"), say("Tuesday"), say("Wednesday"), say("Thursday"), say("Friday"), say("Saturday"), say("Sunday"),
)  # fmt: skip
SHORT_WEEKDAYS = (say("Mon"), say("Tue"), say("Wed"), say("Thu"), say("Fri"), say("Sat"), say("Sun"))
MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July"),
    say("August"), say("September"), say("October"), say("November"), say("December"),
)  # fmt: skip
SHORT_MONTHS = (
    say("Jan"), say("Feb"), say("Mar"), say("Apr"), say("May"), say("Jun"), say("Jul"),
    say("Aug"), say("Sep"), say("Oct"), say("Nov"), say("Dec"),
)  # fmt: skip


def day_words(day: int) -> Phrase | int:
    """The number of a day; the first of a month has a form of its own in some languages."""
    return say("1") if day == 1 else day


def day_phrase(day: str, since: str) -> Phrase:
    """`Friday 4 December` for 2026-12-04; with its year where that is another than when it is said."""
    at = date.fromisoformat(day)
    facts = {"weekday": WEEKDAYS[at.weekday()], "day": day_words(at.day), "month": MONTHS[at.month - 1]}
    if day[:4] != since[:4]:
        return say("{weekday} {day} {month} {year}", **facts, year=at.year)
    return say("{weekday} {day} {month}", **facts)
