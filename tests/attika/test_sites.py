"""What sites of buildings cost, and what pays for it."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

from referee.rules.replay import Moment
from referee.testkit.hidden import world
from referee.testkit.playouts import playout
from referee.titles.attika.rules.building import Price, ground, paying_hexes
from referee.titles.attika.rules.state import NONE
from referee.titles.attika.show.known import Sight, sight
from referee.titles.attika.show.standing import Site, cost_words

EVERY = 7
"""Sites are looked at after one entry out of so many."""


def positions(seed: int) -> Iterator[list[Sight]]:
    """What the seats and everybody know after some entries of a game."""
    game = playout("attika", seed)
    moments: list[Moment] = world(game, game.log.last, {}).moments
    for moment in moments[1::EVERY]:
        yield [sight(moment, each) for each in ("", *game.header["seats"])]


@pytest.mark.parametrize("seed", range(3))
def test_the_hexes_that_pay_have_the_symbols_of_the_price(seed: int) -> None:
    for position in [each.position for each in chain.from_iterable(positions(seed))]:
        for hex in filter(position.is_empty, range(len(position.land.place))):
            signs = Counter(position.land.symbol[each] for each in paying_hexes(position, hex))
            assert ground(position, position.setting.seats[0], hex)[0] == tuple([signs[each] for each in "WFHM"])


def test_who_cannot_see_the_hand_is_told_that_a_price_depends_on_it() -> None:
    site = Site("tower", 0, Price(False, NONE, 0, NONE, 0), (1, 0, 0, 0), 0, None, True, 1)
    assert str(cost_words(site)) == "for 1 card or more, depending on the hand"
    assert str(cost_words(site._replace(paid=(0, 2, 0, 0), cards=2))) == "for 2 cards"
