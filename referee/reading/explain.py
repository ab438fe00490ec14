"""Why data does not fit its schema, for somebody who knows no schemas: sentences with their lines and fixes."""

import re
from itertools import islice
from typing import Any

from referee.reading.caret import SHOWN, BadInput, Fix, Problem, Source, nearest_mark, value_at
from referee.reading.faults import Found, Names, by_name, faults_of_misfit, near_name
from referee.reading.fixes import (
    TextVerdict,
    below_fix,
    head_of_actions,
    in_brackets,
    indentation,
    line_fix,
    lines_in_backticks,
    shown_lines,
    value_fix,
    with_true_hints,
)
from referee.reading.schemas import schema
from referee.reading.shape import Misfits, fit
from referee.reading.slips import dashless, slip_in_line, slips_alike
from referee.reading.yaml_reader import FILE, parse_bytes
from referee.words import Phrase, say


def typed_data(source: Source, name: str, names: Names = dict) -> Any:
    """The data of the source with numbers and booleans as the schema says. Raises `BadInput` with all problems.

    `names` gives names that people may write, and what the file should say instead.
    """
    value, misfits = fit(source.data, name)
    if misfits:
        raise BadInput(source.name, source.text.split("\n"), true_problems(source, value, misfits, name, names))
    return value


def form_problems(source: Source, name: str) -> tuple[Problem, ...]:
    """All problems that `typed_data` would name; what their hints offer was not tried."""
    value, misfits = fit(source.data, name)
    return problems(source, value, misfits, name)


def why_unfit(value: Any, misfits: Misfits, name: str) -> Phrase:
    """Why data does not fit the schema, in sentences; `fit` gave the value and the misfits."""
    found = problems(Source("", "", value, {}, {}), value, misfits, name)
    return say("{why}", why=" ".join(dict.fromkeys(str(each.says) for each in found)))


def problems(source: Source, value: Any, misfits: Misfits, name: str, names: Names = dict) -> tuple[Problem, ...]:
    """The misfits that `fit` found in the data of a source, in the order of the text; `value` is what it made of it.

    One more of them than are written out: what is meant by a word is looked up in the whole schema.
    """
    found = islice((fault for each in misfits for fault in faults_of_misfit(each, schema(name))), SHOWN + 1)
    lines = source.text.split("\n")
    located = [located_problem(source, lines, with_name_hint(each, value, names), value) for each in found]
    told = [*located, *slips_beside(lines, located)]
    once = {(each.line, each.column, str(each.says)): each for each in beside_dashes(lines, told)}
    return tuple(once[key] for key in sorted(once))


def true_problems(source: Source, value: Any, misfits: Misfits, name: str, names: Names = dict) -> tuple[Problem, ...]:
    """The same with hints that are true: what they offer fits the schema."""

    def verdict(text: str) -> TextVerdict:
        try:
            again = parse_bytes(text.encode(), source.name, FILE)
        except BadInput as bad:
            return TextVerdict(False, bad.problems)
        return TextVerdict(True, problems(again, *fit(again.data, name), name, names))

    return with_true_hints(source.text, problems(source, value, misfits, name, names), verdict, readable=True)


def slips_beside(lines: list[str], told: list[Problem]) -> list[Problem]:
    """For the last slip of the pen in each column all lines with the same one."""
    slips = {indentation(lines[each.line - 1]): each for each in told if each.fix and is_slip(lines, each)}
    beside = [(problem, each) for problem in slips.values() for each in slips_alike(lines, problem._replace(at=()))]
    return [each._replace(at=problem.at) if each.line == problem.line else each for problem, each in beside]


def is_slip(lines: list[str], problem: Problem) -> bool:
    return slip_in_line(lines[problem.line - 1], problem.line) == problem._replace(at=())


def beside_dashes(lines: list[str], told: list[Problem]) -> list[Problem]:
    """A list without its dashes in place of everything that is wrong since these are missing."""
    found = dashless(lines)
    if not told or found is None or found.fix is None:
        return told
    first, last = found.fix.begin[0], found.fix.end[0]
    above = head_of_actions(lines) if re.fullmatch("actions: *", lines[head_of_actions(lines) - 1]) else first
    return [found, *[each for each in told if not above <= each.line < last]]


