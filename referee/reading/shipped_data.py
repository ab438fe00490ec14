"""Files that come with titles: boards, layouts, pieces. Read without a YAML parser, as far as they are plain.

Besides plain lines they have comments, lists and groups in brackets, and maps: text of several lines below `|`.
"""

import re
from collections.abc import Iterator
from json import JSONDecoder
from typing import Any

from referee.patterns import late_pattern
from referee.reading.line_reader import PLAIN, Line, Unlike, data_of
from referee.reading.texts import FILE, decoded_text

ENTRY = late_pattern(r"( {0,12})(- )?(?:([A-Za-z0-9][A-Za-z0-9_/, -]{0,99}(?<! )):(?= .|$) ?)?(.*)")
"""Indent, dash, key, and all that follows."""
TRAILING = late_pattern(r" +# [^'\"]*$")
BLOCK = late_pattern(r"\|([1-9])?")
TEXT = late_pattern(rf"(\.*{PLAIN})|'([ -&(-~]*)'")
WORD = late_pattern(r"((?:[A-Za-z0-9]|-(?=[0-9]))[A-Za-z0-9_ ./+-]*(?<! ))")
"""A key or a plain text in brackets."""
LARGEST = 16_384
"""Bytes of a file that is read here."""


def plain_data(raw: bytes, name: str = "file") -> Any:
    """The data of one of our own files. Raises `BadInput`."""
    try:
        return data_of(file_lines(raw))
    except Unlike:
        from referee.reading.yaml_reader import parsed_data

        return parsed_data(decoded_text(raw, name, FILE), name)


def file_lines(raw: bytes) -> Iterator[Line]:
    """The lines of a file, the value of each read. Raises Unlike."""
    if len(raw) > LARGEST or not raw.isascii() or not raw.endswith(b"\n"):
        raise Unlike
    text = raw.decode("ascii")
    if not text.replace("\n", "").isprintable():
        raise Unlike
    left = text[:-1].split("\n")[::-1]
    while left:
        written = left.pop()
        if written.lstrip(" ")[:1] not in ("", "#"):
            bare = TRAILING.sub("", written) if " #" in written else written
            indent, dash, key, value = groups_of(ENTRY, bare)
            yield indent, dash or "", key or "", value_of(value, indent, left)


def groups_of(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    found = pattern.fullmatch(text)
    if not found:
        raise Unlike
    return found.groups()


def value_of(written: str, indent: str, left: list[str]) -> object:
    """The value in a line, or in the lines below it; None if there is none."""
    if not written:
        return None
    if written.startswith("|"):
        return block_text(written, indent, left)
    if written[0] in "[{":
        return value_in_brackets(written)
    plain, quoted = groups_of(TEXT, written)
    return plain or quoted


def block_text(written: str, indent: str, left: list[str]) -> str:
    """The text of several lines below a `|` with the number of spaces before them; they are removed from `left`."""
    (spaces,) = groups_of(BLOCK, written)
    if not spaces:
        raise Unlike
    before, found = indent + " " * int(spaces), []
    while left and left[-1].startswith(before):
        found.append(left.pop().removeprefix(before))
    if not found or not all(each.strip() for each in found) or (left and not left[-1].strip()):
        raise Unlike
    return "".join(f"{each}\n" for each in found)


def value_in_brackets(written: str) -> object:
    """What brackets say: with quotes around each word it is JSON, if every colon has a space behind it."""
    if ":" in written.replace(": ", ""):
        raise Unlike
    try:
        return IN_BRACKETS.decode('"'.join(WORD.split(written)))
    except ValueError:
        raise Unlike from None


def group(fields: list[tuple[str, object]]) -> dict[str, object]:
    """A mapping. Raises Unlike for a key that comes twice."""
    found = dict(fields)
    if len(found) < len(fields):
        raise Unlike
    return found


IN_BRACKETS = JSONDecoder(object_pairs_hook=group)
