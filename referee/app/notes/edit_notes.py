"""Notes that a command or a draft adds, changes or removes. The rest of the file stays as its author wrote it."""

import os
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

from referee import reading
from referee.app.errors import Flawed, Missing, Refused, Unwritable, Usage, nearest_hint
from referee.app.game_access import Game, Table, folder_of, open_game
from referee.app.look import report_files
from referee.app.notes.judge_lines import refuse_bad_lines, unplayed_moves
from referee.app.notes.list_notes import with_story
from referee.app.notes.note_places import NotePlace
from referee.app.notes.read_notes import (
    FILE,
    FIRST_FORMAT,
    FORMAT,
    NAME,
    NotesFile,
    notes_in,
    notes_in_text,
    notes_of_game,
    written_notes,
    yaml_text,
)
from referee.app.play.move_drafts import REMARK, noted_lines
from referee.reading import BadInput, Source
from referee.reading.plain_files import first_bytes
from referee.reading.yaml_writer import edited_text, with_comments
from referee.store import disk, log
from referee.store.stores import is_missing, read_document, store_of
from referee.words import say

Data = dict[str, Any]


class NoteRequest(NamedTuple):
    """What a command says of one place. `instead`: the moves of a line that was not played.

    marks, arrows, chapter  empty: those that are there are removed; None: they stay
    """

    sign: str = ""
    text: str = ""
    by: str = ""
    marks: tuple[str, ...] | None = None
    arrows: tuple[str, ...] | None = None
    chapter: str | None = None
    instead: tuple[str, ...] = ()

    @property
    def says_nothing(self) -> bool:
        return self.removes == () and not any(self._replace(by=""))

    @property
    def removes(self) -> tuple[str, ...]:
        """The parts of a note that are taken away."""
        parts = {"marks": self.marks, "arrows": self.arrows, "chapter": self.chapter}
        return tuple([key for key, value in parts.items() if value is not None and not value])


def add_note(table: Table, id: str, place: NotePlace, request: NoteRequest) -> dict[str, str]:
    """Add to the note on a place, or write one; what is replaced of it. An author has one note on an entry.

    Raises Refused, Missing, Unwritable, and what the line that was not played is refused for.
    """
    game = open_game(table, id)
    request, before = with_spaces(game, request), dict[str, Any]()

    def change(data: Data, found: NotesFile | None) -> None:
        moves = unplayed_moves(game, found, place, request.instead) if request.instead else []
        if place.steps and len(place.steps) % 2:
            line = line_at(data, place)
            if request._replace(text="", by="") != NoteRequest():
                raise Refused(say("A whole line has only a text. Name a move of it, such as {place}/1.", place=place))
            refuse_others(line, place, request.by)
            before.update(line)
            line["text"] = request.text
        elif place.steps:
            move = move_at(data, place)
            refuse_others(move.get("note", {}) if not moves else {}, place, request.by)
            before.update(move.get("note", {}))
            move["note"] = with_parts(move.get("note", {}), request, moves)
            drop_empty(data)
        else:
            before.update(add_to_entry(data, place.entry, request, moves))
            drop_empty(data)

    change_notes(table, game, change)
    return replaced_parts(before, NoteRequest(chapter=request.chapter) if request.instead else request)


def replaced_parts(before: Data, request: NoteRequest) -> dict[str, str]:
    """The parts of a note in place of which a command puts something else."""
    found = dict[str, str]()
    for key in ("sign", "text", "chapter", "marks", "arrows"):
        was, now = before.get(key), getattr(request, key)
        if isinstance(was, list):
            if now and {*was} - {*now}:
                found[key] = ", ".join(was)
        elif was and now and was != now:
            found[key] = " / ".join(was.values()) if isinstance(was, dict) else was
    return found


