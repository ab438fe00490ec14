"""Acts like a reader who types exactly what a hint offers."""

from typing import NamedTuple

from referee import reading
from referee.reading import Problem, fixes

START = "game: cup\nafter: 40\nseat: red\n"


class Applied(NamedTuple):
    """A text after its hints: the problems before, the text now, and the lines that each fix wrote."""

    before: tuple[Problem, ...]
    text: str
    written: tuple[tuple[Problem, tuple[int, int]], ...]


def problems(text: str, schema: str) -> tuple[Problem, ...]:
    """The problems of a move, with hints as printed; none if it is accepted."""
    try:
        read = reading.read_source(
            text.encode(), "move.yaml", further=lambda found: reading.form_problems(found, schema)
        )
        reading.typed_data(read, schema)
    except reading.BadInput as bad:
        return bad.problems
    return ()


def data(text: str, schema: str) -> object:
    """The data of an accepted move."""
    return reading.typed_data(reading.read_source(text.encode(), "move.yaml"), schema)


def applied(text: str, found: tuple[Problem, ...]) -> Applied:
    """The text with all that the hints offer."""
    offers = [each for each in found if each.fix]
    changes = [each.fix for each in offers if each.fix]
    lines = fixes.fixed_lines(text.split("\n"), changes)
    return Applied(found, "\n".join(lines), tuple(zip(offers, fixes.places_of(changes), strict=True)))


def untrue(done: Applied, schema: str) -> list[str]:
    """What is wrong with the hints: they do not print what they offer, or following them is refused again, or later."""
    after, found = problems(done.text, schema), list[str]()
    known = {str(each.says) for each in done.before if not each.fix}
    for problem, (first, last) in done.written:
        found += [f"{problem.hint} does not print {line}" for line in unprinted(problem)]
        own = problem.fix.own if problem.fix else 0
        again = [each for each in after if first + own <= each.line <= last and str(each.says) not in known]
        found += [f"{problem.hint} leads to: {each.says}" for each in again]
        if any(each.says == problem.says and first <= each.line <= last for each in after):
            found.append(f"{problem.says} is said again")
    return found


def unprinted(problem: Problem) -> list[str]:
    """The lines that a fix writes and its hint does not show; what it only leaves out needs none."""
    assert problem.fix
    hint = str(problem.hint)
    written = [line.strip().removeprefix("- ") for line in problem.fix.text.split("\n")]
    if hint.startswith(("Leave ", "Delete ", "Put a line", "Write `actions:`")):
        return []
    return [line for line in written if line.strip(" :") and line not in hint and not is_below(line, hint)]


def is_below(line: str, hint: str) -> bool:
    """Whether a line belongs to another that the hint shows: it is indented further."""
    return "Write each line with a dash" in hint or "Leave this line out" in hint
