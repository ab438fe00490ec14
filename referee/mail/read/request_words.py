"""Lines that ask the referee for something by a word or two: `help`, `show 12`, `ask for 2 days`.

Pure: a line in, a `Request` out. What such lines may be is in the files of words: those of the language in which a mail
is read, and of English. Whoever reads e-mails in natural words hands the English lines to this: `help`, `status`,
`show`, `show 12`, `history`, `rules MG-6.1`, `ask for 2 days`, `ask for time until 2026-12-24`, `resign`, `back`,
`stop mail`, `start mail`, `absent: 2026-12-24 to 2027-01-02`, `say to moderator: …`, `concede`, `offer a draw`,
`abandon game`, `undo`, `undo to 12`.
"""

import re
import unicodedata
from collections.abc import Container, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from referee.mail.read import beside_words
from referee.mail.read.languages import language, language_codes, read_codes, words_of_all
from referee.mail.read.line_words import any_of
from referee.words import plain_letters

CONCEDE, DRAW, ABANDON, UNDO = "concede", "draw", "abandon", "undo"
HELP, STATUS, SHOW, HISTORY, RULES, TIME, RESIGN, BACK, STOP, START, ORDERS = (
    "help",
    "status",
    "show",
    "history",
    "rules",
    "time",
    "resign",
    "back",
    "stop",
    "start",
    "orders",
)
LIST, POKE, AGAIN, MAIL, REMATCH, PUBLISH, ADDRESS = "list", "poke", "again", "mail", "rematch", "publish", "address"


class Request(NamedTuple):
    """What a line asks for.

    kind   HELP, STATUS and so on
    about  what belongs to it: the number of an entry (SHOW, UNDO) or of a rule (RULES), hours or a day (TIME), the
           word that confirms it (RESIGN, CONCEDE), `to` and the name of the winner (CONCEDE), NO_ORDERS to cancel them
           (ORDERS), which e-mails (MAIL: `daily`, `every`, `own`, `none`), `yes` or `no` (PUBLISH), the new one
           (ADDRESS); "" without
    """

    kind: str
    about: str = ""


NO_ORDERS = "none"
"""What is asked about orders ahead where they are to be cancelled, and not shown."""
CHOICES = {
    "no_orders": (ORDERS, NO_ORDERS),
    **{f"mail_{each}": (MAIL, each) for each in ("daily", "every", "own", "none")},
    "publish": (PUBLISH, "yes"),
    "no_publish": (PUBLISH, "no"),
    "no_address": (ADDRESS, "stop"),
}
"""The lines of a file of words that are a request with what belongs to it."""
DAY = r"(2[0-9]{3}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\. ?[0-9]{1,2}\. ?2[0-9]{3})"
SHAPES = {
    "number": "(?P<number>[0-9]{1,5})",
    "rule": r"(?P<rule>(?:[a-z]{1,4}-)?[0-9]{1,2}(?:\.[0-9]{1,2})?)",
    "key": "(?P<key>[a-z2-7]{6})",
    "name": "(?P<name>[^:]{1,40})",
    "address": r"(?P<address>\S{1,50}@\S{1,50})",
    "date": f"(?P<date>{DAY})",
}
"""What is filled in where a line of a file of words has a name in braces."""


class Commands(NamedTuple):
    """The lines of some languages: whole ones → their kind; those with something filled in, by their first word."""

    whole: Mapping[str, str]
    shaped: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]]


@cache  # each line of a mail takes 3 ms longer without it
def commands(codes: Sequence[str]) -> Commands:
    whole, shaped = dict[str, str](), dict[str, list[tuple[str, re.Pattern[str]]]]()
    for code in codes:
        own = language(code)
        units = f"(?:(?P<days>{any_of(own.plain('days'))})|{any_of(own.plain('hours'))})"
        for kind, lines in own.table("commands").items():
            for line in with_mails(lines, own.words("mails")):
                folded = folded_line(line)
                if "{" not in line:
                    whole.setdefault(folded, kind)
                    continue
                shape = re.escape(folded).replace(r"\ \{days\}", " ?" + units).replace(r"\ ", "(?: ?: ?| )")
                for name, filled in SHAPES.items():
                    shape = shape.replace(rf"\{{{name}\}}", filled)
                shaped.setdefault(folded.partition(" ")[0], []).append((kind, re.compile(shape, re.ASCII)))
    return Commands(whole, shaped)


def with_mails(lines: Sequence[str], mails: Sequence[str]) -> list[str]:
    return [line.replace("{mails}", each) for line in lines for each in (mails if "{mails}" in line else ("",))]


def request_in(line: str) -> Request | None:
    """What a line asks for, if it is one of these and nothing else."""
    if len(line) > LONGEST:
        return None
    folded = folded_line(line)
    words, known = re.sub(" ?: ?", " ", folded).strip(), commands(read_codes())
    if kind := known.whole.get(words):
        return request_of(kind, {}, line)
    for kind, shape in known.shaped.get(words.partition(" ")[0], ()):
        if (found := shape.fullmatch(folded)) and (asked := request_of(kind, found.groupdict(), line)):
            return asked
    return None


