"""Texts for people: an English template and the facts that fill it, joined only when somebody reads it.

Everything a player may read is a `Phrase`, so that another language is a catalogue and not another program:

    with speaking("it"):
        str(say("{space} is empty.", space="D4"))

Everything joined to text inside `speaking` is in that language: build a view inside it, too, since the move block in a
view is text already. What players type back stays in English keywords.
"""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache, partial
from gettext import GNUTranslations, NullTranslations
from itertools import chain, combinations, count
from typing import NamedTuple

from referee import shipped_folder

ENGLISH = "en"
"""The language in which templates are written: it needs no catalogue."""
LANGUAGES = (ENGLISH, "de", "fr", "it")
"""All that are spoken; their catalogues are built from `locale/*/LC_MESSAGES/referee.po`.

An installed wheel has all of them. In a checkout they are built by make; where they are not, texts stay English.
"""
FRENCH = "fr"
BEFORE_FACT = re.compile(r"\b([Dd]|[Qq]u)e (?=\{(\w+)\})")
VOWELS = frozenset("aeiou")
"""Before these French says `d'` for `de`. An h may be silent or not, and a y a consonant: both are left."""
TERM = "term"
"""The context of terms in a catalogue: they are no templates, and may be spelt like one."""


NO_BREAK = "\u00a0\u2007\u202f"
"""Spaces that are in a word, as before a colon and its like in French."""
BETWEEN = frozenset(f"{NO_BREAK}\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000\u200c\u200d")
"""Spaces of any width, and what joins letters or the parts of a picture: to Python these do not print."""


def prints(text: str) -> bool:
    """Whether all letters of the text print: no line ends, escape codes or turned writing."""
    return text.isprintable() or all(each.isprintable() or each in BETWEEN for each in text)


class Tongue(NamedTuple):
    """A language other than English: what a template is in it, and a term; both give English where it has none."""

    language: str
    template: Callable[[str], str]
    term: Callable[[str], str]


TONGUE: ContextVar[Tongue | None] = ContextVar("tongue", default=None)

ASKED: set[str] = set()
"""The languages other than English in which texts were wanted since the command began."""

IDS = frozenset(
    {"beside", "building", "card", "colour", "drawn", "group", "ground", "landscape", "mover", "owner", "seat"}
)
"""Facts of these names are ids or names of pieces: where such a fact is plain text it is spoken as a `term`."""


class Phrase(NamedTuple):
    """A template in `str.format` style and its facts; a fact may be a phrase itself."""

    template: str
    facts: dict[str, object]

    def __str__(self) -> str:
        tongue = TONGUE.get()
        if tongue is None:
            return fill_template(self.template, self.facts)
        template = tongue.template(self.template) if self.template else ""
        if template is self.template and has_words(template):
            with speaking(ENGLISH):  # it has no translation, and a sentence is in one language
                return fill_template(template, self.facts)
        facts = {name: translated_fact(tongue, name, fact) for name, fact in self.facts.items()}
        return fill_template(with_elisions(template, facts) if tongue.language == FRENCH else template, facts)


ENDING_FACT = re.compile(r"(\{(\w+)\})\.(?!\.)")


def fill_template(template: str, facts: Mapping[str, object]) -> str:
    """The template with its facts. A sentence that ends with `Clara M.` has no second full stop."""
    text = template.format_map(facts)
    if ".." not in text or "}." not in template:
        return text
    return ENDING_FACT.sub(
        lambda found: found[1] if str(facts[found[2]]).endswith(".") else found[0], template
    ).format_map(facts)


def has_words(template: str) -> bool:
    """Whether a template says anything itself; one such as `{player} ({seat})` has nothing to translate."""
    outside = "".join([part.rpartition("}")[2] for part in template.split("{")])
    return any(map(str.isalpha, outside))


