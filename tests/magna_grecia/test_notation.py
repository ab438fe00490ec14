"""One move, one notation: the record does not depend on how the move was written."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee import reading
from referee.rules.folds import scalars_as_text
from referee.rules.ruling import Accepted, AnyAccepted, judge
from referee.testkit import conformance
from referee.testkit.case_play import CaseFate
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.moves import action

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
    case = reading.typed_data(reading.read_source(CASE, "case"), "conformance")
    return conformance.position_of(RULEBOOK, case, CaseFate({}), "brown")


def played(move: dict[str, Any]) -> tuple[Mapping[str, Any], AnyAccepted]:
    """How a move of brown is recorded, and its ruling."""
    move = {"seat": "brown", **move}
    ruling = judge(RULEBOOK.play, before(), move, CaseFate({}))
    assert isinstance(ruling, Accepted), ruling
    return RULEBOOK.play.record(before(), move, ruling.events), ruling


ACTIONS: dict[str, dict[str, Any]] = {
    "build G7": {"actions": [], "market": {"build": "G7"}},
    "sell D6": {"actions": [], "market": {"sell": "D6"}},
    "road D4 n-s": {"actions": [{"road": "D4 n-s"}]},
    "road D4 from D3 to D5": {"actions": [{"road": "D4 from D3 to D5"}]},
    "city D6": {"actions": [{"city": "D6"}]},
    "oracle D4": {"actions": [{"oracle": "D4"}]},
    "resupply 3 2": {"actions": [{"resupply": {"road": 3, "city": 2}}]},
}
"""Each kind of action in a line, as `referee why` takes it, and the move that it is."""


@pytest.mark.parametrize("text", ACTIONS)
def test_an_action_in_a_line_is_the_move_that_a_player_would_write(text: str) -> None:
    move = action(text)
    assert move == ACTIONS[text]
    written = {"game": "cup", "after": "1", "seat": "brown", **scalars_as_text(move)}
    assert not reading.fit(written, "magna-grecia.move")[1]


@pytest.mark.parametrize("text", ["", "build", "sell", "city", "city D4 D5", "road D4", "resupply 3", "fly D4"])
def test_half_an_action_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        action(text)


@pytest.mark.parametrize("label", ["B2", "C2", "b2"])
def test_a_place_is_called_by_its_first_space(label: str) -> None:
    assert played({"market": {"build": label}})[0] == {"actions": [], "market": {"build": "B2"}}


def test_a_resupply_of_no_tile_is_no_action() -> None:
    nothing = {"resupply": {"road": 0, "city": 0}}
    recorded, ruling = played({"actions": [{"road": "E2 from E1 to E3"}, nothing]})
    assert recorded == {"actions": [{"road": "E2 n-s"}]}
    assert [type(event).__name__ for event in ruling.events if "Resupplied" in type(event).__name__] == []


@pytest.mark.parametrize(("road", "rules"), [("E2 from E3 to Z99", ["MG-1.3"]), ("E2 from Y1 to Z99", ["MG-1.3"] * 2)])
def test_a_missing_space_is_reported_as_missing(road: str, rules: list[str]) -> None:
    ruling = judge(RULEBOOK.play, before(), {"seat": "brown", "actions": [{"road": road}]}, CaseFate({}))
    assert not isinstance(ruling, Accepted)
    assert [each.rule for each in ruling.violations] == rules
