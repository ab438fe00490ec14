"""How a command can end, and the errors that know it and what is wrong, wherever they come from."""

from typing import ClassVar, NamedTuple

from referee.words import Phrase

DONE, BUG, USAGE = 0, 1, 2
REFUSED, MISSING, MAIL, UNREPLAYABLE = 65, 66, 69, 70
UNWRITABLE, UNCONFIRMED, BUSY = 73, 74, 75
FORBIDDEN, MISCONFIGURED = 77, 78


Path = tuple[str | int, ...]
"""The place of something in a move file: `("actions", 2, "stone")`."""


class Fix(NamedTuple):
    """What a hint offers: to write `text` in place of all from `begin` up to `end` (line and column, from 1).

    `own`: so many lines of the text are the writer's own, only elsewhere, with dashes or without signs; what else is
    wrong with these was wrong before.
    """

    begin: tuple[int, int]
    end: tuple[int, int]
    text: str
    own: int = 0


class Problem(NamedTuple):
    """What is wrong, where (counted from 1), and how to fix it.

    fix      the hint as a change of the text, if it offers one
    at       the place in the data, as far as that could be read
    rule     the number of the rule that is broken; "" where none is
    certain  whether it is wrong as it is written; else it will probably be once what is certain is fixed
    """

    says: Phrase
    line: int
    column: int
    hint: Phrase | None = None
    fix: Fix | None = None
    at: Path = ()
    rule: str = ""
    certain: bool = True


class Foreseen(Exception):
    """An error that is no bug. `code` is the exit code of a command that ends with it.

    `problems`: all that is wrong with what somebody wrote; none where something else is the reason.
    """

    code: ClassVar[int]
    problems: tuple[Problem, ...] = ()
