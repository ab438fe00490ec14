"""What the menu of Magna Grecia offers in real positions, what it says of the rest, and what it counts."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from composing import Taken, composed, offered, understood
from view_games import played
from whole_menus import choices_of

from referee.rules.replay import Moment, replay
from referee.rules.ruling import Accepted, AnyRuling, Rejected, Veiled, judge, refuse_chance
from referee.show.menu import AND_THEN, Menu
from referee.store import log
from referee.store.documents import Entry, Header, actions_of
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.rules.markets import projected_points
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.turns import card_of

ROOT = Path(__file__).parent.parent
ENTRIES = (2, 13, 18, 33, 48)
"""Of the sample for four players: the first turn, turns with long roads, turns in a crowded country."""
SAMPLES: dict[str, Callable[[str], dict[str, Any]]] = {
    "road": lambda label: {"actions": [{"road": f"{label} n-s"}]},
    "city": lambda label: {"actions": [{"city": label}]},
    "build": lambda label: {"actions": [], "market": {"build": label}},
    "sell": lambda label: {"actions": [], "market": {"sell": label}},
}


@cache
def game() -> tuple[Header, list[Moment]]:
    found = log.read_log(str(ROOT.parent / "games" / "mezzogiorno-4"))
    return found.header, replay(RULEBOOK, found)


@cache
def after(entry: int) -> tuple[Position, Menu]:
    header, moments = game()
    return moments[entry].position, menu_of(header, moments[: entry + 1])


def menu_or_none(header: Mapping[str, Any], moments: Sequence[Moment]) -> Menu | None:
    menu = RULEBOOK.compose().menu
    assert menu
    return menu(header, moments)


def menu_of(header: Mapping[str, Any], moments: Sequence[Moment]) -> Menu:
    found = menu_or_none(header, moments)
    assert isinstance(found, Menu)
    return found


def ruling(position: Position, move: dict[str, Any]) -> AnyRuling:
    try:
        return judge(RULEBOOK.play, position, {"seat": position.seat, **move}, refuse_chance)
    except Veiled:  # the last turn of a round turns a card over, which no rule forbids
        return Accepted(position, ())


def taking(menu: Menu, *numbers: int) -> dict[str, Any]:
    move: dict[str, Any] = understood(menu, [Taken(number) for number in numbers])
    return move


@pytest.mark.parametrize("entry", ENTRIES)
def test_tiles_that_need_each_other_are_one_choice(entry: int) -> None:
    position, menu = after(entry)
    candidates = [actions_of(move) for _, move in RULEBOOK.play.candidates(position)]
    pairs: list[Any] = [actions for actions in candidates if len(actions) == 2]
    lawful = [pair for pair in pairs if isinstance(ruling(position, {"actions": pair}), Accepted)]
    mine = [number for number in offered(menu, []) if AND_THEN in choices_of(menu)[number].writes]
    assert [taking(menu, number)["actions"] for number in mine] == lawful
    assert all(choices_of(menu)[number].covers == 2 for number in mine)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_space_has_a_choice_of_every_kind_or_a_reason(entry: int) -> None:
    position, menu = after(entry)
    for kind in SAMPLES:
        with_choices = {place for choice in choices_of(menu) if choice.kind == kind for place in choice.places}
        refused = [place for each in menu.refusals if each.kind == kind for place in each.places]
        nowhere = any(each.kind == kind and not each.places for each in menu.refusals)
        assert len(refused) == len(set(refused))
        assert with_choices.isdisjoint(refused)
        assert nowhere or with_choices.union(refused) == set(position.setting.board.labels)


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_reason_is_that_of_the_rules(entry: int) -> None:
    """A sample of refused moves is refused by the judge, for the rules that are named."""
    position, menu = after(entry)
    for each in menu.refusals:
        assert str(each.says).endswith(".")
        for place in each.places:
            found = ruling(position, SAMPLES[each.kind](place))
            assert isinstance(found, Rejected)
            assert {violation.rule for violation in found.violations} & set(each.rules), (each, place)


def test_a_road_that_starts_from_nothing_now_starts_from_one_laid_before() -> None:
    position, menu = after(13)
    now, rng, last = offered(menu, []), random.Random(1), []
    for _ in range(40):
        turn = [each.number for each in composed(menu, rng, stop=0.0, fill=True)]
        assert isinstance(ruling(position, taking(menu, *turn)), Accepted)
        last += [each for each in turn if choices_of(menu)[each].kind == "road" and each not in now]
    assert len(last) > 12
    for number in last:
        assert "MG-7.2" in broken(position, taking(menu, number))


def test_a_village_reached_by_a_new_road_is_founded_on_and_its_market_sold() -> None:
    """MG-6.1, MG-6.9 and MG-8.7 in one turn."""
    position, menu = after(13)
    opened = [
        number for number, each in enumerate(choices_of(menu)) if str(each.says).startswith("Found") and each.after
    ]
    assert len(opened) > 5
    for number in opened:
        (roads,) = choices_of(menu)[number].after
        road = next((each for each in roads if not choices_of(menu)[each].after), None)
        if road is None:  # two roads go there
            continue
        sales = [each for each in offered(menu, [Taken(road), Taken(number)]) if choices_of(menu)[each].kind == "sell"]
        sale = next(each for each in sales if each not in offered(menu, [Taken(road)]))
        assert isinstance(ruling(position, taking(menu, road, number, sale)), Accepted)
        assert isinstance(ruling(position, taking(menu, road, sale)), Rejected)


def test_one_city_is_founded_and_nothing_is_built_in_it() -> None:
    position, menu = after(2)
    founding = [number for number in offered(menu, []) if str(choices_of(menu)[number].says).startswith("Found a city")]
    first, *others = [number for number in founding if AND_THEN not in choices_of(menu)[number].writes]
    place = choices_of(menu)[first].places[0]
    left = offered(menu, [Taken(first)])
    assert others
    assert not set(others) & set(left)
    assert broken(position, taking(menu, first, others[0])) == ["MG-6.7"]
    built = [number for number, each in enumerate(choices_of(menu)) if each.kind == "build" and place in each.places]
    assert built
    assert not set(built) & set(left)
    assert "MG-8.2" in broken(position, taking(menu, first, built[0]))


def broken(position: Position, move: dict[str, Any]) -> list[str]:
    found = ruling(position, move)
    assert isinstance(found, Rejected)
    return [each.rule for each in found.violations]


@pytest.mark.parametrize("entry", ENTRIES)
def test_allowances_are_the_card_and_the_supply(entry: int) -> None:
    """MG-4.4 and MG-4.8: two actions, or one of them enhanced where that is more."""
    position, menu = after(entry)
    card, purse = card_of(position), position.purses[position.seat]
    staged = purse.staged_roads + purse.staged_cities
    some = [min(card.roads, purse.roads), min(card.cities, purse.cities), min(card.resupply, staged)]
    more = [min(card.more_roads, purse.roads), min(card.more_cities, purse.cities), min(card.more_resupply, staged)]
    two = [[n * (at != left) for at, n in enumerate(some)] for left in (2, 1, 0)]
    one = [[n * (at == kept) for at, n in enumerate(more)] for kept in range(3)]
    wanted = [limits for limits in two if sum(map(bool, limits)) == 2]
    wanted += [limits for limits in one if sum(limits) > max([each[one.index(limits)] for each in wanted], default=0)]
    assert [list(each.limits[:3]) for each in menu.allowances] == wanted
    assert all(each.limits[3:] == (1, purse.points, purse.markets, 1) for each in menu.allowances)


@pytest.mark.parametrize("entry", ENTRIES)
def test_gauges_show_what_the_referee_counts(entry: int) -> None:
    """Tiles and points add up over whole turns; the projected score is that of a turn of one choice."""
    position, menu = after(entry)
    rng = random.Random(entry)
    turns = [composed(menu, rng, stop=0.0, fill=True) for _ in range(12)]
    turns += [[Taken(number)] for number in rng.sample(offered(menu, []), 25)]
    for taken in turns:
        found = ruling(position, understood(menu, taken))
        assert isinstance(found, Accepted)
        if not found.events or found.position.clock.over:
            continue
        chosen = [choices_of(menu)[each.number] for each in taken]
        assert [each.rough for each in chosen] == [each.writes.startswith("sell:") for each in chosen]
        gains = [each.gains for each in chosen]
        told = [gauge.now + sum(each[at] for each in gains if len(each) > at) for at, gauge in enumerate(menu.gauges)]
        purse = found.position.purses[position.seat]
        assert told[1:3] == [purse.roads, purse.cities]
        if len(taken) == 1 or not any(each.rough for each in chosen):
            assert told[0] == purse.points
        if len(taken) == 1:
            assert told[3:] == [purse.markets, projected_points(found.position)[position.seat]]


def test_while_oracles_are_placed_the_menu_is_the_free_villages() -> None:
    header, moments = played(1)
    at = next(n for n, each in enumerate(moments) if n and not each.position.clock.round and each.position.oracles)
    position, menu = moments[at].position, menu_of(header, moments[: at + 1])
    places = [choice.places[0] for choice in choices_of(menu)]
    assert places
    assert all(choice.writes == f"oracle: {choice.places[0]}" for choice in choices_of(menu))
    ground, board = position.setting.board.ground, position.setting.board
    assert places == [
        label for cell, label in enumerate(board.labels) if ground[cell] == "v" and cell not in position.oracles
    ]
    assert {place for each in menu.refusals for place in each.places} == set(board.labels) - set(places)
    assert offered(menu, [Taken(0)]) == []


def test_nobody_is_asked_after_the_end() -> None:
    assert RULEBOOK.compose().menu
    header, moments = game()
    ended = next(n for n, each in enumerate(moments) if each.position.clock.over)
    assert menu_or_none(header, moments[: ended + 1]) is None
    closed = replace(moments[13], entry=cast(Entry, {"kind": "close"}))
    assert menu_or_none(header, [*moments[:13], closed]) is None
