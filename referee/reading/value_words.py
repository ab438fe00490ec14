"""What people call the names and values of a title's moves, and how they spell it: one file a language.

The schema of the moves says by `x-words` how these files begin: `"hex.words"` for `hex.words.de.json` beside it.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.reading.schemas import Schema, search_folders
from referee.words import plain_letters

KEYWORD, ENDING = "x-words", ".json"


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


def other_words(root: Schema, language: str) -> OtherWords:
    """The words of the schema of moves in a language; none if there is no file of them."""
    path = word_files(root[KEYWORD]).get(language) if KEYWORD in root else None
    return words_of_file(path) if path else OtherWords()


def words_of_file(path: str) -> OtherWords:
    with open(path, encoding="utf-8") as file:
        return OtherWords(**json.load(file))


def word_files(beginning: str) -> dict[str, str]:
    """The files of words of a title beside its schema, by language."""
    start = os.path.basename(beginning) + "."
    return {
        name.removeprefix(start).removesuffix(ENDING): os.path.join(folder, name)
        for folder in search_folders(beginning)
        for name in sorted(os.listdir(folder))
        if name.startswith(start) and name.endswith(ENDING)
    }


def words_of_values(root: Schema, language: str = "") -> Iterator[tuple[str, str]]:
    """What people write for each word of a value, and that word: in a language, or in all of them."""
    for each in word_files(root[KEYWORD]) if KEYWORD in root else ():
        for meant, said in other_words(root, each).values.items():
            words = (meant, *said) if language in ("", each) else (meant,)
            yield from ((spelt, meant) for word in words for spelt in spellings(word))


def spellings(word: str) -> tuple[str, ...]:
    """A word in plain letters, and as people write it who have no umlauts: `Mühle` is `muhle` and `muehle`."""
    spelt = word.casefold().translate(UMLAUTS)
    return tuple(dict.fromkeys([plain_letters(word), plain_letters(spelt)]))


UMLAUTS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}
