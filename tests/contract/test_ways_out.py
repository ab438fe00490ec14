"""What the hint at a broken rule says to write is accepted there, and never answered by the same refusal.

Over all conformance cases that are refused, and 1,000 random faulty moves. Text that a hint wrote may not be refused
again; other parts of the move may.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from faulty import WRITTEN, refusals
from played_cases import played
from ways_out import Followed, line_at, ways_out

from referee import titles
from referee.rules.rulebook import AnyRulebook, NoBranch
from referee.rules.ruling import Rejected, Veiled, Violation, judge, refuse_chance
from referee.testkit import case_play, conformance

CASES = Path(__file__).parents[1] / "conformance"
TITLES = ("magna-grecia", "attika")


def broken(book: AnyRulebook, position: Any, move: Mapping[str, Any]) -> tuple[Violation, ...]:
    try:
        ruling = judge(book.play, position, move, refuse_chance)
    except (Veiled, NoBranch):
        return ()
    return ruling.violations if isinstance(ruling, Rejected) else ()


def untrue(book: AnyRulebook, position: Any, move: Mapping[str, Any], violations: tuple[Violation, ...]) -> list[str]:
    """The hints that are not true: followed, they end in the same refusal, or in another one of their own text."""
    found = []
    before = {each.rule for each in violations}
    for violation in violations:
        for done in ways_out(move, violation):
            then = broken(book, position, done.move)
            bad = [each for each in then if done.place and is_in(each, done.place) and each.rule not in before]
            bad += [each for each in then if said(each) == said(violation) and is_again(done, each)]
            if bad:
                found.append(f"{violation.says} {violation.hint} → {bad[0].rule} {bad[0].says}: {done.move}")
    return found


def said(violation: Violation) -> tuple[str, str]:
    return violation.rule, str(violation.says)


def is_in(violation: Violation, place: tuple[Any, ...]) -> bool:
    return violation.at[: len(place)] == place


def is_again(done: Followed, violation: Violation) -> bool:
    """Whether it is about the same line, or should be about none."""
    return done.everywhere or (done.refused is not None and line_at(done.move, violation.at) is done.refused)


@pytest.mark.parametrize("title", TITLES)
def test_of_conformance_cases(title: str) -> None:
    book, followed = titles.book(title), 0
    for path in conformance.files([str(CASES / title)]):
        try:
            case, found = played(path)
        except case_play.BadCase:
            continue
        if isinstance(found.ruling, Rejected):
            move = conformance.moves_of(case)[-1]
            assert untrue(book, found.position, move, found.ruling.violations) == [], path
            followed += any(ways_out(move, each) for each in found.ruling.violations)
    assert followed > 20


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2))
def test_of_random_faulty_moves(title: str, seed: int) -> None:
    followed = 0
    for refusal in refusals(title, seed):
        if refusal.move.keys() <= WRITTEN:
            assert untrue(refusal.game.book, refusal.position, refusal.move, refusal.violations) == []
            followed += any(ways_out(refusal.move, each) for each in refusal.violations)
    assert followed > 20