def located_problem(source: Source, lines: list[str], found: Found, value: Any) -> Problem:
    """The problem with its line and column; if the line shows a known slip, that is reported instead."""
    line, column = nearest_mark(source.keys if found.key and found.at in source.keys else source.marks, found.at)
    is_whole = not found.at and isinstance(source.data, dict)  # no line is to blame for a missing key
    slip = None if is_whole else slip_in_line(lines[line - 1], line)
    if slip:
        return slip._replace(at=found.at)
    quoted = lines[line - 1][column - 1 : column] in ("'", '"')
    signs = found.signs + quoted if found.signs else 0
    fix = fix_of(source, lines, found, value)
    hint = hint_of(lines, found, fix, value) if fix else found.hint or hint_elsewhere(found)
    return Problem(found.says, line, column + signs, hint, fix, found.at)


def with_name_hint(found: Found, value: Any, names: Names) -> Found:
    """If a name is in a wrong place, or misspelt, says what the name is."""
    written = None if found.key else value_at(value, found.at)
    if not isinstance(written, str):
        return found
    text, hint = by_name(written, names)
    text, hint = (text, hint) if hint else near_name(written, names)
    return found._replace(hint=hint, write=text, place="value") if hint else found


ELSEWHERE: dict[tuple[str, bool], Phrase] = {
    ("line", True): say("Write `{text}` in place of this line."),
    ("line", False): say("Write `{text}` in place of this line."),
    ("below", True): say("Write `{text}` in place of `actions:` and its list."),
    ("below", False): say("Leave this line out, and write `{text}` below the list, in the same column as `actions:`."),
    ("nowhere", False): say("Leave this line out."),
}
"""What is offered in another place than that of the value, where it is alone in its list and where it is not."""


def hint_of(lines: list[str], found: Found, fix: Fix, value: Any) -> Phrase:
    """A fix as a sentence."""
    words = None if found.place == "value" else ELSEWHERE.get((found.place, is_alone(found, value)))
    if words:
        return Phrase(words.template, {"text": found.write})
    if found.hint:
        return found.hint
    shown = shown_lines(lines, fix)
    if len(shown) > 1:
        return say("Write each one on its own line: {lines}.", lines=lines_in_backticks(shown))
    return say("Write `{text}`.", text=shown[0])


def hint_elsewhere(found: Found) -> Phrase | None:
    """What to write where it cannot be done in place: in brackets, or where a line has more that stays."""
    first, *more = found.write.split("\n")
    if found.place == "below":
        return say("Take it out of the list, and write `{text}` below the list, like `actions:`.", text=found.write)
    if found.place != "value" or not more:
        return None
    word = f"{found.at[-1]}: " if isinstance(found.at[-1], str) else ""
    return say("Write each one on its own line: {lines}.", lines=lines_in_backticks([f"- {word}{first}", *more]))


def fix_of(source: Source, lines: list[str], found: Found, value: Any) -> Fix | None:
    """The hint as a change of the text.

    It goes where the value or the word is; or in place of the whole `line`; or in a line `below` the list, in which the
    line is left out; or `nowhere`: then the line is left out, and with the last of a list the list.
    """
    if found.place == "value" and not found.write:
        return None
    mark = nearest_mark(source.keys if found.key and found.at in source.keys else source.marks, found.at)
    if found.place == "value":
        old = str(found.at[-1]) if found.key else value_at(value, found.at)
        fix = value_fix(lines, mark, old if isinstance(old, str) else in_brackets(lines, mark), found.write)
        return fix._replace(own=1) if fix and found.key else fix
    if found.place == "line":
        return line_fix(lines, mark[0], found.write)
    head = source.keys.get(found.at[:1])
    if head is None or not found.at:
        return None
    alone = is_alone(found, value)
    if is_among_others(found, value) and lines[mark[0] - 1].lstrip().startswith("- "):
        return None  # the line begins what the others belong to
    if found.place == "below":
        fix = below_fix(lines, mark[0], head[1], found.write)
        return fix._replace(begin=(head[0], 1)) if alone else fix
    return Fix((head[0] if alone else mark[0], 1), (mark[0] + 1, 1), "")


def is_alone(found: Found, value: Any) -> bool:
    """Whether nothing else is in the list."""
    if len(found.at) == 1:
        return True
    items = value[found.at[0]]
    return isinstance(items, list) and len(items) == 1 and not is_among_others(found, value)


def is_among_others(found: Found, value: Any) -> bool:
    """Whether the same line of the list has other words, too."""
    item = value_at(value, found.at[:-1]) if found.key and len(found.at) > 1 else None
    return isinstance(item, dict) and len(item) > 1
