"""The languages that the referee speaks: catalogues made from `locale/*/LC_MESSAGES/referee.po`, read by gettext."""

import os
from functools import cache, partial
from typing import TYPE_CHECKING

from referee.words import ENGLISH, LANGUAGES, Phrase, Tongue, listed, say

if TYPE_CHECKING:
    from gettext import GNUTranslations

TERM = "term"
"""The context of terms in a catalogue: they are no templates, and may be spelt like one."""
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = (os.path.join(HERE, "locale"), os.path.join(os.path.dirname(HERE), "locale"))
"""Where catalogues lie in an installed wheel, and in a checkout."""


class UnknownLanguage(Exception):
    """The referee does not speak this; `says` tells what it speaks."""

    def __init__(self, language: str) -> None:
        says = say("There is no language {language}; there are {known}.", language=language, known=listed(LANGUAGES))
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


def catalogue(language: str) -> "GNUTranslations":
    """The compiled catalogue: an installation without it is broken, and OSError says so."""
    from gettext import GNUTranslations

    found = [path for folder in FOLDERS if os.path.isfile(path := path_in(folder, language))]
    with open(found[0] if found else path_in(FOLDERS[0], language), "rb") as file:
        return GNUTranslations(file)


def path_in(folder: str, language: str) -> str:
    return os.path.join(folder, language, "LC_MESSAGES", "referee.mo")
