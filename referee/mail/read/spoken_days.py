"""Days as people write them in one language: `24.12. bis 2.1.`, `le 3 janvier`, `next Monday`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import NamedTuple

from referee.mail.read.languages import language, read_codes
from referee.mail.read.line_words import any_of
from referee.words import plain_letters


class DayWords(NamedTuple):
    """What days are called in a language, and the expressions that find them in a text of plain letters.

    day      a day with its month
    half     a day without its month, before one that has it: `3 to 9 May`, `vom 3. bis 9.5.`
    through  the last day of `12 to 19`, where the month comes first
    week     a day of the week
    """

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    relative: Mapping[str, int]
    feasts: Mapping[str, tuple[int, int]]
    day: re.Pattern[str]
    half: re.Pattern[str]
    through: re.Pattern[str]
    week: re.Pattern[str]


def day_words(code: str) -> DayWords:
    own = language(code)
    months, weekdays, relative = (own.numbers_in_table(each) for each in ("months", "weekdays", "relative"))
    feasts = {
        name: (int(day.split("-")[0]), int(day.split("-")[1])) for name, day in own.names_in_table("feasts").items()
    }
    month, names, joints = any_of(months), any_of([*feasts, *relative]), any_of(["-", *own.plain("through")])
    ordinal, of = f"(?:{any_of(own.plain('ordinals'))}|[.])?", f"(?:{any_of(own.plain('of_month'))} )?"
    the = f"(?:{any_of(own.plain('articles'))} )?"
    return DayWords(
        months,
        weekdays,
        relative,
        feasts,
        re.compile(
            rf"\b(?:(?P<y1>20[0-9]{{2}})-(?P<m1>[0-9]{{1,2}})-(?P<d1>[0-9]{{1,2}})"
            rf"|(?P<d2>[0-9]{{1,2}})[./] ?(?P<m2>[0-9]{{1,2}})\.?(?:[./]? ?(?P<y2>20[0-9]{{2}}|[0-9]{{2}}(?![0-9.])))?"
            rf"|(?P<d3>[0-9]{{1,2}}){ordinal} ?{of}(?P<m3>{month})\b\.?(?:,? ?(?P<y3>20[0-9]{{2}}))?"
            rf"|(?P<m4>{month})\.? {the}(?P<d4>[0-9]{{1,2}}){ordinal}\b(?:,? (?P<y4>20[0-9]{{2}}))?"
            rf"|(?P<name>{names})\b)"
        ),
        re.compile(
            rf"\b(?P<day>[0-9]{{1,2}}){ordinal} ?(?={joints} ?{the}[0-9]{{1,2}}{ordinal} ?{of}"
            rf"(?:{month}\b|[0-9]{{1,2}}\b))"
        ),
        re.compile(rf" ?{joints} ?{the}([0-9]{{1,2}}){ordinal}(?![0-9.:/]|\w)"),
        re.compile(rf"\b(?P<weekday>{any_of(weekdays)})\b"),
    )


class Day(NamedTuple):
    """A day that a text names, and where."""

    start: int
    end: int
    day: date


def days_in(text: str, today: date) -> list[Day]:
    """The days that a text names, in order. One without a year is the next one from `today` on; a weekday, after a day
    that is named before it.
    """
    words, plain = day_words(read_codes()[0]), plain_text(text)
    found = list(written_days(words, plain, today))
    for half in words.half.finditer(plain):
        after = next(
            (each for each in found if each.start >= half.end() or each.start <= half.start() < each.end), None
        )
        if after and after.start >= half.end() and 0 < int(half["day"]) <= 31:
            made = day_beside(after.day, int(half["day"]))
            found += [Day(half.start(), half.end(), made)] if made else []
    taken = [range(each.start, each.end) for each in found]
    for week in words.week.finditer(plain):
        if not any(week.start() in span for span in taken) and not is_beside_date(week.end(), found, plain):
            before = [each.day + timedelta(1) for each in found if each.start < week.start()]
            since = max([today, *before])
            away = (words.weekdays[week["weekday"]] - 1 - since.weekday()) % 7
            found.append(Day(week.start(), week.end(), since + timedelta(away)))
    return in_order(sorted(found), today)


BESIDE_DATE = re.compile(r"[^a-z]*(?:[a-z]{1,3}\W+){0,2}|\W*\w+, ")
"""What may be between a weekday and its date."""


def is_beside_date(end: int, found: list[Day], plain: str) -> bool:
    """Whether a weekday only names the date that follows it: `Friday 12 December`, `the Sunday after, 13 December`."""
    return any(0 <= each.start - end <= 15 and BESIDE_DATE.fullmatch(plain[end : each.start]) for each in found)


def plain_text(text: str) -> str:
    """A text in plain letters, with as many characters for each line; dashes and apostrophes are plain ones."""
    return plain_letters(re.sub("[\u2018\u2019]", "'", re.sub("[\u2010-\u2015-]", "\u2010", text))).replace(
        "\u2010", "-"
    )


def written_days(words: DayWords, plain: str, today: date) -> Iterator[Day]:
    for found in words.day.finditer(plain):
        made = day_of(words, found, today)
        if made:
            yield Day(found.start(), found.end(), made)
        further = words.through.match(plain, found.end()) if made and found["m4"] else None
        if made and further and made.day < int(further[1]) <= 31 and (last := day_beside(made, int(further[1]), 1)):
            yield Day(further.start(1), further.end(), last)


def day_of(words: DayWords, found: re.Match[str], today: date) -> date | None:
    if name := found["name"]:
        if name in words.relative:
            return today + timedelta(words.relative[name])
        return next_one(*words.feasts[name], today)
    for number in "1234":
        if found[f"d{number}"]:
            month = found[f"m{number}"]
            year = found[f"y{number}"]
            return date_of(year, words.months.get(month) or int(month), int(found[f"d{number}"]), today)
    return None


def date_of(year: str | None, month: int, day: int, today: date) -> date | None:
    if year is None:
        return next_one(month, day, today)
    return real_date(int(year) if len(year) == 4 else 2000 + int(year), month, day)


def real_date(year: int, month: int, day: int) -> date | None:
    """The day; None where there is no such day."""
    with suppress(ValueError):
        return date(year, month, day)
    return None


def next_one(month: int, day: int, today: date) -> date | None:
    """The next such day from `today` on."""
    found = (real_date(year, month, day) for year in range(today.year, today.year + 5))
    return next((each for each in found if each and each >= today), None)


def day_beside(after: date, day: int, months: int = 0) -> date | None:
    """The day of the same month; of the month before where it would be later, unless `months` is 1."""
    first = after.replace(day=1)
    month = first if months or day <= after.day else (first - timedelta(1)).replace(day=1)
    return real_date(month.year, month.month, day)


def in_order(found: list[Day], today: date) -> list[Day]:
    """The days; a second one that comes before the first is the one of the next year."""
    done: list[Day] = []
    for each in found:
        if done and each.day < done[-1].day and done[-1].day - each.day > timedelta(200):
            each = each._replace(day=each.day.replace(year=each.day.year + 1))
        done.append(each)
    return done
