"""Every refusal shows a way out, and points at the line that is too much."""

from pathlib import Path
from typing import Any

import pytest
from played_cases import played

from referee.reading import read_file
from referee.rules.ruling import Rejected, Violation
from referee.testkit import conformance

CASES = Path(__file__).parent.parent / "conformance" / "magna-grecia"
OVER = "MG-10.1"
"""When the game is over there is no way out."""


def refused(path: Path) -> tuple[Violation, ...]:
    """The violations of a case's last move."""
    ruling = played(str(path))[1].ruling
    return ruling.violations if isinstance(ruling, Rejected) else ()


def test_every_refusal_of_the_cases_shows_a_way_out() -> None:
    """Of moves: a ruling that is refused, in a case whose name begins with `ruling`, is none."""
    told = {(path.stem, each.rule): each.hint for path in sorted(CASES.glob("[!r]*.yaml")) for each in refused(path)}
    assert len({rule for _, rule in told}) > 25
    assert [key for key, hint in told.items() if not hint and key[1] != OVER] == []


def hints(case: str) -> list[tuple[tuple[Any, ...], str]]:
    return [(each.at, str(each.hint)) for each in refused(CASES / f"{case}.yaml")]


def test_excess_actions_while_oracles_are_placed_are_pointed_at() -> None:
    free = "Write `- oracle:` and a village. You can choose B2, D2."
    assert hints("02-2-one-oracle-a-move") == [(("actions", 1), "Delete this line.")]
    assert hints("02-2-no-pass-while-oracles-are-placed") == [(("seat",), free)]


def test_the_places_that_could_be_sold_are_listed() -> None:
    assert hints("08-7-none-there") == [(("market", "sell"), "red has no unsold market.")]
    idle = "red has unsold markets at C1, but none of them is active."
    assert hints("08-5-only-indirectly-connected") == [(("market", "sell"), idle)]
    case = conformance.case_of_source(read_file(str(CASES / "08-7-none-there.yaml")))
    markets = {"C2": ["brown", "red"]}
    ruling = conformance.play_case({**case, "position": {**case["position"], "markets": markets}, "move": SALE}).ruling
    assert isinstance(ruling, Rejected)
    assert [str(each.hint) for each in ruling.violations] == ["red can sell the market at C2."]


SALE = {"market": {"sell": "A1"}}


@pytest.mark.parametrize(
    ("case", "hint"),
    [
        ("04-1-fourth-road-beside-resupply", "Leave out 1, or leave out all other actions."),
        ("04-1-fifth-road-beside-resupply", "Leave out 2."),
        ("04-8-fifth-road-with-a-medium-card", "Leave out 1."),
        ("04-9-two-road-tiles-too-many", "Leave out 2. With `resupply` you get tiles for later turns."),
        ("04-6-resupply-twice", "Delete this line, and write `resupply: {road: 2, city: 2}` once, as the last action."),
        ("04-9-staging-area-is-empty", "Write `city: 2` or less."),
    ],
)
def test_a_number_too_large_is_reported_with_one_that_would_do(case: str, hint: str) -> None:
    assert [told for _, told in hints(case)] == [hint]
