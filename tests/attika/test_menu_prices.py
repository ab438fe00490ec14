"""What a menu works out once for many builds, compared with each build by itself: prices, payments, legality."""

from collections.abc import Iterator
from typing import Any

from referee.contract.playouts import playout
from referee.rules.ruling import is_surely_legal
from referee.titles.attika import RULEBOOK
from referee.titles.attika.compose.menu import refusing_rules
from referee.titles.attika.compose.menu_builds import BuildOffer, Builds, Later, Ties, later
from referee.titles.attika.compose.menu_choices import Choices, offer_text
from referee.titles.attika.rules.costs import price
from referee.titles.attika.rules.events import BuildingBuilt
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.state import NONE, AttikaPosition

SEEDS, EVERY, MOST = 4, 30, 3
"""So many random games, of which every so manieth position in which something can be built; so many builds a turn."""


def building_positions() -> Iterator[AttikaPosition]:
    for seed in range(SEEDS):
        every: Any = playout(RULEBOOK.id, seed).positions
        free = [each for each in every if each.seat and not each.turn.tile and not each.turn.drawn]
        yield from [each for each in free if each.mats[each.seat].stored][seed::EVERY]


def built_on(position: AttikaPosition, hex: int) -> AttikaPosition:
    """The position in which the seat to move has built there."""
    built = BuildingBuilt(position.seat, position.mats[position.seat].stored[0], hex, NONE, False)
    return evolve(position, built)


def test_a_price_next_to_builds_of_the_turn_is_that_of_the_position_after_them() -> None:
    compared = 0
    for position in building_positions():
        builds, building = Builds(position, MOST), position.mats[position.seat].stored[0]
        for hex, near in builds.near.items():
            cost = builds.price(building, hex)
            for number in range(0 if cost.free else len(near)):
                before, grown = near[number : number + 2], position
                for each in before:
                    grown = built_on(grown, each)
                slow = price(grown, position.seat, building, hex)
                if not slow.free:
                    assert builds.price_beside(cost, hex, before) == slow
                    compared += 1
    assert compared > 500


def test_an_offer_is_kept_where_the_judge_accepts_it() -> None:
    kept = left_out = 0
    for position in building_positions():
        if position.turn.is_past_actions or position.turn.line == "draw":
            continue
        builds = Builds(position, MOST)
        made = [*builds.offers(), *wrong_payments(builds)]
        right = list(Choices(position, None, refusing_rules).right(builds, made))
        asked = [each for each in made if not each.beside and each.founds <= 0]
        legal = [each for each in asked if is_legal(position, each)]
        assert [each for each in right if not each.beside and each.founds <= 0] == legal
        kept, left_out = kept + len(legal), left_out + len(asked) - len(legal)
    assert kept > 100
    assert left_out > 100


def wrong_payments(builds: Builds) -> Iterator[BuildOffer]:
    """Offers without payment, free or not."""
    for hex in builds.empty:
        for building in dict.fromkeys(builds.stored):
            yield BuildOffer(building, hex, NONE)


def is_legal(position: AttikaPosition, offer: BuildOffer) -> bool:
    move = {"seat": position.seat, "actions": [{"build": offer_text(offer)}]}
    return is_surely_legal(RULEBOOK.play, position, move)


def test_builds_after_others_are_those_of_each_hex_by_itself() -> None:
    found = 0
    for position in building_positions():
        builds = Builds(position, MOST)
        ties = Ties(builds.offers(), builds.near, 0)
        together = list(later(builds, ties))
        alone = list[Later]()
        for hex in builds.empty:
            here = Builds(position, MOST)
            here.empty = [hex]
            alone += later(here, ties)
        assert together == alone
        found += len(together)
    assert found > 20


def test_ties_are_those_of_each_offer_by_itself() -> None:
    compared = 0
    for position in building_positions():
        builds = Builds(position, MOST)
        offers = builds.offers()
        ties = Ties(offers, builds.near, 7)
        for number, offer in enumerate(offers):
            alone = Ties(offers, builds.near, 7)
            assert ties.after(number) == alone.after(number)
            assert (ties.bars(number), ties.unless(number)) == (alone.bars(number), alone.unless(number))
            assert ties.around(offer.hex) == alone.around(offer.hex)
            compared += 1
    assert compared > 500
