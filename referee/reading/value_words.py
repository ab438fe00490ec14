"""What people call the names and values of a title's moves, in any language, and how they spell it.

The schema of the moves names the file of these words by `x-words`; it is beside the schema.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.reading.schemas import Schema, search_folders
from referee.words import plain_letters

KEYWORD = "x-words"


class OtherWords(NamedTuple):
    """What a file of words says.

    names     field or action → what else people call it
    values    word of a value → the same
    nothing   what people write for a move in which nothing is done
    everyday  words that people also write about other things: `always`, or `alone`, in a mail without a move
    """

    names: Mapping[str, Sequence[str]] = {}
    values: Mapping[str, Sequence[str]] = {}
    nothing: Sequence[str] = ()
    everyday: Mapping[str, Sequence[str]] = {}


def other_words(root: Schema) -> OtherWords:
    """The words of the schema of moves; none if it names no file."""
    return words_of_file(root[KEYWORD]) if KEYWORD in root else OtherWords()


def words_of_file(name: str) -> OtherWords:
    """The words of a file beside a schema. Raises KeyError if there is none of this name."""
    for folder in search_folders(name):
        path = os.path.join(folder, os.path.basename(name))
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                return OtherWords(**json.load(file))
    raise KeyError(name)


def words_of_values(root: Schema) -> Iterator[tuple[str, str]]:
    """What people write for each word of a value, and that word."""
    for meant, said in other_words(root).values.items():
        yield from ((each, meant) for word in (meant, *said) for each in spellings(word))


def spellings(word: str) -> tuple[str, ...]:
    """A word in plain letters, and as people write it who have no umlauts: `Mühle` is `muhle` and `muehle`."""
    spelt = word.casefold().translate(UMLAUTS)
    return tuple(dict.fromkeys([plain_letters(word), plain_letters(spelt)]))


UMLAUTS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}
