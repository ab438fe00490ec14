"""A text with problems: what is wrong in it, and what it would be if its hints were followed."""

import re
from collections.abc import Iterable, Sequence

from referee.reading.caret import BadInput, Fix, Path, Problem, Source, nearest_mark
from referee.reading.fixes import fixed_lines

ROUNDS = 20
"""So often a text is read again; each time at least one more of its lines is right."""


class Draft:
    """A text as far as it can be read. All line numbers are those of the original text.

    lines          as it was written
    source         as it would be if the hints were followed, and what that says
    origin         for each line of `source` the number of the line that it was
    problems       what is wrong so far; what shows only in a line that a hint has changed is not certain
    changed_lines  lines that are as a hint says in `source`
    empty_lines    lines that are left out of `source`
    is_complete    whether all lines that say what is done could be read
    """

    def __init__(self, name: str, text: str) -> None:
        self.lines = text.split("\n")
        self.source = Source(name, text, None, {}, {})
        self.origin = list(range(1, len(self.lines) + 1))
        self.problems: list[Problem] = []
        self.known: set[tuple[object, ...]] = set()
        self.changed_lines: set[int] = set()
        self.empty_lines: set[int] = set()
        self.is_complete = True

    def bad_input(self) -> BadInput:
        """The error if nothing else can be known."""
        return BadInput(self.source.name, self.lines, tuple(self.problems))

    @property
    def is_as_written(self) -> bool:
        """Whether no line had to be changed or left out."""
        return not self.changed_lines and not self.empty_lines

    def in_file(self, problem: Problem) -> Problem:
        """A problem of `source` with its line in the original text."""
        return problem._replace(line=self.origin[min(problem.line, len(self.origin)) - 1])

    def note(self, found: Iterable[Problem]) -> None:
        """Add problems of `source`, but for those of lines that are left out."""
        for each in map(self.in_file, found):
            if each.line not in self.empty_lines:
                self.add(each._replace(certain=each.line not in self.changed_lines))

    def note_beside(self, found: Iterable[Problem]) -> None:
        """Add problems of lines without one so far: problems of a guess are not reported."""
        self.note([each for each in found if self.in_file(each).line not in [other.line for other in self.problems]])

    def note_missing(self, found: Iterable[Problem]) -> None:
        """Add missing keys, except those in a line that is left out."""
        gone = " ".join(self.lines[number - 1] for number in sorted(self.empty_lines))
        for each in map(self.in_file, found):
            known = any(each.says == other.says for other in self.problems)
            if not known and not any(word in gone for word in re.findall(r"`(\w+)`", str(each.says))):
                self.add(each)

    def add(self, problem: Problem) -> None:
        key = problem.line, problem.column, problem.says.template, problem.at
        if key not in self.known:
            self.known.add(key)
            self.problems.append(problem)

    def follow(self, found: Iterable[Problem]) -> list[Problem]:
        """Add the problems whose hints say what to write, and do it; the others. Of two in one place the first goes."""
        every, fixes, taken = list(found), list[Fix](), list[Problem]()
        for each in sorted([each for each in every if each.fix], key=lambda each: (each.line, each.column)):
            if each.fix and (each.fix in fixes or not any(overlap(each.fix, other) for other in fixes)):
                taken.append(each)
                fixes.append(each.fix)
        self.note(taken)
        self.write(fixes)
        return [each for each in every if not each.fix]

    def write(self, fixes: Sequence[Fix]) -> None:
        """Change the text, and remember which line was which."""
        text, origin = self.source.text.split("\n"), list(self.origin)
        for fix in sorted(set(fixes), reverse=True):
            first, last = fix.begin[0] - 1, min(fix.end[0], len(text))
            old = origin[first:last] or origin[-1:]
            written = fixed_lines(text, [fix])
            new = len(written) - len(text) + last - first
            origin[first:last] = [old[min(each, len(old) - 1)] for each in range(new)]
            touched = old[: len(old) - (fix.end[1] == 1 and len(old) > 1)]
            (self.changed_lines if fix.text else self.empty_lines).update(touched)
            text = written
        self.origin = origin
        self.source = self.source._replace(text="\n".join(text))

    def line_of(self, at: Path) -> int:
        """The line of `source` where the action, or the field of the text, begins to which a place belongs."""
        found = self.source.marks.get(at[:2]) if len(at) > 1 and isinstance(at[1], int) else None
        return (found or self.source.keys.get(at[:1]) or nearest_mark(self.source.marks, at))[0]


def overlap(one: Fix, other: Fix) -> bool:
    """Whether two changes are about the same lines."""
    return one.begin[0] <= last_line(other) and other.begin[0] <= last_line(one)


def last_line(fix: Fix) -> int:
    return max(fix.begin[0], fix.end[0] - (fix.end[1] == 1))
