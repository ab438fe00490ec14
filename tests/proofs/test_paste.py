"""The first games of README and tutorial, pasted block by block: real processes, real chance, real time."""

import os
from pathlib import Path

import pytest
from doc_pages import ROOT, Shell, fits, steps

PAGES = (ROOT / "README.md", ROOT / "docs" / "tutorial.md")
TIMES = 3


@pytest.mark.parametrize("number", range(TIMES))
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_answer_is_as_the_page_shows(
    page: Path, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in os.environ if each.startswith("REFEREE")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REFEREE_CONFIG", "")  # whatever settings this machine has
    monkeypatch.setenv("COLUMNS", "80")
    shell = Shell(tmp_path, page, apart=True)
    monkeypatch.chdir(shell.folder)
    asked = list(steps(page.read_text(encoding="utf-8")))
    assert len(asked) >= 4
    for step in asked:
        answer = shell.answer(step)
        assert fits(step.shown, answer), f"{page.name}, line {step.start}:\n{answer}"
