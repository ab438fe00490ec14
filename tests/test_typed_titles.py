"""A title whose functions take or return the wrong thing is a type error."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
HEX = ROOT / "examples" / "plugin-hex" / "referee_hex"


class Wrong(NamedTuple):
    """A piece of a file of the example, its replacement, and a word of the error that mypy must find."""

    file: str
    right: str
    wrong: str
    named: str


PLAY, ACTION = "__init__.py", "        candidates=rules.candidates,\n"
WRONG = {
    "rest": Wrong(PLAY, ACTION, f"{ACTION}        rest=lambda position, move, done, after: done,\n", "rest"),
    "outcome": Wrong(PLAY, ACTION, f"{ACTION}        outcome=lambda position: position.winner,\n", "outcome"),
    "to_move": Wrong(PLAY, "position.mover or None", "position.size", "to_move"),
    "happens": Wrong(PLAY, "[table.StonePut(step.seat, *step.parts[0])]", "[step.seat]", "Began | StonePut | Won"),
    "part_over": Wrong(
        PLAY, ACTION, f"{ACTION}        is_part_over=lambda position: position.mover,\n", "is_part_over"
    ),
    "left": Wrong(PLAY, "Prove(table.lay", "Prove(table.lay, lambda position, pile: position.size", "list[str]"),
    "lay": Wrong(PLAY, "Prove(table.lay", "Prove(table.evolve", "Mapping[str, Any], str], Position]"),
    "menu": Wrong(PLAY, "Compose(outlook=", "Compose(menu=lambda header, moments: moments, outlook=", "Menu | None"),
    "outlook": Wrong(PLAY, "outlook=rules.outlook", "outlook=rules.empty", "outlook"),
    "view": Wrong("view.py", ") -> View:", ") -> Board:", "MakeView"),
    "evolve": Wrong("table.py", "event: Event) -> Position:", "event: str) -> Position:", "evolve"),
    "steps": Wrong("rules.py", "def steps(position: Position, move", "def steps(position: str, move", "steps"),
    "public": Wrong("table.py", "def public(position: Position)", "def public(position: Event)", "editions"),
    "begin": Wrong(PLAY, "begin=lambda header: ", "begin=lambda header: EDITIONS or ", "begin"),
    "field": Wrong("view.py", "position.mover, says", "position.moves, says", "moves"),
}
"""The mistake → how it is planted in a copy of the example."""


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Copy of the example → what `mypy --strict` says of it; `right` is the copy without a fault."""
    folder = tmp_path_factory.mktemp("titles")
    for name in ("right", *WRONG):
        (folder / f"hex_{name}").mkdir()
        for path in HEX.glob("*.py"):
            text = path.read_text(encoding="utf-8").replace("referee_hex", f"hex_{name}")
            if name in WRONG and path.name == WRONG[name].file:
                assert WRONG[name].right in text, name
                text = text.replace(WRONG[name].right, WRONG[name].wrong, 1)
            (folder / f"hex_{name}" / path.name).write_text(text, encoding="utf-8")
    (folder / "mypy.ini").write_text("[mypy]\nstrict = true\n", encoding="utf-8")
    packages = [word for name in ("right", *WRONG) for word in ("-p", f"hex_{name}")]
    command = [sys.executable, "-m", "mypy", "--hide-error-context", "--config-file", "mypy.ini", *packages]
    cache = ["--cache-dir", str(ROOT / ".mypy_cache")]
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    ran = subprocess.run([*command, *cache], cwd=folder, capture_output=True, text=True, env=environment)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    found: dict[str, list[str]] = {"right": [], **{name: [] for name in WRONG}}
    for line in ran.stdout.splitlines():
        if at := re.match(r"hex_(\w+)/\S+ error: (.*)", line):
            found[at[1]].append(at[2])
    return found


def test_the_example_has_no_type_error(errors: dict[str, list[str]]) -> None:
    assert errors["right"] == []


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_title_is_a_type_error(name: str, errors: dict[str, list[str]]) -> None:
    assert any(WRONG[name].named in error for error in errors[name]), errors[name]


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "referee" / "py.typed").is_file()
