"""Lines of a mail in plain characters, and with the directions of English."""

import re

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


def with_english_directions(text: str, language: str) -> str:
    """The text with `NO-S` and `7SO` as in English; what they mean depends on the language."""
    meant = DIRECTIONS.get(language, {})
    return OTHER_DIRECTIONS.sub(lambda found: meant.get(found[0].lower(), found[0]), text) if meant else text


DIRECTIONS = {"de": {"no": "ne", "so": "se"}, "fr": {"no": "nw", "so": "sw"}, "it": {"no": "nw", "so": "sw"}}
OTHER_DIRECTIONS = re.compile(
    r"(?i)(?<![^\W\d_])[ns]o(?=\s*[-/]\s*(?:[ns][eow]?)\b)|(?<=[-/])[ns]o\b|(?<=[-/] )[ns]o\b|(?<=\d)[ns]o\b"
    r"|(?<=\b(?:nach|vers) )[ns]o\b|(?<=\b(?:von|bis) )[ns]o\b|(?<=\b(?:de|du|au|da) )[ns]o\b|(?<=\b[aà] )[ns]o\b"
)
