"""What a title knows of what its entries teach: who learned what, and what could have been there instead."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.words import Phrase, say

EVERYBODY = ""
"""The reader who sees what all see, and nothing else."""

Fields = Mapping[str, Any]
"""A header."""


class Lesson(NamedTuple):
    """What an entry taught, in a sentence that anybody may read, and who may know more since then.

    `readers`: seats, in the order of the header; `EVERYBODY` where also those know it who only watch.
    """

    entry: int
    readers: tuple[str, ...]
    says: Phrase


class SeenItem(NamedTuple):
    """An item that an entry showed to everybody, and its place in a pile."""

    pile: str
    place: int
    item: str


Line = Sequence[Any]
"""The moments of a game that count, in their order: `replay.Moment`."""
OpenItems = Callable[[Mapping[int, str], int], Iterable[str]]
"""For a pile: places that were seen and their items, another place → the items that can be there."""


def usual_words(header: Fields, moment: Any, shown_item: SeenItem) -> Phrase:
    return say("Everybody saw {item} ({pile}).", item=shown_item.item, pile=shown_item.pile)


class Knowledge(NamedTuple):
    """What a title knows of what its entries teach. All of it can be left out."""

    words: Callable[[Fields, Any, SeenItem], Phrase] = usual_words
    """header, moment, what it showed to everybody → a sentence"""
    open_items: Callable[[Fields, Line, str], OpenItems | None] = lambda header, line, pile: None
    """header, line, pile → its open items; None for a pile of `SetUp.piles` in which any order is possible"""
    hidden_lessons: Callable[[Fields, Line], Iterable[Lesson]] | None = None
    """header, line → the lessons that are not in `shown`; without it every turn teaches, if the title has a veil"""


def in_any_order(items: Sequence[str]) -> OpenItems:
    """The open items of a pile that can be in any order."""

    def rest_of(seen: Mapping[int, str], index: int) -> list[str]:
        rest = list(items)
        for item in seen.values():
            rest.remove(item)
        return rest

    return rest_of
