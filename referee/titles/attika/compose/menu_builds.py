"""The builds of a turn: each building of the storage board on each empty hex, and what builds before it open."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from referee.titles.attika.rules.costs import SIGNS, HexPrice, Price, ground, payment, pays, price
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition, minus

JOINED = -1
OTHER_PAYMENTS = 2
"""So many payments are offered next to the cheapest, where builds before may take its cards."""
MANY, TOO_MANY, MOST = 400, 650, 1500
"""With more offers than this what few will want is left out, as a page holds only so much: payments that are not the
cheapest and a third new settlement; then a second one, too, and of prices that builds before change all but one; at
last all that cannot be built now."""


class BuildOffer(NamedTuple):
    """A building on a hex for a payment.

    founds   as which new settlement of the turn (0: the first), or JOINED: it touches one of its seat
    next to   one of these hexes must be built on before, by the building `source` if there is one
    spoiled  hexes on which nothing may be built before: their symbols are needed
    freed    a building that may not come to stand next to it before: then there would be nothing to pay
    """

    building: str
    hex: int
    paid: Amounts
    founds: int = JOINED
    beside: tuple[int, ...] = ()
    source: str = ""
    spoiled: tuple[int, ...] = ()
    freed: str = ""


class Builds:
    """What the seat to move may build from its storage board; its hand is in the position.

    is_whole  whether the offers have all payments and all new settlements that are worked out
    """

    def __init__(self, position: AttikaPosition, most: int) -> None:
        self.position, self.seat, self.most = position, position.seat, most
        self.hand, self.stored = position.hands[self.seat], position.mats[self.seat].stored
        self.empty = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
        self.near = {
            hex: tuple([each for each in position.around(hex) if position.is_empty(each)]) for hex in self.empty
        }
        self.is_whole = True
        self.grounds: dict[tuple[int, tuple[int, ...]], HexPrice] = {
            (hex, ()): ground(position, self.seat, hex) for hex in self.empty
        }

    def offers(self) -> list[BuildOffer]:
        """All that can come to be built, in board order; see `MANY`."""
        kinds = tuple(dict.fromkeys(self.stored)) if self.most > 0 else ()
        found = [offer for hex in self.empty for building in kinds for offer in self.on(building, hex)]
        purses = list(dict.fromkeys(minus(self.hand, offer.paid) for offer in found if sum(offer.paid)))
        few = [offer for offer in found if offer.founds < 2]
        self.is_whole = len(few) <= MANY
        if not self.is_whole:
            return reachable(few if len(few) <= TOO_MANY else fewest(fewer(few)))
        more = [other for offer in found for other in self.paid_otherwise(offer, purses)]
        return reachable(sorted([*found, *more], key=lambda offer: (offer.hex, self.stored.index(offer.building))))

    def price(self, building: str, hex: int) -> Price:
        """The price as the board is."""
        return price(self.position, self.seat, building, hex, self.grounds[hex, ()])

    def price_beside(self, cost: Price, hex: int, before: tuple[int, ...]) -> Price:
        """The price, which is `cost` as the board is, when these hexes near it were built on before."""
        there = hex, before
        found = self.grounds.get(there)
        if found is None:
            found = self.grounds[there] = self.ground_beside(hex, before)
        symbols, surcharge = found
        return Price(False, cost.cost, cost.any, symbols, surcharge, cost.reduced)

    def ground_beside(self, hex: int, before: tuple[int, ...]) -> HexPrice:
        """Buildings near it cover their symbols, and the next one joins them."""
        covered = [self.position.land.symbol[each] for each in before]
        water, forest, hill, mountain = map(covered.count, SIGNS)
        return HexPrice(minus(self.grounds[hex, ()].symbols, (water, forest, hill, mountain)), 0)

    def on(self, building: str, hex: int) -> Iterator[BuildOffer]:
        """The building on the hex, for each payment of the hand that may be right."""
        cost, near = self.price(building, hex), self.near[hex]
        if cost.free:
            yield BuildOffer(building, hex, NONE)
            return
        touches = self.touches(hex)
        if not touches:
            yield from self.founding(building, hex, cost)
        yield from self.joining(building, hex, cost, [*([()] if touches else []), *[(each,) for each in near]])
        source = self.source(building)
        if source and near:
            yield BuildOffer(building, hex, NONE, beside=near, source=source)

    def touches(self, hex: int) -> bool:
        """Whether a building there touches one of its seat now."""
        return bool(self.position.settlements_beside(self.seat, hex))

    def founding(self, building: str, hex: int, cost: Price) -> Iterator[BuildOffer]:
        """AT-5.2: as the first new settlement of the turn, or a later one."""
        for founds in range(self.most):
            paid = payment(dearer(cost, founds), self.hand)
            if paid is not None:
                yield BuildOffer(building, hex, paid, founds)

    def joining(self, building: str, hex: int, cost: Price, starts: Sequence[tuple[int, ...]]) -> Iterator[BuildOffer]:
        """Beside what the seat has built, or builds before on one of the starts: for each what is right then."""
        found: dict[tuple[int, ...], Amounts] = {}
        payments = {start: payment(self.price_beside(cost, hex, start), self.hand) for start in starts}
        for start, paid in payments.items():
            if paid is None or self.is_known(found, paid, start):
                continue
            kept = self.harmless_hexes(cost, hex, paid, start)
            beside = [each for each in kept if start and not self.is_known(found, paid, (each,))]
            found[kept] = paid
            same = [each for each in beside if payments[each,] == paid]
            yield self.offer_of(building, hex, paid, kept, tuple(same))

    @staticmethod
    def is_known(found: dict[tuple[int, ...], Amounts], paid: Amounts, start: tuple[int, ...]) -> bool:
        """Whether this payment is right after builds on a start, which is one hex or none."""
        return bool([1 for kept, other in found.items() if paid == other and (not start or start[0] in kept)])

    def offer_of(
        self, building: str, hex: int, paid: Amounts, kept: tuple[int, ...], beside: tuple[int, ...] = ()
    ) -> BuildOffer:
        spoiled = tuple([each for each in self.near[hex] if each not in kept])
        freed = self.source(building) if sum(paid) else ""
        return BuildOffer(building, hex, paid, beside=beside, spoiled=spoiled, freed=freed)

    def harmless_hexes(self, cost: Price, hex: int, paid: Amounts, start: tuple[int, ...]) -> tuple[int, ...]:
        """The hexes near it that may be built on before, all of them or some: the payment stays right."""
        kept = start
        for each in self.near[hex]:
            if each not in kept and pays(self.price_beside(cost, hex, (*kept, each)), paid):
                kept = (*kept, each)
        return kept

    def source(self, building: str) -> str:
        """The building whose arrow points to this one, if it may be built before it in this turn (AT-4.4)."""
        pointing = self.position.building(building).free_beside
        return pointing if pointing and self.stored.count(pointing) > (pointing == building) else ""

    def paid_otherwise(self, offer: BuildOffer, purses: list[Amounts]) -> list[BuildOffer]:
        """The same, paid from what earlier builds leave of the hand, if nothing else has changed."""
        if offer.beside or offer.founds > 0 or not sum(offer.paid):
            return []
        cost = self.price(offer.building, offer.hex)
        others = dict.fromkeys(payment(cost, purse) for purse in purses if min(purse) >= 0)
        found = sorted([each for each in others if each and each != offer.paid], key=sum)[:OTHER_PAYMENTS]
        if offer.founds == 0:
            return [offer._replace(paid=each) for each in found]
        return [self.offer_of(*offer[:2], each, self.harmless_hexes(cost, offer.hex, each, ())) for each in found]


def dearer(cost: Price, founds: int) -> Price:
    """AT-5.2: the price with a card more for each settlement that the turn has founded."""
    return Price(cost.free, cost.cost, cost.any, cost.symbols, cost.surcharge + founds, cost.reduced)


def fewer(offers: list[BuildOffer]) -> list[BuildOffer]:
    """No second new settlement, and where builds before change a price the one that comes about in most ways."""
    once = [offer for offer in offers if offer.founds < 1]
    ways: dict[tuple[str, int], int] = {}
    for offer in once:
        key = offer[:2]
        ways[key] = max(ways.get(key, 0), 0 if offer.source else len(offer.beside))
    return [each for each in once if not each.beside or each.source or len(each.beside) == ways[each[:2]]]


def fewest(offers: list[BuildOffer]) -> list[BuildOffer]:
    """With more than a page can hold only those that need nothing before them."""
    return offers if len(offers) <= MOST else [offer for offer in offers if not offer.beside]


def reachable(offers: list[BuildOffer]) -> list[BuildOffer]:
    """Those that need nothing before them, or something that is reachable itself."""
    found: list[bool] = [not offer.beside for offer in offers]
    stands = {(offer.hex, name) for offer, is_in in zip(offers, found, strict=True) if is_in for name in both(offer)}
    grown = True
    while grown:
        grown = False
        for number, offer in enumerate(offers):
            if not found[number] and any((each, offer.source) in stands for each in offer.beside):
                found[number] = grown = True
                stands |= {(offer.hex, name) for name in both(offer)}
    return [offer for offer, is_in in zip(offers, found, strict=True) if is_in]


def both(offer: BuildOffer) -> tuple[str, str]:
    """The building by its name, and as any building."""
    return offer.building, ""


LATE = 10
"""The rank of builds after the new settlements of a turn."""


Numbers = tuple[int, ...]
"""Of choices in a menu."""


class Ties:
    """The offers by their numbers in the menu. Many need, bar or follow the same others: these are looked up once."""

    def __init__(self, offers: list[BuildOffer], near: dict[int, tuple[int, ...]], first: int) -> None:
        self.offers, self.near, self.first = offers, near, first
        self.on: dict[int, list[int]] = {}
        for number, offer in enumerate(offers):
            self.on.setdefault(offer.hex, []).append(number)
        self.ranks = [LATE if offer.founds == JOINED else offer.founds for offer in offers]
        """of each: new settlements first, one after the other"""
        self.opening: dict[tuple[tuple[int, ...], str], Numbers] = {}
        self.spoiling: dict[tuple[object, ...], tuple[Numbers, Numbers]] = {}
        self.beside: dict[int, Numbers] = {}

    def after(self, number: int) -> tuple[Numbers, ...]:
        offer = self.offers[number]
        if not offer.beside:
            return ()
        needs = offer.beside, offer.source
        if needs not in self.opening:
            every = self.built_on(offer.beside)
            found = [each for each in every if offer.source in ("", self.offers[each].building)]
            self.opening[needs] = self.choice_numbers(found)
        return (self.opening[needs],)

    def bars(self, number: int) -> Numbers:
        """The same hex; next to a new settlement no other; and what is written first and would spoil it."""
        return self.spoilers(self.offers[number])[0]

    def unless(self, number: int) -> Numbers:
        """The choices that would spoil it, or make a new settlement needless."""
        return self.spoilers(self.offers[number])[1]

    def spoilers(self, offer: BuildOffer) -> tuple[Numbers, Numbers]:
        """Both of these."""
        joined = offer.founds == JOINED
        seen = (offer.hex, offer.spoiled, offer.freed) if joined else (offer.hex,)
        if seen not in self.spoiling:
            found = set(self.spoiling_builds(offer) if joined else self.built_on(self.near[offer.hex]))
            early = {each for each in found if self.ranks[each] < LATE}
            bars = self.choice_numbers(sorted({*self.on[offer.hex], *early}))
            self.spoiling[seen] = bars, self.choice_numbers(sorted(found - early))
        return self.spoiling[seen]

    def spoiling_builds(self, offer: BuildOffer) -> list[int]:
        """Builds that cover symbols which are needed, and those that would make it free."""
        freeing = [each for each in self.built_on(self.near[offer.hex]) if self.offers[each].building == offer.freed]
        return [*self.built_on(offer.spoiled), *freeing]

    def around(self, hex: int) -> Numbers:
        """All on this hex, and next to it."""
        if hex not in self.beside:
            found = {*self.on.get(hex, ()), *self.built_on(self.near[hex])}
            self.beside[hex] = self.choice_numbers(sorted(found))
        return self.beside[hex]

    def built_on(self, hexes: tuple[int, ...]) -> list[int]:
        return list(chain.from_iterable([self.on.get(hex, ()) for hex in hexes]))

    def choice_numbers(self, found: list[int]) -> Numbers:
        return tuple(map(self.first.__add__, found))


First = tuple[Amounts, int]
"""What a first build leaves of the hand, and how many new settlements it founds."""
Paid = tuple[int, Amounts]
"""As which new settlement, and for what: of an offer."""


class Later(NamedTuple):
    """A building on a hex that needs one of these choices first."""

    building: str
    hex: int
    after: tuple[int, ...]


def later(builds: Builds, ties: Ties) -> Iterator[Later]:
    """Those for which no offer has the payment, though the hand can make one.

    What counts is the price, and what the offers there found and pay: many hexes have the same.
    """
    firsts: dict[First, list[int]] = {}
    offered: dict[tuple[str, int], tuple[Paid, ...]] = {}
    for number, offer in enumerate(ties.offers):
        if not offer.beside:
            at = offer[:2]
            offered[at] = (*offered.get(at, ()), (offer.founds, offer.paid))
            if offer.founds <= 0:
                firsts.setdefault((minus(builds.hand, offer.paid), int(offer.founds == 0)), []).append(number)
    known: dict[object, tuple[int, ...]] = {}
    for hex in builds.empty:
        touches = builds.touches(hex)
        for building in dict.fromkeys(builds.stored):
            cost, there = builds.price(building, hex), offered.get((building, hex), ())
            if (cost, touches, there) not in known:
                ways = [] if cost.free else [each for each in firsts if is_missing(builds, there, touches, cost, each)]
                numbers = sorted([number for first in ways for number in firsts[first]])
                known[cost, touches, there] = ties.choice_numbers(numbers)
            if after := known[cost, touches, there]:
                yield Later(building, hex, after)


def is_missing(builds: Builds, there: tuple[Paid, ...], touches: bool, cost: Price, first: First) -> bool:
    """Whether it can be paid for behind this first build, and no offer does it."""
    purse, founds = first
    level = JOINED if touches else founds
    if any(found == level and min(minus(purse, paid)) >= 0 for found, paid in there):
        return False
    return payment(dearer(cost, max(level, 0)), purse) is not None
