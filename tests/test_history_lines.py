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


def test_a_pass_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    assert run("submit", "-", stdin=b"game: cup\nafter: 1\nseat: yellow\n").code == 0
    assert run("log", "cup").out.splitlines()[2].endswith("move   yellow  a pass")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [("log",), ("players",)])
def test_a_list_for_the_moderator_is_english(
    language: str, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    assert run("absent", "cup", "red", "2026-12-24", "2026-12-28").code == 0
    assert run("--language", language, *command, "cup").out == run(*command, "cup").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_without_a_translation_is_english_in_all_its_parts(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    play(1)
    ran = run("--language", language, "undo", "cup", "--to", "1")
    assert "Recorded as entry 3 of cup." in ran.out + ran.err
