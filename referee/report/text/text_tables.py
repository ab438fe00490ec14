"""Tables of a view as text: columns as wide as they need and the page allows, long cells on several lines."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import zip_longest
from unicodedata import combining, east_asian_width

from referee.report.wording import rule_citations, safe_text, split_words, with_colon
from referee.show.view import Chart, ReportTable, Row, Word
from referee.words import SEMICOLON, say, term, word_list

WIDTH = 72
"""No line that a report makes is wider."""


COLOURED = "\x1b\\[[0-9;]*m"
"""The codes that a brush puts around text; words of people never contain them."""

Brush = Callable[[str, str], str]
"""Text in the colour of a seat, for a terminal: `brush(letters, seat)`."""


def plain_brush(letters: str, seat: str) -> str:
    """The brush for anything that is not a terminal."""
    return letters


def width(text: str) -> int:
    """The number of terminal columns: wide characters take two, combining marks and colours none."""
    text = re.sub(COLOURED, "", text) if "\x1b" in text else text
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
    """`text` as lines of at most `room` columns, at least one line; words are cut only when they do not fit a line.

    What is in back quotes is typed as it stands, so it stays on one line where it fits.
    """
    words = split_words(text)
    if "`" in text:
        words = [
            each for word in joined_in_quotes(words) for each in ([word] if len(word) <= room else word.split(" "))
        ]
    whole = " ".join(words)
    if measure(whole) <= room:
        return [whole]
    if measure is width and whole.isascii() and "\x1b" not in whole:
        measure = len
    if max(map(measure, words)) > room:
        words = [part for word in words for part in cut(word, room, measure)]
    return filled_lines(words, room, measure)


def joined_in_quotes(words: list[str]) -> list[str]:
    """The words, with those between two back quotes as one."""
    joined: list[str] = []
    is_open = False
    for word in words:
        if is_open:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
        is_open ^= word.count("`") % 2 == 1
    return joined


def filled_lines(parts: list[str], room: int, measure: Measure = width) -> list[str]:
    """As many parts on each line as fit it."""
    lines: list[str] = []
    line = parts[0]
    for part in parts[1:]:
        longer = f"{line} {part}"
        if measure(longer) <= room:
            line = longer
        else:
            lines.append(line)
            line = part
    return [*lines, line]


def hanging(first: str, text: str) -> list[str]:
    """`text` after `first`, further lines indented below its start."""
    indent = width(first)
    lines = wrapped_lines(text, WIDTH - indent)
    return [(first if number == 0 else " " * indent) + line for number, line in enumerate(lines)]


GAP = 2
LONG = 16


def shared_rules(table: ReportTable) -> tuple[str, ...]:
    """The rules of all rows when they are the same for several rows: then they are named once, above."""
    kinds = {row.rules for row in table.rows}
    return table.rows[0].rules if len(table.rows) > 1 and len(kinds) == 1 else ()


def table_lines(table: ReportTable, initials: dict[str, str]) -> list[str]:
    """The rows below their headings; initials of seats are in a margin. A table too wide is written row by row."""
    once = shared_rules(table)
    heads = [safe_text(column) for column in table.columns]
    rows = [
        [safe_text(cell) for cell in row.cells] + [("" if once else rule_citations(row.rules))] for row in table.rows
    ]
    rules_shown = any(cells[-1] for cells in rows)
    grid = [[*heads, ""], *rows] if rules_shown else [heads, *(cells[:-1] for cells in rows)]
    margin = [" ", *(initials.get(row.seat, "") for row in table.rows)]
    widths = room_of_columns(grid, WIDTH - max(map(width, margin)) - 1)
    lines = [rule_citations(once)] if once else []
    if not widths:
        return lines + records(heads, table.rows, initials)
    return lines + grid_lines(grid, widths, margin, numeric(table), table.rows)


def numeric(table: ReportTable) -> list[bool]:
    """Which columns hold numbers only, and so are aligned right."""
    numbers = [all(is_number(row.cells[at]) for row in table.rows) for at in range(len(table.columns))]
    return [*numbers, False]


def is_number(cell: Word) -> bool:
    """Whether a cell may be in a column of numbers."""
    return isinstance(cell, int) or cell == ""


def room_of_columns(grid: list[list[str]], room: int) -> list[int]:
    """A width for every column; empty when the table cannot be set in columns.

    All start with room for their longest word; the rest goes, character by character, to the column with most broken
    lines.
    """
    columns = list(zip(*grid, strict=True))
    lengths = [Counter(map(width, column)) for column in columns]
    widths = [longest_word(column) for column in columns]
    left_over = room - GAP * (len(widths) - 1) - sum(widths)
    while left_over > 0:
        broken = [broken_lines(*each) for each in zip(lengths, widths, strict=True)]
        if not any(broken):
            break
        widths[broken.index(max(broken))] += 1
        left_over -= 1
    return widths if left_over >= 0 else []


def longest_word(cells: tuple[str, ...]) -> int:
    """Its width; very long words may be cut."""
    words = {word for cell in {*cells} for word in split_words(cell)}
    return max([1, *(min(LONG, width(word)) for word in words)])


def broken_lines(lengths: Mapping[int, int], wide: int) -> int:
    """How many more lines than cells there are, at least, in a column that wide; `lengths`: of how many cells each."""
    return sum((length - 1) // wide * cells for length, cells in lengths.items() if length)


def grid_lines(
    grid: list[list[str]], widths: list[int], margin: list[str], numbers: list[bool], rows: tuple[Row, ...]
) -> list[str]:
    """Headings, a line, the rows; a total has a line above it."""
    edge = max(map(width, margin))
    line = " " * edge + " " + "-" * (sum(widths) + GAP * (len(widths) - 1))
    lines = [*set_row(grid[0], widths, " " * edge, numbers), line]
    for cells, mark, row in zip(grid[1:], margin[1:], rows, strict=True):
        if row.strong and lines[-1] != line:
            lines.append(line)
        lines += set_row(cells, widths, left_aligned(mark, edge), numbers)
    return lines


def set_row(cells: list[str], widths: list[int], mark: str, numbers: list[bool]) -> list[str]:
    """The lines of one row."""
    stacks = [wrapped_lines(cell, room) for cell, room in zip(cells, widths, strict=True)]
    lines = []
    for number, parts in enumerate(zip_longest(*stacks, fillvalue="")):
        set_parts = [
            (right_aligned if is_number else left_aligned)(part, room)
            for part, room, is_number in zip(parts, widths, numbers, strict=False)
        ]
        lines.append(((mark if number == 0 else " " * width(mark)) + " " + (" " * GAP).join(set_parts)).rstrip())
    return lines


def records(heads: list[str], rows: tuple[Row, ...], initials: dict[str, str]) -> list[str]:
    """Each row as `heading: cell` one after the other."""
    lines = []
    for row in rows:
        facts = word_list(
            [f"{with_colon(head)} {safe_text(cell)}" for head, cell in zip(heads, row.cells, strict=False)], SEMICOLON
        )
        lines += hanging(f"{initials.get(row.seat, '-')} ", f"{facts} {rule_citations(row.rules)}")
    return lines


def chart_table(chart: Chart) -> ReportTable:
    """A chart as a table: its own, or a column for each seat and a row for each point of the axis."""
    if chart.table:
        return chart.table
    columns = (say(""), *(term(series.seat) for series in chart.series))
    rows = (Row((x, *(series.values[at] for series in chart.series))) for at, x in enumerate(chart.x))
    return ReportTable(chart.id, chart.heading, columns, tuple(rows))
