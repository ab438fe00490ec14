"""What a conformance case may expect of a position: plain data in which every seat, space and place can be looked up.

Absence is written, never left out (`none`), so that a case can expect it and a misspelt name is noticed.
"""

from collections.abc import Callable, Iterator

from referee.rules.hexes import EDGES
from referee.rules.rulebook import SeatFacts, up_to
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.markets import is_active, market_cost, market_of, projected_points, scores, value
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

NONE = "none"


def facts(position: Position, events: tuple[MagnaGreciaEvent, ...]) -> dict[str, object]:
    """The facts after the events of the case's moves."""
    return {**board_facts(position), **seat_facts(position), **time_facts(position), **happened_facts(position, events)}


def board_facts(position: Position) -> dict[str, object]:
    """Facts by space, and by place: a city may be named by any of its spaces."""
    labels = position.setting.board.labels
    places = {label: position.place_at(cell) for cell, label in enumerate(labels)}
    places = {label: place for label, place in places.items() if place != NOWHERE}
    return {
        "roads": {label: road_at(position, cell) for cell, label in enumerate(labels)},
        "tiles": {label: tile_at(position, cell) for cell, label in enumerate(labels)},
        "spaces": {label: spaces_of(position, place) for label, place in places.items()},
        "connections": {
            label: [position.label(each) for each in sorted(position.links.get(at, ()))] for label, at in places.items()
        },
        "worth": {label: value(position, place) for label, place in places.items()},
        "markets": {label: by_seat(position, place, market_there) for label, place in places.items()},
        "values": {label: by_seat(position, place, value_there) for label, place in places.items()},
        "costs": {label: by_seat(position, place, cost_there) for label, place in places.items()},
        **oracle_facts(position),
    }


def road_at(position: Position, cell: int) -> str:
    """The road tile of a space: `red n-s`."""
    road = position.roads.get(cell)
    return f"{road.seat} {EDGES[road.a]}-{EDGES[road.b]}" if road else NONE


def tile_at(position: Position, cell: int) -> str:
    return position.cities[position.city_at[cell]].seat if cell in position.city_at else NONE


def spaces_of(position: Position, place: int) -> list[str]:
    cells = position.cities[place].cells if place in position.cities else (place,)
    return [position.label(cell) for cell in cells]


def by_seat(position: Position, place: int, fact: Callable[[Position, str, int], object]) -> dict[str, object]:
    return {seat: fact(position, seat, place) for seat in position.setting.seats}


def market_there(position: Position, seat: str, place: int) -> str:
    market = market_of(position, seat, place)
    if market is None:
        return NONE
    return "sold" if market.sold else "standing"


def value_there(position: Position, seat: str, place: int) -> object:
    """What the seat's market there would score now, or why there is nothing to score."""
    state = market_there(position, seat, place)
    if state != "standing":
        return state
    return value(position, place) if is_active(position, seat, place) else "inactive"


def cost_there(position: Position, seat: str, place: int) -> object:
    """MG-8.4, `none` where the seat may not build at the end of a turn (MG-8.2, MG-8.3)."""
    own = place in position.cities and position.cities[place].seat == seat
    forbidden = own or place in position.oracles or market_of(position, seat, place)
    return NONE if forbidden else market_cost(position, seat, place)


def oracle_facts(position: Position) -> dict[str, object]:
    """For each oracle the edge along which it points, and the first space of the city that has its attention."""
    holders = {cell: holder(position, cell) for cell in position.oracles}
    return {
        "oracles": {
            position.label(cell): NONE if edge == NOWHERE else EDGES[edge] for cell, edge in position.oracles.items()
        },
        "attention": {
            position.label(cell): NONE if city == NOWHERE else position.label(city) for cell, city in holders.items()
        },
    }


def seat_facts(position: Position) -> dict[str, object]:
    seats = position.purses
    return {
        "points": {seat: purse.points for seat, purse in seats.items()},
        "supply": {
            seat: {"road": purse.roads, "city": purse.cities, "market": purse.markets} for seat, purse in seats.items()
        },
        "staging": {seat: {"road": purse.staged_roads, "city": purse.staged_cities} for seat, purse in seats.items()},
        "projected": projected_points(position),
    }


