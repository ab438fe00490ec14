"""The builds of a turn: each building of the storage board on each empty hex, and what builds before it open."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from referee.rules.rulebook import is_allowed
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.costs import FREE, Price, payment, price
from referee.titles.attika.rules.events import BuildingBuilt
from referee.titles.attika.rules.moves import Build
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.play import PLAY
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

    What a build brings about is seen on the position after it, and what the rules say of an offer, too.
    """

    def __init__(self, position: AttikaPosition, most: int) -> None:
        self.position, self.seat, self.most = position, position.seat, most
        self.hand, self.stored = position.hands[self.seat], position.mats[self.seat].stored
        self.empty = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
        self.near = {
            hex: tuple([each for each in position.around(hex) if position.is_empty(each)]) for hex in self.empty
        }
        self.is_whole = True
        box = position.setting.box.buildings
        sources = {each.free_beside for each in box.values()}
        self.plain = next(each for each in box if each not in sources)
        self.grown: dict[tuple[tuple[int, ...], str, int], AttikaPosition] = {((), "", 0): position}
        self.prices: dict[object, Price] = {}
        self.answers: dict[object, bool] = {}

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

    def after(self, hexes: tuple[int, ...], source: str = "", founded: int = 0) -> AttikaPosition:
        """The position after builds on these hexes for nothing, the last one of `source`, and settlements far off."""
        key = tuple(sorted(hexes)), source, founded
        if key not in self.grown:
            if hexes:
                built = BuildingBuilt(self.seat, source or self.plain, hexes[-1], NONE, False)
                self.grown[key] = evolve(self.after(hexes[:-1], "", founded), built)
            else:
                mat = self.position.mats[self.seat]
                mat = replace(mat, settlements=(*mat.settlements, *[()] * founded))
                self.grown[key] = replace(self.position, mats={**self.position.mats, self.seat: mat})
        return self.grown[key]

    def price(self, building: str, hex: int, before: tuple[int, ...] = (), founded: int = 0) -> Price:
        """The price after builds on these hexes near it, or after so many new settlements."""
        key = building, hex, tuple(sorted(before)), founded
        if key not in self.prices:
            self.prices[key] = price(self.after(before, "", founded), self.seat, building, hex)
        return self.prices[key]

    def is_right(self, offer: BuildOffer, before: tuple[int, ...] = (), source: str = "") -> bool:
        """Whether the rules allow an offer after builds on these hexes near it. To them, an empty hex is its price."""
        founded = max(offer.founds, 0)
        cost = FREE if source else self.price(offer.building, offer.hex, before, founded)
        key = offer.building, offer.paid, cost
        if key not in self.answers:
            step = Build(self.seat, offer.building, offer.hex, name(offer.hex), offer.paid, False)
            self.answers[key] = is_allowed(PLAY.law, self.after(before, source, founded), step)
        return self.answers[key]

    def on(self, building: str, hex: int) -> Iterator[BuildOffer]:
        """The building on the hex, for each payment of the hand that may be right."""
        near, touches = self.near[hex], self.touches(hex)
        for founds in range(0 if touches else self.most):
            paid = payment(self.price(building, hex, (), founds), self.hand)
            if paid is not None and self.is_right(offer := BuildOffer(building, hex, paid, founds)):
                yield offer
        yield from self.joining(building, hex, [*([()] if touches else []), *[(each,) for each in near]])
        source = "" if self.price(building, hex).free else self.source(building)
        offer = BuildOffer(building, hex, NONE, beside=near, source=source)
        if source and near and self.is_right(offer, near[:1], source):
            yield offer

    def touches(self, hex: int) -> bool:
        """Whether a building there touches one of its seat now."""
        return bool(self.position.settlements_beside(self.seat, hex))

    def joining(self, building: str, hex: int, starts: Sequence[tuple[int, ...]]) -> Iterator[BuildOffer]:
        """Beside what the seat has built, or builds before on one of the starts: for each what is right then."""
        found: dict[tuple[int, ...], Amounts] = {}
        payments = {start: payment(self.price(building, hex, start), self.hand) for start in starts}
        for start, paid in payments.items():
            if paid is None or self.is_known(found, paid, start):
                continue
            if not self.is_right(BuildOffer(building, hex, paid), start):
                continue
            kept = self.harmless_hexes(BuildOffer(building, hex, paid), start)
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

    def harmless_hexes(self, offer: BuildOffer, start: tuple[int, ...]) -> tuple[int, ...]:
        """The hexes near it that may be built on before, all of them or some: the payment stays right."""
        kept = start
        for each in self.near[offer.hex]:
            if each not in kept and self.is_right(offer, (*kept, each)):
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
        some = sorted([each for each in others if each and each != offer.paid], key=sum)[:OTHER_PAYMENTS]
        found = [each for paid in some if self.is_right(each := offer._replace(paid=paid))]
        if offer.founds == 0:
            return found
        return [self.offer_of(*each[:3], self.harmless_hexes(each, ())) for each in found]


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
                ways = (
                    []
                    if cost.free
                    else [each for each in firsts if is_missing(builds, there, touches, (building, hex), each)]
                )
                numbers = sorted([number for first in ways for number in firsts[first]])
                known[cost, touches, there] = ties.choice_numbers(numbers)
            if after := known[cost, touches, there]:
                yield Later(building, hex, after)


def is_missing(builds: Builds, there: tuple[Paid, ...], touches: bool, at: tuple[str, int], first: First) -> bool:
    """Whether a building on a hex can be paid for behind this first build, and no offer does it."""
    purse, founds = first
    level = JOINED if touches else founds
    if any(found == level and min(minus(purse, paid)) >= 0 for found, paid in there):
        return False
    return payment(builds.price(*at, (), max(level, 0)), purse) is not None
