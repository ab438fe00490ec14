"""What titles ship beside their rules as files: boards, tiles, components. Players may bring their own instead.

A log names a shipped one with the SHA-256 of its file, and holds one of the players' own whole.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from os import listdir
from os.path import join
from typing import Any, Generic, NamedTuple, TypeVar

from referee import source
from referee.view import Board
from referee.words import Phrase, say

ENDING = ".yaml"
SEVERITIES = ("error", "warning", "note")

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


class Finding(NamedTuple):
    """What is wrong or worth knowing: an `error`, a `warning` or a `note`; `place` is "" for the whole of it."""

    severity: str
    says: Phrase
    place: str = ""


def by_severity(found: Iterable[Finding]) -> list[Finding]:
    """Errors first; those of one kind as they were found."""
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def refuse_errors(found: Iterable[Finding]) -> None:
    """Raises `Unfit` with all errors among the findings."""
    errors = [Flaw(finding.says) for finding in found if finding.severity == "error"]
    if errors:
        raise Unfit(*errors)


def whole(value: str | int, at: tuple[str | int, ...], *, what: str = "a number of pieces", sign: str = "") -> int:
    """The whole number that stands at this place of a file, below 0 only with `sign="-"`. `Unfit` for anything else."""
    if not isinstance(value, str | int):
        raise TypeError(f"{value} is not {what}")
    text = str(value)
    digits = text.removeprefix(sign)
    if not (digits.isascii() and digits.isdigit()):
        raise Unfit(Flaw(say("`{text}` is not {what}.", text=text, what=what), at))
    return int(text)


def formed(example: str) -> Callable[[Callable[[Fields], Thing]], Callable[[Fields], Thing]]:
    """A function from the fields of a file, which raises `Unfit` also when they have not the form that it expects."""

    def guard(build: Callable[[Fields], Thing]) -> Callable[[Fields], Thing]:
        def run(fields: Fields) -> Thing:
            try:
                return build(fields)
            except Unfit:
                raise
            except (KeyError, TypeError, AttributeError, ValueError) as wrong:
                words = "It has not the form of the referee's own {example}: {what}."
                raise Unfit(Flaw(say(words, example=example, what=str(wrong)))) from None

        return run

    return guard


def spotless(finding: Finding) -> Flaw | None:
    """`Shelf.spot` where findings have no place in the file."""
    return None


def at_value(text: source.Source, flaw: Flaw) -> tuple[int, int]:
    """Line and column of the value with a flaw, or of the nearest thing around it that there is."""
    at = flaw.at
    while at not in text.marks and at:
        at = at[:-1]
    line, column = text.marks.get(at, (1, 1))
    return line, column + flaw.column


class Shelf(NamedTuple, Generic[Thing]):
    """All things of one kind of a title.

    what    what one of them is called: `board`
    choice  the option of `referee new` that takes one
    schema  the name of the JSON Schema of their files
    files   the path of the only shipped file, called `only`, or of a folder of files, which give the names
    build   fields of a file → the thing; raises `Unfit`
    check   (thing, number of players or None) → what a lint finds
    size    how much there is of it, for a list; None for what is not listed
    draw    the thing as text, or as a board of a view without pieces
    locate  where in a file a flaw stands
    spot    a finding as a flaw with its field, for `locate`; None when it is about no place of the file
    """

    what: str
    choice: str
    schema: str
    files: str
    build: Callable[[Fields], Thing]
    check: Callable[[Thing, int | None], list[Finding]] = lambda thing, players: []
    size: Callable[[Thing], Phrase] | None = None
    draw: Callable[[Thing], str | Board] = str
    locate: Callable[[source.Source, Flaw], tuple[int, int]] = at_value
    only: str = ""
    spot: Callable[[Finding], Flaw | None] = spotless

    def names(self) -> tuple[str, ...]:
        """The names of those that are shipped."""
        return tuple(sorted(self.paths()))

    def paths(self) -> dict[str, str]:
        """Name → file."""
        if self.only:
            return {self.only: self.files}
        files = [file for file in listdir(self.files) if file.endswith(ENDING)]
        return {file.removesuffix(ENDING): join(self.files, file) for file in files}

    def load(self, name: str) -> tuple[Thing, Fields, str]:
        """A shipped one, the fields and the SHA-256 of its file. Raises `Unfit` when there is none of that name."""
        found: tuple[Thing, Fields, str] = shipped(self, name)
        return found

    def read(self, path: str) -> tuple[Thing, Fields]:
        """One of the user's own and its fields. Raises `source.BadInput` with all problems and places, or OSError."""
        text = source.read_file(path)
        source.check(text, self.schema)
        try:
            return self.build(text.data), text.data
        except Unfit as unfit:
            problems = tuple([source.Problem(flaw.says, *self.locate(text, flaw), None) for flaw in unfit.flaws])
            raise source.BadInput(path, text.text.split("\n"), problems) from None

    def field(self, wanted: str, players: int) -> dict[str, Any]:
        """What a header says of the shipped one of that name, or of the user's own in that file.

        Raises as `read`, and `Unfit` with all errors that a lint finds.
        """
        if wanted in self.names():
            return {"name": wanted, "sha256": self.load(wanted)[2]}
        mine, fields = self.read(wanted)
        refuse_errors(self.check(mine, players))
        return {"own": fields}

    def found(self, field: Fields) -> Thing:
        """What a header means. Raises `Unfit`, or ValueError when a shipped one is no longer what it was."""
        if "own" in field:
            return self.build(field["own"])
        thing, _, digest = self.load(field["name"])
        if digest != field["sha256"]:
            raise ValueError(f"{field['name']} has changed: the log names {field['sha256']}, here it is {digest}")
        return thing


@cache
def shipped(shelf: Any, name: str) -> Any:
    """`Shelf.load`, once for each."""
    paths = shelf.paths()
    if name not in paths:
        words = "The referee brings no {what} {name}; it has {known}."
        raise Unfit(Flaw(say(words, what=shelf.what, name=name, known=", ".join(shelf.names()))))
    with open(paths[name], "rb") as file:
        raw = file.read()
    fields = source.plain(raw)
    return shelf.build(fields), fields, sha256(raw).hexdigest()
