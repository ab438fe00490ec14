"""Conditional orders of Attika for the sample games: what the planner would do with whatever is drawn, said before.

A player who writes such an order knows which buildings of a stack are not seen yet, and no more than that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee import titles
from referee.rules.planner import suggest_move
from referee.titles.attika.rules.events import BuildingDrawn, BuildingStored
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.state import DRAWS, STACKS, AttikaPosition

MAIN = STACKS.index("main")


def as_order(position: AttikaPosition, move: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """The move of the planner; when it begins a turn of draws, an order for both of them."""
    if not wanted(position, move):
        return move
    first = drawn(position, move["actions"][0]["draw"], number)
    drawn_once = stored(position, STACKS.index(move["actions"][0]["draw"]))
    stacks = drawn_once.mats[position.seat].stacks
    fullest = max(range(len(STACKS)), key=lambda stack: stacks[stack])
    whole = [first, drawn(drawn_once, STACKS[fullest], number)]
    ends = {"end": True} if position.mats[position.seat].amphorae else {}
    return {"seat": position.seat, "actions": whole, **ends}


def wanted(position: AttikaPosition, move: Mapping[str, Any]) -> bool:
    """Whether a turn of draws begins that will empty no stack: then a tile would come between."""
    begins = not position.turn.line and len(move["actions"]) == 1 and "draw" in move["actions"][0]
    return begins and all(left == 0 or left > DRAWS for left in position.mats[position.seat].stacks)


def drawn(position: AttikaPosition, stack: str, number: int) -> dict[str, Any]:
    """A draw with a branch for each building that the planner would build, and `else: store`."""
    branches: list[dict[str, Any]] = []
    for building in unseen(position, STACKS.index(stack)):
        action = planned(after_draw(position, STACKS.index(stack), building), number)["actions"][0]
        if "build" in action:
            branches.append({"if": building, **action})
    return {"draw": {"stack": stack, "then": [*branches, {"else": "store"}]}}


def planned(position: AttikaPosition, number: int) -> Mapping[str, Any]:
    """What the planner does."""
    return suggest_move(titles.book("attika"), position, number)


def after_draw(position: AttikaPosition, stack: int, building: str) -> AttikaPosition:
    return evolve(position, BuildingDrawn(position.seat, stack, building, False))


def stored(position: AttikaPosition, stack: int) -> AttikaPosition:
    """The position after a draw whose building was stored: any that may be there."""
    building = next(unseen(position, stack))
    done = evolve(after_draw(position, stack, building), BuildingStored(position.seat, building))
    return replace(done, turn=replace(done.turn, done=1))


def unseen(position: AttikaPosition, stack: int) -> Iterator[str]:
    """The buildings that may be in a stack: those of its kind that the seat has neither stored nor built."""
    seat = position.seat
    seen = [*position.mats[seat].stored, *[each.building for each in position.buildings.values() if each.seat == seat]]
    for each in position.setting.box.buildings.values():
        if each.main == (stack == MAIN) and seen.count(each.id) < each.number:
            yield each.id
