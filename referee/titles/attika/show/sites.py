"""What each seat could build, on which hexes and for how much (AT-4.2 to 4.5, AT-5.2), as far as a reader knows."""

from collections import Counter
from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.titles.attika.rules.costs import (
    FREE,
    PER_SYMBOL,
    HexPrice,
    Price,
    free_hexes,
    ground,
    least,
    payment_of,
    price_on_ground,
)
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition
from referee.titles.attika.show.known import KnownPosition
from referee.titles.attika.show.ways import Link, nearest_link


class Bill(NamedTuple):
    """What a building costs on a hex.

    left, anyhow  what is left to be paid when every symbol is used: by landscape, and cards of any kind
    """

    price: Price
    left: Amounts
    anyhow: int


class Site(NamedTuple):
    """A building on a hex, with its bill.

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


class RankedSites(NamedTuple):
    """Where a building may be: every empty hex, in the order of `Offers.sites`, with the number of its terms.

    terms  the different ones: all of a site but its building and hex
    """

    building: str
    terms: list[tuple[Price, Amounts, int, Amounts | None, bool, int]]
    hexes: list[tuple[int, int]]

    def first(self, most: int | None = None) -> list[Site]:
        """The first sites, or all."""
        return [Site(self.building, hex, *self.terms[number]) for hex, number in self.hexes[:most]]

    def first_of_kinds(self, way: Container[int]) -> list[Site]:
        """The first site with each of the terms on a way, and the first beside it."""
        kinds: dict[tuple[int, bool], int] = {}
        for hex, number in self.hexes:
            kinds.setdefault((number, hex in way), hex)
        return [Site(self.building, hex, *self.terms[number]) for (number, _), hex in kinds.items()]


class Bills(NamedTuple):
    """What a building costs a seat: the different bills, and each empty hex with the number of its bill.

    Hexes that help the seat come first.
    """

    different: list[Bill]
    hexes: list[tuple[int, int]]


class Offers:
    """What each seat could build and where, as far as a reader knows its cards; worked out once."""

    def __init__(self, known: KnownPosition, links: Mapping[str, Link] = MappingProxyType({})) -> None:
        self.known = known
        self.links = {**links}
        self.grounds: dict[str, dict[int, HexPrice]] = {}
        self.billed: dict[tuple[str, str], Bills] = {}
        self.found: dict[tuple[str, str, Amounts | None], RankedSites] = {}

    def known_to(self, known: KnownPosition) -> "Offers":
        """The same as another reader knows it: what is worked out for one hand, or for an unknown one, serves all."""
        other = Offers(known)
        other.links, other.grounds, other.billed, other.found = self.links, self.grounds, self.billed, self.found
        return other

    def sites(self, seat: str, building: str) -> RankedSites:
        """Every empty hex: those that can be paid first, the cheapest before others, then those that help the seat."""
        key = seat, building, self.known.hands.get(seat)
        if key not in self.found:
            self.found[key] = ranked_sites(self.known, seat, building, self.bills(seat, building))
        return self.found[key]

    def bills(self, seat: str, building: str) -> Bills:
        """What everybody knows of the sites."""
        key = seat, building
        if key not in self.billed:
            way = self.link(seat).hexes
            self.billed[key] = bills(self.known.position, seat, building, self.ground(seat), way)
        return self.billed[key]

    def link(self, seat: str) -> Link:
        """What a seat still needs to join two shrines."""
        if seat not in self.links:
            self.links[seat] = nearest_link(self.known.position, seat)
        return self.links[seat]

    def ground(self, seat: str) -> dict[int, HexPrice]:
        """What the empty hexes mean for a seat, in board order."""
        if seat not in self.grounds:
            position = self.known.position
            self.grounds[seat] = {hex: ground(position, seat, hex) for hex in position.empty_hexes()}
        return self.grounds[seat]


def ranked_sites(known: KnownPosition, seat: str, building: str, bills: Bills) -> RankedSites:
    hand, cards = known.hands.get(seat), known.cards[seat]
    alike = [(*each, *payment_terms(each, hand, cards)) for each in bills.different]
    ranks = [(not sure, needed) for *_, sure, needed in alike]
    return RankedSites(building, alike, sorted(bills.hexes, key=lambda each: ranks[each[1]]))


def payment_terms(bill: Bill, hand: Amounts | None, cards: int) -> tuple[Amounts | None, bool, int]:
    """`paid`, `sure` and `cards` of a site, for a seat with so many cards, and with this hand if it is known."""
    left, anyhow = bill.left, bill.anyhow
    paid = None if hand is None else payment_of(left, anyhow, hand)
    needed = sum(left) + anyhow if paid is None else sum(paid)
    sure = PER_SYMBOL * sum(left) + anyhow <= cards if hand is None else paid is not None
    return paid, sure, needed


def bills(
    position: AttikaPosition, seat: str, building: str, grounds: Mapping[int, HexPrice], way: Container[int] = ()
) -> Bills:
    """Hexes beside kindred come first, then those on the way between two shrines, then the others."""
    kindred, free = kindred_beside(position, seat, building), free_hexes(position, seat, building)
    numbers: dict[HexPrice | None, int] = {}
    hexes = [(hex, numbers.setdefault(None if hex in free else there, len(numbers))) for hex, there in grounds.items()]
    ranked = sorted(hexes, key=lambda each: (-kindred.get(each[0], 0), each[0] not in way))
    return Bills([bill_for(price_on_ground(position, building, each) if each else FREE) for each in numbers], ranked)


def bill_for(cost: Price) -> Bill:
    return Bill(cost, NONE, 0) if cost.free else Bill(cost, *least(cost))


def kindred_beside(position: AttikaPosition, seat: str, building: str) -> Counter[int]:
    """Next to how many buildings of the same seat and group a hex is."""
    group = position.setting.box.groups[position.building(building).group]
    kindred = [hex for hex, each in position.buildings.items() if each.seat == seat and each.building in group]
    return Counter([near for hex in kindred for near in position.around(hex)])


def on_hand(position: AttikaPosition, seat: str) -> tuple[str, ...]:
    """The building just drawn, then the kinds of buildings on the storage board."""
    drawn = (position.turn.drawn,) if position.turn.drawn and position.turn.seat == seat else ()
    return tuple(dict.fromkeys((*drawn, *position.mats[seat].stored)))
