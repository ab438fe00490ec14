"""One fact is refused under one number: what two rules say of the same place of a move is two facts.

Every pair of rules that speak of one place, in any conformance case or random faulty move, is in `TWO_FACTS`.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from faulty import refusals
from played_cases import played

from referee.rules.ruling import Rejected, Violation
from referee.testkit import case_play, conformance

CASES = Path(__file__).parents[1] / "conformance"

TWO_FACTS = {
    "magna-grecia": {
        # The numbers of the card and the supply of the player are two limits.
        ("MG-4.1", "MG-4.9"),
        ("MG-4.2", "MG-4.9"),
        ("MG-4.3", "MG-4.9"),
        ("MG-4.8", "MG-4.9"),
        # What is resupplied too early may be too much as well.
        ("MG-4.3", "MG-4.6"),
        ("MG-4.6", "MG-4.9"),
        # A second city would be one elsewhere, too; a place next to an oracle is forbidden in every turn.
        ("MG-6.4", "MG-6.7"),
        ("MG-6.3", "MG-6.7"),
        ("MG-6.1", "MG-6.7"),
        # A point is missing wherever the tile is placed.
        ("MG-6.4", "MG-6.8"),
        # A city that includes its village may still leave another one uncovered.
        ("MG-6.2", "MG-6.5"),
        # A road whose other exit starts from the player's own would still extend that of another.
        ("MG-13.1", "MG-7.2"),
        # What the tile before it owes says nothing of this one.
        ("MG-12.3", "MG-7.2"),
        # A place that is too expensive may hold a market of the same player; and they may have none left.
        ("MG-8.3", "MG-8.4"),
    },
    "attika": {
        # Where a building is, and which one it is or whether anything may be built at all.
        ("AT-2.2", "AT-4.1"),
        ("AT-3.1", "AT-4.1"),
        ("AT-3.2", "AT-4.1"),
        ("AT-3.3", "AT-4.1"),
        ("AT-3.5", "AT-4.1"),
        # What is drawn, built or bought behind cards is too late, whatever else is wrong with it.
        ("AT-2.2", "AT-3.5"),
        ("AT-3.1", "AT-3.5"),
        ("AT-3.2", "AT-3.5"),
        # Cards are taken a second time, and a building that was drawn waits.
        ("AT-3.2", "AT-3.4"),
        # No amphora is there, and none would bring this.
        ("AT-3.1", "AT-6.3"),
        # All draws are done, and the stack is empty, too.
        ("AT-3.1", "AT-3.2"),
    },
}


def claims(violations: Iterable[Violation]) -> Iterator[tuple[str, str]]:
    """The pairs of rules that speak of one place."""
    for one, other in combinations(violations, 2):
        if one.at == other.at and one.rule != other.rule:
            yield min(one.rule, other.rule), max(one.rule, other.rule)


@pytest.mark.parametrize("title", TWO_FACTS)
def test_of_conformance_cases(title: str) -> None:
    for path in conformance.files([str(CASES / title)]):
        try:
            _, case = played(path)
        except case_play.BadCase:
            continue
        violations = case.ruling.violations if isinstance(case.ruling, Rejected) else case.stopped
        assert set(claims(violations)) <= TWO_FACTS[title], path


@pytest.mark.parametrize("title", TWO_FACTS)
@pytest.mark.parametrize("seed", range(2))
def test_of_random_faulty_moves(title: str, seed: int) -> None:
    for refusal in refusals(title, seed):
        assert set(claims(refusal.violations)) <= TWO_FACTS[title], (refusal.move, refusal.violations)