def add_to_entry(data: Data, entry: int, request: NoteRequest, moves: list[Data]) -> Data:
    """The note as it was. They are in the order of the entries, and on one entry in that in which they were written."""
    notes = data.setdefault("notes", [])
    for number, each in enumerate(notes):
        if int(each["entry"]) == entry and each.get("by", "") == request.by:
            notes[number] = with_parts(each, request, moves)
            before: Data = each
            return before
    if not any(request._replace(by="")):
        raise Missing(say("There is no such note on {game}.", game=data["game"]))
    insert_note(notes, with_parts({"entry": entry} | (by_of(request) if moves else {}), request, moves))
    return {}


def insert_note(notes: list[Data], note: Data) -> None:
    """Put a note behind all on its entry and the entries before."""
    entry = int(note["entry"])
    at = next((number for number, each in enumerate(notes) if int(each["entry"]) > entry), len(notes))
    notes.insert(at, note)


def with_parts(note: Data, request: NoteRequest, moves: list[Data]) -> Data:
    """A note with what a command says of it; what the command does not mention stays.

    With moves of a line, sign, marks and arrows are those of its first move, and the text is about the line.
    """
    gone = [key for key in request.removes if key == "chapter" or not moves]
    note = {key: value for key, value in note.items() if key not in gone}
    if not moves:
        return note | note_parts(request)
    on_move = note_parts(request._replace(text="", by="", chapter=None))
    first = moves[0] | ({"note": on_move} if on_move else {})
    line = note_parts(NoteRequest(text=request.text, by=request.by)) | {"moves": [first, *moves[1:]]}
    lines = note.get("lines", [])
    return note | note_parts(NoteRequest(chapter=request.chapter)) | {"lines": [*lines, *[line][line in lines :]]}


def note_parts(request: NoteRequest) -> Data:
    parts = {
        "chapter": request.chapter,
        "sign": request.sign,
        "text": request.text,
        "by": request.by,
        "marks": [*(request.marks or ())],
        "arrows": [*(request.arrows or ())],
    }
    return {key: value for key, value in parts.items() if value}


def remove_note(table: Table, id: str, place: NotePlace, by: str) -> int:
    """Remove the notes on an entry, or a line, or the note on a move of one; how many. Raises Missing, Unwritable."""
    game = open_game(table, id)
    removed = 0

    def change(data: Data, found: NotesFile | None) -> None:
        nonlocal removed
        if place.steps and len(place.steps) % 2:
            lines, at = lines_with(data, place)
            refuse_others(lines[at], place, by)
            del lines[at]
            removed = 1
        elif place.steps:
            removed = len([move_at(data, place).pop("note", None)])
        else:
            notes = data.get("notes", [])
            names = [each.get("by", "") for each in notes if int(each["entry"]) == place.entry]
            refuse_several(names, place, by)
            whose = by or ("" if "" in names else next(iter(names), ""))
            kept = [each for each in notes if int(each["entry"]) != place.entry or each.get("by", "") != whose]
            removed, data["notes"] = len(notes) - len(kept), kept
        if not removed:
            raise Missing(say("There is no such note on {game}.", game=id))
        drop_empty(data)

    change_notes(table, game, change)
    return removed


def by_of(request: NoteRequest) -> Data:
    """Whose note it is, where somebody says so."""
    return {"by": request.by} if request.by else {}


def refuse_others(line: Data, place: NotePlace, by: str) -> None:
    """Who names themselves changes no line of somebody else. Raises Refused."""
    if by and line.get("by", "") not in ("", by):
        raise Refused(say("{place} is by {name}, not by {by}.", place=place, name=line["by"], by=by))


def refuse_several(names: list[str], place: NotePlace, by: str) -> None:
    """Of several authors one must be named; without a name the note is meant that nobody signed. Raises Refused."""
    if not by and "" not in names and len(set(names)) > 1:
        hint = say("Name one of them: --by {name}", name=names[0])
        raise Refused(say("Several people wrote notes on entry {entry}.", entry=place.entry), hint)


def drop_empty(data: Data) -> None:
    """Remove lists that have become empty, and notes that say nothing."""
    for each in data.get("notes", ()):
        drop_empty_lines(each)
    data["notes"] = [each for each in data.get("notes", ()) if each.keys() - {"entry", "by"}]
    if not data["notes"]:
        del data["notes"]


