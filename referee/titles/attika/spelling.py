"""The name that was meant by a word that is none."""

from collections.abc import Sequence

from referee.titles.attika.components import Components
from referee.words import Phrase, say

ALIKE = 0.7
"""How like the name of a seat a word must be: `thebes` does not stand for `athens`."""


def names(box: Components) -> list[str]:
    """How the buildings are called."""
    return [each.name for each in box.buildings.values()]


def nearest(word: str, known: Sequence[str], like: float = 0.6) -> Phrase | None:
    """The name that is nearest to the word, if any is near."""
    from difflib import get_close_matches

    lower = {name.lower(): name for name in known}
    found = get_close_matches(word.lower().replace("-", " "), lower, 1, like)
    return say("Did you mean {near}?", near=lower[found[0]]) if found else None


def nearest_or_all(word: str, known: Sequence[str]) -> Phrase:
    return nearest(word, known) or say("There are: {names}.", names=", ".join(known))
