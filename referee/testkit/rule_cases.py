"""The conformance cases of a title by the rules that they show, with what is seen before and after each of them."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from referee import reading, titles
from referee.app.look import library
from referee.app.look.library import Law
from referee.app.look.report_files import write_output_folder
from referee.app.play.refusal import lines_of_parts
from referee.reading.schemas import move_parts
from referee.report.book.rule_pages import OWN, RuleCase, RulePage, index, near_boards, rule_page
from referee.report.text.text_board import board_lines
from referee.report.wording import file_name, with_colon
from referee.rules.line import Moment
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Rejected
from referee.show.view import MODERATOR, View
from referee.store.documents import Data
from referee.testkit.case_play import BETWEEN, OVERRULE, CaseFate, CaseGame, each_of, real_game
from referee.testkit.conformance import (
    Case,
    Unoffered,
    case_folder,
    case_of_source,
    editions_of,
    files,
    header_of,
    moves_of,
    play_case,
)
from referee.words import Phrase, say, word_list


def rule_pages(book: AnyRulebook, laws: Sequence[Law]) -> list[RulePage]:
    """The rules with all that a page about each of them shows."""
    cases: dict[str, list[RuleCase]] = {each.number: [] for each in laws}
    for path in files([case_folder(book)]):
        source = reading.read_file(path)
        numbers = [number for number in each_of(source.data.get("rule", [])) if number in cases]
        if numbers and (found := shown_case(path, case_of_source(source))):
            for number in numbers:
                cases[number].append(found)
    return [
        RulePage(
            each.number,
            each.law,
            each.source,
            tuple(readings(each)),
            tuple(
                [say("{name}: {says}", name=own.name, says=own.says) for own in book.options if own.rule == each.number]
            ),
            tuple(cases[each.number]),
            each.chapter,
        )
        for each in laws
    ]


ACCEPTED_CASE, REFUSED_CASE = OWN["accepted"], OWN["refused"]


def text_boards(case: RuleCase) -> list[list[str]]:
    """The boards before and after a case as lines of text, each below its heading."""
    found = []
    for heading, view, board in near_boards(case):
        lines = board_lines(board, {each.id: each.initial for each in view.seats})
        found.append([with_colon(heading), *[line for line in lines if line.strip()]])
    return found


def write_pages(book: AnyRulebook, laws: Sequence[Law], folder: str) -> str:
    """The pages about some rules, in a folder; the path of the one that leads to them. Raises Unwritable."""
    return write_output_folder(folder, pages(book, laws))[0]


def pages(book: AnyRulebook, laws: Sequence[Law]) -> dict[str, str]:
    """A page for each rule, and one that leads to them: the name of the file of each, and its text."""
    rules = rule_pages(book, laws)
    made = {file_name(each.number): rule_page(book.name, rules, at) for at, each in enumerate(rules)}
    return {"index.html": index(book.name, rules), **made}


def pages_of_title(title: str) -> dict[str, str]:
    """The same for all rules of a title; none if it has no numbered rules."""
    book = titles.book(title)
    known = tuple(library.laws(book).values())
    return pages(book, known) if known else {}


def readings(law: Law) -> Iterator[Phrase]:
    """What the editions decide where they differ, and why."""
    for decision in law.decisions:
        for each in decision.readings:
            yield say("Edition {numbers}: {says}", numbers=word_list(each.editions), says=each.says)
        yield say("Why: {why}", why=decision.why)


def shown_case(path: str, case: Case) -> RuleCase | None:
    """A case as it is shown; None for one about a choice that the title does not offer, for there is no position."""
    try:
        played = play_case(case)
    except Unoffered:
        return None
    book, line = played.book, list(played.line)
    game = CaseGame(book, header_of(book, case), CaseFate(case.get("shown") or {}))
    header = real_game(played, game).header
    ruling = played.ruling
    refused = ruling.violations if isinstance(ruling, Rejected) else played.stopped
    return RuleCase(
        os.path.splitext(os.path.basename(path))[0],
        case["case"],
        case["source"],
        tuple(conditions(case)),
        tuple([move_lines(book, each) for each in moves_of(case)]),
        tuple([(each.rule, each.says) for each in refused]),
        view_after(book, header, line[:1]),
        None if refused else view_after(book, header, line),
    )


def conditions(case: Case) -> Iterator[Phrase]:
    """The editions and options for which a case holds, where it does not hold for all."""
    if case.get("edition"):
        yield say("Edition {numbers}", numbers=word_list(editions_of(case)))
    for name, value in (case.get("options") or {}).items():
        yield say("{name}: {value}", name=name, value=value)


def view_after(book: AnyRulebook, header: Data, line: Sequence[Moment]) -> View:
    """All that the moderator sees after these moments. What was overruled, the sentence of the case says."""
    plain = [
        replace(each, entry=cast(Any, {key: value for key, value in each.entry.items() if key != OVERRULE}))
        for each in line
    ]
    found: View = book.show().view(header, plain, MODERATOR)
    return found


def move_lines(book: AnyRulebook, move: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The seat of a move and its lines in notation; what stands between moves as in the file."""
    if any(key in move for key in BETWEEN) or "missed" in move:
        own = {key: value for key, value in move.items() if key != "seat"}
        return str(move.get("seat", "")), (plain_text(own),)
    return str(move["seat"]), tuple(lines_of_parts(move_parts(book.id), move))


def plain_text(value: object) -> str:
    """`undo 2`: data as words, one after another."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain_text(each)}".strip() for key, each in value.items())
    return ", ".join(map(plain_text, value)) if isinstance(value, list) else str(value)
