"""How far a seat is from joining two shrines (AT-8.1): the fewest buildings that are still missing."""

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from referee.titles.attika.rules.state import AttikaPosition

FAR = 1 << 20
"""No way at all."""


class Link(NamedTuple):
    """The fewest buildings that a seat still needs to join two shrines (numbers from 0), and the hexes that serve.

    `hexes`: the empty hexes that lie on a shortest way; `needed` is FAR when others have closed every way.
    """

    first: int
    second: int
    needed: int
    hexes: tuple[int, ...]


def nearest_link(position: AttikaPosition, seat: str) -> Link:
    """The link of a seat that needs the fewest buildings; the first among equals."""
    return min(links(position, seat), key=lambda link: link.needed)


def links(position: AttikaPosition, seat: str) -> Iterator[Link]:
    """For each pair of shrines what a seat needs to join them on the land as it is."""
    shrines = range(len(position.land.shrines))
    costs = [hex_cost(position, seat, hex) for hex in range(len(position.land.place))]
    away = [distances(position, costs, shrine) for shrine in shrines]
    for first, second in combinations(shrines, 2):
        through = [a + b - own for a, b, own in zip(away[first], away[second], costs, strict=True)]
        needed = min(through)
        serving = [hex for hex, n in enumerate(through) if n == needed and costs[hex]]
        yield Link(first, second, min(needed, FAR), tuple(serving) if needed < FAR else ())


def hex_cost(position: AttikaPosition, seat: str, hex: int) -> int:
    """What a hex adds to a way: nothing when the seat has built there, all when another seat has."""
    owner = position.owner(hex)
    return 1 if not owner else 0 if owner == seat else FAR


def distances(position: AttikaPosition, costs: list[int], shrine: int) -> list[int]:
    """For each hex the fewest buildings of a way from the shrine to it, those already built not counted."""
    found = [FAR] * len(costs)
    front: deque[int] = deque()
    for hex, touched in position.land.beside.items():
        if shrine in touched and costs[hex] < FAR:
            found[hex] = costs[hex]
            (front.append if costs[hex] else front.appendleft)(hex)
    while front:
        here = front.popleft()
        for hex in position.around(here):
            through = found[here] + costs[hex]
            if through < found[hex]:
                found[hex] = through
                (front.append if costs[hex] else front.appendleft)(hex)
    return found
