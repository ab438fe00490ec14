"""What each seat could build, on which hexes and for how much (AT-4.2 to 4.5, AT-5.2), as far as a reader knows."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from referee.titles.attika.rules.costs import PER_SYMBOL, Price, least, payment_of, price
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition
from referee.titles.attika.show.known import KnownPosition
from referee.titles.attika.show.ways import Link


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

    def __init__(self, known: KnownPosition, links: Mapping[str, Link]) -> None:
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


def site_of(known: KnownPosition, seat: str, building: str, hex: int) -> Site:
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
