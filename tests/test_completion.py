"""Shells complete commands, options, games, seats and titles."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cli_runs
import pytest

PROGRAM = "from referee.cli import main; main()"
SHELLS = ("bash", "zsh", "fish")


@pytest.fixture(autouse=True)
def in_a_folder_with_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cli_runs.begin()


def offers(*words: str) -> list[str]:
    """What bash is offered for the last of the words."""
    line = {"COMP_WORDS": " ".join(["referee", *words]), "COMP_CWORD": str(len(words))}
    environment = {**os.environ, **line, "_REFEREE_COMPLETE": "complete_bash", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["sub"], ["submit"]),
        (["show", ""], ["cup"]),
        (["show", "x"], []),
        (["extend", "cup", ""], ["yellow", "red"]),
        (["show", "cup", "--seat", "r"], ["red"]),
        (["extend", "nowhere", ""], []),
        (["rules", "m"], ["magna-grecia"]),
        (["new", "att"], ["attika"]),
        (["verify", "c"], ["cup"]),
        (["--games", "elsewhere", "show", ""], []),
        (["show", "--pal"], ["--palette"]),
    ],
)
def test_the_next_word_is_offered(words: list[str], offered: list[str]) -> None:
    assert offers(*words) == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell_asks_the_program(shell: str) -> None:
    environment = {**os.environ, "_REFEREE_COMPLETE": f"source_{shell}", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert "_REFEREE_COMPLETE" in done.stdout


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash, "every machine that runs make has bash"
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "referee"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = "\n".join(
        [
            "source <(_REFEREE_COMPLETE=source_bash referee)",
            "COMP_WORDS=(referee show c); COMP_CWORD=2",
            "_referee_completion referee",
            'echo "${COMPREPLY[@]}"',
        ]
    )
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([bash, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "cup\n"
