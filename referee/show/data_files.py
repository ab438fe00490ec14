"""What titles ship next to their rules as files: boards, tiles, components. Players may bring their own instead.

A log names a shipped one by the hash of its content, and holds one of the players' own whole. So a shipped file may get
a comment or another layout, and nothing else: whoever finds another fact adds a file.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from os import sep, walk
from os.path import basename, dirname, isfile, join, relpath
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from referee import reading
from referee.show.view import Board
from referee.store.chain import canonical
from referee.words import Phrase, say

ENDING = ".yaml"
SEVERITIES = ("error", "warning", "note")
RELEASED = "data.yaml"
"""The list of all data files of a title that were ever released, next to their folders."""

Fields = Mapping[str, Any]
Thing = TypeVar("Thing")


class Flaw(NamedTuple):
    """One thing wrong; `at` is the field, `row` and `column` (from 0) point into a map."""

    says: Phrase
    at: tuple[str | int, ...] = ()
    row: int = 0
    column: int = 0


class Unfit(ValueError):
    """Fields that are not what they should be; all `flaws` at once, one a line in `str()`."""

    def __init__(self, *flaws: Flaw) -> None:
        super().__init__(*flaws)
        self.flaws = flaws

    def __str__(self) -> str:
        return "\n".join(str(flaw.says) for flaw in self.flaws)


class Unchosen(Unfit):
    """Options of a game that do not fit together: the words of the command are wrong, and no file."""


class UnknownContent(Exception):
    """A header names a shipped thing that is not here, by `name` and `hash`.

    `ours` is the hash of the same kind, of the content or of the bytes, that the file of this name has here, or "".
    """

    def __init__(self, name: str, hash: str, ours: str) -> None:
        super().__init__(name, hash, ours)
        self.name, self.hash, self.ours = name, hash, ours


class Finding(NamedTuple):
    """What is wrong or worth knowing: an `error`, a `warning` or a `note`; `place` is "" for the whole of it."""

    severity: str
    says: Phrase
    place: str = ""


def by_severity(found: Iterable[Finding]) -> list[Finding]:
    """Errors first; those of one kind in the order of finding."""
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def refuse_errors(found: Iterable[Finding]) -> None:
    """Raises `Unfit` with all errors among the findings."""
    errors = [Flaw(finding.says) for finding in found if finding.severity == "error"]
    if errors:
        raise Unfit(*errors)


def refuse_missing(header: Fields, *kinds: str) -> None:
    """A header names something of each of these kinds. Raises `Unfit`."""
    for kind in kinds:
        if kind not in header:
            raise Unfit(Flaw(say("`{field}` is missing.", field=kind)))


def by_players(numbers: Fields) -> dict[int, int]:
    """Number of players → number."""
    return {int(players): int(number) for players, number in numbers.items()}


READ_AS: dict[object, Callable[[Any], object]] = {
    str: str,
    int: int,
    bool: "true".__eq__,
    tuple[str, ...]: tuple,
    tuple[int, ...]: lambda numbers: tuple(map(int, numbers)),
    dict[int, int]: by_players,
}
"""Type of a field of a record → what reads it from a file, in which every scalar is a text."""


def record_of(kind: type[Thing], fields: Fields, **others: object) -> Thing:
    """A named tuple with the fields of a file that are called as its own are, each read as its type; and `others`."""
    types = get_type_hints(kind)
    read = {name: READ_AS[each](fields[name]) for name, each in types.items() if name not in others}
    return kind(**read, **others)


def refuse_malformed(example: str) -> Callable[[Callable[[Fields], Thing]], Callable[[Fields], Thing]]:
    """A function from the fields of a file, which raises `Unfit` also when they have not the form that it expects."""

    def guard(build: Callable[[Fields], Thing]) -> Callable[[Fields], Thing]:
        def run(fields: Fields) -> Thing:
            try:
                return build(fields)
            except Unfit:
                raise
            except (KeyError, TypeError, AttributeError, ValueError) as wrong:
                words = "It doesn't have the form of {example}, which comes with referee: {what}."
                raise Unfit(Flaw(say(words, example=example, what=str(wrong)))) from None

        return run

    return guard


def content_of(fields: Fields, ordered: tuple[str, ...] = ()) -> str:
    """SHA-256 (hex) of the content of a file, as canonical JSON in which every scalar is a text.

    A mapping whose order counts is a list of pairs in it; the keys of all others are sorted.
    """
    pairs = {key: list(fields[key].items()) for key in ordered if isinstance(fields.get(key), Mapping)}
    return sha256(canonical({**fields, **pairs}).encode("ascii")).hexdigest()


def at_value(text: reading.Source, flaw: Flaw) -> tuple[int, int]:
    """Line and column of the value with a flaw, or of the nearest thing around it that there is."""
    at = flaw.at
    while at not in text.marks and at:
        at = at[:-1]
    line, column = text.marks.get(at, (1, 1))
    return line, column + flaw.column


class DataFiles(NamedTuple, Generic[Thing]):
    """All things of one kind of a title.

    what    what one of them is called: `board`
    choice  the option of `referee new` that takes one
    schema  the name of the JSON Schema of their files
    folder  that of the shipped files; the path of a file below it, without its ending, is its name: `attika/2026`
    build   fields of a file → the thing; raises `Unfit`
    check   (thing, number of players or None) → what a lint finds
    size    how much there is of it, for a list; None for what is not listed
    draw    the thing as text, or as a board of a view without pieces
    locate  where in a file a flaw stands
    spot    a finding as a flaw with its field, for `locate`; None when it is about no place of the file
    ordered the mappings of a file whose order means something: that of a pile before its shuffle
    """

    what: str
    choice: str
    schema: str
    folder: str
    build: Callable[[Fields], Thing]
    check: Callable[[Thing, int | None], Iterable[Finding]] = lambda thing, players: []
    size: Callable[[Thing], Phrase] | None = None
    draw: Callable[[Thing], str | Board] = str
    locate: Callable[[reading.Source, Flaw], tuple[int, int]] = at_value
    spot: Callable[[Finding], Flaw | None] = lambda finding: None
    ordered: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        """The names of those that are shipped."""
        return tuple(sorted(self.paths()))

    def paths(self) -> dict[str, str]:
        """Name → file."""
        return files_below(self.folder)

    def load(self, name: str) -> tuple[Thing, Fields, str]:
        """A shipped one, its fields and the hash of its content. Raises `Unfit` when there is none of that name."""
        return shipped_thing(self, name)[:3]

    def read(self, path: str) -> tuple[Thing, Fields]:
        """One of the user's own and its fields. Raises `reading.BadInput` with all problems and places, or OSError."""
        text = reading.read_file(path)
        reading.typed_data(text, self.schema)
        try:
            return self.build(text.data), text.data
        except Unfit as unfit:
            problems = tuple([reading.Problem(flaw.says, *self.locate(text, flaw), None) for flaw in unfit.flaws])
            raise reading.BadInput(path, text.text.split("\n"), problems) from None

    def field(self, wanted: str, players: int) -> dict[str, Any]:
        """The header's field for the shipped one of that name, or for the user's own in that file.

        Raises as `read`, and `Unfit` with all errors that a lint finds.
        """
        with suppress(Unfit):  # there is none of that name: it is a file of the user's
            return {"name": wanted, "content": self.load(wanted)[2]}
        mine, fields = self.read(wanted)
        refuse_errors(self.check(mine, players))
        return {"own": fields}

    def thing_of(self, field: Fields) -> Thing:
        """The thing that a header names. Raises `Unfit`, or UnknownContent for one that is not shipped here."""
        if "own" in field:
            return self.own(field["own"])
        with suppress(Unfit):  # nearly always it is the one of that name, and the folder need not be looked through
            if self.is_meant(field["name"], field):
                return self.load(field["name"])[0]
        names = self.names()
        name = next((each for each in names if self.is_meant(each, field)), "")
        if not name:
            kind = "content" if "content" in field else "sha256"
            ours = getattr(shipped_thing(self, field["name"]), kind) if field["name"] in names else ""
            raise UnknownContent(field["name"], field[kind], ours)
        return self.load(name)[0]

    def own(self, fields: Fields) -> Thing:
        """One of the players' own, from its fields in a header. Raises `Unfit`."""
        with suppress(ImportError):  # in a browser there is no jsonschema: there `build` alone judges
            value, misfits = reading.fit(fields, self.schema)
            if misfits:
                raise Unfit(Flaw(reading.why_unfit(value, misfits, self.schema)))
        return self.build(fields)

    def is_meant(self, name: str, field: Fields) -> bool:
        """Whether a header names the shipped one of this name: by its content, or as once by the bytes of its file."""
        mine: Shipped = shipped_thing(self, name)
        return field["content"] == mine.content if "content" in field else field["sha256"] in mine.once


