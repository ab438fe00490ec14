"""`games/ID/notes.yaml` → records, from either version of the format; back into the text of a file; beside the game."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NotRequired, TypedDict

from referee import reading
from referee.app.errors import Misplaced
from referee.app.game_access import Game
from referee.app.notes import markdown
from referee.app.notes.note_places import note_place, place_words
from referee.reading import Source
from referee.reading.caret import Path
from referee.reading.yaml_reader import ORDERS
from referee.report.pictures.hex_places import NOTHING, Pointers
from referee.show.notes import Afterword, LineMove, Note, NotedLine, Notes, Texts, text_in, writers
from referee.store.documents import THE_NOTES, is_newer, newer_format
from referee.store.stores import is_missing, read_document
from referee.words import language, say, word_list

NAME = "notes.yaml"
FORMAT, FIRST_FORMAT = "referee-notes/2", "referee-notes/1"
SCHEMA, FIRST_SCHEMA = "notes", "notes-1"
FILE = 1 << 20
"""Bytes of the largest notes."""

WrittenText = str | Mapping[str, str]


class WrittenNote(TypedDict, total=False):
    """A note in the form of the file; on a move of a line it has no `entry` and no `chapter`."""

    entry: int
    chapter: WrittenText
    sign: str
    text: WrittenText
    by: str
    marks: Sequence[str]
    arrows: Sequence[str]
    lines: "Sequence[WrittenLine]"


class WrittenLine(TypedDict, total=False):
    """A line in the form of the file: each move as in a move file, with `note` beside its actions."""

    text: WrittenText
    by: str
    moves: Sequence[Mapping[str, Any]]


class WrittenWords(TypedDict):
    """What a player said after the end of the game, and lets everybody read."""

    player: str
    says: str


class WrittenNotes(TypedDict):
    """The content of the file, see `schemas/notes.schema.json`."""

    format: str
    game: str
    title: NotRequired[WrittenText]
    summary: NotRequired[WrittenText]
    language: NotRequired[str]
    authors: NotRequired[Sequence[str]]
    notes: NotRequired[Sequence[WrittenNote]]
    talk: NotRequired[Sequence[WrittenWords]]


class NotesFile(NamedTuple):
    """The notes of a file, and the file as its second version has it, with the places of the text that was read."""

    source: Source
    notes: Notes


def notes_of_game(game: Game) -> NotesFile | None:
    """The notes next to the log, if there are any. Raises `source.BadInput`, Misplaced, `disk.Unreadable`."""
    path = os.path.join(game.folder, NAME)
    if is_missing(path):
        return None
    return notes_in(game, reading.read_source(read_document(path), path, FILE))


def notes_in(game: Game, text: Source) -> NotesFile:
    """The notes in a file, about this game. Raises `source.BadInput` and Misplaced."""
    try:
        found = read_notes(text)
    except reading.BadInput as error:
        place = note_place(text.data, place_at(text, error.problems[0].line))
        if place.entry:
            error.add_note(str(say("This is in the note on {place}.", place=place_words(game, place))))
        raise
    if found.notes.game != game.id:
        facts = {"other": found.notes.game, "game": game.id}
        raise Misplaced(text, ("game",), say("These notes are about {other}, not about {game}.", **facts))
    for at, note in enumerate(found.notes.notes):
        refuse_unknown_entry(game, found.source, note.entry, ("notes", at, "entry"))
    return found


def place_at(text: Source, line: int) -> Path:
    """The last place of the file that begins in a line, or above it."""
    begun = [(place, path) for path, place in text.marks.items() if place[0] <= line]
    return max(begun, key=lambda each: (each[0], len(each[1])), default=((0, 0), ()))[1]


def refuse_unknown_entry(game: Game, text: Source, number: int, at: Path) -> None:
    if not 1 <= number <= game.log.last:
        facts = {"game": game.id, "at": number, "last": game.log.last}
        raise Misplaced(text, at, say("{game} has no entry {at}. The last one is {last}.", **facts))


def read_notes(text: Source) -> NotesFile:
    """The notes in a file, about any game. Raises `source.BadInput` and Misplaced."""
    refuse_newer(text)
    named = text.data.get("format") if isinstance(text.data, dict) else None
    source = from_first_format(text) if named == FIRST_FORMAT else text
    return NotesFile(source, notes_from(reading.typed_data(source, SCHEMA)))


def refuse_newer(text: Source) -> None:
    """Raises Misplaced for notes of a later format."""
    named = text.data.get("format") if isinstance(text.data, dict) else None
    if is_newer(named, FORMAT):
        raise Misplaced(text, ("format",), newer_format(THE_NOTES, named, FORMAT))


def notes_from(found: WrittenNotes) -> Notes:
    """The records of content that fits the schema."""
    return Notes(
        game=found["game"],
        title=texts_from(found.get("title", ())),
        summary=texts_from(found.get("summary", ())),
        language=found.get("language", ""),
        authors=tuple([each.strip() for each in found.get("authors", ())]),
        notes=tuple(map(note_from, found.get("notes", ()))),
        talk=tuple([Afterword(each["player"], each["says"].strip()) for each in found.get("talk", ())]),
    )


def note_from(found: WrittenNote) -> Note:
    return Note(
        entry=found.get("entry", 0),
        sign=found.get("sign", ""),
        text=texts_from(found.get("text", ())),
        by=found.get("by", "").strip(),
        marks=tuple(found.get("marks", ())),
        arrows=tuple([arrow_from(each) for each in found.get("arrows", ())]),
        chapter=texts_from(found.get("chapter", ())),
        lines=tuple(map(line_from, found.get("lines", ()))),
    )


def arrow_from(written: str) -> tuple[str, str]:
    start, _, end = written.partition("-")
    return start, end


def line_from(found: WrittenLine) -> NotedLine:
    moves = [LineMove(bare_move(each), note_from(each.get("note", {}))) for each in found["moves"]]
    return NotedLine(tuple(moves), texts_from(found.get("text", ())), found.get("by", "").strip())


def bare_move(written: Mapping[str, Any]) -> dict[str, Any]:
    """A move of a line without the note on it."""
    return {key: value for key, value in written.items() if key != "note"}


def texts_from(found: WrittenText | tuple[()]) -> Texts:
    if isinstance(found, str):
        return (("", found.strip()),) if found.strip() else ()
    return tuple([(language, text.strip()) for language, text in dict(found).items() if text.strip()])


def from_first_format(text: Source) -> Source:
    """The same content in the second format, with the places of the text. Raises `source.BadInput`.

    Comments and variations by the number of an entry become notes in the order of the entries.
    """
    found = reading.typed_data(text, FIRST_SCHEMA)
    numbers = sorted({*map(int, found.get("entries", ())), *[each["entry"] for each in found.get("variations", ())]})
    at = {number: place for place, number in enumerate(numbers)}
    notes: list[dict[str, Any]] = [{"entry": str(number)} for number in numbers]
    for number, each in found.get("entries", {}).items():
        notes[at[int(number)]] |= {RENAMED[key]: value for key, value in each.items() if value.strip()}
    lines: list[Path] = []
    for each in found.get("variations", ()):
        place = at[each["entry"]]
        of_entry = notes[place].setdefault("lines", [])
        lines.append(("notes", place, "lines", len(of_entry)))
        of_entry.append({RENAMED.get(key, key): value for key, value in each.items() if key != "entry"})

    def second_place(path: Path) -> Path:
        """Where the second format has what is at a place of the first."""
        match path:
            case ("about", *rest):
                return ("summary", *rest)
            case ("entries",):
                return ("notes",)
            case ("by", *rest):
                return ("authors", 0, *rest)
            case ("entries", number, *rest):
                return ("notes", at[int(number)], *[RENAMED.get(str(each), each) for each in rest])
            case ("variations", int(number), "entry"):
                return (*lines[number][:2], "entry")
            case ("variations", int(number), *rest):
                return (*lines[number], *[RENAMED.get(str(each), each) for each in rest[:1]], *rest[1:])
        return path

    data: dict[str, Any] = {"format": FORMAT, "game": found["game"]}
    data |= {"summary": found["about"]} if "about" in found else {}
    data |= {"authors": [" ".join(found["by"].split())]} if "by" in found else {}
    data |= {"notes": notes} if notes else {}
    data |= {"talk": found["talk"]} if "talk" in found else {}
    marks, keys = [{second_place(path): place for path, place in each.items()} for each in (text.marks, text.keys)]
    return text._replace(data=data, marks=marks, keys=keys)


RENAMED = {"glyph": "sign", "says": "text"}
"""What the first format calls what is in a note."""


MARKDOWN, JSON = (".md", ".markdown"), (".json",)
"""How the names of such files end; any other file is YAML."""


# Notes as text: YAML, JSON, or Markdown. What is read back from each of them are the same records.


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
