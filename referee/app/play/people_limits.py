"""What is refused of what the people at the table say, and of the days on which they are away."""

import re
from datetime import date

from referee.app.errors import Refused, Usage
from referee.app.game_access import Game, Table
from referee.app.time.counted_time import BEGINNING, time, zone_of
from referee.rules.asides import is_day
from referee.store.documents import Data
from referee.words import say

LONGEST = 100
"""Days of one absence."""


MOST = 1000
"""Letters of a word to the others."""


def refuse_words(text: str) -> None:
    if not text.strip() or len(text) > MOST:
        raise Refused(say("A word to the others has 1 to {most} letters.", most=MOST))
    if strange := [each for each in text if not (each.isprintable() or each == "\n")]:
        raise Refused(say("A word to the others has no {strange}.", strange=repr(strange[0])))


def said_before(game: Game, kind: str, fields: Data, after: int) -> int:
    """The number of the entry after entry `after` that says just this; 0: there is none."""
    for number in range(after + 1, game.log.last + 1):
        entry = game.log.entry(number)
        if entry["kind"] == kind and all(entry.get(key) == value for key, value in fields.items()):
            return number
    return 0


def refuse_days(first: str, last: str) -> None:
    """Raises Usage."""
    for day in (first, last):
        refuse_day(day)
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
    if days < 1:
        raise Usage(say("An absence from {first} to {last} ends before it begins.", first=first, last=last))
    if days > LONGEST:
        raise Usage(
            say("An absence lasts {most} days at most, not {days}.", most=LONGEST, days=days),
            say("For a longer one let somebody else play."),
            say("That is: referee player GAME SEAT --name NAME --until DAY"),
        )


def refuse_day(day: str) -> None:
    if not re.fullmatch(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}", day) or not is_day(day):
        raise Usage(say("{day} is not a day; write year, month and day: 2026-12-24.", day=day or "''"))


def refuse_past(table: Table, game: Game, last: str) -> None:
    if last < today(table, game):
        raise Refused(say("{day} is over: only days to come can be days of absence.", day=last))


def today(table: Table, game: Game) -> str:
    """The day it is in the game's zone."""
    now = time(table.time(), BEGINNING)
    return now.astimezone(zone_of(game.log.documents)).date().isoformat()
