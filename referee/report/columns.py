"""Text in columns: how wide it shows on a terminal, broken into lines, padded."""

from unicodedata import combining, east_asian_width

WIDTH = 72
"""No line that a report makes is wider."""


def width(text: str) -> int:
    """The number of terminal columns: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def left(text: str, room: int) -> str:
    return text + " " * (room - width(text))


def right(text: str, room: int) -> str:
    return " " * (room - width(text)) + text


def cut(word: str, room: int) -> list[str]:
    """A word cut into parts that fit."""
    parts, part = [], ""
    for letter in word:
        if part and width(part + letter) > room:
            parts.append(part)
            part = ""
        part += letter
    return [*parts, part]


def wrapped(text: str, room: int) -> list[str]:
    """`text` as lines of at most `room` columns, at least one line; words are cut only when they do not fit a line."""
    lines = [""]
    for part in (part for word in text.split() for part in cut(word, room)):
        longer = f"{lines[-1]} {part}" if lines[-1] else part
        if width(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def hanging(first: str, text: str) -> list[str]:
    """`text` after `first`, further lines indented below its start."""
    indent = width(first)
    lines = wrapped(text, WIDTH - indent)
    return [(first if number == 0 else " " * indent) + line for number, line in enumerate(lines)]
