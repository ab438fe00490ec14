"""What a step makes happen, what follows from it at once, and every single action worth asking the rules about."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.rules.rulebook import Fate, Play, by_kind, law_of
from referee.titles.magna_grecia.editions import decide
from referee.titles.magna_grecia.rules import cities, markets, moves, oracles, physics, roads, turns
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.setup import oracle_count, order_of
from referee.titles.magna_grecia.rules.state import Position

SHAPES = tuple((a, b) for a in range(6) for b in range(a + 1, 6) if b - a in (2, 3, 4))
"""The nine ways to place a road tile: three straights and six curves (MG-1.4)."""

WAYS = tuple(moves.exits_text(a, b) for a, b in SHAPES)

Candidate = tuple[str, moves.MagnaGreciaMove]


def candidates(position: Position) -> Iterator[Candidate]:
    """`(kind, move)` with one action a move, or two city tiles where the first is next to a village (MG-6.5)."""
    if not position.seat:
        return
    if position.clock.round == 0:
        for label in position.setting.board.labels:
            yield "oracle", move_of_actions(position, {"oracle": label})
        return
    yield from road_candidates(position)
    yield from city_candidates(position)
    yield from resupplies(position)
    yield from market_moves(position)


def move_of_actions(position: Position, *actions: moves.Action, **market: str) -> moves.MagnaGreciaMove:
    move: moves.MagnaGreciaMove = {"seat": position.seat, "actions": list(actions)}
    return {**move, "market": market} if market else move


def road_candidates(position: Position) -> Iterator[Candidate]:
    for cell, label in enumerate(position.setting.board.labels):
        if position.is_empty(cell):
            for exits in WAYS:
                yield "road", move_of_actions(position, {"road": f"{label} {exits}"})


def city_candidates(position: Position) -> Iterator[Candidate]:
    for cell, label in enumerate(position.setting.board.labels):
        if cell in position.roads or cell in position.city_at:
            continue
        yield "city", move_of_actions(position, {"city": label})
        for near in position.villages_near(cell):
            yield "city", move_of_actions(position, {"city": label}, {"city": position.label(near)})


def resupplies(position: Position) -> Iterator[Candidate]:
    most = turns.card_limits(turns.card_of(position), True)["resupply"]
    for new_roads in range(most + 1):
        for new_cities in range(most + 1 - new_roads):
            if new_roads + new_cities:
                yield "resupply", move_of_actions(position, {"resupply": {"road": new_roads, "city": new_cities}})


def market_moves(position: Position) -> Iterator[Candidate]:
    labels = position.setting.board.labels
    places = [cell for cell in range(len(labels)) if position.place_at(cell) == cell]
    for kind in ("build", "sell"):
        for place in places:
            yield kind, move_of_actions(position, **{kind: labels[place]})


Events = Iterable[MagnaGreciaEvent]


def city_laid(position: Position, step: moves.LayCity, fate: Fate) -> Events:
    touched = tuple(position.touching(step.cell, step.seat))
    off_village = not touched and not position.setting.board.village[step.cell]
    allowed = cities.founding_villages(position, step.seat) if off_village else ()
    return (happened.CityLaid(step.seat, step.cell, touched, allowed),)


def market_built(position: Position, step: moves.BuildMarket, fate: Fate) -> Events:
    place = position.place_at(step.cell)
    return (happened.MarketBuilt(step.seat, place, markets.market_cost(position, step.seat, place), False),)


def market_sold(position: Position, step: moves.SellMarket, fate: Fate) -> Events:
    place = position.place_at(step.cell)
    return (happened.MarketSold(step.seat, place, markets.value(position, place)),)


MAKES: dict[type, Callable[[Position, Any, Fate], Events]] = {
    moves.LayRoad: lambda position, step, fate: (happened.RoadLaid(step.seat, step.cell, step.a, step.b),),
    moves.LayCity: city_laid,
    moves.Resupply: lambda position, step, fate: (happened.Resupplied(step.seat, step.roads, step.cities),),
    moves.BuildMarket: market_built,
    moves.SellMarket: market_sold,
    moves.SetOracle: lambda position, step, fate: (happened.OracleSet(step.cell, step.seat),),
    moves.EndTurn: lambda position, step, fate: (happened.TurnEnded(step.seat),),
}
"""The events that a legal step makes."""


def after_city(position: Position, event: happened.CityLaid, fate: Fate) -> Events:
    """Markets of a merge (MG-11.1), the free market (MG-6.9), then the oracles (MG-9.5)."""
    seat, city = event.seat, position.city_at[event.cell]
    yield from surplus_markets(position, city)
    owed = position.turn.due == city and not markets.market_of(position, seat, city)
    if owed and position.purses[seat].markets:
        yield happened.MarketBuilt(seat, city, 0, True)
    yield from oracles.oracle_turns(position, seat)


def after_oracle(position: Position, event: happened.OracleSet, fate: Fate) -> Events:
    """After the last oracle that the seats place: round 1 with the card that is already current."""
    if not event.seat or len(position.oracles) < oracle_count(position.setting):
        return ()
    card = position.clock.card
    return (happened.RoundBegan(1, card, order_of(position.setting, card)),)


def surplus_markets(position: Position, place: int) -> Iterator[happened.MarketReturned]:
    """MG-11.1, MG-11.2: all but one market of each seat go back; an unsold one is kept if there is one."""
    there = position.markets.get(place, ())
    if len(there) < 2:
        return
    for seat in dict.fromkeys([market.seat for market in there]):
        mine = sorted([market for market in there if market.seat == seat], key=lambda market: market.sold)
        for market in mine[1:]:
            yield happened.MarketReturned(seat, place, market.sold)


def after_round(position: Position, fate: Fate) -> Events:
    """MG-3.3: the next card, or after the last round the final scoring (MG-10.1)."""
    last = position.clock.round
    if last == position.setting.rounds:
        yield from markets.final_scoring(position)
        return
    card = position.clock.next_card
    yield happened.RoundBegan(last + 1, card, order_of(position.setting, card))
    if last + 1 < position.setting.rounds:
        yield happened.CardTurned(fate("deck", last + 1))


FOLLOWS: dict[type, Callable[[Position, Any, Fate], Events]] = {
    happened.RoadLaid: lambda position, event, fate: (
        oracles.oracle_turns(position, event.seat) if position.turn.touched else ()
    ),
    happened.CityLaid: after_city,
    happened.TurnEnded: lambda position, event, fate: () if position.clock.waiting else after_round(position, fate),
    happened.OracleSet: after_oracle,
}
"""The events that follow at once from an event; the position is the one after it."""


def pass_or_first_oracle(position: Position) -> moves.MagnaGreciaMove:
    """MG-13.8: a missed turn is a pass; while oracles are placed, the first village in board order takes one."""
    if position.clock.round:
        return {"actions": []}
    return {"actions": [{"oracle": oracles.free_villages(position)[0]}]}


PLAY: Play[Position, moves.MagnaGreciaStep, MagnaGreciaEvent] = Play(
    law=law_of(turns, roads, oracles, cities, markets),
    steps=moves.steps,
    happens=by_kind(MAKES),
    reactions=by_kind(FOLLOWS),
    evolve=physics.evolve,
    to_move=lambda position: position.seat or None,
    record=moves.record,
    missed=pass_or_first_oracle,
    passing={},
    candidates=candidates,
    action=moves.action,
    outcome=markets.outcome,
    decide=decide,
)
