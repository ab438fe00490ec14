"""One move, one notation: what is recorded does not depend on how it was written."""

from typing import Any

import pytest

from referee import conformance, source
from referee.ruling import Accepted, judge
from referee.titles.magna_grecia import RULEBOOK

CASE = b"""\
case: a city of two spaces
rule: MG-13.9
source: ruling
title: magna-grecia
seats: [brown, red]
board:
  map: |
    .....
    ..V..
    .....
    .....
    ...v.
position: {cities: {red: [C2, B2], brown: [E3]}, points: {brown: 9}}
seat: brown
expect: {accepted: {round: 1}}
"""


def before() -> Any:
    case = source.check(source.read(CASE, "case"), "conformance")
    return conformance.position_of(RULEBOOK, case, conformance.Shown({}), "brown")


def played(move: dict[str, Any]) -> tuple[dict[str, Any], Accepted]:
    """How a move of brown is recorded, and its ruling."""
    move = {"seat": "brown", **move}
    ruling = judge(RULEBOOK, before(), move, conformance.Shown({}))
    assert isinstance(ruling, Accepted), ruling
    return RULEBOOK.record(before(), move, ruling.events), ruling


@pytest.mark.parametrize("label", ["B2", "C2", "b2"])
def test_a_place_is_called_by_its_first_space(label: str) -> None:
    assert played({"market": {"build": label}})[0] == {"actions": [], "market": {"build": "B2"}}


def test_a_resupply_of_no_tile_is_no_action() -> None:
    nothing = {"resupply": {"road": 0, "city": 0}}
    recorded, ruling = played({"actions": [{"road": "E2 from E1 to E3"}, nothing]})
    assert recorded == {"actions": [{"road": "E2 n-s"}]}
    assert [type(event).__name__ for event in ruling.events if "Resupplied" in type(event).__name__] == []


@pytest.mark.parametrize(("road", "rules"), [("E2 from E3 to Z99", ["MG-1.3"]), ("E2 from Y1 to Z99", ["MG-1.3"] * 2)])
def test_a_space_that_there_is_not_is_told_as_that(road: str, rules: list[str]) -> None:
    ruling = judge(RULEBOOK, before(), {"seat": "brown", "actions": [{"road": road}]}, conformance.Shown({}))
    assert not isinstance(ruling, Accepted)
    assert [each.rule for each in ruling.violations] == rules
