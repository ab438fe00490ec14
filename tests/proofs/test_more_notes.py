"""Ten thousand random trees of notes, four levels deep, come back from every form as they were."""

import random

import note_trees
import pytest
from test_notes_files import NAMES

from referee.app.notes.read_notes import notes_in_text, notes_text


@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_trees_come_back(name: str) -> None:
    for seed in range(10_000):
        notes = note_trees.notes(random.Random(seed))
        assert notes_in_text(notes_text(notes, name).encode(), name).notes == notes, seed
