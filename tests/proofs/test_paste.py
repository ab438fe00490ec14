"""The first game of the README, pasted block by block into a shell: real processes, real chance, the real time."""

import os
from pathlib import Path

import pytest
from doc_pages import ROOT, Shell, fits, steps

PAGE = ROOT / "README.md"
TIMES = 5


@pytest.mark.parametrize("number", range(TIMES))
def test_each_answer_is_as_the_page_shows(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith("REFEREE")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REFEREE_CONFIG", "")  # whatever settings this machine has
    monkeypatch.setenv("COLUMNS", "80")
    shell = Shell(tmp_path, PAGE)
    asked = list(steps(PAGE.read_text(encoding="utf-8")))
    assert len(asked) >= 6
    for step in asked:
        answer = shell.outside("\n".join(step.commands))
        assert fits(step.shown, answer), f"{PAGE.name}, line {step.start}:\n{answer}"
