"""The words that a schema has for the names and values of moves, in any language, and how people spell them."""

from collections.abc import Iterator
from typing import Any

from referee.reading.schemas import Schema
from referee.words import plain_letters

KEYWORD = "x-words"
ITSELF = ""
"""The key of `x-words` for the field that has it; of the whole schema, for a move in which nothing is done."""


def words_of_values(part: Schema) -> Iterator[tuple[str, str]]:
    for meant, said in part.get(KEYWORD, {}).items():
        yield from ((each, meant) for word in (meant, *said) for each in spellings(word) if meant != ITSELF)


def spellings(word: str) -> tuple[str, ...]:
    """A word in plain letters, and as people write it who have no umlauts: `Mühle` is `muhle` and `muehle`."""
    spelt = word.casefold().translate(UMLAUTS)
    return tuple(dict.fromkeys([plain_letters(word), plain_letters(spelt)]))


UMLAUTS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}


def parts_of(content: Any) -> Iterator[Schema]:
    """All parts of a schema, however deep."""
    for each in content.values() if isinstance(content, dict) else content if isinstance(content, list) else ():
        yield from parts_of(each)
    if isinstance(content, dict) and isinstance(content.get(KEYWORD), dict):
        yield content
