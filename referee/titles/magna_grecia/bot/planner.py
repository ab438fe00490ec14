"""A planning player: thinks one turn ahead, proposes sensible whole turns, and judges them by the rules alone."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.rules.search import is_surely_legal, legal_candidates, lot
from referee.titles.magna_grecia.bot.plan_worth import POINT, GrowthOutlook, GrowthTaste, cuts_to_try, roads_to_try
from referee.titles.magna_grecia.compose.plan import (
    TurnPlan,
    Work,
    city,
    plan_with_ending,
    plan_with_tiles,
    whole,
)
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.cities import may_found_on
from referee.titles.magna_grecia.rules.markets import is_active, market_cost, market_of
from referee.titles.magna_grecia.rules.moves import BuildMarket, MagnaGreciaMove, Resupply, SellMarket, move_of_steps
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.turns import card_of

BUILDINGS, SALES = 4, 2
"""How many places are tried for a market, how many markets for a sale."""


def resupplies(plan: TurnPlan, card: Card) -> Iterator[TurnPlan]:
    """The plan with all the resupply that the card still allows (MG-4.4, MG-4.8), in several mixes of tiles."""
    purse = plan.position.purses[plan.position.seat]
    most = resupply_left(plan, card)
    for part in (4, 3, 2, 1, 0) if most else ():
        roads = min(most * part // 4, purse.staged_roads)
        cities = min(most - roads, purse.staged_cities)
        if roads + cities:
            taken = plan_with_ending(plan, Resupply(plan.position.seat, min(most - cities, purse.staged_roads), cities))
            if taken:
                yield taken


def resupply_left(plan: TurnPlan, card: Card) -> int:
    if not plan.roads and not plan.cities:
        return card.more_resupply
    if (plan.roads and plan.cities) or plan.roads > card.roads or plan.cities > card.cities:
        return 0
    return card.resupply


def markets(plan: TurnPlan, outlook: GrowthOutlook) -> Iterator[TurnPlan]:
    """The plan with each of the best market actions."""
    position = plan.position
    for place in best_buildings(position, outlook):
        yield from only(plan_with_ending(plan, BuildMarket(position.seat, place, position.label(place))))
    for place in best_sales(position, outlook):
        yield from only(plan_with_ending(plan, SellMarket(position.seat, place, position.label(place))))


def only(plan: TurnPlan | None) -> tuple[TurnPlan, ...]:
    return (plan,) if plan else ()


def best_buildings(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Places for a market, by a quick guess at its profit."""
    guesses = []
    for place in open_places(position):
        price = market_cost(position, position.seat, place)
        if price <= position.purses[position.seat].points:
            full = len(position.links.get(place, ())) * POINT + outlook.growth(position, place)
            value = full if is_active(position, position.seat, place) else outlook.inactive_worth(full)
            guesses.append((price * POINT - value, place))
    return [place for guess, place in sorted(guesses)[:BUILDINGS] if guess < POINT]


def open_places(position: Position) -> Iterator[int]:
    """Villages and others' cities without a market of the seat."""
    seat = position.seat
    places = [cell for cell in range(len(position.setting.board.village)) if position.is_village(cell)]
    places += [place for place, city in position.cities.items() if city.seat != seat]
    return (place for place in places if market_of(position, seat, place) is None)


def best_sales(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Own active markets, those first that hope for the least growth; in the last round a sale brings nothing more."""
    if not outlook.left:
        return []
    seat = position.seat
    mine = [
        (outlook.growth(position, place) - 10 * len(position.links.get(place, ())), place)
        for place, there in position.markets.items()
        if any(market.seat == seat and not market.sold for market in there) and is_active(position, seat, place)
    ]
    return [place for _, place in sorted(mine)[:SALES]]


FOUNDINGS = 7
"""How many villages are tried for a founding."""


def cities_to_try(position: Position, outlook: GrowthOutlook) -> Iterator[Work]:
    """One or two city tiles at a time."""
    if not position.turn.founded:
        yield from foundings(position, outlook)
    yield from expansions(position)


def foundings(position: Position, outlook: GrowthOutlook) -> Iterator[Work]:
    """On the best villages; and first next to them, where a road ends open or most other villages are near (MG-6.2)."""
    for village in best_villages(position, outlook):
        yield (city(position, village),)
        for beside in sites(position, outlook, village):
            yield city(position, beside), city(position, village)


def sites(position: Position, outlook: GrowthOutlook, village: int) -> list[int]:
    bare = [cell for cell in position.neighbours(village) if is_bare(position, cell)]
    rich = sorted(bare, key=lambda cell: (-outlook.riches[cell], cell))[:1]
    return rich + [cell for cell in bare if is_met_by_exit(position, cell) and cell not in rich]


def best_villages(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Villages on which the seat may found, the best connected (now or in hope) first."""
    villages = [cell for cell in range(len(outlook.near)) if may_found_on(position, position.seat, cell)]
    return sorted(villages, key=lambda cell: (-village_worth(position, outlook, cell), cell))[:FOUNDINGS]


def village_worth(position: Position, outlook: GrowthOutlook, cell: int) -> int:
    links = position.links.get(cell, {})
    oracles = sum(20 for village, _ in outlook.near[cell] if village in position.oracles)
    return 40 * len(links) + outlook.riches[cell] + oracles


def expansions(position: Position) -> Iterator[Work]:
    """Tiles next to own cities that an open road meets, that are a village, or that join two cities."""
    for cell in beside_own(position):
        tile = city(position, cell)
        if (
            position.setting.board.village[cell]
            or is_met_by_exit(position, cell)
            or len(position.touching(cell, position.seat)) > 1
        ):
            yield (tile,)
        for onward in position.neighbours(cell):
            if worth_reaching(position, onward):
                yield tile, city(position, onward)


def worth_reaching(position: Position, cell: int) -> bool:
    """A second tile goes where a road ends, on a village, or to another own city."""
    if not is_bare(position, cell) and not position.is_village(cell):
        return False
    touching = position.touching(cell, position.seat)
    return (
        position.setting.board.village[cell] or (not touching and is_met_by_exit(position, cell)) or len(touching) > 1
    )


def beside_own(position: Position) -> list[int]:
    """Free spaces next to own cities, each once."""
    found: dict[int, None] = {}
    for own in position.cities.values():
        if own.seat == position.seat:
            for cell in own.cells:
                found.update((near, None) for near in position.neighbours(cell) if is_free(position, near))
    return list(found)


def is_free(position: Position, cell: int) -> bool:
    return cell not in position.roads and cell not in position.city_at and cell not in position.oracles


def is_bare(position: Position, cell: int) -> bool:
    return is_free(position, cell) and not position.setting.board.village[cell]


def is_met_by_exit(position: Position, cell: int) -> bool:
    """Whether the open exit of some road meets this cell."""
    mate = position.setting.board.mate
    return any(mate[6 * cell + edge] in position.ends for edge in range(6))


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
    lawful = [move for move in moves if is_surely_legal(PLAY, position, move)]
    return min(lawful, key=lambda move: lot(seed, move), default=passed)


def taste_of(seat: str, seed: int) -> GrowthTaste:
    """The seed gives each seat a taste."""
    return TASTES[lot(seed, seat)[0] % len(TASTES)]


def an_oracle(position: Position, seed: int) -> MagnaGreciaMove:
    """MG-2.2: any village that the rules allow."""
    places: Any = [move for _, move in legal_candidates(PLAY, position)]
    found: MagnaGreciaMove = min(places, key=lambda move: lot(seed, move))
    return found


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
