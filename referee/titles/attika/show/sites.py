"""What each seat could build, where and for how much (AT-4.2 to 4.5, AT-5.2), as far as a reader knows.

And how near each seat is to joining two shrines (AT-8.1), with the way across the board that it would complete.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from referee.show.view import OpenWay
from referee.titles.attika.data.land import NOWHERE
from referee.titles.attika.rules.costs import PER_SYMBOL, Price, least, payment_of, price
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition
from referee.titles.attika.rules.turns import buildings, built_count
from referee.titles.attika.show.known import Sight

FAR = 1 << 20
"""No way at all."""


class Link(NamedTuple):
    """The fewest buildings that a seat still needs to join two shrines (numbers from 0), and the hexes that serve.

    `hexes`: the empty hexes on a shortest way; `needed` is FAR when others have closed every way.
    """

    first: int
    second: int
    needed: int
    hexes: tuple[int, ...]


def nearest_link(position: AttikaPosition, seat: str) -> Link:
    """The link of a seat that needs the fewest buildings; the first among equals."""
    return min(links(position, seat), key=lambda link: link.needed)


def nearest_links(position: AttikaPosition) -> dict[str, Link]:
    """The nearest link of each seat in the game."""
    return {seat: nearest_link(position, seat) for seat in position.course.order}


class NearestLinks:
    """The nearest links after one entry, and after the next: only those that it may have changed are worked out."""

    def __init__(self) -> None:
        self.last: AttikaPosition | None = None
        self.found: dict[str, Link] = {}

    def after(self, position: AttikaPosition) -> Mapping[str, Link]:
        last, self.last = self.last, position
        if last is None or position.land is not last.land or position.course.order != last.course.order:
            self.found = nearest_links(position)
        elif position.buildings is not last.buildings:
            new = [hex for hex in position.buildings if hex not in last.buildings]
            self.found = {
                seat: nearest_link(position, seat) if self.may_change(position, seat, new) else link
                for seat, link in self.found.items()
            }
        return self.found

    def may_change(self, position: AttikaPosition, seat: str, new: list[int]) -> bool:
        """A building can bring its owner nearer; for others it only closes a way."""
        return any(position.owner(hex) == seat or hex in self.found[seat].hexes for hex in new)


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
    """The cost that a hex adds to a way: nothing if the seat has built there, infinite if another seat has."""
    owner = position.owner(hex)
    return 1 if not owner else 0 if owner == seat else FAR


def distances(position: AttikaPosition, costs: list[int], shrine: int) -> list[int]:
    """For each hex the fewest buildings of a way from the shrine to it, those already built not counted."""
    found, around = [FAR] * len(costs), position.land.around
    front: deque[int] = deque()
    for hex, touched in position.land.beside.items():
        if shrine in touched and costs[hex] < FAR:
            found[hex] = costs[hex]
            (front.append if costs[hex] else front.appendleft)(hex)
    while front:
        here = front.popleft()
        for hex in around[here]:
            through = found[here] + costs[hex]
            if hex != NOWHERE and through < found[hex]:
                found[hex] = through
                (front.append if costs[hex] else front.appendleft)(hex)
    return found


CLOSE = 2
"""A way is drawn on the board from so many missing buildings on, and is an alert on the card of its seat."""


def ways(position: AttikaPosition, nearest: Mapping[str, Link]) -> Iterator[OpenWay]:
    """The nearest link of each seat that can still complete it and lacks little, or nothing."""
    for seat, link in nearest.items():
        left = buildings(position) - built_count(position, seat)
        if link.needed <= min(CLOSE, left):
            hexes = shortest_way(position, seat, link)
            ends = position.land.shrines[link.first], position.land.shrines[link.second]
            spaces = (ends[0], *[position.land.place[hex] for hex in hexes], ends[1])
            missing = [position.land.place[hex] for hex in hexes if position.is_empty(hex)]
            yield OpenWay(seat, spaces, tuple(missing), link.needed)


def shortest_way(position: AttikaPosition, seat: str, link: Link) -> list[int]:
    """The hexes of a link from its first shrine to its second: the fewest missing, and then the fewest in all."""
    costs = [hex_cost(position, seat, hex) for hex in range(len(position.land.place))]
    away = [distances(position, costs, shrine) for shrine in (link.first, link.second)]
    serving = [a + b - own == link.needed for a, b, own in zip(*away, costs, strict=True)]
    before: dict[int, int] = {}
    starts = [hex for hex, touched in position.land.beside.items() if link.first in touched and serving[hex]]
    front = deque((hex, hex) for hex in starts if away[0][hex] == costs[hex])
    while front:
        here, came_from = front.popleft()
        if here in before:
            continue
        before[here] = came_from
        if link.second in position.land.beside.get(here, ()) and away[1][here] == costs[here]:
            return way_back(before, here)
        further = [each for each in position.around(here) if serving[each] and each not in before]
        front.extend((each, here) for each in further if away[0][each] == away[0][here] + costs[each])
    return []


def way_back(before: dict[int, int], end: int) -> list[int]:
    """The hexes from the start of a search to its end."""
    found = [end]
    while before[found[-1]] != found[-1]:
        found.append(before[found[-1]])
    return found[::-1]


class Site(NamedTuple):
    """A building on a hex, and what it costs there.

    left, anyhow  what is left to be paid when every symbol is used: by landscape, and cards of any kind
    paid   the cheapest payment of the hand; None when it is too small, or not known
    sure   whether the seat can certainly pay, as far as the reader knows
    cards  the cards that it takes, or would take from a hand that has all that fit
    """

    building: str
    hex: int
    price: Price
    left: Amounts
    anyhow: int
    paid: Amounts | None
    sure: bool
    cards: int


class Offers:
    """What each seat could build and where, as far as a reader knows its cards; worked out once.

    `links`: what each seat still needs to join two shrines.
    """

    def __init__(self, known: Sight, links: Mapping[str, Link]) -> None:
        self.known, self.links = known, links
        self.found: dict[tuple[str, str], list[Site]] = {}

    def sites(self, seat: str, building: str) -> list[Site]:
        """Every empty hex: those that can be paid first, the cheapest before others.

        Then hexes beside kindred come first, and those on the way between two shrines.
        """
        if (seat, building) not in self.found:
            kindred, way = kindred_beside(self.known.position, seat, building), self.links[seat].hexes
            sites = [site_of(self.known, seat, building, hex) for hex in self.known.position.empty_hexes()]
            sites.sort(key=lambda each: (not each.sure, each.cards, -kindred[each.hex], each.hex not in way))
            self.found[seat, building] = sites
        return self.found[seat, building]


def site_of(known: Sight, seat: str, building: str, hex: int) -> Site:
    cost, hand = price(known.position, seat, building, hex), known.hands.get(seat)
    left, anyhow = (NONE, 0) if cost.free else least(cost)
    paid = None if hand is None else payment_of(left, anyhow, hand)
    needed = sum(left) + anyhow if paid is None else sum(paid)
    sure = PER_SYMBOL * sum(left) + anyhow <= known.cards[seat] if hand is None else paid is not None
    return Site(building, hex, cost, left, anyhow, paid, sure, needed)


def kindred_beside(position: AttikaPosition, seat: str, building: str) -> Counter[int]:
    """Next to how many buildings of the same seat and group a hex is."""
    group = position.setting.box.groups[position.building(building).group]
    kindred = [hex for hex, each in position.buildings.items() if each.seat == seat and each.building in group]
    return Counter([near for hex in kindred for near in position.around(hex)])


def on_hand(position: AttikaPosition, seat: str) -> tuple[str, ...]:
    """The building just drawn, then the kinds of buildings on the storage board."""
    drawn = (position.turn.drawn,) if position.turn.drawn and position.turn.seat == seat else ()
    return tuple(dict.fromkeys((*drawn, *position.mats[seat].stored)))


def is_done(position: AttikaPosition) -> bool:
    """Whether nothing is left but to return amphorae, or to end the turn."""
    turn = position.turn
    return turn.is_past_actions or (bool(turn.line) and turn.done >= turn.limit)


def next_buildings(position: AttikaPosition) -> tuple[str, ...]:
    """What the seat to move could build next: the building that was drawn, or those of its storage board (AT-3.2)."""
    return (position.turn.drawn,) if position.turn.drawn else on_hand(position, position.seat)


def buildable(position: AttikaPosition) -> tuple[str, ...]:
    """The same, if the turn has a build left."""
    turn = position.turn
    return () if not turn.drawn and (turn.line == "draw" or is_done(position)) else next_buildings(position)
