"""A refusal in full: each violation with its place, the facts, how to mend it, and what the rule says."""

from typing import Any

from referee.desk.answers import Illegal, Misplaced
from referee.desk.library import laws
from referee.source import caret
from referee.words import say, term


def illegal(answer: Illegal) -> str:
    """The text of a refusal: violations in order; below the last one of a rule, the rule."""
    law = laws(answer.book)
    told: list[str] = []
    for violation in answer.violations:
        told.append(caret(answer.source, violation.at, violation.says, violation.hint, violation.rule))
    for number in dict.fromkeys(violation.rule for violation in answer.violations):
        if number in law:
            facts = {"rule": number, "law": term(law[number].law), "source": law[number].source}
            told.append(str(say("{rule} says: {law} ({source})", **facts)))
    return "\n".join(told)


def misplaced(answer: Misplaced) -> str:
    return caret(answer.source, answer.at, answer.says, answer.hint)


def plain(answer: Illegal) -> list[dict[str, Any]]:
    """The violations as plain data, for programs."""
    law = laws(answer.book)
    return [
        {
            "rule": each.rule,
            "says": str(each.says),
            "at": list(each.at),
            "hint": str(each.hint) if each.hint else "",
            "law": str(term(law[each.rule].law)) if each.rule in law else "",
        }
        for each in answer.violations
    ]
