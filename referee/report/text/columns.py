"""Text in columns: how wide it shows on a terminal, broken into lines, padded."""

import re
from collections.abc import Callable
from unicodedata import combining, east_asian_width

WIDTH = 72
"""No line that a report makes is wider."""


COLOURED = re.compile("\x1b\\[[0-9;]*m")
"""What a brush puts around letters; words of people never hold it."""

Brush = Callable[[str, str], str]
"""Letters in the colour of a seat, for a terminal: `brush(letters, seat)`."""


def plain_brush(letters: str, seat: str) -> str:
    """The brush of what is no terminal."""
    return letters


def width(text: str) -> int:
    """The number of terminal columns: wide letters take two, combining marks and colours none."""
    text = COLOURED.sub("", text) if "\x1b" in text else text
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def left_aligned(text: str, room: int) -> str:
    return text + " " * (room - width(text))


def right_aligned(text: str, room: int) -> str:
    return " " * (room - width(text)) + text


Measure = Callable[[str], int]
"""How many columns a text takes."""


def cut(word: str, room: int, measure: Measure = width) -> list[str]:
    """A word cut into parts that fit; most fit whole."""
    if measure(word) <= room:
        return [word]
    parts, part = [], ""
    for letter in word:
        if part and measure(part + letter) > room:
            parts.append(part)
            part = ""
        part += letter
    return [*parts, part]


def wrapped_lines(text: str, room: int, measure: Measure = width) -> list[str]:
    """`text` as lines of at most `room` columns, at least one line; words are cut only when they do not fit a line."""
    words = text.split()
    whole = " ".join(words)
    if measure(whole) <= room:
        return [whole]
    return filled_lines([part for word in words for part in cut(word, room, measure)], room, measure)


def filled_lines(parts: list[str], room: int, measure: Measure = width) -> list[str]:
    """As many parts on each line as fit it."""
    lines, left_over = [parts[0]], room - measure(parts[0])
    for part in parts[1:]:
        left_over -= measure(part) + 1
        if left_over >= 0:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
            left_over = room - measure(part)
    return lines


def hanging(first: str, text: str) -> list[str]:
    """`text` after `first`, further lines indented below its start."""
    indent = width(first)
    lines = wrapped_lines(text, WIDTH - indent)
    return [(first if number == 0 else " " * indent) + line for number, line in enumerate(lines)]
