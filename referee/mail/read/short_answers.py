"""Answers in a word to what an e-mail asks: yes, no, withdraw, or which of several offers. The first word decides.

Pure. Beside it may be courtesy, and what says the same once more. Other words contradict a yes; a no is a no, unless
they deny it, ask, or set a condition.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from referee.mail.read import mail_text
from referee.mail.read.beside_words import is_courtesy
from referee.mail.read.languages import language, language_codes
from referee.mail.read.line_words import tidy_line
from referee.mail.read.mail_parts import HTML, TEXT, Mail, Part
from referee.mail.read.request_words import SIGNATURE_BELOW
from referee.mail.read.requests import Unclear, lines_of
from referee.words import plain_letters

YES, NO, WITHDRAWN = "yes", "no", "withdrawn"
"""The answers as entries have them."""
CHOICE, SAME, SORRY, DOUBT, COURTESY, BREAK, OTHER = "choice", "same", "sorry", "doubt", "courtesy", "break", "other"
OPTION, ORDER = "option", "order"
DRAW = "draw"
"""The line that proposes a draw, where it is no action of the title."""
CODE = re.compile(r"[2-9][a-z2-7]{3}")
"""The code of an offer: no word of a language begins with a digit."""
TOKEN = re.compile(r"\+1\b|[^\W_]+(?:'[^\W_]+)*|\S")
SKIN = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]")
"""What colours a thumb."""
SIGN = re.compile(r"\s*[,.;:!\u2013\u2014]\s*|\s+-\s+")
LONGEST = 200
"""Characters of a line that can be an answer."""


class ShortAnswer(NamedTuple):
    """What a line answers.

    given   YES, NO, WITHDRAWN or DRAW; "" for a choice alone
    is_firm whether a yes is the very word `yes`, in any language: `ok` may only say that something was read
    choice  the code of an offer, or its number
    other   words beside it that are neither courtesy nor say the same
    is_sure whether these leave the answer as it is
    """

    given: str
    choice: str = ""
    other: str = ""
    is_sure: bool = True
    is_firm: bool = True


Words = Mapping[tuple[str, ...], frozenset[str]]


def tokens_of(text: str) -> list[str]:
    return TOKEN.findall(SKIN.sub("", plain_letters(tidy_line(text))))


@cache  # a mail takes 3 ms longer without it
def known_phrases() -> Words:
    """The words of each phrase → the kinds that it may be of, in any language."""
    found: dict[tuple[str, ...], set[str]] = {(DRAW,): {DRAW}}
    for code in language_codes():
        for list, kind in LISTS.items():
            for phrase in language(code).words(list):
                found.setdefault(tuple(tokens_of(phrase)), set()).add(kind)
        for phrase in language(code).names_in_table("offer"):
            found.setdefault(tuple(tokens_of(phrase)), set()).add(ORDER)
    return {words: frozenset(kinds) for words, kinds in found.items()}


def offer_number(said: str) -> str:
    """The number of the offer that words name, such as `the second one`, in any language; "" for none."""
    named = (language(code).names_in_table("offer").items() for code in language_codes())
    return next((number for each in named for words, number in each if " ".join(tokens_of(words)) == said), "")


def firm_words() -> list[str]:
    """`yes` in every language: the first of its words that say yes."""
    return [plain_letters(language(code).words("yes")[0]) for code in language_codes()]


LISTS = {
    "yes": YES, "no": NO, "withdraw": WITHDRAWN, "same": SAME, "sorry": SORRY, "doubts": DOUBT, "courtesy": COURTESY,
    "option": OPTION,
}  # fmt: skip
"""The lists of words of a language that matter here → their kind."""
MOST = 6
"""Words of a phrase."""


def kinds_in(tokens: Sequence[str], names: Container[str]) -> Iterator[tuple[frozenset[str], str]]:
    """The kinds of each word or phrase, and how it is written."""
    at, phrases = 0, known_phrases()
    while at < len(tokens):
        length = next((n for n in range(MOST, 0, -1) if tuple(tokens[at : at + n]) in phrases), 1)
        said = " ".join(tokens[at : at + length])
        yield phrases.get(tuple(tokens[at : at + length])) or frozenset([kind_alone(said, names)]), said
        at += length


def kind_alone(token: str, names: Container[str]) -> str:
    if CODE.fullmatch(token) or (token.isdecimal() and len(token) == 1):
        return CHOICE
    if not token[0].isalnum():
        return DOUBT if token == "?" else BREAK
    return COURTESY if token in names else OTHER


def short_answer(line: str, names: Container[str] = ()) -> ShortAnswer | None:
    """The answer at the beginning of a line; None for a line that begins with no such word."""
    if len(line) > LONGEST:
        return None
    tokens = tokens_of(line)
    if tokens[1:2] == [":"] and tokens[0] in names:  # what somebody else said
        return None
    found = list(kinds_in(tokens, names))
    if option := option_alone(found):
        return ShortAnswer("", option)
    while found and not found[0][0] & ANSWERS and found[0][0] & {COURTESY, BREAK}:
        del found[0]
    if not found or not (first := found[0][0] & ANSWERS):
        return None
    given = "" if CHOICE in first else next(each for each in (YES, NO, WITHDRAWN, DRAW) if each in first)
    choices = [said for kinds, said in found if CHOICE in kinds]
    rest = found[1:]
    meant = {SORRY if given == NO else SAME, COURTESY, BREAK, CHOICE, given or YES}
    left = [(kinds, said) for kinds, said in rest if not kinds & meant]
    if not left and len(choices) < 2:
        is_firm = given != YES or any(said in firm_words() for kinds, said in found if YES in kinds)
        return ShortAnswer(given, choices[0] if choices else "", is_firm=is_firm)
    apart = next((n for n, (kinds, _) in enumerate(rest) if not kinds & (meant - {BREAK})), len(rest))
    doubts = [kinds for kinds, _ in left if kinds & {DOUBT, YES, NO, SAME}]
    is_sure = given == NO and apart < len(rest) and BREAK in rest[apart][0] and not doubts and not choices
    return ShortAnswer(given, "", SIGN.split(line, maxsplit=1)[-1].strip() if is_sure else line.strip(), is_sure)


def option_alone(found: Sequence[tuple[frozenset[str], str]]) -> str:
    """The one of several offers that a line names, beside courtesy, in words: `option 2`, `the first one, please`."""
    named = [each for each in found if not each[0] & {COURTESY, BREAK, OPTION}]
    kinds, said = named[0] if len(named) == 1 else (frozenset[str](), "")
    return offer_number(said) if ORDER in kinds else said if CHOICE in kinds and len(said) == 1 else ""


ANSWERS = frozenset([YES, NO, WITHDRAWN, DRAW, CHOICE])


def begins_doubt(line: str, names: Container[str] = ()) -> bool:
    """Whether a line asks, denies or sets a condition: `or E1?`, `unless Chiara wants it`; short, as no motto is."""
    if len(line.split()) > DOUBTING:
        return False
    found = [kinds for kinds, _ in kinds_in(tokens_of(line), names) if not kinds <= {COURTESY, BREAK}]
    return bool(found) and (bool(found[0] & {DOUBT, NO}) or line.rstrip().endswith("?"))


DOUBTING = 6


def says_the_same(line: str, names: Container[str] = ()) -> bool:
    """Whether a line below a yes says nothing else."""
    return all(kinds & {SAME, COURTESY, BREAK, YES} for kinds, _ in kinds_in(tokens_of(line), names))


class ShortMail(NamedTuple):
    """The answer in the first line of a mail that is no greeting, the mail without it, and its writer's own lines."""

    short: ShortAnswer
    rest: Mail
    lines: tuple[str, ...]

    def with_lines(self, typed: Sequence[str]) -> Mail:
        """The mail as if its writer had typed these lines in place of the answer."""
        return with_text(self.rest, [*typed, "", *self.lines])


