"""A planning player: thinks one turn ahead, proposes sensible whole turns, and judges them by the rules alone.

It looks at what its seat may see and at nothing else; the same position and seed give the same move everywhere.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from referee.titles.magna_grecia.bot.plan_cities import cities_to_try
from referee.titles.magna_grecia.bot.plan_endings import markets, resupplies
from referee.titles.magna_grecia.bot.plan_roads import cuts_to_try, roads_to_try
from referee.titles.magna_grecia.bot.plan_worth import GrowthOutlook, GrowthTaste
from referee.titles.magna_grecia.compose.plan import (
    TurnPlan,
    Work,
    is_legal_move,
    move_of_steps,
    plan_with_tiles,
    whole,
)
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.candidates import candidates
from referee.titles.magna_grecia.rules.moves import MagnaGreciaMove
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.turns import card_of

BREADTH, DEPTH = 3, 4
"""How many plans are carried on, and how many pieces of work a turn is put together from."""
SAME = 8
"""Plans whose worths differ by less (hundredths of a point, twice) are equally good; the seed chooses."""

TASTES = (GrowthTaste(), GrowthTaste(room=60), GrowthTaste(open=8))
"""The cool player, one who likes large cities, one who likes long roads and cuts off those of others."""

Rated = tuple[int, TurnPlan]


def suggest(position: Position, seed: int = 0) -> MagnaGreciaMove:
    """A legal turn for the seat to move: `{seat, actions, market}`. ValueError when the game is over."""
    if not position.seat:
        raise ValueError("the game is over: nobody is to move")
    if position.clock.round == 0:
        return an_oracle(position, seed)
    outlook, card = GrowthOutlook(position, taste_of(position.seat, seed)), card_of(position)
    plans = [ending for plan in thought_out(position, outlook, card) for ending in endings(plan, outlook, card)]
    return move_of_best_plan(position, [(outlook.worth(plan.position), plan) for plan in plans], seed)


def move_of_best_plan(position: Position, plans: list[Rated], seed: int) -> MagnaGreciaMove:
    """The best plan as a move; among equals the seed decides. Passing is legal always (MG-4.7)."""
    best = max(worth for worth, _ in plans)
    moves = [move_of_steps(position.seat, plan.steps) for worth, plan in plans if worth > best - SAME]
    passed: MagnaGreciaMove = {"seat": position.seat, "actions": []}
    lawful = [move for move in moves if is_legal_move(position, move)]
    return min(lawful, key=lambda move: lot(seed, move), default=passed)


def lot(seed: int, move: MagnaGreciaMove) -> bytes:
    """What the seed says of a move: it decides among equals."""
    return sha256(f"{seed} {move}".encode()).digest()


def taste_of(seat: str, seed: int) -> GrowthTaste:
    """The seed gives each seat a taste."""
    return TASTES[sha256(f"{seed} {seat}".encode()).digest()[0] % len(TASTES)]


def an_oracle(position: Position, seed: int) -> MagnaGreciaMove:
    """MG-2.2: any village that the rules allow."""
    places = [move for _, move in candidates(position) if is_legal_move(position, move)]
    return min(places, key=lambda move: lot(seed, move))


def thought_out(position: Position, outlook: GrowthOutlook, card: Card) -> list[TurnPlan]:
    """Plans of road and city tiles, none at all among them, each made longer while that is worth it."""
    empty = TurnPlan(position, ())
    front: list[Rated] = [(outlook.worth(position), empty)]
    kept: list[Rated] = list(front)
    for _ in range(DEPTH):
        front = best_of(grown(front, outlook, card))
        if not front:
            break
        kept += front
    return [plan for _, plan in best_of([each for each in kept if whole(each[1])], 2 * BREADTH)] + [empty]


def best_of(plans: Iterable[Rated], number: int = BREADTH) -> list[Rated]:
    """The best plans, only one of those that are worth the same."""
    different = dict(reversed(list(plans)))
    return sorted(different.items(), key=lambda each: -each[0])[:number]


def grown(front: list[Rated], outlook: GrowthOutlook, card: Card) -> Iterator[Rated]:
    for _, plan in front:
        for work in works(plan, outlook, card):
            longer = plan_with_tiles(plan, card, work)
            if longer:
                yield outlook.worth(longer.position), longer


def works(plan: TurnPlan, outlook: GrowthOutlook, card: Card) -> Iterator[Work]:
    position = plan.position
    purse = position.purses[position.seat]
    roads = min(purse.roads, (card.roads if plan.cities else card.more_roads) - plan.roads)
    if roads > 0:
        yield from roads_to_try(position, roads)
        yield from cuts_to_try(position)
    if purse.cities and purse.points:
        yield from cities_to_try(position, outlook)


def endings(plan: TurnPlan, outlook: GrowthOutlook, card: Card) -> Iterator[TurnPlan]:
    """The plan with the best resupply, without and with a market."""
    supplied = max((plan, *resupplies(plan, card)), key=lambda each: outlook.worth(each.position))
    yield supplied
    yield from markets(supplied, outlook)
