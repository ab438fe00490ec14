"""A refusal in full: every problem with its place, the facts, how to fix it, and what the rules say.

One printer for the command line, for e-mails and for programs.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.desk.answers import Flawed
from referee.desk.library import Law, laws
from referee.source import BadInput, Problem, pointed
from referee.words import Phrase, say, term

SHOWN = 20
"""So many problems of a kind are written out."""


def text(answer: Flawed | BadInput) -> str:
    """The text of a refusal: one problem with its line and a caret, several as a list; then what the rules say."""
    certain = [each for each in answer.problems if each.certain]
    probable = [each for each in answer.problems if not each.certain]
    if len(certain) == 1:
        lines = [pointed(answer.name, answer.lines, certain[0], certain[0].rule)]
    else:
        lines = [str(say("{number} problems in {file}.", number=len(certain), file=answer.name))]
        lines += list_lines(certain, [f"{number}. " for number in range(1, len(certain) + 1)])
    if probable:
        lines += [str(ONCE[len(certain) > 1, len(probable) > 1]), *list_lines(probable, ["- "] * len(probable))]
    return "\n".join([*lines, *law_lines(answer)])


ONCE: dict[tuple[bool, bool], Phrase] = {
    (False, False): say("Once this is fixed, this will probably be a problem, too:"),
    (False, True): say("Once this is fixed, these will probably be problems, too:"),
    (True, False): say("Once these are fixed, this will probably be a problem, too:"),
    (True, True): say("Once these are fixed, these will probably be problems, too:"),
}
"""Whether several problems are certain, whether several are probable → what is said between them."""


def list_lines(problems: Sequence[Problem], marks: Sequence[str]) -> list[str]:
    """Each problem in one line; of very many the first ones."""
    lines = [f"{mark}{in_line(each)}" for mark, each in zip(marks, problems[:SHOWN], strict=False)]
    return [*lines, str(say("… and more like these."))] if len(problems) > SHOWN else lines


def in_line(problem: Problem) -> Phrase:
    """`line 7: resupply is the last action. Move it to the end. (MG-4.6)`"""
    facts = {"line": problem.line, "says": problem.says, "hint": problem.hint, "rule": problem.rule}
    if problem.hint and problem.rule:
        return say("line {line}: {says} {hint} ({rule})", **facts)
    if problem.hint:
        return say("line {line}: {says} {hint}", **facts)
    return say("line {line}: {says} ({rule})", **facts) if problem.rule else say("line {line}: {says}", **facts)


def law_lines(answer: Flawed | BadInput) -> list[str]:
    """What each rule says that is named, once."""
    law = laws_of(answer)
    numbers = dict.fromkeys(each.rule for each in shown_problems(answer.problems) if each.rule in law)
    facts = [{"rule": each, "law": term(law[each].law), "source": law[each].source} for each in numbers]
    return [str(say("{rule} says: {law} ({source})", **each)) for each in facts]


def shown_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Those that are certain before those that are probable, so many of each."""
    kinds = [[each for each in problems if each.certain is kind] for kind in (True, False)]
    return [each for kind in kinds for each in kind[:SHOWN]]


def plain(answer: Flawed | BadInput) -> list[dict[str, Any]]:
    """All problems as plain data, for programs."""
    law = laws_of(answer)
    return [
        {
            "rule": each.rule or None,
            "says": str(each.says),
            "at": list(each.at),
            "line": each.line,
            "column": each.column,
            "hint": str(each.hint) if each.hint else "",
            "law": str(term(law[each.rule].law)) if each.rule in law else "",
            "certain": each.certain,
        }
        for each in answer.problems
    ]


def laws_of(answer: Flawed | BadInput) -> dict[str, Law]:
    """The rules of the title that a refusal is about."""
    book = answer.book if isinstance(answer, Flawed) else None
    return laws(book) if book and any(each.rule for each in answer.problems) else {}
