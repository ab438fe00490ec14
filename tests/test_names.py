"""Names say what a thing is or does: no bare participle, no picture of it, and one name in few places."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import figures  # noqa: E402

Trees = dict[str, ast.Module]

PICTURES = re.compile(
    "(furniture|whisper|heartbeat|reel|strand|kin|haunt|theatre|surgery|hope|shelf|whim)s?|hoped|shelves", re.IGNORECASE
)
"""Words that paint a picture of their meaning: no name has them, nor a part of a name such as `PlayedStrand`."""
WORD = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def modules_of(**texts: str) -> Trees:
    return {f"box.{name}": ast.parse(text) for name, text in texts.items()}


def participles(trees: Trees) -> list[str]:
    """Functions, methods and inner functions that do not say whether they return a value or do something."""
    named = [(module, each.name) for module, tree in trees.items() for each in figures.functions(tree)]
    return [f"{module}: {name}" for module, name in named if figures.is_participle(name)]


def names_in_many_modules(trees: Trees) -> dict[str, int]:
    return figures.frequent(trees, figures.MANY, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def classes_of_one_name(trees: Trees) -> dict[str, int]:
    return figures.frequent(trees, 1, ast.ClassDef)


def pictures(trees: Trees) -> list[str]:
    """Modules, functions and classes whose name, or a word of it, is one of the PICTURES."""
    return [
        f"{module}: {name}" for module, name in all_names(trees) if any(map(PICTURES.fullmatch, WORD.findall(name)))
    ]


def all_names(trees: Trees) -> Iterator[tuple[str, str]]:
    """Module → its own name, and those of all functions and classes in it."""
    for module, tree in trees.items():
        yield module, module.rpartition(".")[2]
        for node in ast.walk(tree):
            if isinstance(node, figures.Function | ast.ClassDef):
                yield module, node.name


@cache
def referee() -> Trees:
    """The modules of the program."""
    return figures.modules(ROOT / "referee")


def test_no_function_is_a_bare_participle() -> None:
    assert participles(referee()) == []


def test_a_bare_participle_is_noticed() -> None:
    a = "def told(): ...\nclass Deck:\n    def shuffled(self):\n        async def kept(): ...\n"
    b = "def feed(): ...\ndef told_line(): ...\ndef is_kept(): ...\nshown = 1\n"
    assert participles(modules_of(a=a, b=b)) == ["box.a: told", "box.a: shuffled", "box.a: kept"]


def test_no_name_is_in_more_than_three_modules() -> None:
    assert names_in_many_modules(referee()) == {}


def test_a_name_in_four_modules_is_noticed() -> None:
    three = {"a": "def plan(): ...\ndef rows(): ...", "b": "class plan: ...\nrows = 1", "c": "async def plan(): ..."}
    assert names_in_many_modules(modules_of(**three, d="def rows(): ...")) == {}
    assert names_in_many_modules(modules_of(**three, d="def plan(): ...")) == {"plan": 4}


def test_no_two_classes_have_one_name() -> None:
    assert classes_of_one_name(referee()) == {}


def test_two_classes_of_one_name_are_noticed() -> None:
    assert classes_of_one_name(modules_of(a="class Clock: ...", b="class Clock: ...\nclass Hour: ...")) == {"Clock": 2}


def test_no_name_is_a_picture() -> None:
    assert pictures(referee()) == []


def test_a_picture_is_noticed() -> None:
    a = "class PlayedStrand:\n    def unpack_reel(self): ...\n\n\ndef kind_of(): ...\ndef strange(): ...\nkin = 1\n"
    assert pictures(modules_of(a=a, whispers="")) == [
        "box.a: PlayedStrand",
        "box.a: unpack_reel",
        "box.whispers: whispers",
    ]
