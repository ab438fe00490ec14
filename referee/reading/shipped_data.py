"""Files that come with titles: boards, layouts, pieces. Read without a YAML parser, as far as they are plain.

Besides plain lines they have comments, lists and groups in brackets, and maps: text of several lines below `|`.
"""

import re
from collections.abc import Iterator
from typing import Any

from referee.patterns import late_pattern
from referee.reading.line_reader import PLAIN, Line, Unlike, data_of
from referee.reading.texts import FILE, decoded_text

ENTRY = late_pattern(r"( {0,12})(- )?(?:([A-Za-z0-9][A-Za-z0-9_/, -]{0,99}(?<! )):(?= .|$) ?)?(.*)")
"""Indent, dash, key, and all that follows."""
COMMENT = late_pattern(r" *#.*| *")
TRAILING = late_pattern(r" +# [^'\"]*$")
BLOCK = late_pattern(r"\|([1-9])?")
TEXT = late_pattern(rf"(\.*{PLAIN})|'([ -&(-~]*)'")
PART = late_pattern(r" *([\[\]{},]|([A-Za-z0-9_-]+): |'([ -&(-~]*)'|([A-Za-z0-9][A-Za-z0-9 ./+-]*(?<! )|-[0-9]+))")
"""In brackets: a bracket or a comma, a key, a text in quotes, a plain text."""
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
        if not COMMENT.fullmatch(written):
            indent, dash, key, value = groups_of(ENTRY, TRAILING.sub("", written))
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
        parts = list(parts_in_brackets(written))[::-1]
        value = value_in_brackets(parts)
        if parts:
            raise Unlike
        return value
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


Part = tuple[str, str | None, str | None, str | None]
"""What is written, and if it is one: the key, the text in quotes, the plain text."""


def parts_in_brackets(written: str) -> Iterator[Part]:
    at = 0
    while at < len(written):
        found = PART.match(written, at)
        if not found:
            raise Unlike
        yield found[1], found[2], found[3], found[4]
        at = found.end()


def value_in_brackets(left: list[Part]) -> object:
    """The value that the next parts are; they are removed from `left`. Raises Unlike."""
    sign, key, quoted, plain = left.pop() if left else ("", None, None, None)
    if sign == "[":
        return list(values_up_to("]", left))
    if sign == "{":
        return group(left)
    if key is not None or (quoted is None and plain is None):
        raise Unlike
    return plain or quoted


def values_up_to(end: str, left: list[Part]) -> Iterator[object]:
    """The values between commas, up to a bracket."""
    while left and left[-1][0] != end:
        yield value_in_brackets(left)
        skip_comma(left, end)
    if not left:
        raise Unlike
    left.pop()


def group(left: list[Part]) -> dict[str, object]:
    found: dict[str, object] = {}
    while left and left[-1][0] != "}":
        key = left.pop()[1]
        if key is None or key in found:
            raise Unlike
        found[key] = value_in_brackets(left)
        skip_comma(left, "}")
    if not left:
        raise Unlike
    left.pop()
    return found


def skip_comma(left: list[Part], end: str) -> None:
    """Between two values is a comma; behind the last one there is none."""
    if left and left[-1][0] == ",":
        left.pop()
        if left and left[-1][0] == end:
            raise Unlike
    elif left and left[-1][0] != end:
        raise Unlike
