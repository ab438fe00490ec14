"""What a hint offers to write, as a change of the text: so it is tried before it is printed."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.reading.caret import Fix, Problem
from referee.words import Phrase, say, word_list


class TextVerdict(NamedTuple):
    """Whether a text can be read at all, and what is wrong with it; none of its hints was tried."""

    readable: bool
    problems: tuple[Problem, ...]


Judge = Callable[[str], TextVerdict]

Lines = tuple[int, int]
"""The first and the last of some lines, from 1; none where the last comes before the first."""

ROUNDS = 4
"""So often what is wrong beside a fix is fixed, too."""


def with_true_hints(text: str, problems: tuple[Problem, ...], judge: Judge, *, readable: bool) -> tuple[Problem, ...]:
    """The problems with hints that are true: what they offer to write is not refused in its turn.

    All fixes are tried together, as they are printed together. What else is wrong with a line is fixed along with it,
    and then the hint offers the whole line. Where that fails it offers nothing, and gives the hint of what would be
    wrong next. `readable`: the text can be read; a fix that makes it unreadable is none.
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
            self.places = [shifted_lines(place, more) for place in self.places]
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
    before = [sum(growth(other) for other in set(fixes) if other.begin < each.begin) for each in fixes]
    firsts = [each.begin[0] + shift for each, shift in zip(fixes, before, strict=True)]
    whole = [each.end[1] == 1 for each in fixes]  # what ends before a line has written nothing of it
    return [
        (first, first + each.text.count("\n") - ends) for each, first, ends in zip(fixes, firsts, whole, strict=True)
    ]


def shifted_lines(place: Lines, fixes: Sequence[Fix]) -> Lines:
    """Where lines are after these changes; what is written inside them belongs to them."""
    above = sum(growth(each) for each in set(fixes) if each.begin[0] < place[0])
    inside = sum(growth(each) for each in set(fixes) if place[0] <= each.begin[0] <= place[1])
    return place[0] + above, place[1] + above + inside
