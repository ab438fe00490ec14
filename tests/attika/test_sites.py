"""Sites of buildings, which share bills by ground, are those found hex by hex."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from referee.rules.replay import Moment
from referee.testkit.hidden import world
from referee.testkit.playouts import playout
from referee.titles.attika.rules.costs import PER_SYMBOL, Price, ground, least, paying_hexes, payment, price
from referee.titles.attika.rules.state import NONE
from referee.titles.attika.show.known import KnownPosition, Sight
from referee.titles.attika.show.sites import Offers, Site, kindred_beside, on_hand
from referee.titles.attika.show.standing import cost_words, promise

EVERY = 7
"""Sites are compared after one entry out of so many."""


def site(known: KnownPosition, seat: str, building: str, hex: int) -> Site:
    cost, hand = price(known.position, seat, building, hex), known.hands.get(seat)
    left, anyhow = (NONE, 0) if cost.free else least(cost)
    if hand is None:
        sure = PER_SYMBOL * sum(left) + anyhow <= known.cards[seat]
        return Site(building, hex, cost, left, anyhow, None, sure, sum(left) + anyhow)
    paid = payment(cost, hand)
    return Site(
        building, hex, cost, left, anyhow, paid, paid is not None, sum(left) + anyhow if paid is None else sum(paid)
    )


def sites(known: KnownPosition, seat: str, building: str, way: tuple[int, ...]) -> list[Site]:
    position = known.position
    found = [site(known, seat, building, hex) for hex in range(len(position.land.place)) if position.is_empty(hex)]
    kindred = kindred_beside(position, seat, building)
    return sorted(
        found, key=lambda each: (not each.sure, each.cards, -kindred[each.hex], each.hex not in way, each.hex)
    )


def positions(seed: int) -> Iterator[list[KnownPosition]]:
    """What the seats and everybody know after some entries of a game."""
    game = playout("attika", seed)
    moments: list[Moment] = world(game, game.log.last, {}).moments
    for moment in moments[1::EVERY]:
        yield [Sight(moment, each).known_position for each in ("", *game.header["seats"])]


@pytest.mark.parametrize("seed", range(2))
def test_sites_are_those_found_hex_by_hex(seed: int) -> None:
    compared = 0
    for readers in positions(seed):
        first = Offers(readers[0])
        for known in readers:
            offers = first.known_to(known)
            for seat in known.position.course.order:
                for building in on_hand(known.position, seat):
                    found, link = offers.sites(seat, building), offers.link(seat)
                    every = sites(known, seat, building, link.hexes)
                    assert found.first() == every
                    best = min(every, key=lambda each: promise(each, link))
                    assert min(found.first_of_kinds(link.hexes), key=lambda each: promise(each, link)) == best
                    compared += 1
    assert compared > 50


@pytest.mark.parametrize("seed", range(3))
def test_the_hexes_that_pay_have_the_symbols_of_the_price(seed: int) -> None:
    for position in [each.position for each in chain.from_iterable(positions(seed))]:
        for hex in filter(position.is_empty, range(len(position.land.place))):
            signs = Counter(position.land.symbol[each] for each in paying_hexes(position, hex))
            assert ground(position, position.setting.seats[0], hex).symbols == tuple([signs[each] for each in "WFHM"])


def test_who_cannot_see_the_hand_is_told_that_a_price_depends_on_it() -> None:
    site = Site("tower", 0, Price(False, NONE, 0, NONE, 0), (1, 0, 0, 0), 0, None, True, 1)
    assert str(cost_words(site)) == "for 1 card or more, depending on the hand"
    assert str(cost_words(site._replace(paid=(0, 2, 0, 0), cards=2))) == "for 2 cards"
