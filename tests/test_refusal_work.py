"""What a person wrote is refused in work that grows as it does: twice the text, at most about twice the calls."""

from collections.abc import Callable
from cProfile import Profile
from functools import partial
from pathlib import Path

import pytest
from cli_runs import NOW, begin, run

HEAD = "game: cup\nafter: 1\nseat: yellow\n"
ACTIONS = HEAD + "actions:\n"
SHAPES: dict[str, tuple[str, str]] = {
    "words beside a move": ("", "hello there: x\n"),
    "the same below a move": (HEAD, "hello there: x\n"),
    "quoted lines": ("", "> hello there\n"),
    "aliases": (HEAD, "a{i}: *x\n"),
    "anchors": (HEAD, "a{i}: &x 1\n"),
    "tags": (ACTIONS, "  - !x city\n"),
    "a key again and again": (HEAD, "say: x\n"),
    "unknown keys": (HEAD, "k{i}: v\n"),
    "no dashes": (ACTIONS, "  city: E5\n"),
    "no space after the dash": (ACTIONS, "  -city: E5\n"),
    "no dash in its column": ("", "  -city: E5\n"),
    "bullets": (ACTIONS, "  * city: E5\n"),
    "no colon": (ACTIONS, "  - city E5\n"),
    "no space after the colon": (ACTIONS, "  - city:E5\n"),
    "unknown actions": (ACTIONS, "  - cty: E5\n"),
    "capitals": (ACTIONS, "  - City: E5\n"),
    "two colons": (ACTIONS, "  - road: D4: n-s\n"),
    "curly quotes": (ACTIONS, "  - city: “E5”\n"),
    "tabs": (ACTIONS, "\t- city: E5\n"),
    "invisible characters": (ACTIONS, "  - city:\u200b E5\n"),
    "documents": (HEAD, "---\n"),
    "braces": (HEAD, "{{"),
    "brackets": (HEAD, "["),
    "colons": (HEAD, ":"),
    "words in a line": (HEAD, "word "),
    "signs after a word": (HEAD + "end", "."),
    "digits after a dash": ("-", "1"),
}
SIZE = 2_000
"""Bytes, of at most 65,536: below the 4,000 values at which reading stops."""


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    begin()
    run("check", "-", stdin=b"game: cup\nafter: 1\nseat: yellow\nactions:\n  - cty: E5\n")


def text_of(shape: str, size: int) -> bytes:
    above, line = SHAPES[shape]
    lines = [line.format(i=number) for number in range(size // len(line.format(i=100)))]
    return (above + "".join(lines)).encode()


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called, Python's and C's."""
    profile = Profile()
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats())


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_text_is_twice_the_work(shape: str) -> None:
    calls = []
    for size in (SIZE, 2 * SIZE):
        calls.append(calls_of(partial(run, "check", "-", stdin=text_of(shape, size))))
    assert calls[1] < 2.2 * calls[0], calls


@pytest.mark.usefixtures("cup")
def test_of_many_problems_the_first_are_written_out() -> None:
    ran = run("check", "-", stdin=text_of("unknown actions", SIZE))
    lines = ran.out.splitlines()
    assert lines[0] == "More than 20 problems in stdin."
    assert lines[1].startswith("1. line 5: There is no `cty` here. Did you mean `city`?")
    assert lines[20].startswith("20. line 24: There is no `cty` here.")
    assert lines[21] == "… and more like these."