def with_elisions(template: str, facts: Mapping[str, object]) -> str:
    """A French template with `d'` and `qu'` where the fact that follows begins with a vowel: `d'Anna`."""
    if "e {" not in template:
        return template
    return BEFORE_FACT.sub(
        lambda found: f"{found[1]}'" if plain_letters(str(facts[found[2]])[:1]) in VOWELS else found[0], template
    )


def translated_fact(tongue: Tongue, name: str, fact: object) -> object:
    """A fact as a speaker of the language knows it."""
    return tongue.term(fact) if name in IDS and type(fact) is str and fact else fact


def say(template: str, /, **facts: object) -> Phrase:
    """`say("{space} is empty.", space="D4")`. The template is a literal: translators collect these calls."""
    return Phrase(template, facts)


class Term(Phrase):
    """A word that is no template: the name of a seat, a piece or a landscape, or a sentence of a rulebook."""

    __slots__ = ()

    def __str__(self) -> str:
        tongue = TONGUE.get()
        return tongue.term(self.template) if tongue and self.template else self.template


def term(word: str) -> Term:
    """`term("tower")`: the id or the name in a data file, in the language of the reader."""
    return Term(word, {})


class Keyword(Term):
    """A term followed by its name in a move file, if they differ: `torre = tower`."""

    __slots__ = ()

    def __str__(self) -> str:
        spoken = super().__str__()
        return spoken if spoken == self.template else f"{spoken} = {self.template}"


def keyword_term(word: str) -> Keyword:
    """`keyword_term("tower")`, for a place where the reader learns what to write."""
    return Keyword(word, {})


def names_of(words: Iterable[str]) -> dict[str, str]:
    """The names of each of these words in all of our languages, in plain letters → the word."""
    every = list(words)
    found = {plain_letters(name): word for name, word in foreign_names(every).items()}
    return {**found, **{plain_letters(word): word for word in every}}


def foreign_names(words: Iterable[str]) -> dict[str, str]:
    """What each of these words is called in our other languages, where that is another word → the word."""
    every = list(words)
    tongues = [tongue for each in LANGUAGES if (tongue := tongue_of(each))]
    found = {tongue.term(word): word for tongue in tongues for word in every}
    return {name: word for name, word in found.items() if name.lower() != word}


def nearest_name(word: str, called: Mapping[str, str], like: float) -> str:
    """What has the name, in plain letters, that a word is most like; "" for none. `called`: name → what has it."""
    return next((called[name] for name in get_close_matches(plain_letters(word), called, 1, like)), "")


def abbreviations(names: Mapping[str, str]) -> dict[str, str]:
    """For each name a few letters of it in the language spoken, no two alike: `tow` for tower, `stu` a statue."""
    found: dict[str, str] = {}
    for each, name in names.items():
        found[each] = next(short for short in possible_abbreviations(str(term(name))) if short not in found.values())
    return found


def possible_abbreviations(text: str) -> Iterator[str]:
    """The first three letters, then others with two of them in front, then with one, at last numbers."""
    letters = [letter for letter in text.lower() if letter.isalpha()] or ["b"]
    yield "".join(letters[:3])
    later = (two for two in combinations(letters[1:], 2) if len({letters[0], *two}) == 3)
    first = sorted(later, key=lambda two: two[0] != letters[1])
    yield from chain(("".join([letters[0], *two]) for two in first), (f"{letters[0]}{number}" for number in count(1)))


def number_and_noun(number: int, one: Phrase, more: Phrase) -> Phrase:
    """`1 card`, `3 cards`."""
    return say("{number} {what}", number=number, what=one if number == 1 else more)


def meant_seat(word: str, seats: Iterable[str]) -> Phrase | None:
    """How a seat is written that is named in any of our languages."""
    seat = names_of(seats).get(plain_letters(word))
    return say("Write `seat: {seat}`.", seat=verbatim_word(seat)) if seat else None


def verbatim_word(word: str) -> Phrase:
    """`verbatim_word("red")`: a seat as written in a move file, or a name, where a term would be translated."""
    return word_list([word])


