"""A hint as a change of the text: it is tried before it is printed."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import accumulate, takewhile
from typing import NamedTuple

from referee.reading.caret import Fix, Problem
from referee.reading.schemas import move_words
from referee.words import Phrase, say, word_list


class TextVerdict(NamedTuple):
    """Whether a text can be read at all, and what is wrong with it; none of its hints was tried."""

    readable: bool
    problems: tuple[Problem, ...]


Judge = Callable[[str], TextVerdict]

Lines = tuple[int, int]
"""The first and the last of some lines, from 1; none if the last comes before the first."""

ROUNDS = 4
"""So often what is wrong next to a fix is fixed, too."""


def with_true_hints(text: str, problems: tuple[Problem, ...], judge: Judge, *, readable: bool) -> tuple[Problem, ...]:
    """The problems with hints that are true: what they offer to write is not refused in its turn.

    All fixes are tried together, as they are printed together. What else is wrong with a line is fixed along with it,
    and then the hint offers the whole line. If that fails it offers nothing, and gives the hint for the next problem.
    `readable`: the text can be read; a fix that makes it unreadable is none.
    """
    offers = [each for each in problems if each.fix]
    if not offers:
        return problems
    other = frozenset(str(each.says) for each in problems if not each.fix)
    trial = FixTrial(text, judge, [each.fix for each in offers if each.fix], other)
    if readable and not trial.verdict.readable and len(offers) > 1:
        return tuple([each for one in problems for each in with_true_hints(text, (one,), judge, readable=True)])
    trial.go_on()
    if readable and not trial.verdict.readable:
        trial.fail_all()
    found = iter(trial.outcomes())
    return tuple([problem_after_trial(each, *next(found)) if each.fix else each for each in problems])


def problem_after_trial(problem: Problem, offered: Sequence[str] | None, again: Problem | None) -> Problem:
    """A problem after its trial. `offered`: the lines that were right in the end, where the fix alone was not."""
    if again:
        return problem._replace(hint=again.hint if again.line == problem.line else None, fix=None)
    if offered is None or problem.fix is None:
        return problem
    if problem.fix.own > 1 and (problem.hint is None or "lines" not in problem.hint.facts):
        return problem
    hint = say("Write {lines}.", lines=lines_in_backticks(offered))
    if problem.hint and "lines" in problem.hint.facts:
        hint = problem.hint._replace(facts={**problem.hint.facts, "lines": lines_in_backticks(offered)})
    end = problem.fix.end if problem.fix.end[1] == 1 else (problem.fix.end[0] + 1, 1)
    fix = Fix((problem.fix.begin[0], 1), end, "".join(f"{line}\n" for line in offered), problem.fix.own)
    return problem._replace(hint=hint, fix=fix)


def lines_in_backticks(lines: Sequence[str]) -> Phrase:
    return word_list([f"`{line.strip()}`" for line in lines], " ")


class FixTrial:
    """A text with fixes in it, and the lines that each of them has written; `other`: what no fix was for."""

    def __init__(self, text: str, judge: Judge, fixes: Sequence[Fix], other: frozenset[str]) -> None:
        self.judge, self.places, self.other = judge, places_of(fixes), other
        self.own = [each.own for each in fixes]
        self.lines = fixed_lines(text.split("\n"), fixes)
        self.verdict = judge("\n".join(self.lines))
        self.grown = [False] * len(fixes)
        self.left = [False] * len(fixes)
        self.again: list[Problem | None] = [None] * len(fixes)

    def go_on(self) -> None:
        """Fix what is wrong in the same lines, as far as it can be fixed."""
        for _ in range(ROUNDS):
            more = [each.fix for each in self.verdict.problems if self.concerns(each) and each.fix]
            if not more:
                return
            self.places = shifted_lines(self.places, more)
            self.lines = fixed_lines(self.lines, more)
            self.verdict = self.judge("\n".join(self.lines))
        for each in self.verdict.problems:
            self.concerns(each._replace(fix=None))

    def concerns(self, problem: Problem) -> bool:
        """Whether a problem is in lines that a fix has written; without a fix of its own that one has failed."""
        here = [index for index, place in enumerate(self.places) if place[0] <= problem.line <= place[1]]
        if str(problem.says) in self.other:
            return False
        for index in here:
            self.grown[index] = True
            if not problem.fix and problem.line < self.places[index][0] + self.own[index]:
                self.left[index] = True
            elif not problem.fix:
                self.again[index] = problem
        return bool(here)

    def fail_all(self) -> None:
        self.again = [each or self.verdict.problems[0] for each in self.again]

    def outcomes(self) -> list[tuple[list[str] | None, Problem | None]]:
        """For each fix the lines that it became, if more had to be fixed in them; and why it has failed."""
        right = [grown and not left for grown, left in zip(self.grown, self.left, strict=True)]
        became = [
            self.lines[first - 1 : last] if whole else None
            for (first, last), whole in zip(self.places, right, strict=True)
        ]
        return list(zip(became, self.again, strict=True))


def fixed_lines(lines: Sequence[str], fixes: Sequence[Fix]) -> list[str]:
    """The lines with these changes, no two of which overlap."""
    found = list(lines)
    for (line, column), (last, end), text, _ in sorted(set(fixes), reverse=True):
        rest = found[last - 1][end - 1 :] if last <= len(found) else ""
        found[line - 1 : last] = (found[line - 1][: column - 1] + text + rest).split("\n")
    return found


def growth(fix: Fix) -> int:
    """How many lines a fix adds."""
    return fix.text.count("\n") - (fix.end[0] - fix.begin[0])


def places_of(fixes: Sequence[Fix]) -> list[Lines]:
    """The lines that each fix has written, when all are done."""
    begins, grown = growths(fixes)
    firsts = [each.begin[0] + grown[bisect_left(begins, each.begin)] for each in fixes]
    whole = [each.end[1] == 1 for each in fixes]  # what ends before a line has written nothing of it
    return [
        (first, first + each.text.count("\n") - ends) for each, first, ends in zip(fixes, firsts, whole, strict=True)
    ]


def shifted_lines(places: Sequence[Lines], fixes: Sequence[Fix]) -> list[Lines]:
    """Where lines are after these changes; what is written inside them belongs to them."""
    begins, grown = growths(fixes)
    return [
        (first + grown[bisect_left(begins, (first, 0))], last + grown[bisect_left(begins, (max(first, last + 1), 0))])
        for first, last in places
    ]


def growths(fixes: Sequence[Fix]) -> tuple[list[tuple[int, int]], list[int]]:
    """Where the fixes begin, in order, and how many lines those before each of them, and all of them, add."""
    once = sorted(set(fixes))
    return [each.begin for each in once], [0, *accumulate(map(growth, once))]


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def is_said(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


BEFORE = re.compile(r" *(?:- +)?(?:[A-Za-z]\w*: *)?")
"""What is before a value that has a line of its own; in brackets there is more."""


SPECIAL = re.compile(r"[!&*]\S*\Z|\?\Z")
"""A word that YAML does not read as text: `!!` in notes."""


def value_fix(lines: Sequence[str], at: tuple[int, int], old: str, new: str) -> Fix | None:
    """Write `new` for the text `old` at line and column `at`; None if it is not written there in one piece.

    Lines of `new` after the first begin where its line begins. A sign that YAML has a use for is put in quotes.
    """
    number, column = at
    line = lines[number - 1]
    rest = line[column - 1 :]
    written = next((each for each in (f"'{old}'", f'"{old}"', old) if each and rest.startswith(each)), "")
    if not written or ("\n" in new and not BEFORE.fullmatch(line[: column - 1])):
        return None
    text = f"'{new}'" if SPECIAL.match(new) else new.replace("\n", "\n" + " " * indentation(line))
    begin = column if not text.startswith("\n") else len(line[: column - 1].rstrip()) + 1
    return Fix((number, begin), (number, column + len(written)), text)


def in_brackets(lines: Sequence[str], at: tuple[int, int]) -> str:
    """The list or mapping in brackets that begins here and ends in the same line; "" for none."""
    rest, deep = lines[at[0] - 1][at[1] - 1 :], 0
    for index, sign in enumerate(rest):
        deep += (sign in "[{") - (sign in "]}")
        if not deep:
            return rest[: index + 1] if index else ""
    return ""


def line_fix(lines: Sequence[str], number: int, new: str) -> Fix:
    """Write `new` in place of all of a line of a list but its indentation, and of what belongs to its word below it."""
    line, last = lines[number - 1], number
    inside = indentation(line) + len("- ")
    while last < len(lines) and is_said(lines[last]) and indentation(lines[last]) > inside:
        last += 1
    return Fix((number, indentation(line) + 1), (last, len(lines[last - 1]) + 1), new)


def below_fix(lines: Sequence[str], number: int, column: int, new: str) -> Fix:
    """Take a line out of a list and write `new` below the list, beginning in this column."""
    last = list_end(lines, number, column)
    kept = [*lines[number:last], " " * (column - 1) + new]
    return Fix((number, 1), (last + 1, 1), "".join(f"{line}\n" for line in kept), own=len(kept) - 1)


def list_end(lines: Sequence[str], number: int, column: int) -> int:
    """The last line of the list that has line `number`, below a word that begins in this column."""
    last = number
    for each in range(number, len(lines)):
        begins = indentation(lines[each]) + 1
        if is_said(lines[each]):
            if begins < column or (begins == column and not lines[each].lstrip().startswith("- ")):
                break
            last = each + 1
    return last


def dashed_fix(lines: Sequence[str], first: int, last: int) -> Fix:
    """Begin each line of a block with a dash, but those that are further in and belong to the line above."""
    column = indentation(lines[first - 1])
    block = [line_with_dash(line, column) for line in lines[first - 1 : last]]
    return Fix((first, 1), (last + 1, 1), "".join(f"{line}\n" for line in block), own=len(block))


LISTED = re.compile(r" *- +")


def aligned_fix(lines: Sequence[str], number: int) -> Fix | None:
    """Begin a line in the same column as the one of its kind above it, and move those below that belong to it.

    None if it begins there already.
    """
    if number > len(lines):
        return None
    line = lines[number - 1]
    is_listed = bool(LISTED.match(line))
    for above in reversed(lines[: number - 1]):
        if bool(LISTED.match(above)) == is_listed and WORD.match(above.lstrip(" -")):
            return moved_fix(lines, number, indentation(above) - indentation(line))
    return None


def moved_fix(lines: Sequence[str], number: int, columns: int) -> Fix | None:
    """Move a line and those below it that begin no further left so many columns to the right; None for none."""
    block = list(takewhile(lambda each: not is_left_of(each, lines[number - 1]), lines[number - 1 :]))
    moved = [" " * (indentation(each) + columns) + each.lstrip(" ") if each.strip() else each for each in block]
    end = number + len(block)
    return Fix((number, 1), (end, 1), "".join(f"{each}\n" for each in moved), own=len(block)) if columns else None


def is_left_of(line: str, other: str) -> bool:
    return bool(line.strip()) and indentation(line) < indentation(other)


def line_with_dash(line: str, column: int) -> str:
    if not is_said(line):
        return line
    return f"{line[:column]}{'- ' if indentation(line) == column else '  '}{line[column:]}"


def shown_lines(lines: Sequence[str], fix: Fix) -> list[str]:
    """The lines as a fix of a value makes them, of a line inside which it is only the value and its word."""
    (number, column), (_, end), text, _ = fix
    before, behind = lines[number - 1][: column - 1], lines[number - 1][end - 1 :]
    if BEFORE.fullmatch(before):
        return [line.strip() for line in (before + text + behind).split("\n")]
    word = re.search(r"(?:[A-Za-z]\w*: *)?$", before)
    return [line.strip() for line in ((word[0] if word else "") + text).split("\n")]


WORD = re.compile(r"(?P<word>[A-Za-z]\w*) *:")


def head_of_actions(lines: Sequence[str]) -> int:
    """The number of the line `actions:`, also where the word is misspelt; 0 for none."""
    for number, line in enumerate(lines, 1):
        found = re.fullmatch(r"(\w+): *", line)
        if found and get_close_matches(found[1].lower(), ["actions"], 1, ALIKE):
            return number
    return 0


ALIKE = 0.8
"""How like `actions` a misspelt word is."""


def dashless_block(lines: Sequence[str]) -> tuple[int, int] | None:
    """The first and the last line of a block below `actions:` that looks like a list without its dashes."""
    above = head_of_actions(lines)
    said = [number for number, line in enumerate(lines, 1) if number > above and is_said(line)]
    block: list[int] = []
    for number in said if above else ():
        line = lines[number - 1]
        deeper = indentation(line) - indentation(lines[(block or [number])[0] - 1])
        if deeper < 0 or line.lstrip().startswith("-") or (deeper == 0 and not is_action(line)):
            break
        block.append(number)
    below = "".join(line for line in lines[block[-1] :][:1]) if block else ""
    if len(block) == 1 and LISTED.match(below) and lines[block[0] - 1].rstrip().endswith(":"):
        return None  # a list is there, below a word too many
    return (block[0], block[-1]) if block else None


def is_action(line: str) -> bool:
    """Whether a line may be an action without its dash."""
    found = WORD.match(line.strip())
    return bool(found) and not (line[:1] != " " and line.partition(":")[0].strip().lower() in move_words().heads)


def offered_lines(fix: Fix) -> list[str]:
    """The lines that a fix writes, without what is around them."""
    return [line.strip() for line in fix.text.split("\n") if line.strip()]
