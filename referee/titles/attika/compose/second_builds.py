"""Second builds whose payment depends on what the first one leaves of the hand: there the referee pays (AT-4.3)."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.titles.attika.compose.menu_builds import JOINED, BuildOffer, Builds
from referee.titles.attika.rules.costs import Price, payment
from referee.titles.attika.rules.state import Amounts, minus

First = tuple[Amounts, int]
"""What a first build leaves of the hand, and how many new settlements it founds."""


class Later(NamedTuple):
    """A building on a hex behind one of these offers, which stand by their numbers and not beside it."""

    building: str
    hex: int
    firsts: tuple[int, ...]


def later(builds: Builds, offers: list[BuildOffer]) -> Iterator[Later]:
    """Those for which no offer has the payment, though the hand can make one."""
    firsts: dict[First, list[int]] = {}
    offered: dict[tuple[str, int], list[BuildOffer]] = {}
    for number, offer in enumerate(offers):
        if not offer.beside:
            offered.setdefault(offer[:2], []).append(offer)
            if offer.founds <= 0:
                firsts.setdefault((minus(builds.hand, offer.paid), int(offer.founds == 0)), []).append(number)
    for hex in builds.empty:
        for building in dict.fromkeys(builds.stored):
            cost = builds.price(building, hex)
            at = (building, hex)
            ways = [] if cost.free else [each for each in firsts if is_missing(builds, offered, at, cost, each)]
            if ways:
                yield Later(building, hex, tuple(sorted([number for first in ways for number in firsts[first]])))


def is_missing(
    builds: Builds,
    offered: dict[tuple[str, int], list[BuildOffer]],
    at: tuple[str, int],
    cost: Price,
    first: First,
) -> bool:
    """Whether it can be paid for behind this first build, and no offer does it."""
    purse, founds = first
    level = JOINED if builds.touches(at[1]) else founds
    mine = [each for each in offered.get(at, ()) if each.founds == level]
    if any(min(minus(purse, each.paid)) >= 0 for each in mine):
        return False
    return payment(cost._replace(surcharge=cost.surcharge + max(level, 0)), purse) is not None