def request_of(kind: str, facts: Mapping[str, str | None], line: str) -> Request | None:
    """The request that a line is; None for a question, except of what changes nothing."""
    if kind not in LOOKING and "?" in line:
        return None
    if kind in CHOICES:
        return Request(*CHOICES[kind])
    if address := facts.get("address"):
        return Request(kind, address)
    if date := facts.get("date"):
        return Request(kind, iso_day(date))
    if name := facts.get("name"):
        return Request(kind, f"to {name}")
    number = facts.get("number") or ""
    if kind == TIME:
        hours = int(number) * (24 if facts.get("days") else 1)
        return Request(kind, str(hours)) if 0 < int(number) < 1000 else None
    rule = (facts.get("rule") or "").upper()
    return Request(kind, facts.get("key") or rule or number.lstrip("0") or number)


LOOKING = frozenset([HELP, STATUS, SHOW, HISTORY, RULES, LIST, AGAIN])
"""What changes nothing: these lines may be questions."""
LONGEST = 60
"""Characters of a line that asks for something by a word or two."""


def folded_line(line: str) -> str:
    """A line in small plain letters, with single blanks, without what a mail program or a hand puts around it."""
    plain = line.casefold()
    if not plain.isascii():
        letters = unicodedata.normalize("NFKD", plain)
        plain = "".join(each for each in letters if not unicodedata.combining(each)).replace("\u2019", "'")
    return " ".join(plain.split()).strip("*_`\"' .!?,;")


def words_said(paragraph: str) -> re.Match[str] | None:
    """Words to all, or with a name to one: `say: …`, `say to Marta: …`; the name and the words. In any language.

    What is meant for one player alone must not go to anybody else, in whichever language it is said.
    """
    return saying().match(paragraph)


@cache  # each line of a mail takes 1 ms longer without it
def saying() -> re.Pattern[str]:
    return re.compile(
        rf"{talk_words('say')}(?:\s+{talk_words('say_to')}\s+([^\s:][^:\n]{{0,59}}?))?\s*:\s*(.*)", re.IGNORECASE
    )


def message_inside(text: str) -> str:
    """The beginning of another message in the words of one: `hello. say to Marta:`."""
    to = rf"(?:\s+{talk_words('say_to')}\s+[^:\n]{{1,60}}?)?"
    found = re.search(rf"(?i)(?<=[.;!?])\s+({talk_words('say')}{to}\s*:)", text)
    return found[1] if found else ""


def clauses_said(text: str) -> list[str]:
    """The sentences of a message, and what begins behind a comma as a message may: `…, and tell Marta that …`."""
    begins = talk_words("connectives", "tell")
    return re.split(rf"(?i)(?<=[.!?;])\s+|,\s+(?=@|{begins}\b)", text)


def calls_somebody(text: str, names: Container[str]) -> bool:
    """Whether a text calls one of these names, in plain letters: `…, Marta.`, `Marta, …`, `@Marta …`."""
    said = ["", *re.findall(r"\w+|[^\w\s]", plain_letters(text)), ""]
    return any(
        word in names and (after in (",", ":") or before == "@" or (before == "," and not after.isalnum()))
        for before, word, after in zip(said, said[1:], said[2:], strict=False)
    )


def name_at_beginning(text: str) -> str:
    """The name in words that begin as if they were for somebody: `(only to Marta) …`, `To Marta: …`, `@Marta …`."""
    to, tell, only = talk_words("say_to"), talk_words("tell"), talk_words("connectives", "doubts")
    found = re.match(rf"(?i)\W*?(?:{only}\W+)*(?:{to}\s+|{tell}\s+(?:{to}\s+)?|@)([^\W\d_][\w'-]+)", text)
    return found[1] if found else ""


def words_noted(paragraph: str) -> re.Match[str] | None:
    """Words for the notebook of the writer: `note: …`, in any language. Nobody else may read them."""
    return noting().match(paragraph)


@cache  # each line of a mail takes 1 ms longer without it
def noting() -> re.Pattern[str]:
    return re.compile(rf"{talk_words('note')}\s*:\s*(.*)", re.IGNORECASE)


def talk_words(*keys: str) -> str:
    """Words of any language: what is meant for one player is nobody else's, in whichever it is said."""
    return any_of(word for key in keys for code in language_codes() for word in language(code).words(key))


def is_to_all(name: str) -> bool:
    """Whether words to a name are words to all, in any language: they may be for one alone who is called so."""
    return not name or plain_letters(name) in words_of_all("all", language_codes())


def is_to_moderator(name: str) -> bool:
    """Whether words to a name are words to the moderator."""
    return bool(name) and plain_letters(name) in words_of_all("moderator", language_codes())


def is_addressed_to_moderator(paragraph: str) -> bool:
    """Whether a paragraph is `say to moderator: …`."""
    found = words_said(paragraph)
    return bool(found) and is_to_moderator((found[1] or "").strip() if found else "")


COURTEOUS = 5
"""A greeting has no more words than this."""
LONGEST_GREETING = 200
"""And no more characters."""


