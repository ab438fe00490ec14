"""A text with problems, read as far as it can be: what its hints say is done in a draft of it, which is read again."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.reading.caret import (
    FORBIDDEN,
    SHOWN,
    BadInput,
    Fix,
    Path,
    Problem,
    Source,
    clean,
    nearest_mark,
    without_invisible,
)
from referee.reading.explain import true_problems
from referee.reading.faults import Names
from referee.reading.fixes import LISTED, aligned_fix, fixed_lines, indentation
from referee.reading.schemas import schema as schema_of
from referee.reading.shape import fit
from referee.reading.syntax import bad_characters
from referee.reading.yaml_reader import (
    MOVE,
    Further,
    as_it_is,
    nothing_further,
    parse_text,
    read_source,
    refuse_private,
    utf8_text,
)

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
    """Whether a line belongs to what a line above begins."""
    if not below.strip():
        return True
    if indentation(below) == indentation(line):
        return is_opening(line) and not LISTED.match(line) and bool(LISTED.match(below))
    return indentation(below) > indentation(line)


def is_opening(line: str) -> bool:
    """Whether a line is a key whose value follows below it."""
    return bool(re.fullmatch(r" *(?:- +)*[A-Za-z]\w*: *(?:#.*)?", line))


CLOSING = {"Close it with `]`.": "]", "Close it with `}}`.": "}"}
"""Templates of hints at a bracket that is not closed, and what closes it."""
UNKNOWN = "There is no `{word}` here."
MISALIGNED = ("This line doesn't fit the lines before it.", "This line doesn't fit the list before it.")


def layout_fix(lines: Sequence[str], problem: Problem) -> Fix | None:
    """Fixes a text with a line in the wrong column, or with an open bracket."""
    if problem.line > len(lines):
        return None
    if problem.hint and problem.hint.template in CLOSING:
        end = len(lines[problem.line - 1].rstrip()) + 1
        return Fix((problem.line, end), (problem.line, end), CLOSING[problem.hint.template])
    return aligned_fix(lines, problem.line) if problem.says.template in MISALIGNED else None


LEAVE_OUT = re.compile("Leave it out|Leave out|Delete this|.*Leave out greetings")
"""What the template of a hint says where a line should be left out."""

BESIDE = ("game", "after", "head", "seat", "say")
"""The fields that say nothing about actions."""


def replace_invisible(draft: Draft) -> None:
    """Note invisible characters, and go on without them. Raises `BadInput` for those that may mean something."""
    draft.note(bad_characters(draft.lines))
    text = draft.source.text
    if not clean(without_invisible(text)):
        raise draft.bad_input()
    draft.source = draft.source._replace(text=re.sub(FORBIDDEN, spaces_for, text))


def spaces_for(found: re.Match[str]) -> str:
    """Two spaces for each tab; nothing for invisible characters."""
    return "  " * found[0].count("\t")


def parse(draft: Draft, further: Further) -> None:
    """Read the text until it is YAML. Raises `BadInput` where no hint says what a line should be."""
    for _ in range(ROUNDS):
        try:
            draft.source = read_source(draft.source.text.encode(), draft.source.name, further=further)
        except BadInput as bad:
            if not correct(draft, bad.problems):
                break
        else:
            return
    raise draft.bad_input()


def correct(draft: Draft, found: Sequence[Problem]) -> bool:
    """Add problems and do what their hints say; whether that could be done for all."""
    if len(found) > SHOWN:
        draft.note(found)
        return False
    problems = [each if each.fix else with_layout_fix(draft, each) for each in found]
    again = [each for each in problems if not each.at and draft.in_file(each).line in draft.changed_lines]
    others = [each for each in again if not each.fix] if again else draft.follow(problems)
    if again:  # layout problems of a line that a hint has changed are not reported
        draft.write([each.fix for each in again if each.fix])
    else:
        draft.note(others)
    leave_out(draft, [each.line for each in others if is_to_be_left_out(each)])
    return all(map(is_to_be_left_out, others))


def with_layout_fix(draft: Draft, problem: Problem) -> Problem:
    return problem._replace(fix=layout_fix(draft.source.text.split("\n"), problem))


def is_to_be_left_out(problem: Problem) -> bool:
    """Whether the hint says to leave out what is there."""
    return bool(problem.hint and LEAVE_OUT.match(problem.hint.template))


def amend(draft: Draft, inner: list[Problem], whole: list[Problem], words: list[str]) -> bool:
    """Follow the hints of problems; if no hint works any longer, leave out what is wrong. Whether the text can be read.

    So a problem that disappears by itself is not reported.
    """
    before, origin = draft.source, list(draft.origin)
    others = draft.follow(inner) if len(inner) <= SHOWN else inner
    if len(others) < len(inner) and reread(draft):
        return True
    draft.source, draft.origin = before, origin
    guesses = [each for each in others if is_guess(draft, each)]
    draft.note([each for each in others if each not in guesses])
    draft.note_missing(whole)
    draft.is_complete &= not guesses and not any(each.at[:1] == (word,) for each in inner for word in words)
    if len(inner) > SHOWN:
        return False
    leave_out(draft, [draft.line_of(each.at) if each.at else each.line for each in inner])
    return reread(draft)


def is_guess(draft: Draft, problem: Problem) -> bool:
    """Whether a word is unknown only since its line was moved: the hint leaves open whether it belongs to a list."""
    moved = [each.line for each in draft.problems if each.says.template in MISALIGNED]
    return problem.says.template == UNKNOWN and draft.in_file(problem).line in moved


def words_of(name: str) -> list[str]:
    """The fields of a schema that say what is done."""
    return [word for word in schema_of(name).get("properties", ()) if word not in BESIDE]


def leave_out(draft: Draft, numbers: Iterable[int]) -> None:
    """Empty these lines of `source`, each with all that belongs to it."""
    lines = draft.source.text.split("\n")
    for number in numbers:
        for each in block(lines, number) if number <= len(lines) else ():
            lines[each - 1] = ""
            draft.empty_lines.add(draft.origin[each - 1])
    draft.source = draft.source._replace(text="\n".join(lines))


def reread(draft: Draft) -> bool:
    """Read the text again; whether it is YAML."""
    try:
        draft.source = parse_text(draft.source.text, draft.source.name)
    except BadInput:
        return False
    return True


def read_draft(
    raw: bytes,
    name: str,
    *,
    further: Further = nothing_further,
    unwrapped: Callable[[bytes], bytes] = as_it_is,
) -> Draft:
    """A text written by a person, as far as it can be read. Raises `BadInput` where nothing can be known.

    `further` as for `read_source`; `unwrapped` removes what is around a text.
    """
    refuse_private(raw, name)
    text = utf8_text(raw if len(raw) > MOVE else unwrapped(raw), name, MOVE)
    draft = Draft(name, text)
    if not clean(text):
        replace_invisible(draft)
    parse(draft, further)
    return draft


def check_form(draft: Draft, schema: str, names: Names = dict, within: Path = ()) -> Any:
    """What the text says, with numbers and booleans as the schema has them; its problems are added to the draft.

    The whole may lack words that it should have. None if the meaning cannot be determined. `within`: mistakes elsewhere
    are not reported.
    """
    value, misfits = fit(draft.source.data, schema)
    if not misfits:
        return value if isinstance(value, dict) else None
    for _ in range(ROUNDS):
        value, misfits = fit(draft.source.data, schema)
        found = true_problems(draft.source, value, misfits, schema, names)
        inner = [each for each in found if (each.at or each.fix) and each.at[: len(within)] == within]
        whole = [each for each in found if not each.at and not each.fix and not within]
        if not inner:
            draft.note_missing(whole)
            return value if isinstance(value, dict) and not any(each.at for each in misfits) else None
        if not amend(draft, inner, whole, words_of(schema)):
            return None
    return None
