"""The languages that the referee speaks: catalogues built from `locale/*/LC_MESSAGES/referee.po`, read by gettext.

An installed wheel has all of them. In a checkout they are built by make; where they are not, texts stay English.
"""

import os
from functools import cache, partial
from typing import TYPE_CHECKING

from referee import shipped_folder
from referee.words import ASKED, ENGLISH, LANGUAGES, Phrase, Tongue, say, word_list

if TYPE_CHECKING:
    from gettext import NullTranslations

TERM = "term"
"""The context of terms in a catalogue: they are no templates, and may be spelt like one."""


class UnknownLanguage(Exception):
    """The referee does not speak this; `says` tells what it speaks."""

    def __init__(self, language: str) -> None:
        says = say("There is no language {language}; there are {known}.", language=language, known=word_list(LANGUAGES))
        super().__init__(says)
        self.says: Phrase = says

    def __str__(self) -> str:
        return str(self.says)


@cache
def tongue(language: str) -> Tongue:
    """How to say templates and terms in a language other than English. Raises UnknownLanguage."""
    if language not in LANGUAGES or language == ENGLISH:
        raise UnknownLanguage(language)
    texts = catalogue(language)
    return Tongue(language, cache(texts.gettext), cache(partial(texts.pgettext, TERM)))


def catalogue(language: str) -> "NullTranslations":
    """The texts of a language other than English; where its catalogue is not built, an empty one."""
    from gettext import GNUTranslations, NullTranslations

    path = path_of(language)
    if path is None:
        return NullTranslations()
    with open(path, "rb") as file:
        return GNUTranslations(file)


def path_of(language: str) -> str | None:
    """Where the built catalogue of a language is; None where there is none."""
    path = os.path.join(shipped_folder("locale"), language, "LC_MESSAGES", "referee.mo")
    return path if os.path.isfile(path) else None


def unbuilt() -> list[str]:
    """The languages that were asked for and have no built catalogue, in alphabetical order."""
    return sorted(language for language in ASKED if path_of(language) is None)
