"""A refusal in full: every problem with its place, the facts, how to fix it, the rules; and moves in one line each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.app.errors import Flawed
from referee.app.look.library import Law, laws
from referee.reading import BadInput, Problem, problem_text
from referee.reading.move_parts import MovePart, move_parts
from referee.rules.rulebook import AnyRulebook
from referee.store.documents import Data, Entry
from referee.words import Phrase, say, term

SHOWN = 20
"""So many problems of a kind are written out."""


def refusal_text(answer: Flawed | BadInput) -> str:
    """The text of a refusal: one problem with its line and a caret, several as a list; then what the rules say."""
    certain = [each for each in answer.problems if each.certain]
    probable = [each for each in answer.problems if not each.certain]
    if len(certain) == 1:
        lines = [problem_text(answer.name, answer.lines, certain[0], certain[0].rule)]
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
    """`line 7: A stone of red lies on C4. Choose another hex. (HX-2.3)`"""
    facts = {"line": problem.line, "says": problem.says, "hint": problem.hint, "rule": problem.rule}
    if problem.hint and problem.rule:
        return say("line {line}: {says} {hint} ({rule})", **facts)
    if problem.hint:
        return say("line {line}: {says} {hint}", **facts)
    return say("line {line}: {says} ({rule})", **facts) if problem.rule else say("line {line}: {says}", **facts)


def law_lines(answer: Flawed | BadInput) -> list[str]:
    """What each rule says that is named, once; below it what an older edition decides otherwise."""
    book = book_of(answer)
    if book is None:
        return []
    known = laws(book)
    named = dict.fromkeys(each.rule for each in shown_problems(answer.problems) if each.rule in known)
    return [line for number in named for line in lines_of(book, known[number])]


def lines_of(book: AnyRulebook, law: Law) -> list[str]:
    facts = {"rule": law.number, "law": term(law.law), "source": law.source}
    return [str(say("{rule} says: {law} ({source})", **facts)), *map(str, edition_differences(book, law))]


def shown_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Those that are certain before those that are probable, so many of each."""
    kinds = [[each for each in problems if each.certain is kind] for kind in (True, False)]
    return [each for kind in kinds for each in kind[:SHOWN]]


def problems_as_data(answer: Flawed | BadInput) -> list[dict[str, object]]:
    """All problems as plain data, for programs."""
    book = book_of(answer)
    known = laws(book) if book else {}
    return [
        {
            "rule": each.rule or None,
            "says": str(each.says),
            "at": list(each.at),
            "line": each.line,
            "column": each.column,
            "hint": str(each.hint) if each.hint else "",
            "law": whole(book, known[each.rule]) if book and each.rule in known else "",
            "certain": each.certain,
        }
        for each in answer.problems
    ]


def whole(book: AnyRulebook, law: Law) -> str:
    """What a rule says, and what an older edition decides otherwise."""
    return " ".join(map(str, (term(law.law), *edition_differences(book, law))))


def edition_differences(book: AnyRulebook, law: Law) -> list[Phrase]:
    """What the edition of a game decides about a rule otherwise than the current one, where it is an older one."""
    newest, own = book.editions[-1].number, book.edition.number
    return [
        say("This game follows edition {edition}: {says}", edition=own, says=reading.says)
        for decision in law.decisions
        for reading in decision.readings
        if reading.shown and newest not in reading.editions
    ]


def book_of(answer: Flawed | BadInput) -> AnyRulebook | None:
    """The rulebook of a refusal that names rules."""
    named = any(each.rule for each in answer.problems)
    return answer.book if named and isinstance(answer, Flawed) else None


def moves_phrase(title: str, moves: Iterable[Data]) -> Phrase:
    """What moves or entries of a title say, so that their player sees at once what was read."""
    words = [each for move in moves for each in action_lines(title, move)]
    return say("{actions}", actions=", ".join(words)) if words else say("a pass")


def action_lines(title: str, move: Data) -> list[str]:
    """What is done in a move or an entry of a title, each thing in one line."""
    return [line for part in move_parts(title) if move.get(part.name) for line in part_lines(part, move[part.name])]


def part_lines(part: MovePart, value: Any) -> list[str]:
    """A list has a line for each action, a mapping one for each of its words; of what is only said the word is told."""
    if part.form == "list":
        return [brief(action) for action in value]
    if part.form == "mapping":
        return [f"{kind} {action_value(each)}" for kind, each in value.items()]
    return [part.name if value is True else f"{part.name} {value}"]


def shown_text(entry: Entry) -> str:
    """What a move showed, whose own words tell from where; of the deal each pile with what lay on it, from its top."""
    piles: dict[str, list[str]] = {}
    for place, item in (entry.get("shown") or {}).items():
        piles.setdefault(place.rpartition("/")[0], []).append(item)
    if entry["kind"] == "deal":
        return "; ".join(f"{pile} {', '.join(items)}" for pile, items in piles.items())
    return ", ".join(item for items in piles.values() for item in items)


def brief(action: object) -> str:
    """`give: {red: 3, blue: 2}` → `give 3 2`."""
    if not isinstance(action, Mapping):
        return str(action)
    return " ".join([f"{kind} {action_value(each)}" for kind, each in action.items()])


NAMED = ("from", "to", "turn", "pay")
"""Words whose values need them."""


def action_value(value: object) -> str:
    """`{at: D4, from: D3, to: D5}` → `D4 from D3 to D5`; orders for what may be shown are only said to be there."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return " ".join(
            f"{word} {action_value(each)}" if word in NAMED else action_value(each) for word, each in value.items()
        )
    if isinstance(value, list):
        return str(say("with orders")) if any(isinstance(each, dict) for each in value) else " ".join(map(str, value))
    return str(value)
