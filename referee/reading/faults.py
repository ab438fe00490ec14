"""One thing that is wrong with data: what a hint at it offers, as a sentence and as a change of the text."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from referee.reading.caret import Fix, Path, Source, nearest_mark
from referee.reading.fixes import lines_in_backticks
from referee.reading.offers import below_fix, in_brackets, line_fix, shown_lines, value_fix
from referee.reading.schemas import Schema
from referee.words import Phrase, say


class SchemaError(Protocol):
    """What is read of an error of jsonschema: the value and where it is, the part of the schema and its keyword.

    instance, validator_value  plain data of whatever kind the keyword is about
    context                    for alternatives, why each of them does not fit
    """

    instance: Any
    schema: Schema
    validator: str
    validator_value: Any
    message: str

    @property
    def absolute_path(self) -> Sequence[str | int]: ...
    @property
    def relative_path(self) -> Sequence[str | int]: ...
    @property
    def absolute_schema_path(self) -> Sequence[str | int]: ...
    @property
    def relative_schema_path(self) -> Sequence[str | int]: ...
    @property
    def context(self) -> Sequence["SchemaError"]: ...


class Found(NamedTuple):
    """What is wrong, where, how to fix it; `key`: the word before the colon is meant; else so many signs after it.

    `write` is what the hint offers in place of the value, or of the word; `place` where it goes (see `fix_of`).
    """

    says: Phrase
    at: Path
    hint: Phrase | None = None
    key: bool = False
    signs: int = 0
    write: str = ""
    place: str = "value"


ELSEWHERE: dict[tuple[str, bool], Phrase] = {
    ("line", True): say("Write `{text}` in place of this line."),
    ("line", False): say("Write `{text}` in place of this line."),
    ("below", True): say("Write `{text}` in place of `actions:` and its list."),
    ("below", False): say("Leave this line out, and write `{text}` below the list, in the same column as `actions:`."),
    ("nowhere", False): say("Leave this line out."),
}
"""What is offered in another place than that of the value, where it is alone in its list and where it is not."""


def hint_of(lines: list[str], found: Found, fix: Fix, value: Any) -> Phrase:
    """What a fix writes, in a sentence."""
    words = None if found.place == "value" else ELSEWHERE.get((found.place, is_alone(found, value)))
    if words:
        return Phrase(words.template, {"text": found.write})
    if found.hint:
        return found.hint
    shown = shown_lines(lines, fix)
    if len(shown) > 1:
        return say("Write each on a line of its own: {lines}.", lines=lines_in_backticks(shown))
    return say("Write `{text}`.", text=shown[0])


def hint_elsewhere(found: Found) -> Phrase | None:
    """What to write where it cannot be done in place: in a list in brackets, which has no lines of its own."""
    first, *more = found.write.split("\n")
    if found.place != "value" or not more:
        return None
    word = f"{found.at[-1]}: " if isinstance(found.at[-1], str) else ""
    return say("Write each on a line of its own: {lines}.", lines=lines_in_backticks([f"- {word}{first}", *more]))


def fix_of(source: Source, lines: list[str], found: Found, value: object) -> Fix | None:
    """What a hint offers, as a change of the text.

    It goes where the value or the word is; or in place of the whole `line`; or in a line `below` the list, in which the
    line is left out; or `nowhere`: then the line is left out, and with the last of a list the list.
    """
    if found.place == "value" and not found.write:
        return None
    mark = nearest_mark(source.keys if found.key and found.at in source.keys else source.marks, found.at)
    if found.place == "value":
        old = str(found.at[-1]) if found.key else value_at(value, found.at)
        fix = value_fix(lines, mark, old if isinstance(old, str) else in_brackets(lines, mark), found.write)
        return fix._replace(own=1) if fix and found.key else fix
    if found.place == "line":
        return line_fix(lines, mark[0], found.write)
    head = source.keys.get(found.at[:1])
    if head is None or not found.at:
        return None
    alone = is_alone(found, value)
    if found.place == "below":
        fix = below_fix(lines, mark[0], head[1], found.write)
        return fix._replace(begin=(head[0], 1)) if alone else fix
    return Fix((head[0] if alone else mark[0], 1), (mark[0] + 1, 1), "")


def is_alone(found: Found, value: Any) -> bool:
    """Whether nothing else is in the list."""
    return len(found.at) == 1 or len(value[found.at[0]]) == 1


def value_at(value: Any, at: Path) -> Any:
    """What stands at a place of plain data."""
    for step in at:
        value = value[step]
    return value
