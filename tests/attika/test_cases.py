"""Positions of conformance cases: all of the box has its place, and what play cannot reach is refused."""

import re
from typing import Any

import pytest

from referee.titles.attika.data.tiles import furnish
from referee.titles.attika.rules.cases import facts, lay
from referee.titles.attika.rules.setup import begin
from referee.titles.attika.rules.state import AttikaPosition

FOUR = ("athens", "corinth", "sparta", "thebes")
OPTIONS = {"hands": "secret", "first_player": "drawn", "group_link": "same_group"}
ROW = ["ship at 2nw", "tower at 2", "road at 2ne", "oracle at 3sw", "tavern at 3", "road at 3ne"]


def laid(fields: dict[str, Any], players: int = 2) -> AttikaPosition:
    seats = dict.fromkeys(FOUR[:players], "")
    choices = {"seats": seats, "options": OPTIONS}
    return lay(begin({**choices, **furnish(choices)}), fields, "athens")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"buildings": {"pink": []}}, "Nobody plays pink"),
        ({"to_move": "sparta"}, "Nobody plays sparta"),
        ({"symbols": {"hill": ["5"]}}, "no hex 5"),
        ({"symbols": {"hill": ["1"], "water": ["1"]}}, "Two symbols lie on 1"),
        ({"shrines": {"s3": "from 1 ne n"}}, "Shrine s3 must be one of the layout"),
        ({"shrines": {"s2": "from 5 ne n"}}, "a walk from a start tile"),
        ({"shrines": {"s2": "to the left"}}, "a walk from a start tile"),
        ({"shrines": {"s2": "from 1 ne"}}, "lies on a tile, or on another shrine"),
        ({"shrines": {"s1": "from 1 ne n", "s2": "from 1 ne n"}}, "lies on a tile, or on another shrine"),
        ({"tiles": {"6": "from 1 n n ne"}}, "The next tile is number 5, not 6"),
        ({"tiles": {"5": "from 5 n n ne"}}, "a walk from the centre of a tile before it"),
        ({"tiles": {"5": "to the left"}}, "a walk from the centre of a tile before it"),
        ({"tiles": {"5": "from 1 n n"}}, "covers something there, or touches nothing"),
        ({"tiles": {"5": "from 1 n n n n"}}, "covers something there, or touches nothing"),
        ({"tiles": {"5": "from 1 n n ne"}}, "0 stacks are empty, so as many tiles must have come: 1 lie"),
        ({"stored": {"athens": "all"}}, "4 stacks are empty, so as many tiles must have come: 0 lie"),
        ({"buried": ["T2"]}, "T2 lies on the table"),
        ({"buried": ["T99"]}, "T99 lies on the table, or there is none"),
        ({"buried": ["T9"]}, "1 under the pile"),
        ({"buildings": {"athens": ["ship at 9"]}}, "no hex 9"),
        ({"buildings": {"athens": ["castle at 1"]}}, "no building castle"),
        ({"buildings": {"athens": ["ship at 1"], "corinth": ["ship at 1"]}}, "Two buildings stand on 1"),
        ({"buildings": {"athens": ["well at 1", "well at 2"]}}, "athens has not so many buildings of the kind well"),
        ({"buildings": {"athens": ["well at 1"]}, "stored": {"athens": ["well"]}}, "not so many buildings"),
        ({"stored": {"athens": ["castle"]}}, "no building castle"),
        ({"stored": {"athens": "most"}}, "neither a list, nor `all`"),
        ({"stored": {"athens": "all but castle"}}, "no building castle"),
        ({"stacks": {"athens": {"main": 5}}}, "athens has 6 main buildings and 24 others face down"),
        ({"stacks": {"athens": {"1": 9}}}, "8 at most"),
        ({"stacks": {"athens": {"1": 7, "2": 7, "3": 7}}}, "24 others face down"),
        ({"amphorae": {"athens": 1}}, "athens holds 1 amphorae and has completed only 0 groups"),
        ({"hand": {"athens": "water 8", "corinth": "water 8"}}, "1 water cards too many in the hands"),
        ({"discards": "water 1", "deck": "water 1"}, "do not hold just these"),
        ({"hand": {"athens": "water 1"}, "deck": "water 15"}, "do not hold just these"),
        ({"buildings": {"athens": ROW}}, "athens would have won before"),
    ],
)
def test_an_impossible_one_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        laid(fields)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_things_not_given_are_where_they_come_from(players: int) -> None:
    known: dict[str, Any] = facts(laid({}, players), ())
    assert known["stacks"] == {seat: {"main": 6, "1": 8, "2": 8, "3": 8} for seat in FOUR[:players]}
    assert known["cards"] == {**dict.fromkeys(FOUR[:players], 0), "deck": 60}
    assert known["pile"] + len(known["tiles"]) == 22
    assert known["amphorae"]["left"] == 15


def test_the_stacks_are_as_even_as_can_be() -> None:
    known: dict[str, Any] = facts(laid({"buildings": {"athens": ["capital at 1", "ship at 2", "road at 4"]}}), ())
    assert known["stacks"]["athens"] == {"main": 5, "1": 8, "2": 7, "3": 7}


def test_a_complete_group_was_rewarded() -> None:
    known: dict[str, Any] = facts(laid({"buildings": {"athens": ["vineyard at 1", "vintner at 1n", "mint at 4"]}}), ())
    assert known["groups"] == {"athens": ["vineyard"], "corinth": []}
    assert known["amphorae"] == {"athens": 0, "corinth": 0, "left": 15}


def test_the_symbols_of_a_case_are_those_of_its_tiles() -> None:
    position = laid({"symbols": {"water": ["1", "3ne"]}})
    assert position.setting.tiles.tiles["T1"] == "W......"
    assert position.setting.tiles.tiles["T3"] == "..W...."
    assert position.setting.tiles.tiles["T9"] == ".HW..F."
