"""A plan: the part of a turn thought out so far, and the position it leads to. Legal is what the rules say."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.rulebook import Step
from referee.rules.ruling import happen, violations_of
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.moves import (
    Action,
    BuildMarket,
    EndTiles,
    EndTurn,
    LayCity,
    LayRoad,
    MagnaGreciaMove,
    MagnaGreciaStep,
    Resupply,
    SellMarket,
    exits_text,
)
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import Position

Work = tuple[LayRoad | LayCity, ...]
"""Tiles that make sense together: a road from place to place, the two tiles of a new city."""


class TurnPlan(NamedTuple):
    """Steps of a turn in order, how many road and city tiles they place, and the position after them."""

    position: Position
    steps: tuple[MagnaGreciaStep, ...]
    roads: int = 0
    cities: int = 0


def unseen(pile: str, index: int, items: Sequence[str] = ()) -> str:
    """The fate of a plan: it never asks what lies hidden, so an answer would be a fault."""
    raise LookupError(f"a plan looked at {pile}/{index}")


def allows(position: Position, step: MagnaGreciaStep) -> bool:
    """Whether no rule forbids a step."""
    return not violations_of(PLAY, position, Step(step, ()))


def after(position: Position, step: MagnaGreciaStep) -> Position | None:
    """The position after one step, or None when a rule forbids it."""
    if not allows(position, step):
        return None
    for event in PLAY.happens(position, step, unseen):
        position = happen(PLAY, position, event, unseen, [])
    return position


def is_within_card(card: Card, roads: int, cities: int) -> bool:
    """Whether a turn may place that many tiles of each kind (MG-4.4, MG-4.8)."""
    if roads and cities:
        return roads <= card.roads and cities <= card.cities
    return roads <= card.more_roads and cities <= card.more_cities


def plan_with_tiles(plan: TurnPlan, card: Card, work: Work) -> TurnPlan | None:
    """The plan with more tiles, or None when card, supply or a rule forbids them."""
    laid = sum(1 for step in work if isinstance(step, LayRoad))
    roads, cities = plan.roads + laid, plan.cities + len(work) - laid
    purse = plan.position.purses[plan.position.seat]
    if not is_within_card(card, roads, cities) or laid > purse.roads or len(work) - laid > purse.cities:
        return None
    position: Position | None = plan.position
    for step in work:
        position = after(position, step) if position else None
    return TurnPlan(position, plan.steps + work, roads, cities) if position else None


def whole(plan: TurnPlan) -> bool:
    """Whether the placements may end here (MG-6.2, MG-6.5)."""
    cities = tuple((step.cell, n) for n, step in enumerate(plan.steps) if isinstance(step, LayCity))
    return after(plan.position, EndTiles(plan.position.seat, cities)) is not None


def plan_with_ending(plan: TurnPlan, step: Resupply | BuildMarket | SellMarket) -> TurnPlan | None:
    """The plan with a resupply or a market at its end, or None when a rule forbids it."""
    position = after(plan.position, step)
    return plan._replace(position=position, steps=(*plan.steps, step)) if position else None


def road(position: Position, cell: int, a: int, b: int) -> LayRoad:
    a, b = min(a, b), max(a, b)
    return LayRoad(position.seat, cell, a, b, position.label(cell), exits_text(a, b))


def city(position: Position, cell: int) -> LayCity:
    return LayCity(position.seat, cell, position.label(cell))


def is_legal_move(position: Position, move: MagnaGreciaMove) -> bool:
    """Whether the rules allow a move of the seat to move, all but the end of its turn, which no rule forbids."""
    for step in PLAY.steps(position, move):
        if isinstance(step.what, EndTurn):
            break
        following = after(position, step.what)
        if following is None:
            return False
        position = following
    return True


def move_of_steps(seat: str, steps: tuple[MagnaGreciaStep, ...]) -> MagnaGreciaMove:
    """The steps as a move."""
    actions: list[Action] = []
    market: dict[str, str] = {}
    for step in steps:
        match step:
            case LayRoad():
                actions.append({"road": f"{step.at} {step.exits}"})
            case LayCity():
                actions.append({"city": step.at})
            case Resupply():
                actions.append({"resupply": {"road": step.roads, "city": step.cities}})
            case BuildMarket():
                market["build"] = step.at
            case SellMarket():
                market["sell"] = step.at
    return {"seat": seat, "actions": actions, **({"market": market} if market else {})}
