"""A text, what is wrong with it, and the line with a caret at the place."""

import re
from typing import Any, NamedTuple
from unicodedata import combining, east_asian_width

from referee.exit_codes import REFUSED, Foreseen
from referee.exit_codes import Fix as Fix
from referee.exit_codes import Path as Path
from referee.exit_codes import Problem as Problem
from referee.words import Phrase, say

SHOWN = 20
"""So many problems are written out."""

FORBIDDEN = (
    "\t+|[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control, invisible and direction-turning characters, and tabs: they make a text read differently than it is."""

HARMLESS: dict[str, int | str | None] = {
    "\t": " ",
    "\u00ad": "",
    "\u200b": "",
    "\u200e": "",
    "\u200f": "",
    "\u2060": "",
    "\ufeff": "",
}
"""Forbidden characters that can go without a change of meaning, and what may be in their place."""
WIDTH = 64
WORD = re.compile(r"""\"[^"]*\"|'[^']*'|[^\s,:\[\]{}#]+""")


class Source(NamedTuple):
    """A text and what it says; line and column of each value (`marks`) and of the word before its colon (`keys`)."""

    name: str
    text: str
    data: Any
    marks: dict[Path, tuple[int, int]]
    keys: dict[Path, tuple[int, int]] = {}  # noqa: RUF012 - never changed


class BadInput(Foreseen):
    """A text that cannot be read or has not the shape of its schema;

    `str()` gives everything that is needed to fix it.
    """

    code = REFUSED

    def __init__(self, name: str, lines: list[str], problems: tuple[Problem, ...]) -> None:
        super().__init__(name, lines, problems)
        self.name, self.lines, self.problems = name, lines, problems

    def __str__(self) -> str:
        told = [problem_text(self.name, self.lines, problem) for problem in self.problems[:SHOWN]]
        return "\n".join([*told, str(say("… and more like these."))] if len(self.problems) > SHOWN else told)


class BadPrivatePart(BadInput):
    """The file is the private part of a game: nothing of it may be quoted or copied."""


def clean(text: str) -> bool:
    """Whether no forbidden character is in it. Asks first a question that is cheaper and stricter."""
    return text.replace("\n", "").isprintable() or not re.search(FORBIDDEN, text)


def without_invisible(text: str) -> str:
    """The text without the forbidden characters that mean nothing."""
    return text.translate(str.maketrans(HARMLESS))


def problem_at(source: Source, at: Path, says: Phrase, hint: Phrase | None = None, rule: str = "") -> Problem:
    """What is wrong with the value at a place of the data; if a word of it is meant, the caret is below that."""
    line, column = place_in_line(source, at, str(says.facts.get("at", "")))
    return Problem(says, line, column, hint, None, at, rule)


def place_in_line(source: Source, at: Path, word: str) -> tuple[int, int]:
    """Line and column of a value, or of its word that follows `at`: the hex of `tower at 7ne`."""
    line, column = nearest_mark(source.marks, at)
    text = value_at(source.data, at) if word and at in source.marks else None
    if not isinstance(text, str):
        return line, column
    begin = source.text.split("\n")[line - 1].find(text, column - 1)
    found = re.search(rf"(?i)\bat +(?={re.escape(word)}\b)", text) if begin >= 0 else None
    return (line, begin + found.end() + 1) if found else (line, column)


def value_at(value: Any, at: Path) -> Any:
    """The value at a place of plain data."""
    for step in at:
        value = value[step]
    return value


def nearest_mark(marks: dict[Path, tuple[int, int]], at: Path) -> tuple[int, int]:
    """Line and column of the deepest existing beginning of the path."""
    while at and at not in marks:
        at = at[:-1]
    return marks.get(at, (1, 1))


def problem_text(name: str, lines: list[str], problem: Problem, label: str = "") -> str:
    """A problem with its place, its line and a caret, and below these the hint; its place only with a name."""
    head = f"{name}:{problem.line}:{problem.column}: {label}{': ' if label else ''}{problem.says}"
    if not name:
        head = f"{problem.says} ({label})" if label else str(problem.says)
    line = lines[problem.line - 1] if problem.line <= len(lines) else ""
    part, column = window(line, problem.column)
    text = visible(part)
    width = caret_width(text, column)
    told = [
        head,
        f"{problem.line if name else '':>5} | {text}",
        " " * 5 + " | " + blank(text[: column - 1]) + "^" * width,
    ]
    return "\n".join([*told, f"        {problem.hint}"] if problem.hint else told)


def blank(text: str) -> str:
    """Spaces as wide as the text on a terminal: Chinese and the like need wide ones."""
    return "".join("\u3000" if east_asian_width(each) in "WF" else " " for each in text if not combining(each))


def window(line: str, column: int) -> tuple[str, int]:
    """The part of a long line round the column, and the column in it."""
    if len(line) <= WIDTH + 8:
        return line.rstrip(" "), column
    start = max(0, column - 1 - WIDTH // 2)
    part = line[start : start + WIDTH].rstrip(" ")
    before, after = "…" if start else "", "…" if start + WIDTH < len(line) else ""
    return before + part + after, column - start + len(before)


def caret_width(line: str, column: int) -> int:
    word = WORD.match(line, column - 1)
    return len(word[0]) if word else 1


def visible(line: str) -> str:
    """The line with a picture in the place of each character that cannot be seen or must not reach a terminal."""
    return re.sub(FORBIDDEN, control_picture, line)


def control_picture(found: re.Match[str]) -> str:
    return "".join(chr(0x2400 + ord(each)) if each < " " else "\ufffd" for each in found[0])
