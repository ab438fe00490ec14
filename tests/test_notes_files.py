"""What is written as notes, in whichever of three forms, is read back as the same records."""

import random

import note_trees
import pytest

from referee.app.notes.read_notes import notes_in_text, notes_text
from referee.reading import BadInput
from referee.show.notes import Note, Notes

NAMES = ("notes.yaml", "notes.json", "notes.md")
TREES = 100


@pytest.mark.parametrize("name", NAMES)
def test_random_notes_come_back_as_they_were(name: str) -> None:
    for seed in range(TREES):
        notes = note_trees.notes(random.Random(seed))
        assert notes_in_text(notes_text(notes, name).encode(), name).notes == notes, seed


def test_the_trees_are_four_levels_deep() -> None:
    def depth(note: Note) -> int:
        return max([0, *[1 + depth(move.note) for line in note.lines for move in line.moves]])

    trees = [note_trees.notes(random.Random(seed)) for seed in range(TREES)]
    assert {depth(note) for tree in trees for note in tree.notes} == {0, 1, 2, 3, 4}


PAGE = """\
---
format: referee-notes/2
game: cup
---
# Three oracles

A quiet game.

## The north
### Entry 4 ?!
*By* Anna
*Marks* H16, K8

Slow.

- Instead:
  *By* Bruno
  The road at once.

  ```yaml
  seat: yellow
  actions:
    - city: D5
  ```
  *Sign* !
  Better.
"""


def test_a_page_by_hand_is_read() -> None:
    found = notes_in_text(PAGE.encode(), "cup.md")
    (note,) = found.notes.notes
    (line,) = note.lines
    assert (note.entry, note.sign, note.by, note.marks, note.text) == (4, "?!", "Anna", ("H16", "K8"), (("", "Slow."),))
    assert (note.chapter, line.by, line.text) == ((("", "The north"),), "Bruno", (("", "The road at once."),))
    assert line.moves == (({"seat": "yellow", "actions": [{"city": "D5"}]}, Note(sign="!", text=(("", "Better."),))),)
    assert found.source.marks["notes", 0, "lines", 0, "moves", 0, "actions", 0, "city"] == (23, 13)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("format: referee-notes/2\n", "", 2, "format"),
        ("### Entry 4 ?!", "### Move 4", 10, "This line belongs to no note."),
        ("### Entry 4 ?!", "### Entry 4 ???", 10, "This line belongs to no note."),
        ("*Marks* H16, K8", "*Marcs* H16", 12, "There is no *Marcs* here."),
        ("*Marks* H16, K8", "*Marks* H-16", 12, "H-16"),
        ("  ```\n", "", 21, "This block has no end."),
        ("seat: yellow", "seat: [", 23, "can't begin"),
        ("seat: yellow", "seta: yellow", 21, "seat"),
        ("Slow.\n", "Slow.\n\n- Perhaps:\n", 16, "This line belongs to no note."),
    ],
)
def test_what_is_wrong_in_a_page_is_named_with_its_line(old: str, new: str, line: int, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        notes_in_text(PAGE.replace(old, new).encode(), "cup.md")
    assert says in str(refused.value)
    assert refused.value.problems[0].line == line, str(refused.value)


def test_no_break_spaces_stay_in_every_form() -> None:
    notes = Notes("cup", summary=(("fr", "Quelle partie\u00a0!"),))
    for name in NAMES:
        assert notes_in_text(notes_text(notes, name).encode(), name).notes == notes
