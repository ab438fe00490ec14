"""Records are never changed in place: those of a replay are not frozen, since that takes a replay 2 µs a record."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "referee"
SOURCES = [each for each in PACKAGE.rglob("*.py") if "@dataclass" in each.read_text("utf-8")]
FOUND_LATER = {"self.text"}
"""What follows from the fields of a record and is computed when it is first asked for."""


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(PACKAGE)))
def test_no_record_is_changed_in_place(source: Path) -> None:
    for function in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name not in ("__init__", "__post_init__"):
            stores = [each for each in ast.walk(function) if isinstance(each, ast.Attribute)]
            changed = {ast.unparse(each) for each in stores if isinstance(each.ctx, ast.Store)}
            assert changed <= FOUND_LATER


def test_there_are_such_records() -> None:
    assert len(SOURCES) > 5
