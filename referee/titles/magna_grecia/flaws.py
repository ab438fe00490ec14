"""What is wrong with a file of ours or the players' own: a board, or the components."""

from typing import NamedTuple

from referee.words import Phrase, say


class Flaw(NamedTuple):
    """One thing wrong; `at` is the field, `row` and `column` (from 0) point into a map."""

    says: Phrase
    at: tuple[str, ...] = ()
    row: int = 0
    column: int = 0


class Unfit(ValueError):
    """Fields that are not what they should be; all `flaws` at once, one a line in `str()`."""

    def __init__(self, *flaws: Flaw) -> None:
        super().__init__(*flaws)
        self.flaws = flaws

    def __str__(self) -> str:
        return "\n".join(str(flaw.says) for flaw in self.flaws)


def unknown(what: str, name: str, known: tuple[str, ...]) -> Unfit:
    """There is nothing of that name among what the referee brings."""
    words = "The referee brings no {what} {name}; it has {known}."
    return Unfit(Flaw(say(words, what=what, name=name, known=", ".join(known))))
