"""The notes on a game as a list for who writes them, and the story beside them in an editor."""

from collections.abc import Iterator, Sequence

from referee.app.game_access import TROUBLES, Game
from referee.app.look.game_views import turn_lines
from referee.app.look.replays import refusal_line
from referee.app.notes.judge_lines import JudgedLine, gone_words, judged_lines
from referee.app.notes.note_places import NotePlace, place_words
from referee.app.notes.read_notes import NotesFile, notes_of_game
from referee.app.play.move_drafts import REMARK
from referee.app.play.refusal import action_lines
from referee.show.notes import Note, names, text_in
from referee.store import disk
from referee.store.documents import is_kind
from referee.words import Phrase, language, say, word_list


def notes_that_stay(game: Game, entries: Sequence[int]) -> tuple[Phrase, ...]:
    """That notes on entries that no longer count as they were stay with them; nothing if there are none."""
    try:
        found = notes_of_game(game)
    except (*TROUBLES, disk.Unreadable):
        return ()
    noted = sorted({each.entry for each in found.notes.notes if each.entry in entries}) if found else []
    if not noted:
        return ()
    return (say("The notes on these entries stay with them: {entries}.", entries=word_list([*map(str, noted)])),)


def list_lines(game: Game, found: NotesFile, entry: int = 0, by: str = "") -> Iterator[str]:
    """Each note with its place, and below it its lines with the numbers by which commands name them.

    entry  only those on this entry; 0: all
    by     only what this person wrote; "": all
    """
    authors = found.notes.authors
    numbers = dict[int, int]()
    for note, lines in zip(found.notes.notes, judged_lines(game, found), strict=True):
        if entry not in (0, note.entry):
            continue
        first = numbers.get(note.entry, 0)
        numbers[note.entry] = first + len(lines)
        if by and by not in writers_of(note, authors):
            continue
        gone = gone_words(game, note.entry)
        place = NotePlace(note.entry)
        is_whole = not by or by in writers_of(note._replace(lines=()), authors)
        yield f"{place_words(game, place)}: {note_text(note) if is_whole else ''}".rstrip(": ")
        if gone:
            yield f"  {gone}"
        for number, each in enumerate(lines, first):
            if not by or by in writers_of(Note(by=each.line.by or note.by, lines=(each.line,)), authors):
                yield from line_lines(game, place, [each], number)


def writers_of(note: Note, authors: Sequence[str]) -> set[str]:
    """Who wrote a note and what is in its lines; what nobody signed is by the authors of all notes."""
    return {*filter(None, names(note)), *(() if note.by else authors)}


def note_text(note: Note) -> str:
    """A note in one line."""
    marks = [*note.marks, *["-".join(each) for each in note.arrows]]
    said = " ".join(text_in(note.text, language()).split())
    parts = [f"[{text_in(note.chapter, language())}]" if note.chapter else "", note.sign, said]
    parts += [f"({', '.join(marks)})" if marks else "", f"– {note.by}" if note.by and any(parts) else ""]
    return " ".join(filter(None, parts))


def line_lines(game: Game, place: NotePlace, lines: Sequence[JudgedLine], first: int = 0) -> Iterator[str]:
    indent = "  " * (len(place.steps) + 1)
    for number, each in enumerate(lines, first + 1):
        line = place._replace(steps=(*place.steps, number))
        yield f"{indent}{line}: {note_text(Note(text=each.line.text, by=each.line.by))}".rstrip(": ")
        for at, move in enumerate(each.line.moves, 1):
            of_move = line._replace(steps=(*line.steps, at))
            yield f"{indent}  {of_move}: {played_text(game, each, at)}  {note_text(move.note)}".rstrip()
            if len(each.lines) >= at:
                yield from line_lines(game, of_move, each.lines[at - 1])


def played_text(game: Game, judged: JudgedLine, at: int) -> str:
    """A move of a line in notation, or that it is refused."""
    if at > len(judged.moves):
        seat = judged.line.moves[at - 1].move.get("seat", "")
        why = refusal_line(at, judged.refused)
        return str(
            say("{seat}: refused. {why}", seat=seat, why=why) if at == len(judged.moves) + 1 else say("not judged")
        )
    entries = [moment.entry for moment in judged.moves[at - 1] if is_kind(moment.entry, "move")]
    does = ", ".join([line for each in entries for line in action_lines(game.book.id, each)])
    return f"{entries[0]['seat']}: {does or say('pass')}"


def story_lines(game: Game) -> list[tuple[int, str]]:
    """The story of the game: the number of an entry, and what happened."""
    return [(int(str(each.says.facts["number"])), str(each.says)) for each in turn_lines(game)]


def with_story(game: Game, text: str) -> str:
    """The text of notes with the story as remarks: all that was played up to the entry of a note is above it."""
    told = story_lines(game)
    head = [f"{REMARK}{each}" for each in HELP]
    lines = list[str]()
    for line in text.rstrip("\n").split("\n"):
        entry = entry_of(line)
        while entry and told and told[0][0] <= entry:
            lines.append(REMARK + told.pop(0)[1])
        lines.append(line)
    return "\n".join([*head, *lines, *[REMARK + each for _, each in told]]) + "\n"


HELP = (
    say("Lines that begin with #! are the story of the game. They go when you save."),
    say("A note begins with `- entry: 14`. It has `sign`, `text`, `by`, `chapter`, `marks`, `arrows` and `lines`."),
)
"""What stands above notes in an editor."""


def entry_of(line: str) -> int:
    """The entry of the note that begins in a line of the file."""
    words = line.strip().removeprefix("- ").partition("entry:")
    number = words[2].strip().strip("'\"")
    return int(number) if not words[0] and words[1] and number.isdecimal() else 0
