"""A move as most are written, read without a YAML parser; with the places that a refusal points at."""

from referee.patterns import late_pattern
from referee.reading.caret import Path, Source, clean
from referee.reading.line_reader import LONGEST, Line, Unlike, data_of, plain_lines

UNREAD = late_pattern(" *(?:#.*)?")
"""A line with nothing, or with a comment alone."""

Place = tuple[int, int]
"""Line and column, from 1."""


def plain_source(text: str, name: str) -> Source | None:
    """What a text says, and where; None if it has anything but plain lines: then it is for the YAML parser."""
    lines = [(number, each) for number, each in enumerate(text.split("\n"), 1) if not UNREAD.fullmatch(each)]
    if not text.isascii() or not clean(text) or sum(len(each) for _, each in lines) > LONGEST:
        return None
    try:
        read = plain_lines("\n".join([each for _, each in lines]))
        data = data_of(read)
    except Unlike:
        return None
    places = TextPlaces(read, [number for number, _ in lines])
    places.add_group(0, data, ())
    return Source(name, text, data, places.marks, places.keys)


class TextPlaces:
    """Where the values and the keys of a text are; the lines of the text, and their numbers, are known."""

    def __init__(self, lines: list[Line], numbers: list[int]) -> None:
        self.lines, self.numbers = lines, numbers
        self.marks: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}

    def content(self, at: int) -> Place:
        """Where a line begins, behind its dash."""
        indent, dash, _, _ = self.lines[at]
        return self.numbers[at], len(indent) + len(dash) + 1

    def add_group(self, at: int, value: object, path: Path) -> int:
        """Add a group or a list that begins in a line of its own; the line behind it."""
        self.marks[path] = self.numbers[at], len(self.lines[at][0]) + 1
        return self.add_fields(at, value, path) if isinstance(value, dict) else self.add_items(at, value, path)

    def add_fields(self, at: int, fields: dict[str, object], path: Path) -> int:
        for key, value in fields.items():
            number, column = self.keys[(*path, key)] = self.content(at)
            if self.lines[at][3] is None:
                at = self.add_group(at + 1, value, (*path, key))
            else:
                self.marks[(*path, key)] = number, column + len(key) + 2
                at += 1
        return at

    def add_items(self, at: int, items: object, path: Path) -> int:
        for number, value in enumerate(items if isinstance(items, list) else ()):
            self.marks[(*path, number)] = self.content(at)
            at = self.add_fields(at, value, (*path, number)) if isinstance(value, dict) else at + 1
        return at
