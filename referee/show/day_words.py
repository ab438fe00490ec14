"""Days in words, in the language of their reader."""

from datetime import date

from referee.words import Phrase, say

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
