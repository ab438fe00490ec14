"""The public state is what `attika.state.schema.json` says, in every position of some games."""

import json
from typing import Any

import jsonschema
import pytest
from attika_games import GAMES, played

from referee import reading
from referee.titles.attika.rules.state import public

MAT = "cards: 4; amphorae: 1; stacks: 4 7 7 8; stored: harbour mint; groups: ; built: tower 7ne, road 2"
TURN = "seat: athens; line: draw; done: 1; extra: 0; drawn: tower; last: 0; tile: ; closed: 0; moved: 1; empty: 0; "
TURN += "order: athens corinth; won: ; by: "
JUDGE = jsonschema.Draft202012Validator(reading.schema("attika.state"))


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_every_position_conforms(game: int) -> None:
    for moment in played(game)[1]:
        JUDGE.validate(json.loads(public(moment.position)))


def spoilt(path: tuple[Any, ...], value: Any) -> Any:
    """The state in the middle of a game of two with one thing changed."""
    state = part = json.loads(public(played(0)[1][30].position))
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("tiles",), "T5 -3 9"),
        (("tiles",), "T5 -3 9 6"),
        (("seats", "athens"), MAT.replace("cards: 4", "cards: -1")),
        (("seats", "athens"), MAT.replace("stacks: 4 7 7 8", "stacks: 4 7 7")),
        (("seats", "athens"), MAT.replace("groups: ", "groups: Mint")),
        (("seats", "athens"), MAT.replace("tower 7ne", "tower")),
        (("seats", "athens"), MAT.replace("7ne", "ne7")),
        (("seats", "Athens"), MAT),
        (("table",), "deck: 38; discards: 2 0 1; amphorae: 15; tiles: 14; under: "),
        (("table",), "deck: 38; discards: 2 0 1 4; amphorae: 15; tiles: 14"),
        (("turn",), TURN.replace("athens corinth", "Athens")),
        (("turn",), TURN.replace("draw", "no line")),
        (("turn",), TURN.replace("moved: 1", "moved: yes")),
        (("turn",), TURN.replace("empty: 0", "empty: -1")),
        (("turn",), TURN.replace("by: ", "by: luck")),
        (("hands",), {"athens": [1, 2, 3]}),
    ],
)
def test_an_impossible_state_does_not_conform(path: tuple[Any, ...], value: Any) -> None:
    assert not JUDGE.is_valid(spoilt(path, value))


def test_the_lines_spoilt_above_conform_as_they_were() -> None:
    assert JUDGE.is_valid(spoilt(("seats", "athens"), MAT))
    assert JUDGE.is_valid(spoilt(("turn",), TURN))


def test_every_part_is_described_and_needed_but_for_open_hands() -> None:
    schema = reading.schema("attika.state")
    secret, opened = (set(json.loads(public(played(game)[1][1].position))) for game in (0, 1))
    assert set(schema["required"]) == secret
    assert set(schema["properties"]) == opened
    assert all("description" in part for part in schema["properties"].values())
