"""Caches have a reason, and modules form no circle."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CODE = ROOT / "referee"
sys.path.insert(0, str(ROOT / "tools"))

import figures  # noqa: E402

REASON = re.compile(r"#.*[0-9] (?:%|ms|times)")
"""The comment about a cache: the cost without it."""


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
    text += "@cache  # an archive takes 9 % longer without it\ndef c(): ...\n"
    assert caches_without_reason(text) == ["a", "b"]


def test_no_modules_import_each_other() -> None:
    assert figures.cycles(figures.imports(figures.modules(CODE))) == []


def test_a_circle_of_imports_is_noticed() -> None:
    modules = {
        "box.a": "from box import b",
        "box.b": "def late():\n    from box.c import thing",
        "box.c": "import box.a",
        "box.d": "from box import a",
        "box.e": "PAGES = {'one': 'box.f:NAME'}",
        "box.f": "import box.e",
    }
    graph = figures.imports({name: ast.parse(text) for name, text in modules.items()})
    assert figures.cycles(graph) == [["box.a", "box.b", "box.c"], ["box.e", "box.f"]]
