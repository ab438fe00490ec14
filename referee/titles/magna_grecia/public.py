"""A position as plain data: what `state:` in a log covers. Documented by `magna-grecia.state.schema.json`.

This form is a promise to archives: code may change, what stands here may not.
"""

from typing import Any

from referee.hexes import EDGES
from referee.titles.magna_grecia.state import NOWHERE, Position


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
        "seats": {seat: purse_fields(purse) for seat, purse in position.purses.items()},
        "roads": {
            labels[cell]: f"{road.seat} {EDGES[road.a]}-{EDGES[road.b]}" for cell, road in position.roads.items()
        },
        "cities": {
            labels[place]: {"seat": city.seat, "spaces": [labels[cell] for cell in city.cells]}
            for place, city in position.cities.items()
        },
        "markets": {
            labels[place]: {market.seat: "sold" if market.sold else "standing" for market in there}
            for place, there in position.markets.items()
        },
        "oracles": {labels[cell]: "" if edge == NOWHERE else EDGES[edge] for cell, edge in position.oracles.items()},
    }


def purse_fields(purse: Any) -> dict[str, int]:
    points, roads, cities, markets, staged_roads, staged_cities = purse
    return {
        "points": points,
        "supply": {"road": roads, "city": cities, "market": markets},
        "staging": {"road": staged_roads, "city": staged_cities},
    }
