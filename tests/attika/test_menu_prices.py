"""What a menu offers to build, compared with the judge."""

from collections.abc import Iterator
from typing import Any

from referee.rules.search import is_surely_legal
from referee.testkit.playouts import playout
from referee.titles.attika import RULEBOOK
from referee.titles.attika.compose.builds import Builds
from referee.titles.attika.compose.menu import offer_text
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.state import AttikaPosition

SEEDS, EVERY, MOST = 4, 30, 3
"""So many random games, of which every so manieth position in which something can be built; so many builds a turn."""


def building_positions() -> Iterator[AttikaPosition]:
    for seed in range(SEEDS):
        every: Any = playout(RULEBOOK.id, seed).positions
        free = [each for each in every if each.seat and not each.turn.tile and not each.turn.drawn]
        yield from [each for each in free if each.mats[each.seat].stored][seed::EVERY]


def test_what_is_offered_at_once_is_what_the_judge_accepts() -> None:
    """Each offer for its payment; and each building on each hex where it may be built."""
    compared = 0
    for position in building_positions():
        if position.turn.is_past_actions or position.turn.line == "draw":
            continue
        now = [each for each in Builds(position, MOST).offers() if not each.beside and each.founds <= 0]
        assert all(is_legal(position, offer_text(each)) for each in now)
        empty = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
        sites = [(each, hex) for hex in empty for each in dict.fromkeys(position.mats[position.seat].stored)]
        legal = [(each, hex) for each, hex in sites if is_legal(position, f"{each} at {name(hex)}")]
        assert {(each.building, each.hex) for each in now} == {*legal}
        compared += len(legal)
    assert compared > 100


def is_legal(position: AttikaPosition, build: str) -> bool:
    return is_surely_legal(RULEBOOK.play, position, {"seat": position.seat, "actions": [{"build": build}]})
