"""What everyday commands do not import: heavy libraries, and what only other commands need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import begin, suggestion

HEAVY = {"yaml", "jsonschema", "logging", "asyncio", "tempfile", "string", "hashlib", "_hashlib", "importlib.metadata"}
HEAVY |= {
    "typer",
    "rich",
    "click",
    "filelock",
    "platformdirs",
    "pathlib",
    "subprocess",
    "inspect",
    "zoneinfo",
    "socket",
}
HEAVY |= {"dataclasses", "datetime", "difflib", "random", "email", "icalendar", "bs4", "PIL", "babel", "urllib.parse"}
"""Libraries of others, and the slow ones of Python."""
OTHERS: tuple[str, ...] = (
    "referee.mail.transport",
    "referee.mail.write",
    "referee.app.mail",
    "referee.app.ahead",
    "referee.app.consent",
)
OTHERS += ("referee.app.repair", "referee.app.archive", "referee.app.look.library", "referee.reading.yaml_reader")
OTHERS += ("referee.reading.faults", "referee.reading.slips", "referee.reading.draft_repairs", "referee.cli.program")
"""Parts of the program that other commands need, and mistakes."""
BY_PAGES = {"string"}
"""What a page needs: MarkupSafe brings it. Templates are compiled, so that there is no Jinja."""
PROGRAM = (
    "import sys; from referee.cli import code; ended = code(sys.argv[1:]); "
    "print(*sys.modules, file=sys.stderr); sys.exit(ended)"
)


@pytest.fixture
def move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game, and a legal move for it in a file."""
    monkeypatch.chdir(tmp_path)
    begin()
    Path("move.yaml").write_bytes(suggestion())
    return "move.yaml"


def modules_after(*words: str, given: str = "") -> set[str]:
    """The modules that a command has imported, when it has ended well; `given`: its standard input."""
    command = [sys.executable, "-c", PROGRAM, *words]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, env=own_environment())
    assert ran.returncode == 0, ran.stderr
    return set(ran.stderr.strip().split("\n")[-1].split())


def own_environment() -> dict[str, str]:
    """The variables without those that make a command do more."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("COV", "REFEREE"))}


def unwanted(modules: set[str]) -> set[str]:
    return {each for each in modules if each in HEAVY or each.startswith(OTHERS)}


@pytest.mark.parametrize("words", [("check",), ("check", "--json")])
def test_check_imports_nothing_heavy(move: str, words: tuple[str, ...]) -> None:
    found = modules_after(*words, move)
    assert unwanted(found) == set()
    assert not {
        each for each in found if each.startswith(("jinja2", "referee.report", "referee.titles.magna_grecia.show"))
    }


def test_show_imports_nothing_heavy(move: str) -> None:
    found = modules_after("show", "cup")
    assert unwanted(found) == set()
    assert not {each for each in found if each.startswith(("jinja2", "referee.report.html"))}


def test_submit_imports_nothing_heavy_but_for_its_pages(move: str) -> None:
    found = modules_after("submit", move)
    assert unwanted(found) - BY_PAGES == set()
    assert not {each for each in found if each.startswith(("yaml", "typer", "filelock", "jinja2"))}


def test_a_mail_from_a_pipe_needs_no_typer(move: str) -> None:
    found = modules_after("receive", "-", given="From: a@example.org\n\nhello\n")
    assert found & {"typer", "click", "rich", "referee.cli.program", "jinja2"} == set()


@pytest.mark.parametrize("words", [(), ("status",), ("remind", "--dry-run"), ("log", "cup"), ("verify",), ("help",)])
def test_commands_need_no_typer(move: str, words: tuple[str, ...]) -> None:
    found = modules_after(*words)
    assert found & {"typer", "click", "rich", "inspect", "referee.cli.program"} == set()


def test_help_imports_no_library() -> None:
    found = modules_after("--help")
    assert unwanted(found) == set()
    assert not {each for each in found if each.startswith(("json", "referee.app.play", "referee.store"))}
    assert {each for each in found if each.startswith("referee.reading")} == {
        "referee.reading", "referee.reading.caret",
    }  # fmt: skip
