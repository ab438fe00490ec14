"""What annotators say of a game: notes on its entries, and lines that were not played, with notes of their own."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Texts = tuple[tuple[str, str], ...]
"""Language → text; the language "" is that of the notes."""

Arrow = tuple[str, str]
"""From a place to a place."""


class Note(NamedTuple):
    """What one annotator says of an entry, or of a move of a line.

    entry    the number of the entry; 0 for a move of a line
    sign     as in chess: one of SIGNS, or ""
    by       who says it; "" for the authors of the notes
    marks    places of the board
    chapter  the heading of a chapter that begins with this entry
    lines    what could have been played instead
    """

    entry: int = 0
    sign: str = ""
    text: Texts = ()
    by: str = ""
    marks: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    chapter: Texts = ()
    lines: "tuple[NotedLine, ...]" = ()


class LineMove(NamedTuple):
    """A move of a line, as in a move file without `game`, `after` and `head`, and the note on it.

    The move is never changed. Lines in the note are played instead of it.
    """

    move: Mapping[str, object]
    note: Note = Note()


class NotedLine(NamedTuple):
    """Moves that were not played, and what is said of them together."""

    moves: tuple[LineMove, ...]
    text: Texts = ()
    by: str = ""


class Afterword(NamedTuple):
    """What a player said after the end of the game, and lets everybody read."""

    player: str
    text: str


class Notes(NamedTuple):
    """All notes on a game, in the order of their file.

    title     of the game, in words
    language  in which texts are that name none; "" if nothing says so
    """

    game: str
    title: Texts = ()
    summary: Texts = ()
    language: str = ""
    authors: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    talk: tuple[Afterword, ...] = ()


SIGNS = ("!!", "!", "!?", "?!", "?", "??")
"""Excellent, good, interesting, doubtful, a mistake, a blunder."""


def text_in(texts: Texts, language: str = "") -> str:
    """The text in a language; if there is none, that in the language of the notes, or the first; "" without a text."""
    found = dict(texts)
    return found.get(language) or found.get("") or next(iter(found.values()), "")


def notes_on(notes: Notes | None, entry: int) -> list[Note]:
    """The notes on an entry."""
    return [each for each in notes.notes if each.entry == entry] if notes else []


def writers(notes: Notes) -> tuple[str, ...]:
    """Everybody who wrote something: the authors, then all others in the order of the notes."""
    return tuple(dict.fromkeys([*notes.authors, *[each for note in notes.notes for each in names(note) if each]]))


def names(note: Note) -> Iterator[str]:
    """Who wrote a note and what is in its lines."""
    yield note.by
    for line in note.lines:
        yield line.by
        for played in line.moves:
            yield from names(played.note)
