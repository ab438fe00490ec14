"""A position as plain data: what `state:` in a log covers, in short lines since it is hashed after every entry.

Documented by `magna-grecia.state.schema.json`. This form is a promise to archives: code may change, it may not.
"""

from referee.rules.hexes import EDGES
from referee.titles.magna_grecia.rules.state import NOWHERE, Position


def public(position: Position) -> dict[str, object]:
    """What everybody may see of a position: in Magna Grecia all but the order of the deck (MG-2.5).

    Pieces are lines such as `red D4 n-s`, each list of them sorted, so that it tells nothing of how the position arose.
    """
    clock = position.clock
    return {
        "round": clock.round,
        "card": clock.card,
        "next_card": clock.next_card,
        "waiting": clock.waiting,
        "over": clock.over,
        "seats": position.purses,
        "roads": sorted(road_lines(position)),
        "cities": sorted(city_lines(position)),
        "markets": sorted(market_lines(position)),
        "oracles": oracle_lines(position),
    }


def road_lines(position: Position) -> list[str]:
    """`red D4 n-s`"""
    labels = position.setting.board.labels
    return [f"{seat} {labels[cell]} {EDGES[a]}-{EDGES[b]}" for cell, (seat, a, b) in position.roads.items()]


def city_lines(position: Position) -> list[str]:
    """`red D4 D5`"""
    labels = position.setting.board.labels
    return [" ".join([seat, *[labels[cell] for cell in cells]]) for seat, cells in position.cities.values()]


def market_lines(position: Position) -> list[str]:
    labels = position.setting.board.labels
    return [
        f"{market.seat} {labels[place]} {'sold' if market.sold else 'standing'}"
        for place, there in position.markets.items()
        for market in there
    ]


def oracle_lines(position: Position) -> list[str]:
    """`F7` or, if it points along an edge, `F7 ne`; in board order."""
    labels = position.setting.board.labels
    return [
        labels[cell] if edge == NOWHERE else f"{labels[cell]} {EDGES[edge]}" for cell, edge in position.oracles.items()
    ]
