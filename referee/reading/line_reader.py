"""YAML that has nothing but lines as the referee writes them, read line by line: ten times quicker than by a parser."""

import re

from referee.patterns import late_pattern

PLAIN = r"[A-Za-z0-9][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*"
"""ASCII without `: `, ` #` or two spaces; what begins with another sign may mean something in YAML."""
LINES = late_pattern(rf"^( {{0,12}})(- )?(?:([a-z][a-z0-9_/-]{{0,99}}):(?= .|$) ?)?({PLAIN}|'[ -&(-~]*'|\[\]|)$", re.M)
"""Of each line its indent, dash, word, text: a plain one, one in quotes, or a list without anything in it.

Possessive quantifiers would be quicker, but Python before 3.11.5 has them wrong.
"""
STEP = "  "
LONGEST = 4_096
"""Characters of a document: longer ones are for the strict reader, which has limits."""

MODELINE = late_pattern("# yaml-language-server: [ -~]*(?:\n|$)")
"""The first line of a header: a comment that names the schema to an editor."""

Line = tuple[str, str, str, object]
"""Indent, dash, word, and the value in the line; None if there is none."""
END: Line = ("\n", "", "", None)
"""Stands behind the last line; no line has this indent."""
Read = tuple[object, int]
"""The data, and the number of the line behind it."""


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


def data_of(lines: list[Line]) -> dict[str, object]:
    """What lines say. Raises Unlike."""
    found, end = mapping([*lines, END], 0, "")
    if not found or end != len(lines):
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


def mapping(lines: list[Line], at: int, indent: str) -> tuple[dict[str, object], int]:
    found: dict[str, object] = {}
    here, dash, word, text = lines[at]
    while here == indent and not dash:
        if not word or word in found:
            raise Unlike
        if text is None:
            found[word], at = value_below(lines, at + 1, indent + STEP)
        else:
            found[word], at = text, at + 1
        here, dash, word, text = lines[at]
    return found, at


def value_below(lines: list[Line], at: int, indent: str) -> Read:
    """The value below a key."""
    here, dash, _, _ = lines[at]
    if here != indent:
        raise Unlike
    return sequence(lines, at, indent) if dash else mapping(lines, at, indent)


def sequence(lines: list[Line], at: int, indent: str) -> Read:
    value: object
    found: list[object] = []
    here, dash, word, text = lines[at]
    while here == indent and dash:
        if word:  # a mapping: its first key comes after the dash
            lines[at] = (indent + STEP, "", word, text)
            value, at = mapping(lines, at, indent + STEP)
        elif text is None:
            raise Unlike
        else:
            value, at = text, at + 1
        found.append(value)
        here, dash, word, text = lines[at]
    return found, at
