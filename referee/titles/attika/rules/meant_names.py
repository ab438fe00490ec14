"""What a misspelt name in a move means, and names in our other languages."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from referee.titles.attika.data.components import LANDSCAPES, AttikaComponents, Building
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.words import Phrase, foreign_names, keyword_term, names_of, plain_letters, say, word_list

ALIKE = 0.7
"""How like the name of a seat a word must be: `thebes` does not stand for `athens`."""


def names_of_buildings(box: AttikaComponents) -> list[str]:
    """How the buildings are called."""
    return [each.name for each in box.buildings.values()]


WRITABLE = re.compile("[A-Za-z -]+")
"""What a move file may write for a building: a rule decides what was meant by it."""


def in_other_words(position: AttikaPosition) -> dict[str, str]:
    """Names in our other languages without the shape of the right ones → what a move file calls it."""
    buildings = foreign_names(names_of_buildings(position.setting.box))
    strange = {name: word for name, word in buildings.items() if not WRITABLE.fullmatch(name)}
    return {**strange, **foreign_names(LANDSCAPES), **foreign_names(position.setting.seats)}


MEANT = say("Did you mean {near}?")
NOT_STORED = say("Did you mean {near}? It is not on the storage board.")
NOT_IN_STACK = say("Did you mean {near}? It can never be in this stack.")


def nearest_name_hint(word: str, known: Sequence[str], like: float = 0.6) -> Phrase | None:
    """The name that is nearest to the word, if any is near."""
    name = nearest_called(word, {plain_letters(name): name for name in known}, like)
    return meant_name(MEANT, name) if name else None


def nearest_called(word: str, called: Mapping[str, str], like: float) -> str:
    """The same where names are called in several ways: `called` is how they may be written, each with its name."""
    return next((called[found] for found in get_close_matches(plain_letters(word), called, 1, like)), "")


def meant_name(words: Phrase, name: str) -> Phrase:
    return Phrase(words.template, {"near": keyword_term(name)})


Some = Callable[[Building], bool]
"""Which buildings can be meant."""


def of_stack(stack: str) -> Some:
    """The buildings that a stack can hold."""
    return lambda building: building.main == (stack == STACKS[0])


def nearest_building(word: str, box: AttikaComponents, some: Some, other: Phrase, like: float = 0.6) -> Phrase | None:
    """The building with this name in any of our languages: `torre`, whatever the language of the reports.

    Only `some` can be meant; of another that is near `other` says why not.
    """
    possible = [each.name for each in box.buildings.values() if some(each)]
    called = names_of(names_of_buildings(box))
    near = (
        called.get(plain_letters(word))
        or nearest_called(word, names_of(possible), like)
        or nearest_called(word, called, like)
    )
    return meant_name(MEANT if near in possible else other, near) if near else None


def building_or_all(word: str, box: AttikaComponents, some: Some) -> Phrase:
    """A building of those that a stack can hold, or all of these."""
    names = [each.name for each in box.buildings.values() if some(each)]
    return nearest_building(word, box, some, NOT_IN_STACK) or all_of(names)


def all_of(known: Sequence[str]) -> Phrase:
    return say("You can name {names}.", names=word_list([keyword_term(name) for name in known]))
