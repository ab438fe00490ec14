"""The public state is what `magna-grecia.state.schema.json` says, in every position of some games."""

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from view_games import VARIANTS, played

from referee import reading
from referee.store.chain import canonical
from referee.titles.magna_grecia.rules.state import public

JUDGE = jsonschema.Draft202012Validator(reading.schema("magna-grecia.state"))


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_position_conforms(variant: int) -> None:
    _, moments = played(variant)
    for moment in moments:
        JUDGE.validate(json.loads(public(moment.position)))


def spoilt(path: tuple[str, ...], value: Any) -> Any:
    """The state in the middle of a game with one thing changed."""
    state = part = json.loads(public(played(2)[1][30].position))
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("round",), -1),
        (("over",), "no"),
        (("deck",), ["red-low"]),
        (("waiting",), ["Red"]),
        (("seats", "red"), [12, 4, 4, 20, 16]),
        (("seats", "red"), [12, 4, 4, 20, 16, "16"]),
        (("seats", "red"), [-1, 4, 4, 20, 16, 16]),
        (("roads",), ["red D4 s"]),
        (("roads",), ["red 4D n-s"]),
        (("cities",), ["red"]),
        (("cities",), None),
        (("markets",), ["red D4"]),
        (("markets",), ["red D4 lying"]),
        (("oracles",), ["D4 north"]),
    ],
)
def test_an_impossible_state_does_not_conform(path: tuple[str, ...], value: Any) -> None:
    assert not JUDGE.is_valid(spoilt(path, value))


def test_every_part_is_needed_and_described() -> None:
    schema = reading.schema("magna-grecia.state")
    assert set(schema["required"]) == set(schema["properties"]) == set(json.loads(public(played(0)[1][1].position)))
    assert all("description" in part for part in schema["properties"].values())


def test_a_card_may_have_any_name() -> None:
    position = played(0)[1][1].position
    position = replace(position, clock=replace(position.clock, card='\u00e9 "low"', next_card="\\"))
    state = json.loads(public(position))
    assert (state["card"], state["next_card"]) == ('\u00e9 "low"', "\\")
    assert public(position) == canonical(state)
