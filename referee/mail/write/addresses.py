"""The names by which a letter, its thread and its list are known, and where its answer goes."""

from typing import NamedTuple

from referee import LEAST_HEAD
from referee.mail.mail_settings import MailSettings
from referee.mail.transport.outgoing import Undelivered
from referee.mail.write import reply_tags
from referee.mail.write.letter import Letter
from referee.words import say

DAYS = ("Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri")
BEGINNING = "2000-01-01T00:00:00Z"
"""The time of a letter about a game that has no entry with one."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Unanswerable(Undelivered):
    """An address to answer to would be longer than mail allows."""


class Names(NamedTuple):
    """`id` and `root` are Message-IDs: the letter's own, and that of the thread of its game and seat."""

    id: str
    root: str
    list: str
    reply: str
    tag: str
    date: str


def letter_names(letter: Letter, mail: MailSettings, key: bytes) -> Names:
    """Raises Unanswerable."""
    tag = reply_tags.tag(key, letter.game, letter.seat, letter.entry, letter.to)
    try:
        reply = reply_tags.reply_address(
            mail.reply, mail.separator, reply_tags.ReplyToken(letter.game, letter.entry, tag)
        )
    except ValueError as error:
        words = "{why}. Take a shorter `reply` in [mail], or a shorter name for the next game."
        raise Unanswerable(say(words, why=error), later=False) from error
    return Names(
        f"<{stem(letter)}@{mail.host}>",
        f"<referee.{letter.game}.{letter.seat}@{mail.host}>",
        f"<{letter.game}.referee.{mail.host}>",
        reply,
        tag,
        date(letter.at),
    )


def stem(letter: Letter) -> str:
    """`referee.spring-cup.40.red.4b1f0c9d2e7a`, and what kind of letter it is unless it is the usual one."""
    parts = ["referee", letter.game, str(letter.entry), letter.seat, letter.head[:LEAST_HEAD]]
    parts += [letter.kind] if letter.kind != "report" else []
    parts += [letter.mark[:16]] if letter.mark else []
    return ".".join(parts)


def date(at: str) -> str:
    """The time of an entry as mail writes it: `Fri, 20 Nov 2026 19:00:00 +0000`."""
    at = at or BEGINNING
    year, month, day = int(at[:4]), int(at[5:7]), int(at[8:10])
    # Zeller's congruence counts January and February to the year before
    y, m = (year - 1, month + 12) if month < 3 else (year, month)
    weekday = DAYS[(day + 13 * (m + 1) // 5 + y + y // 4 - y // 100 + y // 400) % 7]
    return f"{weekday}, {day:02} {MONTHS[month - 1]} {year:04} {at[11:19]} +0000"
