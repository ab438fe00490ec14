"""How a turn may end: resupply, and a market built or sold."""

from collections.abc import Iterator

from referee.titles.magna_grecia.bot.plan_worth import POINT, GrowthOutlook
from referee.titles.magna_grecia.compose.plan import TurnPlan, plan_with_ending
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.markets import is_active, market_cost, market_of
from referee.titles.magna_grecia.rules.moves import BuildMarket, Resupply, SellMarket
from referee.titles.magna_grecia.rules.state import Position

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
    places = [cell for cell in range(len(position.setting.village)) if position.is_village(cell)]
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
