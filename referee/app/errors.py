"""How a use case says no. Each error knows its exit code; none of them leaves a trace in a game."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from referee.exit_codes import (
    FORBIDDEN,
    MISSING,
    REFUSED,
    UNCONFIRMED,
    UNREPLAYABLE,
    UNWRITABLE,
    USAGE,
    Foreseen,
)
from referee.reading.caret import Problem, Source, problem_at
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.rules.rulebook import AnyRulebook, Path
    from referee.rules.ruling import Violation


class Stop(Foreseen):
    """The use case ends here; `says` gives the reason, `hint` what to do about it.

    `command`: the same for who has the command line; no e-mail says it.
    """

    code = REFUSED

    def __init__(self, says: Phrase, hint: Phrase | None = None, command: Phrase | None = None) -> None:
        super().__init__(says)
        self.says = says
        self.hint = hint
        self.command = command

    def __str__(self) -> str:
        return f"{self.says}\n{self.hint}" if self.hint else str(self.says)


class Refused(Stop):
    """A move, or something else that was asked of a game, is refused."""


class Usage(Stop):
    """The command itself cannot be meant so."""

    code = USAGE


class Missing(Stop):
    """No such game or file, or nothing to answer with."""

    code = MISSING


class Unwritable(Stop):
    """A file could not be written."""

    code = UNWRITABLE


class Unfinished(Stop):
    """A part of a command is done, and then something went wrong; the same command again does the rest."""

    code = UNCONFIRMED

    def __init__(self, done: Phrase, why: Exception) -> None:
        super().__init__(say("{why}\n{done} Run the same command again to do the rest.", why=why, done=done))


class Unreplayable(Stop):
    """An entry that could not be read back, and so was not recorded: a fault of the program or of a title.

    `fault` is what a replay would say of it.
    """

    code = UNREPLAYABLE

    def __init__(self, game: str, fault: Phrase) -> None:
        says = say(
            "With this entry {game} could not be read again, so it was not recorded: {fault}", game=game, fault=fault
        )
        hint = say(
            "This is an error in the program or in this title; you did nothing wrong. The log of {game} is "
            "unchanged, and the game can continue with another move. Please report the error: this "
            "message, what you did, and the log.",
            game=game,
        )
        super().__init__(says, hint)
        self.fault = fault


class NotYours(Stop):
    """Only somebody else may do this, such as the moderator who keeps the secret."""

    code = FORBIDDEN


class Flawed(Refused):
    """Something in a file is wrong: all of it, with its places.

    lines  of the file, as it was written
    book   whose rules the problems name; None if they name none
    """

    def __init__(
        self,
        name: str,
        lines: list[str],
        problems: Iterable[Problem],
        book: "AnyRulebook | None" = None,
        command: Phrase | None = None,
    ) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0].says, self.problems[0].hint, command)
        self.name, self.lines, self.book = name, lines, book


class Misplaced(Flawed):
    """One thing in a file is wrong: `at` says where."""

    def __init__(self, source: Source, at: "Path", says: Phrase, hint: Phrase | None = None) -> None:
        super().__init__(source.name, source.text.split("\n"), [problem_at(source, at, says, hint)])


class Illegal(Flawed):
    """A move that breaks rules."""

    def __init__(self, book: "AnyRulebook", source: Source, violations: "Iterable[Violation]") -> None:
        super().__init__(source.name, source.text.split("\n"), [problem_of(source, each) for each in violations], book)


def problem_of(source: Source, violation: "Violation") -> Problem:
    """A violation as a problem of the file."""
    return problem_at(source, violation.at, violation.says, violation.hint, violation.rule)


class Unreported(Exception):
    """It was recorded, but its report could not be made: no reason to say that nothing was recorded."""

    def __init__(self, game: str, entry: int, why: Exception, number: int = 1) -> None:
        super().__init__(game, entry, why)
        self.entry, self.why, self.entered = entry, why, entry_range(entry, number)
        self.says = say(
            "It is recorded as {entries} of {game}, but the report couldn't be made: {why}",
            entries=self.entered,
            game=game,
            why=why,
        )

    def __str__(self) -> str:
        return str(self.says)


def entry_range(last: int, number: int = 1) -> Phrase:
    """`entry 8`, or `entries 6 to 8`: so many of them up to the last."""
    if number == 1:
        return say("entry {entry}", entry=last)
    return say("entries {first} to {entry}", first=last + 1 - number, entry=last)


ALIKE = 0.7
"""How similar a misspelt word must be: `thebes` is not taken for `athens`."""
SHORT, SHORT_ALIKE = 4, 0.6
"""In so short a word one wrong character weighs more: `cop` is taken for `cup`, but `es` not for `en`."""


def nearest_hint(word: str, known: Iterable[str]) -> Phrase | None:
    """A hint at the word that was probably meant; a game may be named by its path."""
    names = list(known)
    for each in (word.lower(), word, word.rpartition("/")[2]):
        near = get_close_matches(each, names, 1, SHORT_ALIKE if len(each) <= SHORT else ALIKE)
        if near:
            return say("Did you mean {near}?", near=near[0])
    return None