def drop_empty_lines(note: Data) -> None:
    for line in note.get("lines", ()):
        for move in line["moves"]:
            drop_empty_lines(move.get("note", {}))
            if not move.get("note", {}).keys() - {"by"}:
                move.pop("note", None)
    if not note.get("lines", True):
        del note["lines"]


def line_at(data: Data, place: NotePlace) -> Data:
    lines, at = lines_with(data, place)
    found: Data = lines[at]
    return found


def lines_with(data: Data, place: NotePlace) -> tuple[list[Data], int]:
    """The list in which a line is, and its place there. Raises Missing."""
    last = place.steps[-1]
    if len(place.steps) > 1:
        owners = [move_at(data, place._replace(steps=place.steps[:-1])).get("note", {})]
    else:
        owners = [each for each in data.get("notes", ()) if int(each["entry"]) == place.entry]
    for note in owners:
        lines = note.get("lines", [])
        if last <= len(lines):
            return lines, last - 1
        last -= len(lines)
    raise Missing(say("There is no line {place} in the notes.", place=place))


def move_at(data: Data, place: NotePlace) -> Data:
    """Raises Missing."""
    moves = line_at(data, place._replace(steps=place.steps[:-1]))["moves"]
    if place.steps[-1] > len(moves):
        raise Missing(say("There is no move {place} in the notes.", place=place))
    found: Data = moves[place.steps[-1] - 1]
    return found


def change_notes(table: Table, game: Game, change: Callable[[Data, NotesFile | None], None]) -> None:
    """Do something to the data of the notes, and write the file if it differs. Raises Unwritable, Refused."""
    with log.game_lock(folder_of(table, game.id), table.settings.wait):
        change_under_lock(game, change)


def change_under_lock(game: Game, change: Callable[[Data, NotesFile | None], None]) -> None:
    """As `change_notes`; the caller holds the lock of the game."""
    found, text = notes_of_game(game), notes_text_of(game)
    if found is not None and found.source.data.get("format") == FORMAT and FIRST_FORMAT in text:
        text = in_second_format(found.source)
    before = found.source.data if found else {"format": FORMAT, "game": game.id}
    data = deepcopy(before)
    change(data, found)
    if data != before:
        write_notes(game, with_data(text, data))


def with_data(text: str, data: Data) -> str:
    if not text:
        return yaml_text(with_numbers(data))
    try:
        return edited_text(text, with_numbers(data))
    except ValueError as error:
        hint = say("Change it in an editor: referee note {game} --edit", game=data["game"])
        raise Refused(
            say("The layout of this file of notes is too unusual to be changed by a command."), hint
        ) from error


def in_second_format(source: Source) -> str:
    """Notes of the first format as a text of the second, with its comments; the first line names the newer schema."""
    text = with_comments(yaml_text(with_numbers(source.data)), source)
    return text.replace("notes-1.schema.json", "notes.schema.json", 1)


def with_numbers(data: Data) -> Data:
    """The data of notes with the numbers of their entries as numbers: a file has them as texts."""
    notes = [each | {"entry": int(each["entry"])} for each in data.get("notes", ())]
    return data | ({"notes": notes} if notes else {})


def notes_text_of(game: Game) -> str:
    """The text of the file of notes; "" if there is none."""
    path = os.path.join(game.folder, NAME)
    return "" if is_missing(path) else read_document(path).decode("utf-8").removeprefix("\ufeff")


def write_notes(game: Game, text: str) -> None:
    """Replace the file of notes in one step, once it is certain that it can be read back. Raises Unwritable."""
    path = os.path.join(game.folder, NAME)
    notes_in(game, reading.read_source(text.encode(), path, FILE))
    try:
        store_of(path).put(path, text.encode())
    except OSError as error:
        raise Unwritable(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error))) from error


