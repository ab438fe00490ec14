"""Regular expressions that are compiled late find what others find, and all of them can be compiled."""

import pickle
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.patterns import LatePattern, late_pattern

HERE = Path(referee.__file__).parent
NAMES = [
    ".".join(file.relative_to(HERE.parent).with_suffix("").parts)
    for file in sorted(HERE.rglob("*.py"))
    if file.stem not in ("__init__", "__main__")
]


def late_patterns(module: ModuleType) -> list[LatePattern[str]]:
    """Those of a module, also in its dictionaries."""
    values = [*vars(module).values()]
    values += [each for value in values if type(value) is dict for each in value.values()]
    return [each for each in values if isinstance(each, LatePattern)]


def test_every_pattern_can_be_compiled() -> None:
    texts = {each.pattern for name in NAMES if has_one(name) for each in late_patterns(import_module(name))}
    assert len(texts) > 100


def has_one(name: str) -> bool:
    path = HERE.parent.joinpath(*name.split(".")).with_suffix(".py")
    return "late_pattern(" in path.read_text(encoding="utf-8")


TEXTS = st.text("ab-1 \n", max_size=12)


@given(TEXTS, st.sampled_from(["(a+)(b)?", r"^-\s", "[^a]", "", r"b\Z"]), st.sampled_from([0, re.I, re.M, re.A | re.I]))
def test_it_finds_what_others_find(text: str, pattern: str, flags: int) -> None:
    late, other = late_pattern(pattern, flags), re.compile(pattern, flags)
    for _ in range(2):
        assert late.findall(text) == other.findall(text)
        assert late.sub("x", text) == other.sub("x", text)
        one, same = late.search(text), other.search(text)
        assert (one and (one.span(), one.groups())) == (same and (same.span(), same.groups()))
    assert (late.pattern, late.flags) == (other.pattern, other.flags)


def test_it_is_compiled_when_it_is_used() -> None:
    late = late_pattern(b"(")
    with pytest.raises(re.error):
        late.match(b"(")


def test_it_is_copied_with_its_text() -> None:
    late = late_pattern("a(b)", re.I)
    assert pickle.loads(pickle.dumps(late)).findall("AB") == ["B"]
