"""How a draft is corrected: what its hints say is done, and what cannot be read is left out."""

import re
from collections.abc import Iterable, Sequence

from referee.reading.caret import FORBIDDEN, SHOWN, BadInput, Fix, Problem, clean, without_invisible
from referee.reading.drafts import ROUNDS, Draft
from referee.reading.fixes import LISTED, aligned_fix, indentation
from referee.reading.schemas import schema as schema_of
from referee.reading.syntax import bad_characters
from referee.reading.texts import Further
from referee.reading.yaml_reader import parse_text, read_source


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
