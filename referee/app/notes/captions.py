"""Notes as pages show them beside the game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.report.pictures.overlay import NOTHING, Pointers
from referee.show.notes import Note, Notes, text_in, writers
from referee.words import language, word_list


class Caption(NamedTuple):
    """A sign, what is said, and what is marked on the board; each may be empty."""

    sign: str = ""
    text: str = ""
    pointers: Pointers = NOTHING


def captions(notes: Notes | None) -> dict[int, Caption]:
    """What is said of each entry by all notes on it."""
    found: dict[int, list[Note]] = {}
    for each in notes.notes if notes else ():
        found.setdefault(each.entry, []).append(each)
    return {entry: caption(each, is_named(notes)) for entry, each in found.items()}


def captions_of_moves(noted: Mapping[int, Note], notes: Notes | None) -> dict[int, Caption]:
    """The same of moves of a line."""
    return {number: caption([note], is_named(notes)) for number, note in noted.items()}


def is_named(notes: Notes | None) -> bool:
    """Whether several people wrote the notes, so that each text needs a name."""
    return notes is not None and len(writers(notes)) > 1


def caption(notes: Iterable[Note], named: bool) -> Caption:
    """All signs, all texts with their headings, and all marks and arrows."""
    notes = tuple(notes)
    texts = [text for each in notes for text in (text_in(each.chapter, language()), signed_text(each, notes, named))]
    return Caption(signs_of(notes), "\n\n".join(filter(None, texts)), pointers_of(notes))


def signs_of(notes: Iterable[Note]) -> str:
    """The signs on an entry, each once: two people may have seen it differently."""
    return " ".join(dict.fromkeys([each.sign for each in notes if each.sign]))


def pointers_of(notes: Sequence[Note]) -> Pointers:
    """What the notes on an entry mark on the board."""
    marked = [place for each in notes for place in each.marks]
    return Pointers(tuple(marked), tuple([arrow for each in notes for arrow in each.arrows]))


def signed_text(note: Note, notes: Sequence[Note], named: bool) -> str:
    """The text of one of the notes on an entry, with its writer, and with its sign if another has another one."""
    sign = note.sign if " " in signs_of(notes) else ""
    return with_name(f"{sign} {text_in(note.text, language())}".strip(), note.by if named else "")


def with_name(text: str, by: str) -> str:
    """A text with the name of who says it."""
    return f"{by}: {text}" if by and text else text


def about(notes: Notes | None) -> str:
    """What is said of the whole game, and after it."""
    if notes is None:
        return ""
    talk = [with_name(each.text, each.player) for each in notes.talk]
    return "\n\n".join(filter(None, [text_in(notes.summary, language()), *talk]))


def names(notes: Notes | None) -> str:
    """Who wrote the notes."""
    return str(word_list(list(writers(notes)))) if notes and writers(notes) else ""
