"""The titles that the referee knows: one line each here, and those of other packages.

Another package adds a title by an entry point of the group `referee.titles`, whose name is the title's id and
whose value is its `rulebook.Rulebook`. A title is imported when it is asked for.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from os.path import isdir, join
from typing import Any, cast

from referee.exit_codes import MISCONFIGURED, MISSING, Foreseen
from referee.reading.schemas import TITLE_FOLDERS, InvalidSchema, schema_names
from referee.reading.shape import validator_of
from referee.rules.rulebook import AnyRulebook, Rulebook
from referee.show.endings import with_endings
from referee.words import Phrase, say

GROUP = "referee.titles"

OURS = {
    "magna-grecia": "referee.titles.magna_grecia",
    "attika": "referee.titles.attika",
}


class UnknownTitle(Foreseen):
    """There is no such title here, or it cannot be loaded; `says` lists the known ones."""

    code = MISSING

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return str(self.says)


def book(id: str) -> AnyRulebook:
    """The rulebook of a title, which shows ends by agreement, too. Raises UnknownTitle."""
    found = own_book(id)
    return found._replace(show=partial(with_endings, found))


def own_book(id: str) -> AnyRulebook:
    """The rulebook as its title made it. Raises UnknownTitle."""
    if id in OURS:
        return cast(AnyRulebook, import_module(OURS[id]).RULEBOOK)
    if id in (others := entry_points()):
        return load_title(id, others[id])
    raise UnknownTitle(not_known(id or "''", (*OURS, *others)))


def ids() -> tuple[str, ...]:
    """The ids of all titles: ours first, then those of other packages by name."""
    return (*OURS, *(each for each in entry_points() if each not in OURS))


def entry_points() -> dict[str, Any]:
    # Imported here: it costs five times a bare start of Python, and our own titles never need it.
    from importlib.metadata import entry_points as installed

    return {each.name: each for each in sorted(installed(group=GROUP), key=lambda each: each.name)}


class BrokenTitle(UnknownTitle):
    """A title of another package that is installed and cannot be loaded."""

    code = MISCONFIGURED


def books(broken: Callable[[BrokenTitle], None]) -> Iterator[AnyRulebook]:
    """The rulebooks of all titles;

    `broken` is called for each that cannot be loaded, and the others are still loaded.
    """
    for id in ids():
        try:
            found = book(id)
            refuse_invalid_schemas(found)
            yield found
        except BrokenTitle as error:
            broken(error)


def load_title(id: str, entry: Any) -> AnyRulebook:
    try:
        found = entry.load()
    except Exception as error:
        raise BrokenTitle(
            say("The title {id} can't be loaded from {value}: {why}", id=id, value=entry.value, why=error)
        ) from error
    if not isinstance(found, Rulebook):
        raise BrokenTitle(say("The title {id}: {value} is not a Rulebook.", id=id, value=entry.value))
    TITLE_FOLDERS[id] = join(found.folder, "schemas")
    return found


def refuse_invalid_schemas(book: AnyRulebook) -> None:
    """Raise BrokenTitle if a schema of a title of another package is none."""
    folder = TITLE_FOLDERS.get(book.id, "")
    try:
        for name in schema_names(folder) if isdir(folder) else ():
            validator_of(name)
    except InvalidSchema as error:
        raise BrokenTitle(say("The title {id} can't be loaded: {why}", id=book.id, why=error)) from None


def not_known(id: str, known: tuple[str, ...]) -> Phrase:
    near = get_close_matches(id.lower().replace("_", "-"), known, 1)
    if near:
        return say("There is no title {id}. Did you mean {near}?", id=id, near=near[0])
    return say("There is no title {id}. The titles are {known}.", id=id, known=", ".join(known))