def notes_in_file(path: str) -> tuple[NotesFile, str]:
    """The notes of a file, and its text as YAML of the second format. Raises Missing, and what a wrong file raises."""
    try:
        raw = first_bytes(path, FILE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Missing(say("{file} can't be read: {why}.", file=path, why=why)) from error
    found = notes_in_text(raw, path)
    is_ours = path.lower().endswith((".yaml", ".yml")) and FIRST_FORMAT not in found.source.text
    return found, found.source.text if is_ours else yaml_text(written_notes(found.notes))


def import_notes(table: Table, id: str, found: NotesFile, text: str) -> None:
    """Put notes in place of those that there are. `text`: theirs as YAML. Raises what a refused line raises."""
    game = open_game(table, id)
    refuse_bad_lines(game, notes_in(game, found.source))
    with log.game_lock(folder_of(table, id), table.settings.wait):
        write_notes(game, text)


def with_spaces(game: Game, request: NoteRequest) -> NoteRequest:
    """Marks and arrows with the labels of spaces, whatever they are called. Raises Refused, Usage."""
    marks = request.marks and tuple([space_label(game, each) for each in request.marks])
    return request._replace(
        marks=marks, arrows=request.arrows and tuple([arrow_label(game, each) for each in request.arrows])
    )


def arrow_label(game: Game, written: str) -> str:
    """An arrow with the labels of its two spaces. Raises Refused, Usage."""
    start, _, end = written.partition("-")
    ends = [space_label(game, each) for each in (start, end) if each]
    if len(set(ends)) < 2:
        raise Usage(say("Write an arrow from a place to a place, such as G18-H16."))
    return "-".join(ends)


def space_label(game: Game, written: str) -> str:
    """The label of a space that is named by it or by a place name. Raises Refused."""
    board = game.book.show().view(game.header, game.line, "").board
    if board is None:
        return written
    named = {space.name.casefold(): str(space.label) for space in board.spaces if space.name}
    named |= {str(space.label).casefold(): str(space.label) for space in board.spaces}
    if written.casefold() not in named:
        near = nearest_hint(written.casefold(), named)
        raise Refused(say("There is no space {space} on this board.", space=written), near)
    return named[written.casefold()]


class NotesDraft(NamedTuple):
    """The file that is edited, and the notes as they were when it was opened."""

    path: str
    before: str

    def text(self) -> str:
        """What the file says, without remarks."""
        lines = disk.read_plain_file(self.path).decode("utf-8").splitlines()
        return "".join(f"{line}\n" for line in lines if not line.lstrip().startswith(REMARK.rstrip()))


def open_notes(table: Table, game: Game) -> NotesDraft:
    """The notes with the story, in a file of their own; those that could not be read as they are."""
    before = notes_text_of(game)
    text = before or reading.dump({"format": FORMAT, "game": game.id})
    if FIRST_FORMAT in before and (found := notes_of_game(game)):
        text = in_second_format(found.source)
    folder = os.path.join(table.settings.own_pages, game.id)
    report_files.make_folder(folder, 0o700)
    draft = NotesDraft(os.path.join(folder, "notes-draft.yaml"), before)
    write_draft(draft, with_story(game, text))
    return draft


def write_draft(draft: NotesDraft, text: str) -> None:
    report_files.write_output_file(draft.path, text.encode(), report_files.OWN)


def keep_notes(table: Table, game: Game, draft: NotesDraft) -> int:
    """Put the edited notes in place; how many there are. Raises what a wrong line raises, Unwritable."""
    text = draft.text()
    found = notes_in(game, reading.read_source(text.encode(), draft.path, FILE))
    refuse_bad_lines(game, found)
    with log.game_lock(folder_of(table, game.id), table.settings.wait):
        write_notes(game, text)
    disk.forget_file(draft.path)
    return len(found.notes.notes)


def remark(draft: NotesDraft, error: Flawed | BadInput | Exception) -> None:
    """Write into the file what is wrong with it."""
    write_draft(draft, "\n".join(noted_lines(draft.text().rstrip("\n").split("\n"), error)) + "\n")
