"""Lines that belong together: an action is left out with all of its lines, and a list with its last action.

And what is done about a line in the wrong column, or a bracket that is not closed, so that the rest can be read.
"""

import re
from collections.abc import Sequence

from referee.reading.caret import Fix, Problem
from referee.reading.offers import LISTED, aligned_fix, indentation


def block(lines: Sequence[str], number: int) -> list[int]:
    """The numbers of a line and of all that belongs to it; of its list, too, where nothing else would be left in it."""
    last = number
    while last < len(lines) and belongs(lines[number - 1], lines[last]):
        last += 1
    above = number - 1
    while above > 0 and not lines[above - 1].strip():
        above -= 1
    below = next((line for line in lines[last:] if line.strip()), "")
    if above > 0 and is_opening(lines[above - 1]) and not (below and belongs(lines[above - 1], below)):
        return [*block(lines[:above], above), *range(number, last + 1)]
    return list(range(number, last + 1))


def belongs(line: str, below: str) -> bool:
    """Whether a line is part of what one above it begins."""
    if not below.strip():
        return True
    if indentation(below) == indentation(line):
        return is_opening(line) and not LISTED.match(line) and bool(LISTED.match(below))
    return indentation(below) > indentation(line)


def is_opening(line: str) -> bool:
    """Whether a line is a word whose value stands below it."""
    return bool(re.fullmatch(r" *(?:- +)*[A-Za-z]\w*: *(?:#.*)?", line))


CLOSING = {"Close it with `]`.": "]", "Close it with `}}`.": "}"}
"""Templates of hints at a bracket that is not closed, and what closes it."""
MISALIGNED = ("This line does not fit the lines before it.", "This line does not fit the list before it.")


def layout_fix(lines: Sequence[str], problem: Problem) -> Fix | None:
    """What makes a text with a line in the wrong column, or with an open bracket, one that can be read."""
    if problem.line > len(lines):
        return None
    if problem.hint and problem.hint.template in CLOSING:
        end = len(lines[problem.line - 1].rstrip()) + 1
        return Fix((problem.line, end), (problem.line, end), CLOSING[problem.hint.template])
    return aligned_fix(lines, problem.line) if problem.says.template in MISALIGNED else None
