"""The public state is what `attika.state.schema.json` says, in every position of some games."""

import json
from typing import Any

import jsonschema
import pytest
from attika_games import GAMES, played

from referee import source
from referee.replay import canonical
from referee.titles.attika.public import public

JUDGE = jsonschema.Draft202012Validator(source.schema("attika.state"))


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_every_position_conforms(game: int) -> None:
    for moment in played(game)[1]:
        JUDGE.validate(json.loads(canonical(public(moment.position))))


def spoilt(path: tuple[Any, ...], value: Any) -> Any:
    """The state in the middle of a game of two with one thing changed."""
    state = part = json.loads(canonical(public(played(0)[1][30].position)))
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("tiles", 0), "T5 -3 9"),
        (("tiles", 0), "T5 -3 9 6"),
        (("buildings", 0), "athens tower"),
        (("buildings", 0), "athens tower ne7"),
        (("seats", "athens"), [4, 0, 5, 7, 7]),
        (("seats", "athens", 0), -1),
        (("stored", "athens"), ["tower"]),
        (("groups", "athens"), "Mint"),
        (("left",), [38, 15]),
        (("discards",), [0, 0, 0, 0, 0]),
        (("order",), ["Athens"]),
        (("turn", 1), "no line"),
        (("actions", 4), "yes"),
        (("empty",), -1),
        (("end",), "athens"),
        (("hands",), {"athens": [1, 2, 3]}),
    ],
)
def test_what_is_no_state_does_not_conform(path: tuple[Any, ...], value: Any) -> None:
    assert not JUDGE.is_valid(spoilt(path, value))


def test_every_part_is_described_and_needed_but_for_open_hands() -> None:
    schema = source.schema("attika.state")
    secret, opened = (set(public(played(game)[1][1].position)) for game in (0, 1))
    assert set(schema["required"]) == secret
    assert set(schema["properties"]) == opened
    assert all("description" in part for part in schema["properties"].values())
