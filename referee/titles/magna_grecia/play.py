"""What a step makes happen, and what follows from it at once."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.rulebook import Fate
from referee.titles.magna_grecia import events as happened
from referee.titles.magna_grecia import moves
from referee.titles.magna_grecia.cities import founding_villages
from referee.titles.magna_grecia.markets import cost, market_of, value
from referee.titles.magna_grecia.oracles import rejudged
from referee.titles.magna_grecia.scoring import final_scoring
from referee.titles.magna_grecia.setup import oracle_count, order_of
from referee.titles.magna_grecia.state import Position


def happens(position: Position, step: Any, fate: Fate) -> Iterable[Any]:
    """The events that a lawful step makes."""
    match step:
        case moves.LayRoad(seat, cell, a, b):
            return (happened.RoadLaid(seat, cell, a, b),)
        case moves.LayCity(seat, cell):
            return (city_laid(position, seat, cell),)
        case moves.Resupply(seat, roads, cities):
            return (happened.Resupplied(seat, roads, cities),) if roads + cities else ()
        case moves.BuildMarket(seat, cell):
            place = position.place_at(cell)
            return (happened.MarketBuilt(seat, place, cost(position, seat, place), False),)
        case moves.SellMarket(seat, cell):
            place = position.place_at(cell)
            return (happened.MarketSold(seat, place, value(position, place)),)
        case moves.SetOracle(seat, cell):
            return (happened.OracleSet(cell, seat),)
        case moves.EndTurn(seat):
            return (happened.TurnEnded(seat),)
    return ()


def city_laid(position: Position, seat: str, cell: int) -> happened.CityLaid:
    touched = tuple(position.touching(cell, seat))
    off_village = not touched and not position.setting.village[cell]
    return happened.CityLaid(seat, cell, touched, founding_villages(position, seat) if off_village else ())


def reactions(position: Position, event: Any, fate: Fate) -> Iterable[Any]:
    """The events that follow at once from an event; `position` is the one after it."""
    match event:
        case happened.RoadLaid(seat):
            return rejudged(position, seat) if position.turn.touched else ()
        case happened.CityLaid(seat, cell):
            return after_city(position, seat, position.city_at[cell])
        case happened.TurnEnded():
            return () if position.clock.waiting else after_round(position, fate)
        case happened.OracleSet(_, seat):
            return first_round(position) if seat and len(position.oracles) == oracle_count(position.setting) else ()
    return ()


def after_city(position: Position, seat: str, city: int) -> Iterator[Any]:
    """Markets of a merge (MG-11.1), the free market (MG-6.9), then the oracles (MG-9.5)."""
    yield from surplus_markets(position, city)
    owed = position.turn.due == city and not market_of(position, seat, city)
    if owed and position.purses[seat].markets:
        yield happened.MarketBuilt(seat, city, 0, True)
    yield from rejudged(position, seat)


def surplus_markets(position: Position, place: int) -> Iterator[happened.MarketReturned]:
    """MG-11.1, MG-11.2: all but one market of each seat go back; an unsold one is kept if there is one."""
    there = position.markets.get(place, ())
    for seat in dict.fromkeys(market.seat for market in there):
        mine = sorted((market for market in there if market.seat == seat), key=lambda market: market.sold)
        for market in mine[1:]:
            yield happened.MarketReturned(seat, place, market.sold)


def after_round(position: Position, fate: Fate) -> Iterator[Any]:
    """MG-3.3: the next card, or after the last round the final scoring (MG-10.1)."""
    last = position.clock.round
    if last == position.setting.rounds:
        yield from final_scoring(position)
        return
    card = position.clock.next_card
    yield happened.RoundBegan(last + 1, card, order_of(position.setting, card))
    if last + 1 < position.setting.rounds:
        yield happened.CardTurned(fate("deck", last + 1))


def first_round(position: Position) -> Iterator[Any]:
    """After the last oracle is placed by the seats: round 1 with the card that is already current."""
    card = position.clock.card
    yield happened.RoundBegan(1, card, order_of(position.setting, card))