def time_facts(position: Position) -> dict[str, object]:
    clock = position.clock
    return {
        "round": clock.round,
        "card": clock.card or NONE,
        "next_card": clock.next_card or NONE,
        "waiting": list(clock.waiting),
        "to_move": position.seat or NONE,
    }


def happened_facts(position: Position, events: tuple[MagnaGreciaEvent, ...]) -> dict[str, object]:
    """What the events say: the scoring, markets that left the board, oracles in the order in which they turned."""
    ended = [event for event in events if isinstance(event, happened.GameEnded)]
    scored = events if position.clock.over else tuple(scores(position))
    return {
        "market_points": scored_by(position, scored, happened.MarketScored),
        "oracle_points": scored_by(position, scored, happened.OracleScored),
        "winners": list(ended[0].winners) if ended else [],
        "returned": [market_words(position, e) for e in events if isinstance(e, happened.MarketReturned)],
        "removed": [market_words(position, e) for e in events if isinstance(e, happened.MarketRemoved)],
        "turned": [turn_words(position, e) for e in events if isinstance(e, happened.OracleTurned)],
    }


def scored_by(
    position: Position,
    events: tuple[MagnaGreciaEvent, ...],
    kind: type[happened.MarketScored] | type[happened.OracleScored],
) -> dict[str, int]:
    seats = position.setting.seats
    return {seat: sum(e.value for e in events if isinstance(e, kind) and e.seat == seat) for seat in seats}


def market_words(position: Position, event: happened.MarketReturned | happened.MarketRemoved) -> str:
    """`D6 red`, or `D6 red sold`."""
    return f"{position.label(event.place)} {event.seat}" + (" sold" if event.sold else "")


def turn_words(position: Position, event: happened.OracleTurned) -> str:
    """`D4 to F7 3:2`: the oracle, the city, its connections and those of the city before (0 for none)."""
    return f"{position.label(event.oracle)} to {position.label(event.city)} {event.links}:{event.before_links}"


FORMS = (
    "SEAT's road ends at PLACE",
    "SEAT's city is in PLACE",
    "SEAT has at least NUMBER roads in the supply",
    "SEAT has at least NUMBER cities in the supply",
    "SEAT has at least NUMBER markets in the supply",
    "SEAT has at least NUMBER roads in the staging area",
    "SEAT has at least NUMBER cities in the staging area",
    "the deck has at least NUMBER cards",
    "it is round NUMBER",
    "it is round NUMBER or later",
)


def true_facts(position: Position, seat: str) -> Iterator[str]:
    """The sentences that are true. A road ends at the space into which its last tile points."""
    for exit, (_, owners) in position.ends.items():
        cell = position.setting.board.beyond[exit]
        if cell != NOWHERE:
            yield from (f"{each}'s road ends at {position.label(cell)}" for each in owners)
    for cell, city in position.city_at.items():
        yield f"{position.cities[city].seat}'s city is in {position.label(cell)}"
    for each, purse in position.purses.items():
        yield from up_to(purse.roads, f"{each} has at least NUMBER roads in the supply")
        yield from up_to(purse.cities, f"{each} has at least NUMBER cities in the supply")
        yield from up_to(purse.markets, f"{each} has at least NUMBER markets in the supply")
        yield from up_to(purse.staged_roads, f"{each} has at least NUMBER roads in the staging area")
        yield from up_to(purse.staged_cities, f"{each} has at least NUMBER cities in the staging area")
    clock = position.clock
    turned_up = clock.round + bool(clock.next_card)
    yield from up_to(len(position.setting.components.cards) - turned_up, "the deck has at least NUMBER cards")
    yield f"it is round {clock.round}"
    yield from (f"it is round {earlier} or later" for earlier in range(clock.round + 1))


SEAT_FACTS: SeatFacts[Position] = SeatFacts(FORMS, true_facts)
"""What orders ahead can ask besides what every view shows. All of it is open to everybody."""
