"""What people write in four languages: phrases by what they mean, and days: `24.12. bis 2.1.`, `le 3 janvier`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from referee.words import plain_letters


def read_phrases() -> Mapping[str, str]:
    """What people write, by what it means: the expressions of `phrases.txt`."""
    found: dict[str, str] = {}
    name = ""
    for line in Path(__file__).with_name("phrases.txt").read_text(encoding="utf-8").split("\n"):
        if heading := re.fullmatch(r"\[([a-z_]+)\]", line):
            name = heading[1]
        elif name:
            found[name] = found.get(name, "") + line
    return found


PHRASES = read_phrases()


class Phrasing:
    """The expression that finds the phrases of a name; it is compiled when it is first used: most mails need none."""

    def __init__(self, name: str) -> None:
        self.pattern = PHRASES[name]
        self.compiled: re.Pattern[str] | None = None

    @property
    def regex(self) -> re.Pattern[str]:
        self.compiled = self.compiled or re.compile(self.pattern)
        return self.compiled

    def search(self, text: str) -> re.Match[str] | None:
        return self.regex.search(text)

    def match(self, text: str) -> re.Match[str] | None:
        return self.regex.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.regex.fullmatch(text)

    def sub(self, instead: str | Callable[[re.Match[str]], str], text: str) -> str:
        return self.regex.sub(instead, text)

    def split(self, text: str) -> Sequence[str]:
        return self.regex.split(text)


MONTHS = (
    "january jan januar janner janvier janv gennaio gen",
    "february feb februar fevrier fevr febbraio",
    "march mar marz maerz mars marzo",
    "april apr avril avr aprile",
    "may mai maggio mag",
    "june jun juni juin giugno giu",
    "july jul juli juillet juil luglio lug",
    "august aug aout agosto ago",
    "september sep sept septembre settembre set",
    "october oct oktober okt octobre ottobre ott",
    "november nov novembre",
    "december dec dezember dez decembre dicembre dic",
)
"""What the months are called, in plain letters."""
MONTH = {name: number for number, names in enumerate(MONTHS, 1) for name in names.split()}
FEAST_NAMES = {
    (12, 24): "christmas eve, heiligabend, heilig abend, vigilia di natale, vigilia, reveillon de noel, veille de noel",
    (12, 25): "christmas day, christmas, xmas, weihnachten, noel, natale",
    (12, 26): "boxing day, santo stefano",
    (12, 31): "new year's eve, new years eve, silvester, saint sylvestre, san silvestro",
    (1, 1): "capodanno, neujahr, new year's day, new years day, new year, nouvel an, jour de l'an",
    (1, 6): "epifania, epiphany, befana, heilige drei konige",
}
FEASTS = {name: day for day, names in FEAST_NAMES.items() for name in names.split(", ")}
WEEKDAYS = (
    "monday montag lundi lunedi",
    "tuesday dienstag mardi martedi",
    "wednesday mittwoch mercredi mercoledi",
    "thursday donnerstag jeudi giovedi",
    "friday freitag vendredi venerdi",
    "saturday samstag sonnabend samedi sabato",
    "sunday sonntag dimanche domenica",
)
WEEKDAY = {name: number for number, names in enumerate(WEEKDAYS) for name in names.split()}
RELATIVE = {
    "today": 0, "heute": 0, "aujourd'hui": 0, "oggi": 0, "tomorrow": 1, "morgen": 1, "demain": 1, "domani": 1,
    "day after tomorrow": 2, "ubermorgen": 2, "apres demain": 2, "dopodomani": 2,
}  # fmt: skip
DAY_NAMES = "|".join(WEEKDAY)
NAMES = "|".join(sorted((re.escape(each) for each in (*FEASTS, *RELATIVE)), key=len, reverse=True))
MONTH_NAMES = "|".join(sorted(MONTH, key=len, reverse=True))
ORDINAL = r"(?:st|nd|rd|th|er|o|\.)?"
DAY = re.compile(
    rf"\b(?:(?P<y1>20[0-9]{{2}})-(?P<m1>[0-9]{{1,2}})-(?P<d1>[0-9]{{1,2}})"
    rf"|(?P<d2>[0-9]{{1,2}})[./] ?(?P<m2>[0-9]{{1,2}})\.?(?:[./]? ?(?P<y2>20[0-9]{{2}}|[0-9]{{2}}(?![0-9.])))?"
    rf"|(?P<d3>[0-9]{{1,2}}){ORDINAL} ?(?:of |de |di )?(?P<m3>{MONTH_NAMES})\b\.?(?:,? ?(?P<y3>20[0-9]{{2}}))?"
    rf"|(?P<m4>{MONTH_NAMES})\.? (?:the )?(?P<d4>[0-9]{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<y4>20[0-9]{{2}}))?"
    rf"|(?P<name>{NAMES})\b)"
)
"""A day in a text of plain letters."""
HALF = re.compile(
    rf"\b(?P<day>[0-9]{{1,2}}){ORDINAL} ?(?=(?:-|to|until|till|bis|au|al|a|und|and|et|e)(?: zum| the| le"
    rf"| il)? ?[0-9]{{1,2}}{ORDINAL} ?"
    rf"(?:of |de |di )?(?:(?:{MONTH_NAMES})\b|[0-9]{{1,2}}\b))"
)
"""A day without its month, before one that has it: `3 to 9 May`, `vom 3. bis 9.5.`"""
THROUGH = re.compile(r" ?(?:-|to|until|till|through) ?(?:the )?([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9.:/]|\w)")
"""The last day of `12 to 19`, where the month comes first."""
WEEK = re.compile(
    r"\b(?:this |next |coming |diesen |nachsten |kommenden |ce |prochain |prossim[oa] |questo )?"
    rf"(?P<weekday>{DAY_NAMES})\b"
)


class Day(NamedTuple):
    """A day that a text names, and where."""

    start: int
    end: int
    day: date


def days_in(text: str, today: date) -> list[Day]:
    """The days that a text names, in order. One without a year is the next one from `today` on."""
    plain = plain_text(text)
    found = list(written_days(plain, today))
    for half in HALF.finditer(plain):
        after = next(
            (each for each in found if each.start >= half.end() or each.start <= half.start() < each.end), None
        )
        if after and after.start >= half.end() and 0 < int(half["day"]) <= 31:
            made = day_beside(after.day, int(half["day"]))
            found += [Day(half.start(), half.end(), made)] if made else []
    taken = [range(each.start, each.end) for each in found]
    for week in WEEK.finditer(plain):
        if not any(week.start() in span or week.end() - 1 in span for span in taken) and not is_beside_date(
            week.end(), found, plain
        ):
            away = (WEEKDAY[week["weekday"]] - today.weekday()) % 7
            found.append(Day(week.start(), week.end(), today + timedelta(away)))
    return in_order(sorted(found), today)


BESIDE_DATE = (
    r"[^a-z]*(?:[a-z]{1,3}\W+)?(?:after\W+|darauf\W+|danach\W+|d'apres\W+|suivant\W+|dopo\W+)?(?:[a-z]{1,3}\W+)?"
)
"""What may be between a weekday and its date."""


def is_beside_date(end: int, found: list[Day], plain: str) -> bool:
    """Whether a weekday only names the date that follows it: `Friday 12 December`."""
    return any(0 <= each.start - end <= 15 and re.fullmatch(BESIDE_DATE, plain[end : each.start]) for each in found)


def plain_text(text: str) -> str:
    """A text in plain letters, with as many characters for each line; dashes and apostrophes are plain ones."""
    return plain_letters(re.sub("[\u2018\u2019]", "'", re.sub("[\u2010-\u2015-]", "\u2010", text))).replace(
        "\u2010", "-"
    )


def written_days(plain: str, today: date) -> Iterator[Day]:
    for found in DAY.finditer(plain):
        made = day_of(found, today)
        if made:
            yield Day(found.start(), found.end(), made)
        further = THROUGH.match(plain, found.end()) if made and found["m4"] else None
        if made and further and made.day < int(further[1]) <= 31 and (last := day_beside(made, int(further[1]), 1)):
            yield Day(further.start(1), further.end(), last)


def day_of(found: re.Match[str], today: date) -> date | None:
    if name := found["name"]:
        return today + timedelta(RELATIVE[name]) if name in RELATIVE else next_one(*FEASTS[name], today)
    for number in "1234":
        if found[f"d{number}"]:
            month = found[f"m{number}"]
            year = found[f"y{number}"]
            return date_of(year, MONTH.get(month) or int(month), int(found[f"d{number}"]), today)
    return None


def date_of(year: str | None, month: int, day: int, today: date) -> date | None:
    if year is None:
        return next_one(month, day, today)
    try:
        return date(int(year) if len(year) == 4 else 2000 + int(year), month, day)
    except ValueError:
        return None


def next_one(month: int, day: int, today: date) -> date | None:
    """The next such day from `today` on."""
    for year in range(today.year, today.year + 5):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


def day_beside(after: date, day: int, months: int = 0) -> date | None:
    """The day of the same month; of the month before where it would be later, unless `months` is 1."""
    first = after.replace(day=1)
    month = first if months or day <= after.day else (first - timedelta(1)).replace(day=1)
    try:
        return month.replace(day=day)
    except ValueError:
        return None


def in_order(found: list[Day], today: date) -> list[Day]:
    """The days; a second one that comes before the first is the one of the next year."""
    done: list[Day] = []
    for each in found:
        if done and each.day < done[-1].day and done[-1].day - each.day > timedelta(200):
            each = each._replace(day=each.day.replace(year=each.day.year + 1))
        done.append(each)
    return done
