"""The words of a sentence about a move: names of actions, values, counts, and small words that mean nothing in a move.

Pure. A sentence with a word that is none of these is not read at all.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from referee.mail.read.languages import Language
from referee.mail.read.languages import language as language_of
from referee.reading.spoken_words import spoken_words
from referee.words import plain_letters

NAME, FIELD, INNER, VALUE, COUNT, ONE, PUT, TAKE, BREAK, IDLE = (
    *("name", "field", "inner", "value", "count", "one", "put", "take", "break", "idle"),
)
DIRECTIONS = frozenset(["n", "ne", "se", "s", "sw", "nw"])
TOKEN = re.compile(r"[a-z]{1,2}[0-9]{1,2}\b|[0-9]{1,2}(?:n[ew]?|s[ew]?)?\b|[0-9]+(?!x\b)[a-z]+|[a-z]+'s\b|[a-z]+'?|\S")
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


INVERTED = re.compile(
    r"(?i)[a-zà-ÿ]-(?:je|tu|t-(?:il|elle|on)|il|elle|on|nous|vous|ils|elles|ce)\b|\bpuis je (?=\w+(?:er|ir|re)\b)"
)
"""Verb and pronoun as French questions join them: `puis-je`; without the dash, before an infinitive."""
SIGNS = frozenset(
    "\"'[]{}@*_\u2018\u2019\u201c\u201d\u2022\u2026"
    "\u263a\U0001f600\U0001f603\U0001f604\U0001f609\U0001f60a\U0001f642\U0001f44b\U0001f44d\U0001f64f"
)
"""Quotes, brackets and smiles. Other pictures may mean anything."""
MARKS = frozenset("*\u2022\u2026")
"""Signs behind which something new may be said: a bullet, three dots."""
FOLLOWS = "follows"
"""What a word says behind which something has to follow: `after that`."""
APART = "apart"
"""What a break is over which no part of a move goes."""
SMALL = ("counted", "articles", "prepositions", "endings", "idle")
"""The lists of words that mean nothing in a move."""
Vocabulary = Mapping[tuple[str, ...], Word]


@lru_cache(maxsize=64)  # a mail takes 24 ms longer without it
def vocabulary_of(title: str, language: str, places: tuple[tuple[str, str], ...]) -> Vocabulary:
    """What may be said of the moves of a title in a language: the words of a phrase → what they mean.

    `places` are names and labels.
    """
    words, own = spoken_words(title, language), language_of(language)
    numbers = own.names_in_table("numbers")
    values = {said: meant for said, meant in words.values.items() if said not in DIRECTIONS}
    kinds = (
        (COUNT, {each: number for each, number in numbers.items() if number != "1"}),
        (IDLE, {each: each for key in SMALL for each in own.plain(key)}),
        (IDLE, dict.fromkeys(own.plain("sequence"), FOLLOWS)),
        (ONE, {each: "1" for each, number in numbers.items() if number == "1"}),
        (PUT, {each: each for each in own.plain("placing")}),
        (TAKE, {each: each for each in own.plain("taking")}),
        (BREAK, {each: each for each in own.plain("connectives")}),
        ("", {each: each for each in own_wishes(own)}),  # what a title calls so is what it is there
        (VALUE, {plain_letters(name): label for name, label in places}),
        (VALUE, {said.replace(" ", ""): meant for said, meant in values.items()}),
        (VALUE, values),
        (INNER, words.inner),
        (FIELD, words.fields),
        (NAME, words.actions),
        ("", {each: each for each in own.plain("choosing")}),
    )
    return {
        tuple(tokens_of(said)): Word(kind, meant, said)
        for kind, names in kinds
        for said, meant in names.items()
        if len(said) > 1 or kind in (BREAK, IDLE, ONE, VALUE)
    }


def own_wishes(own: Language) -> Iterator[str]:
    """Phrases that ask for something final, though their words alone mean nothing beside a move: `mi ritiro`."""
    wishes = own.table("wishes")
    for topic in ("draw", "abandon", "undo", "resign", "concede"):
        yield from (plain for each in wishes.get(topic, ()) if len(tokens_of(plain := plain_letters(each))) > 1)


FOR_ACCENTS = ("a'", "e'", "i'", "o'")
"""What stands for a letter with an accent at the end of Italian words: `citta'`."""


def tokens_of(text: str) -> Sequence[str]:
    """The words, numbers, places and signs of a text in plain letters."""
    text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
    found = TOKEN.findall(plain_letters(text.replace("-", "/")).replace("\u2019", "'"))
    return [each[:-1] if each[-2:] in FOR_ACCENTS else each for each in found]


def is_other_without_accent(text: str) -> bool:
    """Whether a text has a word that is a direction or a link only without its accent: the Italian `né`, `è`."""
    words = (each for each in re.findall(r"\b[^\W\d_]{1,2}\b", text) if not each.isascii())
    return any((plain := plain_letters(each)) in DIRECTIONS or plain in ("e", "o") for each in words)


UNSURE = re.compile(
    r"(?i)/(?!\s*[ns][ew]?\b)|[^nsew\s]\s*/|\w.*--(?!>).*\w|\[\s*\]|^\W*(?:\"[^\"]*\"|\([^()]*\)|\[[^\[\]]*\])\W*$"
)
"""A stroke that is not between two directions chooses: `a house on M8/a stone on M9`; an empty box is not ticked; what
is in quotes somebody else may have said, and what is all in brackets is said aside."""


UNCLOSED = re.compile(r"\[[^\]]*$|\{[^}]*$")
"""What is opened and not closed goes on somewhere else: `house: [M8`."""


DENIED = re.compile(rf"(?i)(?<!\w)[!-]+(?=\w)(?!(?:{'|'.join(sorted(DIRECTIONS))})\b)")
"""A sign that touches the word behind it and may deny it: `!house M8`, `-house M8`. A bullet has a blank behind it."""


def words_asked_about(text: str, vocabulary: Vocabulary) -> Sequence[Word]:
    """The words of a sentence that have a meaning in a move, whatever stands between them: it is asked back."""
    known = list(known_words(tokens_of(text[:LONGEST]), vocabulary))
    meant = [each for each in meaningful_words(known) if each.kind]
    return [*without_repeated_places(joined_directions([each for each in counted_words(meant) if each.kind]))]


def words_of_sentence(text: str, vocabulary: Vocabulary, is_verb: Callable[[Word], bool]) -> Sequence[Word]:
    """The words of a sentence that have a meaning in a move; [] where one of them is not known."""
    if len(text) > LONGEST or not set(text).isdisjoint("?#") or INVERTED.search(text) or is_other_without_accent(text):
        return []
    if UNSURE.search(text) or DENIED.search(text) or UNCLOSED.search(text):
        return []
    known = list(known_words(tokens_of(text), vocabulary))
    if has_idle_clause(known):
        return []
    found = list(counted_words(meaningful_words([*with_clauses_apart(known, is_verb)])))
    if any(not each.kind for each in found) or is_choice(found):
        return []
    return list(without_repeated_places(joined_directions(found)))


def meaningful_words(known: Sequence[Word]) -> list[Word]:
    """The words but for idle ones; a yes above all is one where no field is named: `end: yes`, but `yes, house M8`."""
    is_yes_idle = FIELD not in [each.kind for each in known]
    begins = known[1:] if is_yes_idle and known and known[0].text == "true" else known
    return [each for each in begins if each.kind != IDLE]


def has_idle_clause(known: Sequence[Word]) -> bool:
    """Whether words between two breaks are a statement without a thing or a place: `house M8 and I give up`.

    One idle word is none, unless a link makes it one: `sure, house M8`, but `expand and sell M8`.
    """
    runs = [[*words] for _, words in groupby(known, parts_clauses)]
    for before, words, after in zip([[], *runs], runs, [*runs[1:], []], strict=False):
        if parts_clauses(words[0]) or not all(map(is_idle, words)):
            continue
        said = [each for each in words if each.plain]
        if said and (len(said) > 1 or said[0].kind != IDLE or has_link(before) or has_link(after)):
            return True
    return False


def with_clauses_apart(known: Sequence[Word], is_verb: Callable[[Word], bool]) -> Iterator[Word]:
    """The words; what is done at a place, without a thing, is a part of a move for itself: `found Laos, a house there`.

    Else its place would lend itself to the thing of another clause, and its verb would be lost.
    """
    if BREAK not in [each.kind for each in known] or not any(each.is_place for each in known):
        yield from known
        return
    runs = [(is_apart, list(words)) for is_apart, words in groupby(known, parts_clauses)]
    alone = [not is_apart and is_done_at_place(words, is_verb) for is_apart, words in runs]
    for at, (is_apart, words) in enumerate(runs):
        before = runs[at - 1][1] if at else ()
        is_heading = not any(each.is_place or is_verb(each) for each in before) and not has_link(words)
        is_end = any(alone[max(0, at - 1) : at]) or (any(alone[at + 1 : at + 2]) and not is_heading)
        yield from (each._replace(kind=BREAK, plain=APART) if is_apart and is_end else each for each in words)


def has_link(words: Iterable[Word]) -> bool:
    """Whether a break is a word, such as `and`, and not only a sign."""
    return any(each.kind == BREAK and each.text[:1].isalpha() for each in words)


def is_done_at_place(words: Sequence[Word], is_verb: Callable[[Word], bool]) -> bool:
    """Whether words say that something is done, and where, but not with what."""
    if not any(each.is_place for each in words) or not any(map(is_verb, words)):
        return False
    return all(each.is_place or is_verb(each) or is_idle(each) for each in words)


def parts_clauses(word: Word) -> bool:
    """Whether a new clause begins behind a word or sign."""
    return word.kind == BREAK or (not word.plain and word.text in MARKS)


def is_idle(word: Word) -> bool:
    """Whether a word is no thing, place or number of a move."""
    return word.kind in (IDLE, PUT, TAKE, ONE) or is_optional(word)


OPTIONAL = ("from", "to", "at")
"""Words of values that are small words, too."""


def is_optional(word: Word) -> bool:
    """Whether a word of a value is a small word, too."""
    return word.text in OPTIONAL


def is_choice(found: Sequence[Word]) -> bool:
    """Whether a stroke or bracket is between two places or before another action, `M8 / M9`, `M8 (E1)`; or an arrow."""
    arrow = next((at for at, each in enumerate(found) if each.text == ">"), 0)
    after = next((each for each in found[arrow + 1 :] if each.kind != BREAK), None)
    if any(map(is_name, found[:arrow])) and after and after.text not in DIRECTIONS:
        return True
    return any(
        between.text in ("/", "(") and before.is_place and (is_name(after) or is_other_place(before, after))
        for before, between, after in zip(found, found[1:], found[2:], strict=False)
    )


def is_name(word: Word) -> bool:
    return word.kind in (NAME, FIELD)


def is_other_place(before: Word, after: Word) -> bool:
    return after.is_place and after.text != before.text


def known_words(tokens: Sequence[str], vocabulary: Vocabulary) -> Iterator[Word]:
    """Each word, or phrase of several words, with its kind; "" for one that is not known."""
    at = 0
    while at < len(tokens):
        is_way = tokens[at] in DIRECTIONS and has_way_beside(tokens, at, vocabulary)
        for length in range(0 if is_way else min(LONGEST_NAME, len(tokens) - at), 0, -1):
            if found := vocabulary.get(tuple(tokens[at : at + length])):
                yield found
                break
        else:
            length = 1
            is_small = tokens[at] in DIRECTIONS and not is_way
            yield Word("", tokens[at], tokens[at]) if is_small else word_alone(tokens[at])
        at += length


def has_way_beside(tokens: Sequence[str], at: int, vocabulary: Vocabulary) -> bool:
    """Whether another direction is beside one, or the number to which it belongs.

    Alone it is a small word of some language: `ne Stadt`, `se possibile`, `je ne joue pas`.
    """
    before = tokens[max(0, at - WAYS_APART) : at]
    beside = (*before, *tokens[at + 1 : at + 1 + WAYS_APART])
    is_numbered = bool(before) and before[-1].isdigit()
    meant = (each if each in DIRECTIONS else vocabulary.get((each,), Word("", each)).text for each in beside)
    return is_numbered or not DIRECTIONS.isdisjoint(meant)


WAYS_APART = 2
"""So many words may be between two directions and one of them: `n to the s`."""


def word_alone(token: str) -> Word:
    """A number, a place or a sign; a word of no kind for any other."""
    if token.isdigit():
        return Word(COUNT, token, token)
    if token in DIRECTIONS:
        return Word(VALUE, token, token)
    if PLACE.fullmatch(token):
        return Word(VALUE, token.upper() if token[0].isalpha() else token, token)
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
        elif each.kind != ONE or counts:
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


def without_repeated_places(found: Iterable[Word]) -> Iterator[Word]:
    """The words; a place and its name beside it are one: `Kroton (M8)`."""
    before = ""
    for each in found:
        if not (each.is_place and each.text == before):
            yield each
        before = before if each.text == "(" else each.text
