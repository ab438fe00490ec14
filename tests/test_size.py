"""Functions stay small enough to be read at a glance."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CODE = Path(__file__).parent.parent / "referee"
LONGEST = 40


def lengths(file: Path) -> Iterator[tuple[str, int]]:
    """The functions of a file and how many lines each has."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("file", sorted(CODE.rglob("*.py")), ids=lambda file: str(file.relative_to(CODE)))
def test_no_function_is_too_long(file: Path) -> None:
    assert {name: lines for name, lines in lengths(file) if lines > LONGEST} == {}
