"""The name that was meant by a word that is none."""

import re
from collections.abc import Mapping, Sequence

from referee.titles.attika.components import LANDSCAPES, Components
from referee.titles.attika.state import Position
from referee.words import Phrase, listed, names_of, plain, say, taught, translated

ALIKE = 0.7
"""How like the name of a seat a word must be: `thebes` does not stand for `athens`."""


def names(box: Components) -> list[str]:
    """How the buildings are called."""
    return [each.name for each in box.buildings.values()]


WRITABLE = re.compile("[A-Za-z -]+")
"""What may stand in a move file for a building: a rule tells what was meant by it."""


def in_other_words(position: Position) -> dict[str, str]:
    """Names in our other languages that have not the shape of what belongs there → what a move file calls it."""
    buildings = translated(names(position.setting.box))
    strange = {name: word for name, word in buildings.items() if not WRITABLE.fullmatch(name)}
    return {**strange, **translated(LANDSCAPES), **translated(position.setting.seats)}


def nearest(word: str, known: Sequence[str], like: float = 0.6) -> Phrase | None:
    """The name that is nearest to the word, if any is near."""
    return nearest_called(word, {plain(name): name for name in known}, like)


def nearest_called(word: str, called: Mapping[str, str], like: float = 0.6) -> Phrase | None:
    """The same where names are called in several ways: `called` is how they may be written, each with its name."""
    from difflib import get_close_matches

    found = get_close_matches(plain(word), called, 1, like)
    return say("Did you mean {near}?", near=taught(called[found[0]])) if found else None


def nearest_or_all(word: str, known: Sequence[str]) -> Phrase:
    return nearest(word, known) or all_of(known)


def nearest_building(word: str, box: Components, like: float = 0.6) -> Phrase | None:
    """The building that is meant by its name in any of our languages: `torre`, in whatever language reports come."""
    return nearest_called(word, names_of(names(box)), like)


def building_or_all(word: str, box: Components) -> Phrase:
    return nearest_building(word, box) or all_of(names(box))


def all_of(known: Sequence[str]) -> Phrase:
    return say("There are: {names}.", names=listed([taught(name) for name in known]))