def short_mail(mail: Mail, addresses: Sequence[str], names: Container[str]) -> ShortMail | None:
    """None for a mail whose first line is no answer."""
    try:
        lines = lines_of(mail)
    except Unclear:
        return None
    own = [number for number, is_own in enumerate(mail_text.own(lines, addresses)) if is_own]
    until = next((at for at, n in enumerate(own) if SIGNATURE_BELOW.fullmatch(lines[n])), len(own))
    said = [n for n in own[:until] if lines[n].strip()]
    first = next((n for n in said if short_answer(lines[n], names) or not is_courtesy(lines[n], names)), None)
    short = short_answer(lines[first], names) if first is not None else None
    if first is None or short is None:
        return None
    below = [lines[n] for n in own[until + 1 :] if not is_courtesy(lines[n], names)][:1]
    beside = [lines[n] for n in said if n > first and short.given == NO] + below
    if short.is_sure and (doubts := [each for each in beside if begins_doubt(each, names)]):
        short = short._replace(other=" ".join(doubts), is_sure=False)
    gone = {n for n in said if n <= first or (short.given == YES and says_the_same(lines[n], names))}
    rest = with_text(mail, [line for number, line in enumerate(lines) if number not in gone])
    return ShortMail(short, rest, tuple([lines[n] for n in own[:until] if n > first and n not in gone]))


def with_text(mail: Mail, lines: Sequence[str]) -> Mail:
    """A mail with these lines as its text."""
    text = "\n".join(lines)
    files = [part for part in mail.parts if part.kind not in (TEXT, HTML)]
    return mail._replace(parts=(Part(TEXT, "", text.encode(), text, "utf-8", True), *files))
