"""YAML that has nothing but lines as the referee writes them, read line by line: ten times quicker than by a parser."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from referee.patterns import late_pattern

PLAIN = r"[A-Za-z0-9][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*"
"""ASCII without `: `, ` #` or two spaces; what begins with another sign may mean something in YAML."""
LINES = late_pattern(rf"^( {{0,12}})(- )?(?:([a-z][a-z0-9_/-]{{0,99}}):(?= .|$) ?)?({PLAIN}|'[ -&(-~]*'|\[\]|)$", re.M)
"""Of each line its indent, dash, word, text: a plain one, one in quotes, or a list without anything in it.

Possessive quantifiers would be quicker, but Python before 3.11.5 has them wrong.
"""
STEP = "  "
GROUPS: dict[str, Callable[[], Any]] = {"": dict, "- ": list}
"""What lines without a dash, or with one, are in."""
LONGEST: Final = 4_096
"""Characters of a document: longer ones are for the strict reader, which has limits."""

MODELINE = late_pattern("# yaml-language-server: [ -~]*(?:\n|$)")
"""The first line of a header: a comment that names the schema to an editor."""

Line = tuple[str, str, str, object]
"""Indent, dash, word, and the value in the line; None if there is none."""


class Unlike(Exception):
    """Something that the writer does not write, or only now and then."""


def plainly(raw: bytes) -> dict[str, object] | None:
    """The data of a document that begins with its line `---`; None when it is for the strict reader to read."""
    if len(raw) > LONGEST or not raw.isascii() or not raw.startswith(b"---\n") or not raw.endswith(b"\n"):
        return None
    written = raw[4:-1].decode("ascii")
    named = MODELINE.match(written)
    try:
        return data_of(plain_lines(written[named.end() if named else 0 :]))
    except Unlike:
        return None


def data_of(lines: Iterable[Line]) -> dict[str, object]:
    """What lines say. Raises Unlike.

    `groups`: indent → the mapping or the list that a line with it goes on, up to the indent `here`, that of the last
    one. `below` is the word of the line before, if its value comes below it.
    """
    found: dict[str, object] = {}
    group: Any = found
    groups, here, below = {"": group}, "", ""
    for indent, dash, word, value in lines:
        if below:
            if indent != here + STEP:
                raise Unlike
            groups[indent] = group[below] = GROUPS[dash]()
            below = ""
        elif indent > here:
            raise Unlike
        group, here = groups.get(indent), indent
        if type(group) is not GROUPS[dash]:
            raise Unlike
        if dash and word:  # a mapping: its first word comes after the dash
            here = indent + STEP
            group.append({})
            groups[here] = group = group[-1]
        if not word:
            if value is None or not dash:
                raise Unlike
            group.append(value)
        elif word in group:
            raise Unlike
        elif value is None:
            below = word
        else:
            group[word] = value
    if below or not found:
        raise Unlike
    return found


def plain_lines(written: str) -> list[Line]:
    """The parts of each line of a text. Raises Unlike."""
    found = LINES.findall(written)
    if len(found) != written.count("\n") + 1:
        raise Unlike
    return [
        (indent, dash, word, (text or None) if text[:1] not in MARKED else value_of(text))
        for indent, dash, word, text in found
    ]


MARKED = ("'", "[")
"""How a value begins that is not the text as it is written."""


def value_of(text: str) -> object:
    """A text without its quotes, or a list without anything in it."""
    return [] if text == "[]" else text[1:-1]
