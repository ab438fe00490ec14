"""One of our own documents → the same data that the strict reader makes of it, several times faster.

The writer (`dump`) puts every word on a line of its own, in a form in which nothing can be meant but what stands there:
`word: text`, `- text`, `- word: text`, or a word above a list or a mapping that stands two spaces further in; texts
are plain or in single quotes. A document of such lines alone is read line by line. Of any other nothing is said here,
and the YAML parser reads it: the strict reader (`reading`) stays what says what a document means, and tests hold this
to it.
"""

import re
from typing import Any

PLAIN = r"[A-Za-z0-9][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*"
"""ASCII without `: `, ` #` or two spaces; what begins with another sign may mean something in YAML."""
LINE = re.compile(
    rf"^( {{0,12}})(- )?(?:([a-z][a-z0-9_/-]*):(?= .|$) ?)?({PLAIN}|'[ -&(-~]*'|\[\]|\{{\}})?$", re.MULTILINE
)
"""Indent, dash, word, text: a plain one, one in quotes, or an empty list or mapping.

Possessive quantifiers would be quicker, but Python before 3.11.5 has them wrong.
"""
STEP = "  "
LONGEST = 4_096
"""Characters of a document: longer ones are for the strict reader, which has limits."""

Line = tuple[str, str, str, str]
Read = tuple[Any, int]
"""The data, and the number of the line behind it."""


class Unlike(Exception):
    """Something that the writer does not write."""


def plainly(raw: bytes) -> dict[str, Any] | None:
    """The data of a document that begins with its line `---`; None when it is for the strict reader to read."""
    if len(raw) > LONGEST or not raw.isascii() or not raw.startswith(b"---\n") or not raw.endswith(b"\n"):
        return None
    text = raw[4:-1].decode("ascii")
    lines: list[Line] = LINE.findall(text)
    if len(lines) != text.count("\n") + 1:
        return None
    try:
        found, end = mapping(lines, 0, "")
    except Unlike:
        return None
    return found if end == len(lines) else None


def mapping(lines: list[Line], at: int, indent: str) -> Read:
    found: dict[str, Any] = {}
    while at < len(lines):
        here, dash, word, text = lines[at]
        if here != indent or dash:
            break
        if not word or word in found:
            raise Unlike
        at += 1
        if text:
            found[word] = meant(text) if text[0] in SIGNS else text
        else:
            found[word], at = below(lines, at, indent + STEP)
    return found, at


def below(lines: list[Line], at: int, indent: str) -> Read:
    """What stands below a word."""
    if at == len(lines) or lines[at][0] != indent:
        raise Unlike
    return sequence(lines, at, indent) if lines[at][1] else mapping(lines, at, indent)


def sequence(lines: list[Line], at: int, indent: str) -> Read:
    found: list[Any] = []
    while at < len(lines) and lines[at][0] == indent and lines[at][1]:
        _, _, word, text = lines[at]
        if word:  # a mapping: its first word stands behind the dash
            lines[at] = (indent + STEP, "", word, text)
            value, at = mapping(lines, at, indent + STEP)
        elif text:
            value, at = meant(text) if text[0] in SIGNS else text, at + 1
        else:
            raise Unlike
        found.append(value)
    return found, at


SIGNS = "'[{"
"""With these a text begins that does not mean itself."""


def meant(text: str) -> Any:
    """The text without its quotes, or a new empty list or mapping."""
    return text[1:-1] if text[0] == "'" else [] if text[0] == "[" else {}
