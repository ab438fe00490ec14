"""What is refused of what players say and of their days away, and what the private part may keep of them."""

import re
from collections.abc import Callable
from datetime import date

from referee.app.errors import Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table
from referee.app.time.counted_time import BEGINNING, time, zone_of
from referee.rules.entry_shapes import is_day
from referee.store import private
from referee.store.documents import Data
from referee.store.private import EVERY, LONG, NO_LETTERS, OWN, SHORT
from referee.words import LANGUAGES, Phrase, prints, say

LONGEST = 100
"""Days of one absence."""


MOST = 1000
"""Characters of a message to the others."""


def refuse_words(text: str) -> None:
    if not text.strip() or len(text) > MOST:
        raise Refused(say("A message to the others needs 1 to {most} characters.", most=MOST))
    if strange := [each for each in text if not (prints(each) or each == "\n")]:
        raise Refused(say("A message to the others can't contain {strange}.", strange=repr(strange[0])))


def said_before(game: Game, kind: str, fields: Data, after: int) -> int:
    """The number of the entry after entry `after` that says exactly this; 0: there is none."""
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
        raise Usage(say("The absence from {first} to {last} ends before it begins.", first=first, last=last))
    if days > LONGEST:
        raise Usage(
            say("An absence can last {most} days at most, not {days}.", most=LONGEST, days=days),
            say("For a longer one, let somebody else play."),
            say("To do that: referee player GAME SEAT --name NAME --until DAY"),
        )


def refuse_day(day: str) -> None:
    if not re.fullmatch(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}", day) or not is_day(day):
        raise Usage(say("{day} is not a day. Write year, month and day: 2026-12-24.", day=day or "''"))


def refuse_past(table: Table, game: Game, last: str) -> None:
    if last < today(table, game):
        raise Refused(say("{day} is in the past. Absences can only be entered for the future.", day=last))


def today(table: Table, game: Game) -> str:
    """The day it is in the game's zone."""
    now = time(table.time(), BEGINNING)
    return now.astimezone(zone_of(game.log.documents)).date().isoformat()


NEEDED = {
    "addresses": say("--address needs SEAT=ADDRESS, for example red=anna@example.org."),
    "languages": say("--language needs SEAT=LANGUAGE, for example red=it."),
}
CHECKS: dict[str, Callable[[str], bool]] = {
    "addresses": private.is_address,
    "languages": LANGUAGES.__contains__,
    "letters": (EVERY, OWN, NO_LETTERS).__contains__,
    "lengths": (SHORT, LONG).__contains__,
    "signers": private.is_signer,
}
KNOWN = {"languages": LANGUAGES, "letters": (EVERY, OWN, NO_LETTERS, SHORT, LONG), "lengths": (SHORT, LONG)}
SHOWN = 60
"""How many characters of a wrong value are shown."""


def contact_problem(field: str, value: str) -> Phrase:
    shown = repr(value[:SHOWN])
    match field:
        case "addresses":
            return say("{value} isn't a plain address such as anna@example.org.", value=shown)
        case "languages":
            known = ", ".join(LANGUAGES)
            return say("E-mails can't be written in {value}. Use one of {known}.", value=shown, known=known)
        case "letters":
            return say(
                "{value}: write every, own or none (which e-mails come), short or long (how long they are).",
                value=shown,
            )
    return say("{value} isn't a public ssh key. Give the file whose name ends with .pub.", value=shown)


def refuse_contact(field: str, value: str) -> None:
    """Raises Usage."""
    if not CHECKS[field](value):
        raise Usage(contact_problem(field, value), nearest_hint(value, KNOWN[field]) if field in KNOWN else None)
