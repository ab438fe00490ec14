"""Each figure of `tools/figures.py` is counted right in a folder in which everything it counts is planted."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import figures  # noqa: E402

BOX = {
    "__init__.py": '"""The package."""\n',
    "a.py": '''\
from functools import cache, cached_property, lru_cache
from typing import Any

from box import b


class Clock:
    @cached_property
    def told(self) -> int:
        """One.

        It has a long docstring.
        """
        return 1


@cache
def plan(fields: dict[str, Any]) -> Any:
    return b.plan


@lru_cache(8)
async def kept() -> None: ...
''',
    "b.py": """\
def plan() -> object:
    from box.deep.c import plan

    import json

    return plan, json


class Clock(dict[str, int]):
    def __missing__(self, key: str) -> int: ...
""",
    "deep/__init__.py": "",
    "deep/c.py": "import box.a\n\n\ndef plan() -> None: ...\n\n\ndef feed() -> None: ...\n",
    "deep/d.py": "from box.a import plan as other\n\n\ndef plan() -> None: ...\n",
    "pages.py": """\
from importlib import import_module

PAGES = {
    "one": "box.late:NAME",  # a table of names
}
\"\"\"A text that says what it is.\"\"\"


def page(name):
    return import_module(f"{__name__}.{name}"), import_module(f"box.deep.{name}")
""",
    "late.py": "import box.pages\n",
}
EXPECTED = {
    "modules with content": "5",
    "lines of code": "21",
    "lines": "56",
    "functions": "9",
    "function length: median, 90th percentile, longest": "1, 2.8, 6",
    "bare participles": "2 (kept 1, told 1)",
    "names in more than 3 modules": "1 (plan 4)",
    "class names in more than one module": "1 (Clock 2)",
    "Any per 1,000 lines": "35.7 (2)",
    "mappings of Any": "1",
    "caches": "4",
    "imports inside functions": "2",
    "import cycles": "2\n    box.a box.b box.deep.c\n    box.late box.pages",
}


@pytest.fixture
def box(tmp_path: Path) -> Path:
    for name, text in BOX.items():
        (tmp_path / "box" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "box" / name).write_text(text, encoding="utf-8")
    return tmp_path / "box"


@pytest.mark.parametrize("what", EXPECTED)
def test_each_figure_is_counted(box: Path, what: str) -> None:
    assert dict(figures.figures(box))[what] == EXPECTED[what]


def test_no_figure_is_without_a_test(box: Path) -> None:
    assert list(dict(figures.figures(box))) == list(EXPECTED)


def test_the_command_prints_the_figures_of_a_folder(box: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "figures.py"), str(box)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert printed == "".join(f"{what}: {figure}\n" for what, figure in EXPECTED.items())


def test_a_package_without_cycles_and_common_names_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def one() -> int:\n    return 1\n\n\ndef two() -> int:\n    return 2\n")
    found = dict(figures.figures(tmp_path))
    assert (found["import cycles"], found["names in more than 3 modules"], found["bare participles"]) == ("0", "0", "0")


@pytest.mark.parametrize("name", ["told", "kept", "judged", "written"])
def test_a_word_that_is_a_participle(name: str) -> None:
    assert figures.is_participle(name)


@pytest.mark.parametrize("name", ["feed", "seed", "is_kept", "told_line", "red", "tell", "rest"])
def test_a_word_that_is_none(name: str) -> None:
    assert not figures.is_participle(name)


def test_imports_by_strings_are_followed(box: Path) -> None:
    found = figures.imports(figures.modules(box))
    assert found["box.pages"] == {"box.late", "box.deep.c", "box.deep.d"}


def test_a_name_that_is_joined_below_the_module_itself_is_followed() -> None:
    texts = {"box": 'importlib.import_module(f"{__name__}.{part}")', "box.a": "", "box.a.b": "", "sack.a": ""}
    assert figures.imports({name: ast.parse(text) for name, text in texts.items()})["box"] == {"box.a"}


CODE_AND_TEXT = '''"""Says
what."""

from a import (
    b,
)

# why
@b
def c(
    d,
): ...

E = """one

two"""
"""Says."""
'''


CODE_AND_TEXT = '''"""Says
what."""

from a import (
    b,
)

# why
@b
def c(
    d,
): ...

E = """one

two"""
"""Says."""
'''


def test_lines_of_code_are_neither_imports_nor_texts_nor_empty() -> None:
    assert figures.code_lines(CODE_AND_TEXT) == 4 + 3
