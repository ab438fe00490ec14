"""What happens in a game, counted by the names under which the sample games are asked for it; a module for a title."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import features_attika
import features_magna_grecia

from referee import titles

NAMED: dict[str, Any] = {"attika": features_attika, "magna-grecia": features_magna_grecia}
"""Title → the module that names what happens in it, and says what its samples must show between them."""


def features(title: str, moments: Sequence[Any]) -> Counter[str]:
    """How often each of these happened. `moments` are those of `replay` without the first, or any with such fields."""
    found = Counter(each for two in pairwise(moments) for each in of_entry(*two))
    for before, moment in pairwise(moments):
        found.update(name for _, name in happenings(title, before.position, moment.events))
    return found


def of_entry(before: Any, moment: Any) -> Iterator[str]:
    """The features of an entry besides its events."""
    if moment.entry["kind"] == "missed":
        yield "turn missed"
    elif moment.entry["kind"] == "move" and moment.entry["at"] == before.entry["at"]:
        yield "order carried on"


def happenings(title: str, position: Any, events: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    """Each event of an entry that has a name here."""
    book, names = titles.book(title), NAMED[title].names
    for event in events:
        for name in names(position, event):
            yield event, name
        position = book.play.evolve(position, event)
