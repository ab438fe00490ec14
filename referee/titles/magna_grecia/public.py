"""A position as plain data: what `state:` in a log covers, flat and short since it is hashed after every entry.

Documented by `magna-grecia.state.schema.json`. This form is a promise to archives: code may change, it may not.
"""

from functools import cache
from typing import Any

from referee.hexes import EDGES
from referee.titles.magna_grecia.state import NOWHERE, City, Market, Position, Road


def public(position: Position) -> dict[str, Any]:
    """What everybody may see of a position: in Magna Grecia all but the order of the deck (MG-2.5)."""
    labels = position.setting.board.labels
    clock = position.clock
    return {
        "round": clock.round,
        "card": clock.card,
        "next_card": clock.next_card,
        "waiting": clock.waiting,
        "over": clock.over,
        "seats": {seat: purse._asdict() for seat, purse in position.purses.items()},
        "roads": {labels[cell]: road_text(road) for cell, road in position.roads.items()},
        "cities": {labels[place]: city_text(labels, city) for place, city in position.cities.items()},
        "markets": {labels[place]: markets_text(there) for place, there in position.markets.items()},
        "oracles": {labels[cell]: "" if edge == NOWHERE else EDGES[edge] for cell, edge in position.oracles.items()},
    }


@cache
def road_text(road: Road) -> str:
    return f"{road.seat} {EDGES[road.a]}-{EDGES[road.b]}"


def city_text(labels: tuple[str, ...], city: City) -> str:
    return " ".join([city.seat, *map(labels.__getitem__, city.cells)])


@cache
def markets_text(there: tuple[Market, ...]) -> str:
    return ", ".join(f"{market.seat} {'sold' if market.sold else 'standing'}" for market in sorted(there))
