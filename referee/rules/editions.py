"""Editions of a title: released readings of its rulebook, each of them a set of named decisions.

A game is judged under the edition that its header names, for ever. The decisions of an edition never change once it is
released; another reading of a rule needs a new edition. Rules ask for a decision by its name, never for a number.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from json import loads
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from referee.store.chain import canonical
from referee.words import Phrase

P = TypeVar("P")

NONE: Phrase = Phrase("", {})


class Policy(NamedTuple):
    """A decision about which editions differ.

    name    what rules ask for: `position.policies.swap`
    rules   the numbers of the rules that it reads
    values  each value, and in a sentence what it decides
    why     why it was decided otherwise than before
    """

    name: str
    rules: tuple[str, ...]
    values: Mapping[str, Phrase]
    why: Phrase


class Edition(NamedTuple, Generic[P]):
    """A released reading of a title.

    number    1, 2, 3 …
    reader    the first version of the program, or of the title's own package, that reads it: `referee 0.1.0`
    public    position → plain data that everybody may see: what `state:` covers in logs of this edition. A title that
              wants to be quick may write their canonical JSON itself; `public_data` and `public_text` take either
    policies  the title's own record of its decisions, a value for each `Policy`; () where editions differ in none
    options   option → its value in a game whose header does not name it; without one the first value of the option
    data      kind of data file → the name of the one that new games get: `components` → `magna-grecia/2026`
    says      what is new in it
    rulings   policy or option → the value that a ruling gave it in a game; only the edition that judges a game has any
    """

    number: int
    reader: str
    public: Callable[[P], dict[str, object] | str]
    policies: Any = ()
    options: Mapping[str, str] = {}
    data: Mapping[str, str] = {}
    says: Phrase = NONE
    rulings: Mapping[str, str] = {}


AnyEdition: TypeAlias = Edition[Any]
"""An edition of a title whose positions nobody looks into."""


def with_edition(position: P, edition: Edition[P]) -> P:
    """`Rulebook.adopt` of a title whose positions have the policies in their `setting`."""
    return with_setting(position, policies=edition.policies)


def with_choice(position: P, name: str, value: str) -> P:
    """The same with another value of a policy, or of an option of the game: as `Play.decide` says."""
    setting: Any = position.setting  # type: ignore[attr-defined]
    if name in setting.policies._fields:
        return with_setting(position, policies=setting.policies._replace(**{name: value}))
    return with_setting(position, options={**setting.options, name: value})


def with_setting(position: P, **changes: object) -> P:
    """A position of dataclasses with other fields of its setting."""
    some: Any = position
    found: P = replace(some, setting=replace(some.setting, **changes))
    return found


def public_text(edition: Edition[P], position: P) -> str:
    """What everybody may see of a position, as canonical JSON."""
    found = edition.public(position)
    return found if isinstance(found, str) else canonical(found)


def public_data(edition: Edition[P], position: P) -> dict[str, object]:
    """The same as plain data: dicts, lists, texts and whole numbers."""
    found = edition.public(position)
    return dict(loads(found)) if isinstance(found, str) else found


def edition_of(editions: tuple[Edition[P], ...], header: Mapping[str, object]) -> Edition[P]:
    """The edition that a header names, or the newest where it names none. Raises LookupError for an unknown one."""
    if "edition" not in header:
        return editions[-1]
    for each in editions:
        if str(each.number) == str(header["edition"]):
            return each
    raise LookupError(f"edition {header['edition']}")
