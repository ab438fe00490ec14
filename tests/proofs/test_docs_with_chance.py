"""The commands of the documentation with real chance: they work in other games than the one that each page shows."""

import re
from pathlib import Path

import pytest
from doc_pages import ENVIRONMENT, PAGES, ROOT, Shell, steps

TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
PLAYED = [
    page for page in PAGES if any("--practice" in command for step in steps(TEXTS[page]) for command in step.commands)
]
UNLUCKY = {65, 66}
"""The exit codes of a written move, of more time for a seat, and of what follows, in a game with other cards."""


@pytest.mark.parametrize("page", PLAYED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_work_with_real_chance_too(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No fault, no wrong command line; each command ends as in the practice game, unless a written move was refused."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    codes: dict[bool, list[int]] = {True: [], False: []}
    for practice, found in codes.items():
        (tmp_path / str(practice)).mkdir()
        shell = Shell(tmp_path / str(practice), page, practice=practice)
        monkeypatch.chdir(shell.folder)
        for step in steps(TEXTS[page]):
            for command in step.commands:
                shell.code = 0
                shell.run(command)
                found.append(shell.code)
    depends = re.search(r"^seat: |^\s+- seat: |^referee (?:time )?extend ", TEXTS[page], re.MULTILINE)
    allowed = UNLUCKY if depends else set()
    assert [pair for pair in zip(codes[True], codes[False], strict=True) if pair[1] not in {pair[0], *allowed}] == []
