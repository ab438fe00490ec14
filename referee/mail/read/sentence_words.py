"""The words of a sentence about a move: names of actions, values, counts, and small words that mean nothing in a move.

Pure. A sentence with a word that is none of these is not read at all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.mail.read.natural_requests import NUMBER
from referee.mail.read.spoken_days import PHRASES
from referee.reading.spoken_words import SpokenWords
from referee.words import plain_letters

NAME, FIELD, INNER, VALUE, COUNT, ONE, PUT, TAKE, BREAK, IDLE = (
    *("name", "field", "inner", "value", "count", "one", "put", "take", "break", "idle"),
)
DIRECTIONS = frozenset(["n", "ne", "se", "s", "sw", "nw"])
TOKEN = re.compile(r"[a-z]{1,2}[0-9]{1,2}\b|[0-9]{1,2}(?:n[ew]?|s[ew]?)?\b|[a-z]+'?|\S")
PLACE = re.compile(r"[a-z]{1,2}[0-9]{1,2}|[0-9]{1,2}(?:n[ew]?|s[ew]?)")
LONGEST = 400
"""Characters of a sentence that is read so."""
LONGEST_NAME = 6
"""Words of a name, such as `from the staging area`."""


class Word(NamedTuple):
    """A word of a sentence: its kind, what it is called in files, and in plain letters as it was written."""

    kind: str
    text: str
    plain: str = ""

    @property
    def is_place(self) -> bool:
        """Whether it is the label of a space of the board, such as `M8` or `7ne`."""
        return self.kind == VALUE and bool(PLACE.fullmatch(self.text.lower()))

    @property
    def is_thing(self) -> bool:
        """Whether it can be counted: no place and no direction."""
        return not self.is_place and self.text not in DIRECTIONS


INVERTED = re.compile(r"(?i)[a-zà-ÿ]-(?:je|tu|t-(?:il|elle|on)|il|elle|on|nous|vous|ils|elles|ce)\b")
"""Verb and pronoun as French questions join them: `puis-je`."""
SIGNS = frozenset(
    "\"'[]{}@*_\u2018\u2019\u201c\u201d\u2022\u2026"
    "\u263a\U0001f600\U0001f603\U0001f604\U0001f609\U0001f60a\U0001f642\U0001f44b\U0001f44d\U0001f64f"
)
"""Quotes, brackets and smiles. Other pictures may mean anything."""
Vocabulary = Mapping[tuple[str, ...], Word]


def words_in_table(name: str) -> frozenset[str]:
    """The phrases of a section of `phrases.txt` that is a list with commas."""
    return frozenset(each.strip() for each in PHRASES[name].split(",") if each.strip())


def vocabulary_of(words: SpokenWords, places: Mapping[str, str]) -> Vocabulary:
    """What may be said of the moves of a title: the words of a phrase → what they mean; `places` are names → labels."""
    kinds = (
        (IDLE, {each: each for each in words_in_table("idle")}),
        (ONE, {each: "1" for each in NUMBER if NUMBER[each] == 1}),
        (PUT, {each: each for each in words_in_table("placing")}),
        (TAKE, {each: each for each in words_in_table("taking")}),
        (BREAK, {each: each for each in words_in_table("connectives")}),
        (VALUE, {plain_letters(name): label for name, label in places.items()}),
        (VALUE, words.values),
        (INNER, words.inner),
        (FIELD, words.fields),
        (NAME, words.actions),
        ("", {each: each for each in words_in_table("choosing")}),
    )
    return {
        tuple(tokens_of(said)): Word(kind, meant, said)
        for kind, names in kinds
        for said, meant in names.items()
        if len(said) > 1 or kind in (BREAK, IDLE, ONE, VALUE)
    }


def tokens_of(text: str) -> Sequence[str]:
    """The words, numbers, places and signs of a text in plain letters."""
    text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
    return TOKEN.findall(plain_letters(text.replace("-", "/")).replace("\u2019", "'"))


def words_of_sentence(text: str, vocabulary: Vocabulary) -> Sequence[Word]:
    """The words of a sentence that have a meaning in a move; [] where one of them is not known."""
    if len(text) > LONGEST or not set(text).isdisjoint("?#") or INVERTED.search(text):
        return []
    meant = [each for each in known_words(tokens_of(text), vocabulary) if each.kind != IDLE]
    found = list(counted_words(meant))
    if any(not each.kind for each in found) or is_choice(found):
        return []
    return list(without_repeated_places(joined_directions(found)))


def is_choice(found: Sequence[Word]) -> bool:
    """Whether a stroke or bracket is between two places or before another action: `M8 / M9`, `M8 (E1)`."""
    return any(
        between.text in ("/", "(")
        and before.is_place
        and (after.kind in (NAME, FIELD) or is_other_place(before, after))
        for before, between, after in zip(found, found[1:], found[2:], strict=False)
    )


def is_other_place(before: Word, after: Word) -> bool:
    return after.is_place and after.text != before.text


def known_words(tokens: Sequence[str], vocabulary: Vocabulary) -> Iterator[Word]:
    """Each word, or phrase of several words, with its kind; "" for one that is not known."""
    at = 0
    while at < len(tokens):
        for length in range(min(LONGEST_NAME, len(tokens) - at), 0, -1):
            if found := vocabulary.get(tuple(tokens[at : at + length])):
                yield found
                break
        else:
            length = 1
            yield word_alone(tokens[at])
        at += length


def word_alone(token: str) -> Word:
    """A number, a place or a sign; a word of no kind for any other."""
    if token.isdigit():
        return Word(COUNT, token, token)
    if token in DIRECTIONS:
        return Word(VALUE, token, token)
    if PLACE.fullmatch(token):
        return Word(VALUE, token.upper() if token[0].isalpha() else token, token)
    if token in NUMBER:
        return Word(COUNT, str(NUMBER[token]), token)
    if token in SIGNS:
        return Word(IDLE, token)
    return Word(BREAK if token in ".,;:!/&+>()" else "", token)


def counted_words(found: Sequence[Word]) -> Iterator[Word]:
    """The words; a number in letters is one only before what it counts: `two stones`, not `draw two`."""
    for number, each in enumerate(found):
        after = found[number + 1] if number + 1 < len(found) else Word(BREAK, "")
        counts = after.kind in (NAME, INNER, FIELD) or (after.kind == VALUE and after.is_thing)
        if each.kind == COUNT and not each.plain.isdigit() and not counts:
            yield Word("", each.text)
        elif each.plain in NUMBER and NUMBER[each.plain] == 1 and counts:
            yield Word(ONE, "1", each.plain)
        elif each.kind != ONE:
            yield each


def joined_directions(found: Sequence[Word]) -> Iterator[Word]:
    """The words; `from north to south` and `n / s` are one."""
    at = 0
    while at < len(found):
        first = found[at + 1 : at + 2] if found[at].text == "from" else found[at : at + 1]
        start = at + (found[at].text == "from")
        between = start + 1 < len(found) and (found[start + 1].kind == BREAK or found[start + 1].text in ("to", "at"))
        last = found[start + 1 + between : start + 2 + between]
        if first and last and first[0].text in DIRECTIONS and last[0].text in DIRECTIONS:
            yield Word(VALUE, f"{first[0].text}-{last[0].text}")
            at = start + 2 + between
        else:
            yield found[at]
            at += 1


def without_repeated_places(found: Iterator[Word]) -> Iterator[Word]:
    """The words; a place and its name beside it are one: `Kroton (M8)`."""
    before = ""
    for each in found:
        if not (each.is_place and each.text == before):
            yield each
        before = before if each.text == "(" else each.text
