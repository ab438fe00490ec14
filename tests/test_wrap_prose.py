"""Prose is wrapped without changing what readers see."""

from pathlib import Path

import pytest
import wrap_prose

ROOT = Path(__file__).parent.parent

LONG = " ".join(["word"] * 30)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (LONG, ["word " * 23 + "word", "word " * 5 + "word"]),
        (f"- {LONG}", ["- " + "word " * 22 + "word", "  " + "word " * 6 + "word"]),
        (f"  - {LONG}", ["  - " + "word " * 22 + "word", "    " + "word " * 6 + "word"]),
        (f"> {LONG}", ["> " + "word " * 22 + "word", "> " + "word " * 6 + "word"]),
        (f"12. {LONG}", ["12. " + "word " * 22 + "word", "    " + "word " * 6 + "word"]),
    ],
)
def test_a_paragraph_is_wrapped_where_it_is(text: str, lines: list[str]) -> None:
    if text.startswith("  "):
        text, lines = f"- one\n{text}", ["- one", *lines]
    assert wrap_prose.wrapped(text).split("\n") == lines
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(["word " * 10 + "word", "word"]),
        f"# {LONG}",
        f"| a | b |\n|---|---|\n| {LONG} | {LONG} |",
        f"```text\n{LONG}\n```",
        f"    {LONG}",
        f"[{'word' * 5}](https://referee.example/{'a' * 120})",
        f"`{LONG}`",
        f"<img alt='{LONG}'>",
        f"{LONG}\\\nword",
    ],
)
def test_short_or_unbreakable_lines_stay(text: str) -> None:
    assert wrap_prose.wrapped(text) == text
    assert wrap_prose.long_lines(text) == []


@pytest.mark.parametrize("sign", ["-", "+", "*", "#", ">", "1.", "23)", "|", "---", "===", "```", ":"])
def test_no_line_begins_like_a_list_or_a_heading(sign: str) -> None:
    """The sign falls on the edge of the lines, wherever that is."""
    for before in range(18, 26):
        text = " ".join(["word"] * before + [sign] + ["word"] * 20)
        assert wrap_prose.shown(wrap_prose.wrapped(text)) == wrap_prose.shown(text)


def test_long_lines_are_numbered() -> None:
    assert wrap_prose.long_lines(f"# Heading\n\nword\n{LONG}\n\n- {LONG}\n") == [4, 6]


def test_every_page_would_look_the_same_and_needs_no_second_time() -> None:
    for path in wrap_prose.pages():
        page = path.read_text(encoding="utf-8")
        new = wrap_prose.wrapped(page)
        assert wrap_prose.shown(new) == wrap_prose.shown(page), path
        assert wrap_prose.wrapped(new) == new, path
        assert wrap_prose.long_lines(new) == [], path
