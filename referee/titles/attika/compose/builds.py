"""The builds of a turn: each building of the storage board on each empty hex, and what builds before it open."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, cast

from referee.rules.rulebook import is_allowed
from referee.rules.search import legal_events
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.building import is_free
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

    The law is asked on the positions after builds that may come before: only those near a hex, and new settlements,
    change what it says there.
    """

    def __init__(self, position: AttikaPosition, most: int) -> None:
        self.position, self.seat, self.most = position, position.seat, most
        self.hand, self.stored = position.hands[self.seat], position.mats[self.seat].stored
        self.empty = position.empty_hexes()
        self.near = {
            hex: tuple([each for each in position.around(hex) if position.is_empty(each)]) for hex in self.empty
        }
        self.is_whole = True
        box = position.setting.box.buildings
        sources = {each.free_beside for each in box.values()}
        self.plain = next(each for each in box if each not in sources)
        self.grown: dict[tuple[tuple[int, ...], str], AttikaPosition] = {((), ""): position}

    def offers(self) -> list[BuildOffer]:
        """All that can come to be built, in board order; see `MANY`."""
        kinds = tuple(dict.fromkeys(self.stored)) if self.most > 0 else ()
        found = [offer for hex in self.empty for building in kinds for offer in self.on(building, hex)]
        few = [offer for offer in found if offer.founds < 2]
        self.is_whole = len(few) <= MANY
        if not self.is_whole:
            return reachable(few if len(few) <= TOO_MANY else fewer(few))
        purses = dict.fromkeys(minus(self.hand, offer.paid) for offer in found if sum(offer.paid))
        left = [with_hand(self.position, purse) for purse in purses if min(purse) >= 0]
        more = [other for offer in found for other in self.paid_otherwise(offer, left)]
        return reachable(sorted([*found, *more], key=lambda offer: (offer.hex, self.stored.index(offer.building))))

    def after(self, hexes: tuple[int, ...], source: str = "") -> AttikaPosition:
        """The position after builds on these hexes for nothing, the last one of `source`."""
        key = tuple(sorted(hexes)), source
        if key not in self.grown:
            built = BuildingBuilt(self.seat, source or self.plain, hexes[-1], NONE, False)
            self.grown[key] = evolve(self.after(hexes[:-1]), built)
        return self.grown[key]

    def with_settlements(self, number: int) -> AttikaPosition:
        """The position after so many new settlements far off."""
        mat = self.position.mats[self.seat]
        mat = replace(mat, settlements=(*mat.settlements, *[()] * number))
        return replace(self.position, mats={**self.position.mats, self.seat: mat})

    def on(self, building: str, hex: int) -> Iterator[BuildOffer]:
        """The building on the hex, for each payment of the hand that may be right."""
        near, touches = self.near[hex], self.touches(hex)
        for founds in range(0 if touches else self.most):
            paid = legal_payment(self.with_settlements(founds), building, hex)
            if paid is not None:
                yield BuildOffer(building, hex, paid, founds)
        yield from self.joining(building, hex, [*([()] if touches else []), *[(each,) for each in near]])
        source = self.source(building)
        costs = source and near and not is_free(self.position, self.seat, building, hex)
        if costs and legal_payment(self.after(near[:1], source), building, hex) == NONE:
            yield BuildOffer(building, hex, NONE, beside=near, source=source)

    def touches(self, hex: int) -> bool:
        """Whether a building there touches one of its seat now."""
        return bool(self.position.settlements_beside(self.seat, hex))

    def joining(self, building: str, hex: int, starts: Sequence[tuple[int, ...]]) -> Iterator[BuildOffer]:
        """Beside what the seat has built, or builds before on one of the starts: for each what is right then."""
        payments = {start: legal_payment(self.after(start), building, hex) for start in starts}
        found = list[tuple[Amounts, tuple[int, ...]]]()
        for start, paid in payments.items():
            if paid is None or any(paid == other and set(start) <= set(kept) for other, kept in found):
                continue
            kept = self.harmless_hexes(building, hex, paid, start)
            known = {each for other, hexes in found if paid == other for each in hexes}
            beside = [each for each in kept if start and each not in known and payments[each,] == paid]
            found.append((paid, kept))
            yield self.offer_of(building, hex, paid, kept, tuple(beside))

    def offer_of(
        self, building: str, hex: int, paid: Amounts, kept: tuple[int, ...], beside: tuple[int, ...] = ()
    ) -> BuildOffer:
        spoiled = tuple([each for each in self.near[hex] if each not in kept])
        freed = self.source(building) if sum(paid) else ""
        return BuildOffer(building, hex, paid, beside=beside, spoiled=spoiled, freed=freed)

    def harmless_hexes(self, building: str, hex: int, paid: Amounts, start: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The hexes near it that may be built on before, all of them or some: the payment stays right."""
        kept = start
        for each in self.near[hex]:
            if each not in kept and is_legal(self.after((*kept, each)), building, hex, paid):
                kept = (*kept, each)
        return kept

    def source(self, building: str) -> str:
        """The building whose arrow points to this one, if it may be built before it in this turn (AT-4.4)."""
        pointing = self.position.building(building).free_beside
        return pointing if pointing and self.stored.count(pointing) > (pointing == building) else ""

    def paid_otherwise(self, offer: BuildOffer, left: Sequence[AttikaPosition]) -> list[BuildOffer]:
        """The same, paid from what earlier builds leave of the hand, if nothing else has changed."""
        if offer.beside or offer.founds > 0 or not sum(offer.paid):
            return []
        others = dict.fromkeys(legal_payment(each, offer.building, offer.hex) for each in left)
        some = sorted([each for each in others if each and each != offer.paid], key=sum)[:OTHER_PAYMENTS]
        found = [offer._replace(paid=paid) for paid in some]
        if offer.founds == 0:
            return found
        return [self.offer_of(*each[:3], self.harmless_hexes(*each[:3])) for each in found]


def with_hand(position: AttikaPosition, hand: Amounts) -> AttikaPosition:
    return replace(position, hands={position.seat: hand})


def is_legal(position: AttikaPosition, building: str, hex: int, paid: Amounts | None = None) -> bool:
    """Whether the law lets the seat to move build there for this payment, or for the one that the referee makes."""
    return is_allowed(PLAY.law, position, build_step(position, building, hex, paid))


def legal_payment(position: AttikaPosition, building: str, hex: int) -> Amounts | None:
    """What the referee pays for a building there; None if the law does not allow it."""
    for event in legal_events(PLAY, position, build_step(position, building, hex)):
        return cast(BuildingBuilt, event).paid
    return None


def build_step(position: AttikaPosition, building: str, hex: int, paid: Amounts | None = None) -> Build:
    return Build(position.seat, building, hex, name(hex), paid, False)


def fewer(offers: list[BuildOffer]) -> list[BuildOffer]:
    """No second new settlement, and where builds before change a price the one that comes about in most ways.

    With more than a page can hold only those that need nothing before them.
    """
    once = [offer for offer in offers if offer.founds < 1]
    ways: dict[tuple[str, int], int] = {}
    for offer in once:
        key = offer[:2]
        ways[key] = max(ways.get(key, 0), 0 if offer.source else len(offer.beside))
    found = [each for each in once if not each.beside or each.source or len(each.beside) == ways[each[:2]]]
    return found if len(found) <= MOST else [offer for offer in found if not offer.beside]


def reachable(offers: list[BuildOffer]) -> list[BuildOffer]:
    """Those that need nothing before them, or something that is reachable itself."""
    found = [not offer.beside for offer in offers]
    stands = {(offer.hex, name) for offer in offers if not offer.beside for name in (offer.building, "")}
    grown = True
    while grown:
        grown = False
        for number, offer in enumerate(offers):
            if not found[number] and any((each, offer.source) in stands for each in offer.beside):
                found[number] = grown = True
                stands |= {(offer.hex, offer.building), (offer.hex, "")}
    return [offer for offer, is_in in zip(offers, found, strict=True) if is_in]


LATE = 10
"""The rank of builds after the new settlements of a turn."""


Numbers = tuple[int, ...]
"""Of choices in a menu."""


class Ties:
    """The offers by their numbers in the menu, and which of them need, bar or follow which others."""

    def __init__(self, offers: list[BuildOffer], near: dict[int, tuple[int, ...]], first: int) -> None:
        self.offers, self.near, self.first = offers, near, first
        self.on: dict[int, list[int]] = {}
        for number, offer in enumerate(offers):
            self.on.setdefault(offer.hex, []).append(number)
        self.ranks = [LATE if offer.founds == JOINED else offer.founds for offer in offers]
        """of each: new settlements first, one after the other"""

    def after(self, number: int) -> tuple[Numbers, ...]:
        offer = self.offers[number]
        built = [each for each in self.built_on(offer.beside) if offer.source in ("", self.offers[each].building)]
        return (self.choice_numbers(built),) if offer.beside else ()

    def bars(self, number: int) -> Numbers:
        """The same hex; next to a new settlement no other; and what is written first and would spoil it."""
        early = [each for each in self.spoilers(number) if self.ranks[each] < LATE]
        return self.choice_numbers(sorted({*self.on[self.offers[number].hex], *early}))

    def unless(self, number: int) -> Numbers:
        """The choices that would spoil it, or make a new settlement needless."""
        return self.choice_numbers(sorted(each for each in self.spoilers(number) if self.ranks[each] >= LATE))

    def spoilers(self, number: int) -> set[int]:
        """Builds that cover symbols which are needed or make it free; those next to a new settlement."""
        offer = self.offers[number]
        beside = self.built_on(self.near[offer.hex])
        if offer.founds != JOINED:
            return set(beside)
        freeing = [each for each in beside if self.offers[each].building == offer.freed]
        return {*self.built_on(offer.spoiled), *freeing}

    def around(self, hex: int) -> Numbers:
        """All on this hex, and next to it."""
        return self.choice_numbers(sorted(self.built_on((hex, *self.near[hex]))))

    def built_on(self, hexes: Iterable[int]) -> list[int]:
        return list(chain.from_iterable([self.on.get(hex, ()) for hex in hexes]))

    def choice_numbers(self, found: Iterable[int]) -> Numbers:
        return tuple([self.first + each for each in found])


Paid = tuple[int, Amounts]
"""As which new settlement, and for what: of an offer."""


def later(builds: Builds, ties: Ties) -> Iterator[tuple[BuildOffer, Numbers]]:
    """Those for which no offer has the payment, though what a first build leaves of the hand can make one.

    Each with the choices of which it needs one first.
    """
    firsts: dict[Paid, list[int]] = {}
    offered: dict[tuple[str, int], list[Paid]] = {}
    for number, offer in enumerate(ties.offers):
        if not offer.beside:
            offered.setdefault(offer[:2], []).append((offer.founds, offer.paid))
            if offer.founds <= 0:
                firsts.setdefault((offer.founds, minus(builds.hand, offer.paid)), []).append(number)
    left = {(founds, hand): with_hand(builds.with_settlements(founds + 1), hand) for founds, hand in firsts}
    for hex in builds.empty:
        touches = builds.touches(hex)
        for building in dict.fromkeys(builds.stored):
            there, after = offered.get((building, hex), []), list[int]()
            for (founds, hand), position in left.items():
                as_which = JOINED if touches else founds + 1
                is_offered = any(each == as_which and min(minus(hand, paid)) >= 0 for each, paid in there)
                if not is_offered and is_legal(position, building, hex):
                    after += firsts[founds, hand]
            if after:
                yield BuildOffer(building, hex, NONE), ties.choice_numbers(sorted(after))
