"""Notes in an editor: a file with the story as remarks, until they are right."""

import os
from typing import NamedTuple

from referee import reading
from referee.app.errors import Flawed
from referee.app.game_access import Game, Table, folder_of
from referee.app.look import report_files
from referee.app.notes.edit_notes import (
    in_second_format,
    notes_text_of,
    refuse_bad_lines,
    write_notes,
)
from referee.app.notes.list_notes import with_story
from referee.app.notes.read_notes import FILE, FIRST_FORMAT, FORMAT, notes_in, notes_of_game
from referee.app.play.move_drafts import REMARK, noted_lines
from referee.reading import BadInput
from referee.store import disk, log


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
