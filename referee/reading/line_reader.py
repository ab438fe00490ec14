"""Recorded entries, read line by line: the one thing that is not read by PyYAML, and for `store/chain.py` alone.

Without it a replay takes 1.4 times as long in Magna Grecia and 1.45 times in Attika. Whatever is not written as the
referee writes it is for the strict reader, and tests compare the two.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

PLAIN = r"[A-Za-z0-9][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*"
"""ASCII without `: `, ` #` or two spaces; what begins with another sign may mean something in YAML."""
LINES = re.compile(rf"^( {{0,12}})(- )?(?:([a-z][a-z0-9_/-]{{0,99}}):(?= .|$) ?)?({PLAIN}|'[ -&(-~]*'|\[\]|)$", re.M)
"""Of each line its indent, dash, word, text: a plain one, one in quotes, or a list without anything in it.

Possessive quantifiers would be quicker, but Python before 3.11.5 has them wrong.
"""
STEP = "  "
GROUPS: dict[str, Callable[[], Any]] = {"": dict, "- ": list}
"""What lines without a dash, or with one, are in."""
LONGEST = 4_096
"""Characters of a document: longer ones are for the strict reader, which has limits."""

MODELINE = re.compile("# yaml-language-server: [ -~]*(?:\n|$)")
"""The first line of a header: a comment that names the schema to an editor."""

Line = tuple[str, str, str, str]
"""Indent, dash, word, and the text behind them; each may be empty."""


def plainly(raw: bytes) -> dict[str, object] | None:
    """The data of a document that begins with its line `---`; None when it is for the strict reader to read."""
    if len(raw) > LONGEST or not raw.isascii() or not raw.startswith(b"---\n") or not raw.endswith(b"\n"):
        return None
    written = raw[4:-1].decode("ascii")
    named = MODELINE.match(written)
    if named:
        written = written[named.end() :]
    lines = LINES.findall(written)
    return data_of(lines) if len(lines) == written.count("\n") + 1 else None


def data_of(lines: Sequence[Line]) -> dict[str, object] | None:
    """What lines say; None where the writer writes no such lines.

    `groups`: indent → the mapping or the list that a line with it goes on, up to the indent `here`, that of the last
    one. `below` is the word of the line before, if its value comes below it.
    """
    found: dict[str, object] = {}
    group: Any = found
    groups, here, below = {"": group}, "", ""
    for indent, dash, word, text in lines:
        if below:
            if indent != here + STEP:
                return None
            groups[indent] = group[below] = GROUPS[dash]()
            below = ""
        elif indent > here:
            return None
        group, here = groups.get(indent), indent
        if type(group) is not GROUPS[dash]:
            return None
        if dash and word:  # a mapping: its first word comes after the dash
            here = indent + STEP
            group.append({})
            groups[here] = group = group[-1]
        if word:
            if word in group:
                return None
            if text:
                group[word] = value_of(text)
            else:
                below = word
        elif text and dash:
            group.append(value_of(text))
        else:
            return None
    return found if found and not below else None


def value_of(text: str) -> object:
    """A text as it is written or without its quotes, or a list without anything in it."""
    if text[0] == "'":
        return text[1:-1]
    return [] if text == "[]" else text
