"""What in data does not fit a schema, and the functions that find it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.reading.caret import Path

Part = dict[str, Any]
"""A schema, or a part of one."""


class Misfit(NamedTuple):
    """A place of the data that breaks a keyword of the schema.

    keyword  the keyword, and `part`: the part of the schema that has it
    value    what is at the place
    at       the place, from where the check began
    word     the word that is missing (`required`), or that may not be there (`additionalProperties`)
    is_name  whether a word before a colon is meant; `value` is the word
    tried    why each of the alternatives does not fit (`anyOf`, `oneOf`)
    """

    keyword: str
    part: Part
    value: Any
    at: Path = ()
    word: str = ""
    is_name: bool = False
    tried: "tuple[Misfits, ...]" = ()

    @property
    def keyword_value(self) -> Any:
        """The value of the keyword."""
        return self.part[self.keyword]


Misfits = list[Misfit]
Check = Callable[[Any, Misfits], Any]
"""(value, misfits) → the value with its numbers and booleans; whatever does not fit is added to the misfits."""
Inner = Callable[[Part], Check]
"""The check of a part that a keyword holds."""


class WordChecks(dict[str, Check]):
    """Word of a mapping → the check of its value, made when the word is first met: few of a schema ever are."""

    def __init__(self, parts: dict[str, Part], inner: Inner) -> None:
        self.parts, self.inner = parts, inner

    def __missing__(self, word: str) -> Check:
        found = self[word] = self.inner(self.parts[word])
        return found