class Shipped(NamedTuple):
    """A shipped thing, the fields of its file, the hash of its content, and the SHA-256 of the bytes of its file.

    `once`: this SHA-256 and those that the file had with the same content when headers named the bytes.
    """

    thing: Any
    fields: Fields
    content: str
    sha256: str
    once: frozenset[str]


def json_file(path: str) -> Any:
    """What a file of drawings or the like holds, which ships with a title and which nobody replaces."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def files_below(folder: str) -> dict[str, str]:
    """Path of a data file below a folder, without its ending → the file."""
    found = [join(place, file) for place, _, files in walk(folder) for file in files if file.endswith(ENDING)]
    return {relpath(path, folder).removesuffix(ENDING).replace(sep, "/"): path for path in found}


@cache  # an archive takes 21 % longer for Attika without it
def shipped_thing(files: Any, name: str) -> Shipped:
    """The shipped thing of this name, read once. Raises `Unfit` when there is none."""
    paths = files.paths()
    if name not in paths:
        words = "There is no {what} {name}. The ones that come with referee are {known}."
        raise Unfit(Flaw(say(words, what=files.what, name=name, known=", ".join(files.names()))))
    with open(paths[name], "rb") as file:
        raw = file.read()
    fields = reading.plain_data(raw, basename(paths[name]))
    content, hash = content_of(fields, files.ordered), sha256(raw).hexdigest()
    before = [each for each, of in contents_by_bytes(dirname(files.folder)).items() if of == content]
    return Shipped(files.build(fields), fields, content, hash, frozenset((hash, *before)))


def contents_by_bytes(folder: str) -> dict[str, str]:
    """SHA-256 of the bytes that a file had when headers named them → the hash of its content, by the list in a folder.

    Nothing if there is no list: a title that names content from its first game on needs none.
    """
    files = [each for names in released_files(folder).values() for each in names.values()]
    return {each["sha256"]: each["content"] for each in files if "sha256" in each}


def released_files(folder: str) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The list of data files: their folder → name → `since`, `content`, `sha256`; nothing if there is none."""
    path = join(folder, RELEASED)
    if not isfile(path):
        return {}
    with open(path, "rb") as file:
        kinds: Mapping[str, Mapping[str, Mapping[str, str]]] = reading.plain_data(file.read(), RELEASED)
    return kinds
