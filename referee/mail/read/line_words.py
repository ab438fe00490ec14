"""The words of one language around the parts of a move, as expressions: made of its file of words."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from referee.mail.read.languages import Language, language
from referee.mail.read.mail_text import LISTED
from referee.words import ENGLISH, plain_letters

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
    """The directions of a language that are other letters in English: behind a number, a stroke, a word, or another.

    Behind a number and a blank they are in capitals: `7 SO`. The Italian `no` is no direction there.
    """
    own = language(code)
    ways, words = "|".join(own.names_in_table("directions")), "|".join(own.words("prepositions"))
    capital = "|".join(each.upper() for each in own.names_in_table("directions") if each not in own.plain("no"))
    return re.compile(
        rf"(?i)(?P<before>\d|\d (?=(?-i:{capital or '(?!)'})\b)|[-/] ?|\b(?:{words}) |(?<=\b[ns] )|(?<=\b[ns][eow] )"
        rf"|(?<![^\W\d_])(?=(?:{ways})\s*[-/\s]\s*[ns][eow]?\b))(?P<way>{ways})\b"
    )


Expression = re.Pattern[str]
SMILES = r"[:;=]-?(?:[)(]|[dp]\b)|[\u263a\U0001f600-\U0001f60f\U0001f642\U0001f44b\U0001f44d\U0001f64f]+"


class LineWords(NamedTuple):
    """How the words around a move are found.

    openings  before an action: `then I'd like to place`
    endings   behind one: `please`
    turn      behind the word for passing: `this turn`
    between   between two actions
    either    between two of which only one is meant
    heads     the lines above the actions, and `head_of`: their names in files
    listed    the line above a list of actions
    beside    words beside that for passing
    none      what is behind `actions:` where nothing is done
    """

    openings: Expression
    endings: Expression
    turn: Expression
    between: Expression
    either: Expression
    heads: Expression
    head_of: dict[str, str]
    listed: Expression
    beside: Expression
    none: frozenset[str]


@cache  # a mail takes 5 ms longer without it
def line_words(code: str) -> LineWords:
    own, english = language(code), language(ENGLISH)
    endings = any_of(own.words("endings"))
    heads = {**english.names_in_table("heads"), **own.names_in_table("heads")}
    both = (own, english)
    return LineWords(
        re.compile(rf"(?i)^(?:{any_of(own.words('openings'))}(?:\b|(?<='))[\s,:]*)+"),
        re.compile(rf"(?i)[\s,;]*(?:\b{endings}|(?:(?:{SMILES})\s*)+)?[\s.,;!]*$"),
        re.compile(rf"(?i)[\s,]+{any_of(own.words('this_turn'))}(?:[\s,]+{endings})?$"),
        re.compile(
            rf"(?i)\s+-\s+(?=[^\W\d]+\s*:)|\s*(?:[,;.+&]\s*|\s){any_of(own.words('connectives'))}\s+"
            r"|\s*[;.+&]\s+|\s*,\s*|\s+/\s+"
        ),
        re.compile(rf"(?i)\s*(?:\b{any_of(own.words('or'))}\b|/|\?)\s+(?:else )?"),
        re.compile(rf"(?i)\s*({any_of(heads)})\s*[:=]\s*(.*?)\s*$"),
        heads,
        re.compile(rf"(?i)\s*{any_of(words_in(both, 'actions'))}\s*(?::|=|$)\s*(.*)$"),
        re.compile(rf"(?:[\s,.!']|{any_of(map(plain_letters, own.words('beside_pass')))}(?![a-z]))"),
        frozenset(["", *map(plain_letters, words_in(both, "none"))]),
    )


def words_in(languages: Iterable[Language], key: str) -> list[str]:
    return [word for each in languages for word in each.words(key)]


def any_of(words: Iterable[str]) -> str:
    """The expression of these words, the longest first, with accents or without; of none, where there are none."""
    known = {spelt for each in words for spelt in (each, plain_letters(each))}
    return f"(?:{'|'.join(map(re.escape, sorted(known, key=lambda each: (-len(each), each)))) or '(?!)'})"
