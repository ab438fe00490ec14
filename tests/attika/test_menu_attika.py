"""The menu of a turn: prices that earlier builds change, due tasks, draws with orders, refusals, and its size."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from attika_games import GAMES, played
from composing import Branch, Taken, composed, offered, understood
from ground import board_of

from referee.report.wording import plain_value
from referee.rules.replay import Moment
from referee.rules.ruling import Accepted, judge
from referee.show.menu import Choice, Menu
from referee.titles.attika import RULEBOOK
from referee.titles.attika.compose import builds as offers
from referee.titles.attika.compose.menu import menu
from referee.titles.attika.data.land import hex_named, name
from referee.titles.attika.rules.state import AttikaPosition, AttikaTurn, Built

HEADER, MOMENTS = played(0)
DEALT = MOMENTS[1].position
SEAT = DEALT.seat
RICH = (4, 4, 4, 4)


def position_of(
    built: Mapping[str, str] | None = None,
    stored: tuple[str, ...] = (),
    hand: tuple[int, int, int, int] = RICH,
    turn: AttikaTurn | None = None,
    **mat: Any,
) -> AttikaPosition:
    """The first position with these buildings of the seat to move (hex → building), storage board and hand."""
    buildings = {hex_named(DEALT.land, hex): Built(SEAT, each) for hex, each in (built or {}).items()}
    # each building has no neighbours: the tests put them so
    settlements = tuple((hex,) for hex in sorted(buildings))
    on_hexes = {hex: each.building for hex, each in buildings.items()}
    groups = [DEALT.building(each).group for each in on_hexes.values()]
    left = {group: size - groups.count(group) for group, size in DEALT.setting.sizes.items()}
    own = replace(DEALT.mats[SEAT], stored=stored, settlements=settlements, built=on_hexes, left=left, **mat)
    mats, hands = {**DEALT.mats, SEAT: own}, {**DEALT.hands, SEAT: hand}
    dealt: AttikaPosition = DEALT
    return replace(dealt, buildings=buildings, mats=mats, hands=hands, turn=turn or DEALT.turn)


def menu_of(position: AttikaPosition) -> Menu:
    found = menu(HEADER, (*MOMENTS[:1], replace(MOMENTS[1], position=position)))
    assert found is not None
    return found


def texts(found: Menu, *taken: str) -> list[str]:
    """The offers after these, as a move file has them."""
    numbers = [Taken(number_of(found, each)) for each in taken]
    return [found.choices[number].writes for number in offered(found, numbers)]


def number_of(found: Menu, text: str) -> int:
    """The first choice that is written so."""
    return next(number for number, choice in enumerate(found.choices) if choice.writes == text)


def builds(offers: list[str], building: str, hex: str) -> list[str]:
    """The payments for this building on this hex."""
    start = f"build: {building} at {hex} pay "
    return [each.removeprefix(start) for each in offers if each.startswith(start)]


def test_offers_next_to_a_building_of_the_turn_are_free_and_cost_before() -> None:
    found = menu_of(position_of(stored=("quarry", "fortress")))
    quarry = next(each for each in texts(found) if each.startswith("build: quarry at 1 pay"))
    assert "nothing" not in builds(texts(found), "fortress", "1n")
    assert builds(texts(found, quarry), "fortress", "1n") == ["nothing"]


def test_a_second_new_settlement_of_the_turn_costs_a_card_more() -> None:
    found = menu_of(position_of(stored=("plaza", "tavern")))
    first = next(each for each in texts(found) if each.startswith("build: plaza at 1n pay"))
    far = name(hex_named(DEALT.land, "4s"))
    before, after = builds(texts(found), "tavern", far), builds(texts(found, first), "tavern", far)
    assert before
    assert after
    assert min(map(cards, after)) == min(map(cards, before)) + 1


def cards(paid: str) -> int:
    return sum(int(word) for word in paid.split() if word.isdigit())


def test_a_second_build_is_paid_from_the_rest_if_no_payment_of_the_menu_can() -> None:
    position = position_of({"1": "capital"}, stored=("statue", "silver-mine"), hand=(2, 1, 0, 3))
    found = menu_of(position)
    later = [number for number, choice in enumerate(found.choices) if choice.writes.startswith("build: silver-mine")]
    later = [number for number in later if " pay " not in found.choices[number].writes]
    assert later
    for number in later:
        for first in found.choices[number].after[0]:
            taken = [Taken(first), Taken(number)]
            if number in offered(found, taken[:1]):
                assert isinstance(judge(RULEBOOK.play, position, understood(found, taken), no_chance), Accepted)
                assert not any(found.choices[each].kind == "build" for each in offered(found, taken))


def test_a_symbol_that_a_build_covers_is_paid_by_the_next_one() -> None:
    """Somewhere on the board: the cheap payment is not offered then, and a dearer one is."""
    found = menu_of(position_of({"1": "tavern"}, stored=("gymnasium", "market")))
    changed = 0
    for number in offered(found, []):
        before, after = texts(found), texts(found, found.choices[number].writes)
        for near in ("1n", "1ne", "1se", "1s", "1sw", "1nw"):
            was, now = builds(before, "market", near), builds(after, "market", near)
            changed += bool(was and now) and min(map(cards, now)) > min(map(cards, was))
    assert changed


def test_an_amphora_brings_a_build_more() -> None:
    position = position_of(stored=("tavern",) * 5, amphorae=1, hand=(15, 15, 15, 15))
    found = menu_of(position)
    taken = [Taken(number_of(found, "amphora: build"))]
    while any(found.choices[each].kind == "build" for each in offered(found, taken)):
        taken.append(Taken(next(each for each in offered(found, taken) if found.choices[each].kind == "build")))
    assert len(taken) == 1 + 4
    assert isinstance(judge(RULEBOOK.play, position, understood(found, taken), no_chance), Accepted)
    assert "amphora: draw" not in texts(found, "amphora: build")
    assert not any(each.startswith("draw") for each in texts(found, "amphora: build"))


def test_cards_for_the_rest_are_offered_while_an_amphora_can_be_returned_behind_them() -> None:
    found = menu_of(position_of(stored=("tavern",), amphorae=1))
    assert "cards: 3" in texts(found)
    after = texts(found, "cards: 3")
    assert {"amphora: card", "end: true"} == set(after)
    build = next(each for each in texts(found) if each.startswith("build"))
    assert "cards: 3" not in texts(found, build)
    assert "cards: 3" not in texts(menu_of(position_of(stored=("tavern",))))


def test_after_the_cards_for_the_rest_only_amphorae_for_cards_and_the_end_are_offered() -> None:
    turn = AttikaTurn(SEAT, line="build", done=1, moved=True, closed=True, given_up=True)
    found = menu_of(position_of(stored=("tavern",), amphorae=2, turn=turn))
    assert set(texts(found)) == {"amphora: card", "end: true"}
    (end,) = [choice for choice in found.choices if choice.kind == "end"]
    assert str(end.says) == "End the turn"
    assert "The turn continues because an amphora is left." in " ".join(map(str, found.begins))


def no_chance(*question: Any) -> str:
    raise AssertionError("nothing is drawn")


def test_a_drawn_building_is_stored_or_built_and_the_turn_continues() -> None:
    found = menu_of(position_of(turn=AttikaTurn(SEAT, line="draw", drawn="tower", moved=True)))
    assert {choice.kind for choice in map(found.choices.__getitem__, offered(found, []))} == {"store", "build"}
    assert "draw: 1" in texts(found, "store: tower")
    assert not builds(texts(found, "store: tower"), "tower", "1")


def test_nothing_follows_what_turns_up_a_tile() -> None:
    found = menu_of(position_of(turn=AttikaTurn(SEAT, line="draw", drawn="tower", last=True, moved=True)))
    assert not texts(found, "store: tower")
    found = menu_of(position_of(stacks=(1, 7, 7, 7)))
    assert texts(found, "draw: main") == []
    again = [Taken(number_of(found, "draw: main"), otherwise=0), Taken(number_of(found, "draw: 1"))]
    assert offered(found, again[:1]) == []
    assert number_of(found, "draw: main") in offered(found, [Taken(again[1].number, otherwise=0)])


def test_a_tile_is_placed_where_the_report_shows_it() -> None:
    moment = next(each for each in MOMENTS if each.position.turn.tile)
    shown = MOMENTS[: moment.number + 1]
    found = menu(HEADER, shown)
    assert found is not None
    view = RULEBOOK.show().view(HEADER, shown, found.seat)
    candidates = {str(space.label): (space.q, space.r) for space in board_of(view).spaces if space.ground.is_offer}
    placed = [choice for choice in found.choices if choice.kind == "tile"]
    assert {place for choice in placed for place in choice.places} == set(candidates)
    refused = {place for each in found.refusals if each.kind == "tile" for place in each.places}
    assert refused == {str(space.label) for space in board_of(view).spaces} - set(candidates)
    for choice in placed[::7]:
        move = {"seat": found.seat, "actions": [{"tile": choice.writes.removeprefix("tile: ")}]}
        ruling = judge(RULEBOOK.play, moment.position, move, no_chance)
        assert isinstance(ruling, Accepted)
        assert ruling.position.land.tiles[-1].centre == candidates[choice.places[0]]


def test_every_hex_and_building_without_a_choice_has_a_refusal_with_rules() -> None:
    found = menu_of(position_of({"2": "plaza"}, stored=("tavern", "fortress"), hand=(1, 0, 0, 0)))
    view = RULEBOOK.show().view(HEADER, MOMENTS[:2], SEAT)
    offers = {choice.places[0] for choice in found.choices if choice.kind == "build"}
    refused = {place for each in found.refusals if each.kind == "build" for place in each.places}
    assert {str(space.label) for space in board_of(view).spaces} <= offers | refused
    assert all(each.rules and str(each.says).endswith(".") for each in found.refusals)
    assert {rule for each in found.refusals for rule in each.rules} >= {"AT-4.1", "AT-4.3"}


def test_a_reason_against_every_build_is_given_once() -> None:
    found = menu_of(position_of(stored=("tavern",), turn=AttikaTurn(SEAT, line="draw", done=1, moved=True)))
    assert [(each.places, each.rules) for each in found.refusals if each.kind == "build"] == [((), ("AT-3.1",))]


def exact_gains(found: Menu, choice: Choice, before: AttikaPosition) -> tuple[int, int]:
    """What the referee makes of cards and buildings."""
    ruling = judge(RULEBOOK.play, before, {"seat": found.seat, "actions": [{"build": choice.writes[7:]}]}, no_chance)
    assert isinstance(ruling, Accepted)
    one, two = before.hands[found.seat], ruling.position.hands[found.seat]
    return sum(two) - sum(one), len(before.buildings) - len(ruling.position.buildings)


def test_gauges_count_cards_and_buildings_exactly() -> None:
    position = position_of({"1": "plaza"}, stored=("tavern", "market", "road"))
    found = menu_of(position)
    told = all(" pay " in choice.writes for choice in found.choices if choice.kind == "build")
    assert [gauge.exact for gauge in found.gauges[:2]] == [told, True]
    for number in offered(found, []):
        if found.choices[number].kind == "build":
            assert found.choices[number].gains[:2] == exact_gains(found, found.choices[number], position)


def test_nobody_has_a_menu_when_the_game_is_over() -> None:
    assert menu(HEADER, MOMENTS) is None


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_a_turn_of_two_draws_with_orders_is_played_to_its_end(game: int) -> None:
    """Whatever comes: the first order builds at the present prices, the second one stores."""
    header, moments = played(game)
    rng, whole = random.Random(game), 0
    for moment in moments[1:-1:5]:
        found = menu(header, moments[: moment.number + 1])
        if not found or any(each.kind in ("store", "tile") for each in found.choices):
            continue
        draws = [number for number in offered(found, []) if found.choices[number].kind == "draw"]
        second = [each for number in draws[:1] for each in offered(found, [ordered_draw(found, number, rng)])]
        again = [number for number in second if found.choices[number].kind == "draw"]
        if again:
            taken = [ordered_draw(found, draws[0], rng), ordered_draw(found, again[-1], None)]
            whole += played_whole(moment, understood(found, taken), rng)
    assert whole


def ordered_draw(found: Menu, number: int, rng: random.Random | None) -> Taken:
    """A draw with an order: every building that may come is built where chance says, else it is stored."""
    secret = dict(found.shown)[found.choices[number].shows]
    some = [Branch((name,), rng.choice(each.answers)) for name, each in enumerate(secret.what) if rng]
    return Taken(number, tuple(some), otherwise=0)


def played_whole(moment: Moment, move: Any, rng: random.Random) -> bool:
    """Play the move to its end, whatever is drawn. Fails when a part of it is refused."""
    position, left, first = moment.position, move, True
    while left is not None:
        ruling = judge(RULEBOOK.play, position, left, partial(drawn_at_random, position, rng), whole=first)
        assert isinstance(ruling, Accepted)
        assert ruling.events
        position, left, first = ruling.position, ruling.rest, False
    return True


def drawn_at_random(position: AttikaPosition, rng: random.Random, *asked: Any) -> str:
    """Any building that may be on that stack, any tile, any card."""
    if len(asked) > 2:
        return str(rng.choice(asked[2]))
    pile = asked[0]
    if pile == "tiles":
        return str(rng.choice(list(position.setting.tiles.tiles)))
    seat = position.seat
    box = position.setting.box
    had = [each.building for each in position.buildings.values() if each.seat == seat]
    had += [*position.mats[seat].stored, *([position.turn.drawn] if position.turn.drawn else [])]
    main = pile.startswith("main")
    left = [each.id for each in box.buildings.values() if each.main == main and had.count(each.id) < each.number]
    return str(rng.choice(left))


def test_composed_turns_are_accepted_whatever_is_drawn() -> None:
    header, moments = played(1)
    rng = random.Random(5)
    for moment in moments[1:-1:9]:
        found = menu(header, moments[: moment.number + 1])
        for _ in range(5 if found else 0):
            assert found is not None
            move = understood(found, composed(found, rng))
            ruling = judge(RULEBOOK.play, moment.position, move, partial(drawn_at_random, moment.position, rng))
            assert isinstance(ruling, Accepted)


def test_a_menu_is_not_larger_than_a_page_can_hold() -> None:
    for game in range(len(GAMES)):
        header, moments = played(game)
        for moment in (*moments[1:5], *moments[10:-1:40]):
            found = menu(header, moments[: moment.number + 1])
            assert found is None or len(found.choices) < 1000
            assert len(json.dumps(plain_value(found), separators=(",", ":"))) < 1_500_000


def test_of_more_builds_than_a_page_holds_all_that_are_possible_now_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 24 kinds in store; on the larger boards and late in a game there are thousands."""
    monkeypatch.setattr(offers, "MOST", 500)
    built = {"1": "road", "4": "ship"}
    stored = tuple([each for each in DEALT.setting.box.buildings if each not in built.values()])[:24]
    position = position_of(built, stored)
    found = menu_of(position)
    now = {tuple(each.writes.split(" pay ")[0].split(" at ")) for each in found.choices if each.kind == "build"}
    empty = [name(hex) for hex in range(len(position.land.place)) if position.is_empty(hex)]
    lawful = {(f"build: {each}", hex) for each in stored for hex in empty if builds_now(position, each, hex)}
    assert now == lawful
    assert not [each for each in found.choices if " pay " in each.writes and each.after]


def builds_now(position: AttikaPosition, building: str, hex: str) -> bool:
    move = {"seat": SEAT, "actions": [{"build": f"{building} at {hex}"}]}
    return isinstance(judge(RULEBOOK.play, position, move, no_chance), Accepted)
