"""Lines of a mail in plain characters, and with the directions of English."""

import re

from referee.mail.read.languages import language
from referee.mail.read.mail_text import LISTED

DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+")
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufe0f]")
BLANKS = re.compile("[\t\u00a0\u2000-\u200a\u202f\u3000]")


def tidy_line(line: str) -> str:
    """A line in plain characters: what phones and word processors make of dashes, quotes and blanks is undone."""
    line = BLANKS.sub(" ", UNSEEN.sub("", line.replace(LISTED, "- ")))
    line = re.sub("[\u201c-\u201f]", '"', line)
    line = re.sub("[\uff01-\uff5e]", lambda found: chr(ord(found[0]) - 0xFEE0), line)
    return DASHES.sub("-", re.sub("[\u2192\u21d2\u279c]", "->", re.sub("[\u2018\u2019\u00b4`]", "'", line))).rstrip()


def with_english_directions(text: str, code: str) -> str:
    """The text with `NO-S` and `7SO` as in English; what they mean depends on the language."""
    meant = language(code).names_in_table("directions")
    return (
        other_directions(code).sub(lambda found: found["before"] + meant[found["way"].lower()], text) if meant else text
    )


def other_directions(code: str) -> re.Pattern[str]:
    """The directions of a language that are other letters in English: behind a number, a stroke or a small word."""
    ways = "|".join(language(code).names_in_table("directions"))
    words = "|".join(language(code).words("prepositions"))
    return re.compile(
        rf"(?i)(?P<before>\d|[-/] ?|\b(?:{words}) |(?<![^\W\d_])(?=(?:{ways})\s*[-/]\s*[ns][eow]?\b))(?P<way>{ways})\b"
    )
