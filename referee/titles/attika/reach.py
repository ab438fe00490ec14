"""How far a seat is from joining two shrines (AT-8.1): the fewest buildings that are still missing."""

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from referee.titles.attika.state import Position

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


def nearest(position: Position, seat: str) -> Link:
    """The link of a seat that needs the fewest buildings; the first among equals."""
    return min(links(position, seat), key=lambda link: link.needed)


def links(position: Position, seat: str) -> Iterator[Link]:
    """For each pair of shrines what a seat needs to join them on the land as it is."""
    shrines = range(len(position.land.shrines))
    away = [distances(position, seat, shrine) for shrine in shrines]
    for first, second in combinations(shrines, 2):
        through = [
            a + b - cost(position, seat, hex) for hex, (a, b) in enumerate(zip(away[first], away[second], strict=True))
        ]
        needed = min(through)
        serving = [hex for hex, n in enumerate(through) if n == needed and position.is_empty(hex)]
        yield Link(first, second, min(needed, FAR), tuple(serving) if needed < FAR else ())


def cost(position: Position, seat: str, hex: int) -> int:
    """What a hex adds to a way: nothing when the seat has built there, all when another seat has."""
    owner = position.owner(hex)
    return 1 if not owner else 0 if owner == seat else FAR


def distances(position: Position, seat: str, shrine: int) -> list[int]:
    """For each hex the fewest buildings of a way from the shrine to it, those already built not counted."""
    found = [FAR] * len(position.land.place)
    front: deque[int] = deque()
    for hex, touched in position.land.beside.items():
        price = cost(position, seat, hex)
        if shrine in touched and price < FAR:
            found[hex] = price
            (front.append if price else front.appendleft)(hex)
    while front:
        here = front.popleft()
        for hex in position.around(here):
            price = cost(position, seat, hex)
            if price < FAR and found[here] + price < found[hex]:
                found[hex] = found[here] + price
                (front.append if price else front.appendleft)(hex)
    return found
