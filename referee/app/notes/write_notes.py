"""Notes as text: YAML, JSON, or Markdown. What is read back from each of them are the same records."""

import json
from collections.abc import Mapping
from typing import Any

from referee import reading
from referee.app.notes import markdown
from referee.app.notes.read_notes import FILE, FORMAT, NotesFile, WrittenText, read_notes
from referee.reading.texts import ORDERS
from referee.show.notes import Note, NotedLine, Notes, Texts

MARKDOWN, JSON = (".md", ".markdown"), (".json",)
"""How the names of such files end; any other file is YAML."""


def notes_text(notes: Notes, path: str = "") -> str:
    """The notes as the name of their file wants them."""
    data = written_notes(notes)
    if path.lower().endswith(MARKDOWN):
        return markdown.notes_page(data)
    if path.lower().endswith(JSON):
        return visible_spaces(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"
    return yaml_text(data)


def yaml_text(data: Mapping[str, Any]) -> str:
    return visible_spaces(reading.dump(data, ORDERS))


def visible_spaces(text: str) -> str:
    """No-break spaces as escapes: a reader takes them for spaces. They are in quotes wherever they are."""
    return text.replace("\u00a0", "\\u00a0")


def notes_in_text(raw: bytes, name: str) -> NotesFile:
    """The notes in a file of any of these kinds. Raises `source.BadInput` and Misplaced."""
    if name.lower().endswith(MARKDOWN):
        return read_notes(markdown.page_source(raw, name, FILE))
    return read_notes(reading.read_source(raw, name, FILE))


def written_notes(notes: Notes) -> dict[str, Any]:
    """The content of the file."""
    return fields_that_say(
        format=FORMAT,
        game=notes.game,
        title=written_text(notes.title),
        summary=written_text(notes.summary),
        language=notes.language,
        authors=[*notes.authors],
        notes=[written_note(each) for each in notes.notes],
        talk=[{"player": each.player, "says": each.text} for each in notes.talk],
    )


def written_note(note: Note) -> dict[str, Any]:
    return fields_that_say(
        entry=note.entry,
        chapter=written_text(note.chapter),
        sign=note.sign,
        text=written_text(note.text),
        by=note.by,
        marks=[*note.marks],
        arrows=[f"{start}-{end}" for start, end in note.arrows],
        lines=[written_line(each) for each in note.lines],
    )


def written_line(line: NotedLine) -> dict[str, Any]:
    moves = [{**each.move, **fields_that_say(note=written_note(each.note))} for each in line.moves]
    return fields_that_say(text=written_text(line.text), by=line.by, moves=moves)


def written_text(texts: Texts) -> WrittenText:
    return texts[0][1] if texts and not texts[0][0] else dict(texts)


def fields_that_say(**fields: Any) -> dict[str, Any]:
    """The fields that say something."""
    return {key: value for key, value in fields.items() if value}
