"""Positions of conformance cases: the pieces that a case names, laid one by one through `evolve`.

Everything that a case leaves out is as at the start of a game. A position that play cannot reach is refused with a
ValueError whose argument is a `Phrase`: a case that rests on one would prove nothing.

What a case may expect is plain data in which every seat and every space can be looked up. Absence is written, never
left out (`none`), so that a case can expect it and a misspelt name is noticed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.rules.hexes import EDGE_NUMBERS, EDGES
from referee.rules.law import seat_of_case
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules import markets
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.moves import exits_text
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.setup import order_of
from referee.titles.magna_grecia.rules.state import FRESH, NOWHERE, Position, Purse, RoundClock
from referee.words import Phrase, say

Fields = Mapping[str, Any]
NONE = "none"


def lay(position: Position, fields: Fields, seat: str) -> Position:
    """The position that the fields describe on the empty board of `position`; `seat` is to move unless they differ."""
    for event in piece_events(position, fields):
        position = evolve(position, event)
    for place, owners in (fields.get("markets") or {}).items():
        position = with_markets(position, cell_of(position, place), owners)
    position = replace(position, purses=purses_of(position, fields), clock=clock_of(position, fields, seat), turn=FRESH)
    for label, edge in (fields.get("oracles") or {}).items():
        if edge != NONE:  # which points nowhere
            event = happened.OracleTurned(cell_of(position, label), EDGE_NUMBERS[edge], NOWHERE, 0, NOWHERE, 0)
            position = evolve(position, event)
    for says in impossible(position):
        raise ValueError(says)
    return position


def cell_of(position: Position, label: str) -> int:
    if label not in position.setting.board.cells:
        raise ValueError(say("The map of the case has no space {label}.", label=label))
    return position.setting.board.cells[label]


def piece_events(position: Position, fields: Fields) -> Iterator[MagnaGreciaEvent]:
    """Oracles, roads and city tiles, each on an empty space."""
    taken: set[str] = set()
    for label in fields.get("oracles") or {}:
        yield happened.OracleSet(free(position, label, taken, village=True), "")
    for label, road in (fields.get("roads") or {}).items():
        seat, exits = road.split()
        a, b = sorted(EDGE_NUMBERS[each] for each in exits.split("-"))
        if b - a not in (2, 3, 4):
            raise ValueError(say("No road tile connects {exits}.", exits=exits))
        who = seat_of_case(seat, position.setting.seats)
        yield happened.RoadLaid(who, free(position, label, taken, village=False), a, b)
    for seat, labels in (fields.get("cities") or {}).items():
        who, cities = seat_of_case(seat, position.setting.seats), list[set[int]]()
        for label in labels:  # the position that grows is not seen here
            cell = free(position, label, taken, village=None)
            touched = [city for city in cities if city & set(position.setting.board.around[cell])]
            cities = [city for city in cities if city not in touched] + [{cell}.union(*touched)]
            yield happened.CityLaid(who, cell, tuple([min(city) for city in touched]), ())


def free(position: Position, label: str, taken: set[str], village: bool | None) -> int:
    """The cell of an empty space; `village` says whether it must or must not be one."""
    cell = cell_of(position, label)
    if label in taken:
        raise ValueError(say("There are two pieces on {label}.", label=label))
    if village is not None and position.setting.board.village[cell] != village:
        raise ValueError(say("An oracle must be on a village, and a road must not. {label} breaks this.", label=label))
    taken.add(label)
    return cell


def with_markets(position: Position, cell: int, owners: list[str]) -> Position:
    """Markets in a place, written `red` or, sold, `red sold`."""
    place = position.place_at(cell)
    if place == NOWHERE or place in position.oracles:
        raise ValueError(say("There can't be a market at {label}.", label=position.label(cell)))
    for words in owners:
        seat, _, sold = words.partition(" ")
        if any(market.seat == seat for market in position.markets.get(place, ())):
            raise ValueError(say("{seat} has two markets at {label}.", seat=seat, label=position.label(cell)))
        position = evolve(position, happened.MarketBuilt(seat_of_case(seat, position.setting.seats), place, 0, False))
        if sold:
            position = evolve(position, happened.MarketSold(seat, place, 0))
    return position


def purses_of(position: Position, fields: Fields) -> dict[str, Purse]:
    """The possessions of each seat: as given; else the first points, four tiles of a kind or what is left; the rest
    staged.
    """
    box, seats, found = position.setting.components, position.setting.seats, dict[str, Purse]()
    points, supplies, stagings = [fields.get(name) or {} for name in ("points", "supply", "staging")]
    for seat in (*points, *supplies, *stagings):
        seat_of_case(seat, seats)
    for seat, laid in position.purses.items():
        supply, staging = supplies.get(seat) or {}, stagings.get(seat) or {}
        roads, cities = laid.roads + laid.staged_roads, laid.cities + laid.staged_cities
        some_roads = supply.get("road", min(box.start_roads, roads))
        some_cities = supply.get("city", min(box.start_cities, cities))
        found[seat] = Purse(
            points.get(seat, box.points[len(seats)]),
            some_roads,
            some_cities,
            supply.get("market", laid.markets),
            staging.get("road", max(0, roads - some_roads)),
            staging.get("city", max(0, cities - some_cities)),
        )
    return found


def clock_of(position: Position, fields: Fields, seat: str) -> RoundClock:
    """The time: as given; else round 1 with the high card with which the seat to move plays first."""
    setting, seat = position.setting, fields.get("to_move", seat)
    cards, number = setting.components.cards, fields.get("round", 1)
    card = fields.get("card", f"{seat}-high")
    next_card = fields.get("next_card", "" if number == setting.rounds else next(id for id in cards if id != card))
    for each in (card, *([next_card] if next_card else [])):
        if each not in cards:
            raise ValueError(say("There is no card {card}. The cards are {cards}.", card=each, cards=", ".join(cards)))
    order = order_of(setting, card)
    return RoundClock(number, card, next_card, order[order.index(seat_of_case(seat, position.setting.seats)) :], False)


def impossible(position: Position) -> Iterator[Phrase]:
    """Impossible states after a turn: cities too near to something, oracles that look wrong, roads that meet."""
    for cell, city in position.city_at.items():
        seat = position.cities[city].seat
        for near in position.neighbours(cell):
            other = position.city_at.get(near, NOWHERE)
            stranger = other != NOWHERE and position.cities[other].seat != seat
            if stranger or near in position.oracles or position.is_village(near):
                facts = {"at": position.label(cell), "near": position.label(near)}
                yield say("The city tile at {at} is next to {near}, which no rule allows.", **facts)
    for oracle, edge in position.oracles.items():
        if not looks_right(position, oracle, edge):
            cities = [position.label(each) for each in position.links.get(oracle, ()) if each in position.cities]
            facts = {"at": position.label(oracle), "cities": ", ".join(cities) or "none"}
            yield say("The oracle {at} must point along a road to a city (cities connected: {cities}).", **facts)
    if position.setting.options["mixed_roads"] == "forbid":
        for exit in position.ends:
            if position.setting.board.mate[exit] in position.ends:
                yield say(
                    "An exit of the road at {at} meets an exit of another player's road.", at=position.label(exit // 6)
                )


def looks_right(position: Position, oracle: int, edge: int) -> bool:
    """MG-9.1: an oracle that a city is connected to points along a road to one; any other points nowhere."""
    cities = [each for each in position.links.get(oracle, ()) if each in position.cities]
    if edge == NOWHERE or not cities:
        return edge == NOWHERE and not cities
    if position.setting.board.mate[6 * oracle + edge] not in position.ends:
        return False
    far, _ = position.ends[position.setting.board.mate[6 * oracle + edge]]
    return position.setting.board.beyond[far] in position.city_at and holder(position, oracle) in cities


def facts(position: Position, events: tuple[MagnaGreciaEvent, ...]) -> dict[str, object]:
    """The facts after the events of the case's moves: of spaces, of places, of seats, of the time, and of the events.

    A city may be named by any of its spaces. The events say the scoring, which markets left the board, and which
    oracles turned, in their order.
    """
    board, purses, clock = position.setting.board, position.purses.items(), position.clock
    places = {label: place for label, cell in board.cells.items() if (place := position.place_at(cell)) != NOWHERE}
    roads = {label: position.roads.get(cell) for label, cell in board.cells.items()}
    cities = {label: position.cities.get(position.city_at.get(cell, NOWHERE)) for label, cell in board.cells.items()}
    oracles = {position.label(cell): cell for cell in position.oracles}
    edges, holders = position.oracles, {label: holder(position, cell) for label, cell in oracles.items()}

    def labels(cells: Iterable[int]) -> list[str]:
        return [position.label(each) for each in cells]

    def by_seat(fact: Callable[[Position, str, int], object]) -> dict[str, object]:
        return {
            label: {seat: fact(position, seat, at) for seat in position.setting.seats} for label, at in places.items()
        }

    ended = [event for event in events if isinstance(event, happened.GameEnded)]
    scored = events if clock.over else tuple(markets.scores(position))
    return {
        "roads": {at: f"{road.seat} {exits_text(road.a, road.b)}" if road else NONE for at, road in roads.items()},
        "tiles": {label: city.seat if city else NONE for label, city in cities.items()},
        "spaces": {at: labels(city.cells if (city := cities[at]) else (place,)) for at, place in places.items()},
        "connections": {label: labels(sorted(position.links.get(at, ()))) for label, at in places.items()},
        "worth": {label: markets.value(position, place) for label, place in places.items()},
        "markets": by_seat(market_there),
        "values": by_seat(value_there),
        "costs": by_seat(cost_there),
        "oracles": {at: NONE if edges[cell] == NOWHERE else EDGES[edges[cell]] for at, cell in oracles.items()},
        "attention": {at: NONE if city == NOWHERE else position.label(city) for at, city in holders.items()},
        "points": markets.points_of(position),
        "supply": {seat: {"road": own.roads, "city": own.cities, "market": own.markets} for seat, own in purses},
        "staging": {seat: {"road": purse.staged_roads, "city": purse.staged_cities} for seat, purse in purses},
        "projected": markets.projected_points(position),
        "round": clock.round,
        "card": clock.card or NONE,
        "next_card": clock.next_card or NONE,
        "waiting": list(clock.waiting),
        "to_move": position.seat or NONE,
        "market_points": scored_by(position, scored, happened.MarketScored),
        "oracle_points": scored_by(position, scored, happened.OracleScored),
        "winners": list(ended[0].winners) if ended else [],
        "returned": [market_words(position, e) for e in events if isinstance(e, happened.MarketReturned)],
        "removed": [market_words(position, e) for e in events if isinstance(e, happened.MarketRemoved)],
        # the oracle, the city, its connections and those of the city before (0 for none)
        "turned": [
            f"{position.label(e.oracle)} to {position.label(e.city)} {e.links}:{e.before_links}"
            for e in events
            if isinstance(e, happened.OracleTurned)
        ],
    }


def market_there(position: Position, seat: str, place: int) -> str:
    market = markets.market_of(position, seat, place)
    if market is None:
        return NONE
    return "sold" if market.sold else "standing"


def value_there(position: Position, seat: str, place: int) -> object:
    """What the seat's market there would score now, or why there is nothing to score."""
    state = market_there(position, seat, place)
    if state != "standing":
        return state
    return markets.value(position, place) if markets.is_active(position, seat, place) else "inactive"


def cost_there(position: Position, seat: str, place: int) -> object:
    """MG-8.4, `none` where the seat may not build at the end of a turn (MG-8.2, MG-8.3)."""
    own = place in position.cities and position.cities[place].seat == seat
    forbidden = own or place in position.oracles or markets.market_of(position, seat, place)
    return NONE if forbidden else markets.market_cost(position, seat, place)


def scored_by(position: Position, events: tuple[MagnaGreciaEvent, ...], kind: type) -> dict[str, int]:
    scored: list[Any] = [event for event in events if isinstance(event, kind)]
    return {seat: sum(each.value for each in scored if each.seat == seat) for seat in position.setting.seats}


def market_words(position: Position, event: happened.MarketReturned | happened.MarketRemoved) -> str:
    """`D6 red`, or `D6 red sold`."""
    return f"{position.label(event.place)} {event.seat}" + (" sold" if event.sold else "")
