"""The other shells accept their scripts, and fish completes with its own."""

import os
import subprocess
import sys
from pathlib import Path

import cli_runs
import pytest

PROGRAM = "from referee.cli import main; main()"


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A folder with a game, and `referee` on the path."""
    monkeypatch.chdir(tmp_path)
    cli_runs.begin()
    program = tmp_path / "bin" / "referee"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = os.pathsep.join([str(program.parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(tmp_path)}


def output(environment: dict[str, str], *command: str) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_fish_completes_games_and_seats(environment: dict[str, str]) -> None:
    script = "_REFEREE_COMPLETE=source_fish referee | source"
    asked = 'complete -C "referee show c"; complete -C "referee time extend cup y"'
    assert output(environment, "fish", "--no-config", "-c", f"{script}; {asked}").split() == ["cup", "yellow"]


def test_zsh_can_read_its_script(environment: dict[str, str], tmp_path: Path) -> None:
    script = tmp_path / "_referee"
    printed = output({**environment, "_REFEREE_COMPLETE": "source_zsh"}, "referee")
    script.write_text(printed, encoding="utf-8")
    output(environment, "zsh", "-n", str(script))
    asked = {**environment, "_REFEREE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "referee show c"}
    assert '"cup"' in output(asked, "referee")
