"""The list of a log: what each row says besides its number, time, head and seat."""

import re
from pathlib import Path

import pytest
from cli_runs import begin, play, run

from referee.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_says_the_number_of_its_entry_once(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    play(4)
    assert run("absent", "cup", "red", "2026-12-24", "2026-12-28").code == 0
    assert run("undo", "cup", "--to", "4", "--reseal", "--why", "A slip: entry 6: no").code == 0
    lines = run("--language", language, "log", "cup").out.splitlines()
    assert not [line for line in lines if re.search(rf"(Entry|Eintrag|Entrée|Voce) {line.split()[0]}\b", line)], lines
    assert "absent red     Bruno (" in lines[6]
