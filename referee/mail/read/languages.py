"""What people write in each language: a file of words each, `referee/mail/languages/de.yaml`, and nothing in code.

A mail is read in the language of the letter that it answers, and in the English of the notation and the commands.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import NamedTuple

from referee.reading.spoken_words import words_with_accents
from referee.reading.yaml_reader import read_source
from referee.words import ENGLISH, plain_letters

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "languages")
ENDING = ".yaml"
WORD = re.compile(r"[^\W\d_]+")
MOST = 100_000
"""Bytes of a file of words."""

Table = Mapping[str, tuple[str, ...]]
"""Lists of words by a key, such as the number of a month."""


class Language(NamedTuple):
    """The words of one language: `lists` and `tables` of them, in small letters; see the comments of `en.yaml`."""

    code: str
    lists: Table
    tables: Mapping[str, Table]

    def words(self, key: str) -> tuple[str, ...]:
        return self.lists.get(key, ())

    def table(self, key: str) -> Table:
        return self.tables.get(key, {})

    @property
    def accented_words(self) -> frozenset[str]:
        """The words that are written with an accent, in plain letters."""
        tables = (words for key, table in self.tables.items() if key != "programs" for words in table.values())
        return words_with_accents(word for words in (*self.lists.values(), *tables) for word in words)

    def plain(self, key: str) -> tuple[str, ...]:
        """The words of a list in plain letters."""
        return tuple(dict.fromkeys(map(plain_letters, self.words(key))))

    def names_in_table(self, key: str) -> dict[str, str]:
        """The words of a table in plain letters → what they are the words of."""
        return {plain_letters(word): name for name, words in self.table(key).items() for word in words}

    def numbers_in_table(self, key: str) -> dict[str, int]:
        """The same, where that is a number."""
        return {word: int(name) for word, name in self.names_in_table(key).items()}


@cache  # a mail takes 20 ms longer without it
def language(code: str) -> Language:
    """The words of a language; none where it has no file. Read once a process."""
    path = os.path.join(FOLDER, code + ENDING)
    if not os.path.isfile(path):
        return Language(code, {}, {})
    with open(path, "rb") as file:
        data = read_source(file.read(), code + ENDING, MOST).data
    tables = {key: {name: words_of_list(each) for name, each in value.items()} for key, value in data.items()
              if isinstance(value, dict)}  # fmt: skip
    return Language(code, {key: words_of_list(value) for key, value in data.items() if isinstance(value, str)}, tables)


@cache  # a mail takes 14 ms longer without it
def every_word(code: str) -> frozenset[str]:
    """Every word of a language that its file knows, but for those of programs, in plain letters."""
    own = language(code)
    tables = (words for key, table in own.tables.items() if key != "programs" for words in table.values())
    return frozenset(each for words in (*own.lists.values(), *tables) for word in words
                     for each in WORD.findall(plain_letters(word)))  # fmt: skip


def words_of_list(text: str) -> tuple[str, ...]:
    """The words of a list, between which commas stand."""
    return tuple(each.strip() for each in text.lower().split(",") if each.strip())


@cache  # a mail takes 1 ms longer without it
def language_codes() -> tuple[str, ...]:
    """The languages that have a file of words, English first."""
    found = sorted(each.removesuffix(ENDING) for each in os.listdir(FOLDER) if each.endswith(ENDING))
    return tuple(sorted(found, key=lambda each: each != ENGLISH))


READ: ContextVar[tuple[str, ...]] = ContextVar("languages of mails", default=(ENGLISH,))


@contextmanager
def reading_in(*codes: str) -> Iterator[None]:
    """Mails inside are read in these languages and English."""
    before = READ.set(tuple(dict.fromkeys([*codes, ENGLISH])))
    try:
        yield
    finally:
        READ.reset(before)


def read_codes() -> tuple[str, ...]:
    """The languages in which a mail is read now: that of its letter first, English last."""
    return READ.get()


def read_words(key: str) -> Sequence[str]:
    """The words of a list in these languages, in plain letters."""
    return words_of_all(key, READ.get())


def words_of_all(key: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for code in codes for word in language(code).plain(key)))


def program_words(key: str) -> tuple[str, ...]:
    """The words of programs in every language: a program may speak another one than its user."""
    found = (language(code).table("programs").get(key, ()) for code in language_codes())
    return tuple(dict.fromkeys(word for words in found for word in words))
