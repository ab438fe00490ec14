"""A player who isn't to move clicks orders for the next turn together, and the referee takes and plays them."""

from collections.abc import Callable
from typing import Any

import pytest
from browser_pages import is_soon
from cli_runs import NOW, run
from composer_page import notice, refuse_barriers, spot, text
from ordering import LATER, cup, cup_now, look, move, mover, send, suggested, table
from playwright.sync_api import Page

from referee import api
from referee.app.look.report_files import report_page
from referee.reading import read_draft
from referee.settings import Settings
from referee.titles.magna_grecia.rules.turns import next_turn

__all__ = ["cup"]

SEAT = "red"


def page_of(seat: str = SEAT) -> str:
    game = api.Game(table(), "cup")
    return report_page(Settings(), game.view(seat), game.menu(seat))


@pytest.fixture
def ordering(cup: None, opened: Callable[..., Page]) -> Page:
    """The page of red, which moves second."""
    return opened(page_of())


def load(written: str) -> Any:
    return read_draft(written.encode(), "orders").source.data


def take_one(page: Page, number: int = 0) -> str:
    """Take the first choice of a space of the board: its label."""
    place = str(page.locator(".spot.now").nth(number).get_attribute("data-place"))
    spot(page, place)
    page.locator("#choices-list .offer").first.click()
    return place


def sent(page: Page) -> str:
    ran = run("orders", "cup", "-", stdin=text(page).encode())
    assert ran.code == 0, ran.err
    return ran.out


def test_a_seat_that_is_not_to_move_composes_orders_that_are_played(
    ordering: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_one(ordering)
    assert list(load(text(ordering))) == ["game", "seat", "orders"]
    assert ordering.locator("#mark").inner_text() == "checked again when it is your turn"
    sent(ordering)
    move({"resupply": {"road": 2, "city": 0}})
    look(LATER, monkeypatch)
    entry = next(each for each in cup_now().log.entries if each.get("seat") == SEAT)
    assert entry["actions"] == load(text(ordering))["orders"][0]["move"]["actions"]


def test_alternatives_keep_their_order_and_their_conditions(ordering: Page) -> None:
    first = take_one(ordering)
    ordering.get_by_label("only if nobody else has built").check()
    ordering.get_by_role("button", name="Add an alternative").click()
    assert notice(ordering).startswith("Kept.")
    second = take_one(ordering, 1)
    orders = load(text(ordering))["orders"]
    assert [each.get("if") for each in orders] == [[f"nobody built in {first}"], None]
    assert first in str(orders[0]["move"])
    assert second in str(orders[1]["move"])
    assert f"nobody built in {first}" in sent(ordering)
    ordering.locator("#kept-moves").get_by_role("button").click()
    assert second in str(load(text(ordering))["orders"])
    assert len(load(text(ordering))["orders"]) == 1


def test_without_a_move_there_is_nothing_to_send(ordering: Page) -> None:
    assert ordering.locator("#copy").is_disabled()
    assert ordering.locator("#keep").is_disabled()
    take_one(ordering)
    assert ordering.locator("#copy").is_enabled()
    ordering.locator("#keep").click()
    assert ordering.locator("#copy").is_enabled()
    assert ordering.locator("#keep").is_disabled()


def test_the_address_brings_alternatives_back(ordering: Page) -> None:
    take_one(ordering)
    ordering.locator("#careful").check()
    ordering.locator("#keep").click()
    take_one(ordering, 1)
    before = text(ordering)
    ordering.reload()
    assert is_soon(lambda: text(ordering) == before)


def test_orders_are_composed_with_the_keys_alone(ordering: Page) -> None:
    take_one(ordering)
    ordering.locator("#careful").focus()
    ordering.keyboard.press("Space")
    ordering.keyboard.press("Tab")
    ordering.keyboard.press("Enter")
    assert ordering.evaluate("document.activeElement.id") == "turn-heading"
    assert len(load(text(ordering))["orders"]) == 1
    assert "nobody built in" in text(ordering)


def test_no_barriers_stand_in_the_way(ordering: Page) -> None:
    take_one(ordering)
    ordering.locator("#keep").click()
    refuse_barriers(ordering)


def test_the_page_says_the_same_whether_or_not_there_are_orders(cup: None) -> None:
    before = page_of()
    send({"move": {"actions": [{"resupply": {"road": 2, "city": 0}}]}})
    assert page_of() == before


def test_the_public_and_the_seat_to_move_get_no_orders(cup: None) -> None:
    assert 'id="menu"' not in page_of("")
    assert 'id="keep"' not in page_of(str(mover()))


def test_a_seat_that_has_moved_plans_with_the_next_card(cup: None) -> None:
    clock = cup_now().position.clock
    suggested()
    game = cup_now()
    assert "yellow" not in game.position.clock.waiting
    assert game.position.clock.next_card
    found = next_turn(game.position, "yellow")
    assert found
    assert (found.clock.round, found.clock.card) == (clock.round + 1, clock.next_card)
    assert found.seat == "yellow"
    assert found.roads == game.position.roads


def test_a_game_without_orders_offers_none(cup: None) -> None:
    players = ("--player", "yellow=Anna", "--player", "red=Bruno")
    assert run("new", "magna-grecia", "--id", "plain", *players).code == 0
    found = api.Game(table(NOW), "plain").menu(SEAT)
    other = api.Game(table(NOW), "plain").menu("yellow")
    assert [bool(found), bool(other)].count(True) == 1
