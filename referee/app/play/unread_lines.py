"""Lines of a move behind a `#` that nobody reads, and that its player may have meant."""

import re
from collections.abc import Iterator, Mapping

from referee.app.game_access import Game
from referee.reading import Source, schema
from referee.rules.line import counted_line
from referee.rules.rulebook import hides
from referee.words import Phrase, say

BEHIND = re.compile(r" *#[ #]*(?P<line>(?P<dash>- +)?(?P<word>[a-z]+):(?: .*)?)$")
"""A line of a move behind a `#`: an action with its dash, or a key whose lines follow below it."""

WRAPPED = 40
"""A line of so many characters may be the beginning of a printed one that a mail program broke."""

TOLD = 5
"""At most so many lines are shown, with so many characters of each."""
SHOWN = 60


def unread_warnings(game: Game, source: Source, number: int, seat: str) -> tuple[Phrase, ...]:
    """A warning about lines behind `#` that the report after entry `number` does not have so."""
    behind = [line for line, word in comment_lines(source.text) if word is None or word in own_words(game.book.id)]
    printed = blocks(game, number, seat) if behind else set()
    edited = [line for line in behind if not any(is_printed(line, each) for each in printed)]
    if not edited:
        return ()
    shown = [line if len(line) <= SHOWN else line[: SHOWN - 1] + "…" for line in edited[:TOLD]]
    more = ["…"] if len(edited) > TOLD else []
    return (say("Lines that start with # were not read: {lines}.", lines="; ".join([*shown, *more])),)


def comment_lines(text: str) -> Iterator[tuple[str, str | None]]:
    """Lines of moves behind `#`, and the key of those that have no dash."""
    for line in text.split("\n"):
        found = BEHIND.match(line) if "#" in line else None
        if found:
            yield " ".join(found["line"].split()), None if found["dash"] else found["word"]


def own_words(title: str) -> set[str]:
    """Keys with a line of their own that only this title has."""
    own, every = (schema_properties(schema(f"{title}.move")), schema_properties(schema("move")))
    return own - every


def schema_properties(of: Mapping[str, object]) -> set[str]:
    found = of.get("properties")
    return set(found) if isinstance(found, dict) else set()


def is_printed(line: str, printed: str) -> bool:
    return line == printed or (len(line) >= WRAPPED and printed.startswith(line))


def blocks(game: Game, number: int, seat: str) -> set[str]:
    """The lines behind `#` of the blocks that a seat, or everybody, was shown after an entry."""
    readers = ("", seat) if hides(game.book, game.header) else ("",)
    views = [game.book.show().view(game.header, counted_line(game.moments[: number + 1]), reader) for reader in readers]
    return {line for view in views if view.asked for line, _ in comment_lines(view.asked.block)}
