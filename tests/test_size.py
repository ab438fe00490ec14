"""Functions and files stay small enough to be read at a glance, caches have a reason, and modules form no circle."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ROOT / "referee"
sys.path.insert(0, str(ROOT / "tools"))

import figures  # noqa: E402
from sources import source_files  # noqa: E402

LONGEST = 40
LONGEST_FILE = 400
ALONE = "tools/verify.py"
"""One file on purpose, since people copy it: how long it may be is tested with what it does."""
FOLDERS = ("bench", "docs", "examples", "referee", "tests", "tools")


def lengths(file: Path) -> Iterator[tuple[str, int]]:
    """The functions of a file and how many lines each has."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("file", sorted(CODE.rglob("*.py")), ids=lambda file: str(file.relative_to(CODE)))
def test_no_function_is_too_long(file: Path) -> None:
    assert {name: lines for name, lines in lengths(file) if lines > LONGEST} == {}


def files() -> list[Path]:
    """All Python files of the project in these folders."""
    return [file for file in source_files(".py") if file.relative_to(ROOT).parts[0] in FOLDERS]


def test_no_file_is_too_long() -> None:
    lines = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in files()}
    assert {file: number for file, number in lines.items() if number > LONGEST_FILE and file != ALONE} == {}
    assert {file.partition("/")[0] for file in lines} == set(FOLDERS)


REASON = re.compile(r"#.*`(?:bench|referee) \w+`.*[0-9]")
"""The comment about a cache: the benchmark, and the cost without it."""


def caches_without_reason(text: str) -> list[str]:
    """The functions that remember their answers, and do not say next to it what that is worth."""
    lines = text.split("\n")
    decorated = [(each, node) for node in figures.functions(ast.parse(text)) for each in node.decorator_list]
    return [
        node.name for each, node in decorated if figures.is_cache(each) and not REASON.search(lines[each.lineno - 1])
    ]


def test_a_cache_says_what_it_is_worth() -> None:
    files = sorted(CODE.rglob("*.py"))
    found = {str(file.relative_to(CODE)): caches_without_reason(file.read_text(encoding="utf-8")) for file in files}
    assert {file: names for file, names in found.items() if names} == {}


def test_a_cache_without_a_figure_is_noticed() -> None:
    text = "@cache\ndef a(): ...\n\n@lru_cache(8)  # quicker\ndef b(): ...\n\n"
    text += "@cache  # `bench archive` takes 9 % longer without it\ndef c(): ...\n"
    assert caches_without_reason(text) == ["a", "b"]


def test_no_modules_import_each_other() -> None:
    assert figures.cycles(figures.imports(figures.modules(CODE))) == []


def test_a_circle_of_imports_is_noticed() -> None:
    modules = {
        "box.a": "from box import b",
        "box.b": "def late():\n    from box.c import thing",
        "box.c": "import box.a",
        "box.d": "from box import a",
    }
    graph = figures.imports({name: ast.parse(text) for name, text in modules.items()})
    assert figures.cycles(graph) == [["box.a", "box.b", "box.c"]]