def plain_letters(word: str) -> str:
    """A word without capitals, accents and hyphens: `Straße` is `strasse`."""
    letters = unicodedata.normalize("NFKD", word.strip().casefold().replace("-", " "))
    return "".join([each for each in letters if not unicodedata.combining(each)])


class Listing(Phrase):
    """Words one after another; the template joins them."""

    __slots__ = ()

    def __str__(self) -> str:
        tongue = TONGUE.get()
        between = tongue.template(self.template) if tongue and self.template else self.template
        return between.join(map(str, self.facts.values()))


COMMA, SEMICOLON, AND, OR = ", ", "; ", " and ", " or "
"""The separators between the words of a list; ` - ` between seats in order of play."""


def word_list(words: Iterable[object], between: str = COMMA) -> Phrase:
    """Words one after another, each still a phrase of its own."""
    found = list(words)
    if len(found) == 1 and isinstance(found[0], Phrase):
        return found[0]
    return Listing(between, dict(zip(fact_names(len(found)), found, strict=True)))


def fact_names(number: int) -> tuple[str, ...]:
    """Names for so many words."""
    return NAMES[:number] if number <= len(NAMES) else tuple([f"word{each}" for each in range(number)])


NAMES = tuple([f"word{each}" for each in range(20)])


def terms(words: Iterable[str], between: str = COMMA) -> Phrase:
    """Seats, pieces or landscapes one after another."""
    return word_list([term(word) for word in words], between)


def language() -> str:
    """The language that is spoken now: `en`, `it` …"""
    tongue = TONGUE.get()
    return tongue.language if tongue else ENGLISH


def speak(language: str) -> None:
    """From here on texts are made in this language. Raises UnknownLanguage."""
    TONGUE.set(wanted_tongue(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Texts made inside are in this language, whatever was spoken before. Raises UnknownLanguage."""
    before = TONGUE.set(wanted_tongue(language))
    try:
        yield
    finally:
        TONGUE.reset(before)


def wanted_tongue(language: str) -> Tongue | None:
    """The tongue of a language in which somebody wants texts, which is remembered; None for English."""
    tongue = tongue_of(language)
    if tongue:
        ASKED.add(language)
    return tongue


def tongue_of(language: str) -> Tongue | None:
    return None if language == ENGLISH else tongue(language)


class UnknownLanguage(Exception):
    """The referee does not speak this; `says` lists the known languages."""

    def __init__(self, language: str) -> None:
        says = say(
            "There is no language {language}. You can use {known}.", language=language, known=word_list(LANGUAGES)
        )
        super().__init__(says)
        self.says: Phrase = says

    def __str__(self) -> str:
        return str(self.says)


def tongue(language: str) -> Tongue:
    """How to say templates and terms in a language other than English. Raises UnknownLanguage."""
    if language not in LANGUAGES or language == ENGLISH:
        raise UnknownLanguage(language)
    texts = catalogue(language)
    return Tongue(language, texts.gettext, partial(texts.pgettext, TERM))


def catalogue(language: str) -> NullTranslations:
    """The texts of a language other than English; where its catalogue is not built, an empty one."""
    path = path_of(language)
    return NullTranslations() if path is None else built_catalogue(path)


@cache  # for each wrong word in every language: a refusal takes 96 % longer without it
def built_catalogue(path: str) -> NullTranslations:
    with open(path, "rb") as file:
        return GNUTranslations(file)


def path_of(language: str) -> str | None:
    """Where the built catalogue of a language is; None if there is none."""
    path = os.path.join(shipped_folder("locale"), language, "LC_MESSAGES", "referee.mo")
    return path if os.path.isfile(path) else None


def unbuilt_languages() -> list[str]:
    """The languages that were asked for and have no built catalogue, in alphabetical order."""
    return sorted(language for language in ASKED if path_of(language) is None)