def is_courtesy(paragraph: str) -> bool:
    """Whether a paragraph only greets, takes leave, or signs: nothing in it has to be read by anybody."""
    if len(paragraph) > LONGEST_GREETING:
        return False
    words = paragraph.split()
    names = {plain_letters(each.strip(".,;:!*_")) for each in words if each[:1].isupper()}
    return len(words) <= COURTEOUS and beside_words.is_courtesy(paragraph, names)


def iso_day(text: str) -> str:
    """A day as entries have it: `24.12.2026` is `2026-12-24`; what is no such day is returned as it is."""
    found = re.fullmatch(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?(2[0-9]{3})", text.strip())
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else text.strip()


def absence_in(line: str) -> re.Match[str] | None:
    """A line about absences: what follows `absent:`, or the words that cancel all of them."""
    return absence_lines(read_codes()).fullmatch(line)


@cache  # each line of a mail takes 1 ms longer without it
def absence_lines(codes: tuple[str, ...]) -> re.Pattern[str]:
    absent, cancel = (any_of(words_of_all(key, codes)) for key in ("absent", "absent_cancel"))
    after = any_of(word for key in ("absent_list", "absent_end", "absent_none") for word in words_of_all(key, codes))
    return re.compile(rf"{absent}(?:\s*:\s*|\s+(?=[0-9]|{after}\b))(.*)|({cancel})\s*\.?|{absent}", re.IGNORECASE)


def days_away(text: str) -> re.Match[str] | None:
    """The first and the last day of `2026-12-24 to 2027-01-02`."""
    return two_days(read_codes()).fullmatch(text)


@cache  # each line of a mail takes 1 ms longer without it
def two_days(codes: tuple[str, ...]) -> re.Pattern[str]:
    first, last = (any_of(words_of_all(key, codes)) for key in ("from_day", "to_day"))
    begins = rf"{first}(?=.*\s(?:{last}|[-\u2013])\s)"  # not the first day alone
    return re.compile(rf"(?:{begins})?\s*{DAY}(?:\s*(?:\s{last}\s|[-\u2013])\s*{DAY})?\.?", re.IGNORECASE)


EDITION = re.compile(r"edition\s*:\s*(.*)", re.IGNORECASE | re.ASCII)
NONCE = re.compile(r"nonce\s*:\s*(\S.*)", re.IGNORECASE)
SIGNATURE_BELOW = re.compile(r"--\s*")
"""Below this line the sender of the mail is named."""


def paragraphs(above: Sequence[tuple[int, str]]) -> list[str]:
    """Lines that follow one another, as one line each; a line that begins a wish begins a paragraph."""
    found: list[str] = []
    before = -2
    for number, line in above:
        words = line.strip()
        if SIGNATURE_BELOW.fullmatch(line):
            break
        if not words:
            continue
        is_saying = bool(words_said(words) or words_noted(words))
        if number == before + 1 and not (is_saying or starts_wish(words)):
            found[-1] += " " + words
        else:
            found.append(words)
        before = number if is_saying or not is_one_line(words) else -2
    return found


def is_one_line(words: str) -> bool:
    """Whether a line is a wish by itself, so that the next line is none of it."""
    return bool(absence_in(words) or EDITION.fullmatch(words) or request_in(words))


def starts_wish(words: str) -> bool:
    return bool(words_said(words) or words_noted(words) or NONCE.match(words) or is_one_line(words))


LONGEST_REST = 1000
"""Characters of what a mail says besides its wishes: longer, it may be the old letter."""


def what_is_left(rest: Sequence[str]) -> list[str]:
    """What a mail says besides its wishes, if it is more than a greeting: the moderator reads it, and nobody else."""
    found = [each for each in rest if not is_courtesy(each)]
    return found if sum(map(len, rest)) <= LONGEST_REST else []


MOST_TO_MODERATOR = 4000
"""Characters of a mail that are passed on to the moderator."""
LEFT_OUT = "\n\n[The rest of this e-mail is left out here.]"


def words_for_moderator(text: str) -> str:
    """The words of a mail for the moderator; of very long ones the beginning, which says so."""
    if len(text) <= MOST_TO_MODERATOR:
        return text
    return text[: MOST_TO_MODERATOR - len(LEFT_OUT)] + LEFT_OUT


def whole_words(found: Sequence[str]) -> list[str]:
    """Paragraphs, those after `say:` joined to it: to the next wish, a greeting, or the end of the mail.

    Where that is too much for words to others it may be the old letter: then only the first paragraph is meant.
    """
    done, number = list[str](), 0
    while number < len(found):
        more = following_words(found, number + 1) if words_said(found[number]) or words_noted(found[number]) else []
        text = "\n".join([found[number], *more])
        is_whole = len(text) <= LONGEST_REST
        done.append(text if is_whole else found[number])
        number += 1 + len(more) * is_whole
    return done


def following_words(found: Sequence[str], number: int) -> list[str]:
    """The paragraphs from this one up to the next wish or greeting."""
    rest = (found[each] for each in range(number, len(found)))
    return list(takewhile(lambda each: not (starts_wish(each) or is_courtesy(each)), rest))
