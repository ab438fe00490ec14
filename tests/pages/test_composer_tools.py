"""What makes a turn short: whole roads, numbers to take, tiles that turn, marks to click, and the bar at the bottom."""

from collections.abc import Callable
from pathlib import Path

import pytest
from composer_page import notice, refuse_barriers, spot, steps, take, text
from playwright.sync_api import Page, expect

from referee.app.game_access import Table, open_game
from referee.app.look import game_views
from referee.app.look.report_files import report_page
from referee.settings import Settings

TABLE = Table(Settings(games=str(Path(__file__).parent.parent.parent / "games"), private="/nowhere"))
Opened = Callable[..., Page]
FOCUS = "document.activeElement"


def page_at(id: str, entry: int) -> str:
    """The page of the seat to move after an entry of a game that was played."""
    game = open_game(TABLE, id, upto=entry)
    seat = str(game.book.play.to_move(game.position))
    return report_page(Settings(), game_views.view_for_seat(game, seat), game_views.menu(game, seat))


class Hands:
    """A player who counts clicks and keys."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.keys = page, 0, 0
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def click(self, selector: str, says: str = "") -> None:
        self.page.locator(selector).filter(has_text=says).first.click()
        self.clicks += 1

    def drag(self, start: str, goal: str) -> None:
        self.page.locator(f'.spot[data-place="{start}"] .hit').drag_to(
            self.page.locator(f'.spot[data-place="{goal}"] .hit')
        )
        self.clicks += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)

    def press_until(self, key: str, condition: str) -> None:
        """The same key, until a condition on the element with the focus holds."""
        for _ in range(40):
            if self.page.evaluate(f"{FOCUS}.matches({condition!r})"):
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {condition}")

    def copied(self) -> str:
        expect(self.page.locator("#notice")).to_contain_text("Copied.")
        found: str = self.page.evaluate("navigator.clipboard.readText()")
        return found


def mark(place: str) -> str:
    return f'.spot[data-place="{place}"] :is(.disc, .even)'


def test_a_turn_of_magna_grecia_by_mouse(opened: Opened) -> None:
    """As it was played: two roads, seven tiles from the staging area."""
    hands = Hands(opened(page_at("bruttium-2", 9)))
    hands.drag("D5", "H8")
    hands.click("#amount-resupply-0 .number", "7")
    hands.click("#copy")
    assert "road: E6 se-nw" in hands.copied()
    assert "resupply: {road: 7, city: 0}" in hands.copied()
    assert len(steps(hands.page)) == 5
    assert hands.clicks <= 6


def test_a_turn_with_a_city_tiles_and_a_market_by_mouse(opened: Opened) -> None:
    hands = Hands(opened(page_at("mezzogiorno-4", 12)))
    hands.click('.spot[data-place="O12"] .hit')
    hands.click("#choices-list .offer", "Found a city on O12")
    hands.click("#amount-resupply-0 .number", "5")
    hands.click("#amount-resupply-1 .number", "2")
    hands.click('#shown [data-kind="build"]')
    hands.click(mark("G9"))
    hands.click("#copy")
    assert "city: O12" in hands.copied()
    assert "resupply: {road: 5, city: 2}" in hands.copied()
    assert "market: {build: G9}" in hands.copied()
    assert hands.clicks <= 7


def test_a_turn_of_attika_by_mouse(opened: Opened) -> None:
    """A build, the rest of the turn for cards, and the copy."""
    hands = Hands(opened(page_at("rhombus-2", 36)))
    hands.click(".spot.now")
    hands.click("#choices-list .offer")
    hands.click("#beside .offer", "End the turn")
    hands.click("#copy")
    assert hands.copied().count("build: ") == 1
    assert hands.copied().endswith("end: true\n")
    assert hands.clicks <= 6


def test_a_turn_of_magna_grecia_by_the_keyboard(opened: Opened) -> None:
    """From the opening of the page to the copied text."""
    hands = Hands(opened(page_at("mezzogiorno-4", 26)))
    hands.press_until("Tab", ".spot")
    hands.press("p", "PageDown", "Enter", "PageDown", "Enter")
    hands.press_until("Tab", "#amount-resupply-0 input")
    hands.press("ArrowRight", "ArrowRight")
    hands.press("Control+Enter")
    assert "road: " in hands.copied()
    assert "resupply: {road: 2, city: 0}" in hands.copied()
    assert hands.keys <= 25, hands.keys


def test_a_turn_of_attika_by_the_keyboard(opened: Opened) -> None:
    hands = Hands(opened(page_at("quadrilateral-4", 45)))
    hands.press_until("Tab", ".spot")
    hands.press("PageDown", "Enter", "r", "r", "Enter")
    hands.press("Control+Enter")
    assert hands.copied().count("turn 2") == 1
    assert hands.keys <= 25, hands.keys


def test_a_row_of_buttons_is_one_stop_for_tab(opened: Opened) -> None:
    """Arrow keys go from button to button, around the ends; Tab comes back to the one that had the focus last."""
    hands = Hands(opened(page_at("mezzogiorno-4", 26)))
    buttons = hands.page.locator("#shown button")
    buttons.first.focus()
    hands.press("ArrowRight")
    expect(buttons.nth(1)).to_be_focused()
    hands.press("Tab", "Shift+Tab")
    expect(buttons.nth(1)).to_be_focused()
    hands.press("ArrowLeft", "ArrowLeft")
    expect(buttons.last).to_be_focused()


def test_the_own_hand_and_storage_board_are_next_to_the_board(opened: Opened) -> None:
    """The hand in sight at once; on paper and without script the storage board is where the others are."""
    page = opened(page_at("quadrilateral-4", 45))
    page.set_viewport_size({"width": 1280, "height": 800})
    hand = page.locator(".hand")
    expect(hand).to_be_in_viewport(ratio=1)
    assert hand.inner_text().split() == [
        "Cards",
        "in",
        "hand",
        "water",
        "0",
        "forest",
        "0",
        "hill",
        "1",
        "mountain",
        "0",
    ]
    assert page.locator("#composer .tray").count() == 1
    page.emulate_media(media="print")
    expect(page.locator(".tray").first).to_be_visible()
    expect(page.locator("#turn-heading")).to_be_hidden()


def test_marks_say_what_the_best_choice_brings(composer: Page, opened: Opened) -> None:
    """A ring where nothing changes, nothing where something is only possible later."""
    page = opened(page_at("mezzogiorno-4", 44))
    page.get_by_role("button", name="Sell a market").click()
    sold = page.locator(".spot.now .count").all_text_contents()
    assert sold
    assert all(each[0] == "+" for each in sold)
    page.get_by_role("button", name="Build a market").click()
    assert all("/" in each for each in page.locator(".spot.now .count").all_text_contents())
    later = page.locator(".spot.later .dot")
    assert not later.count() or later.first.evaluate("dot => getComputedStyle(dot).fillOpacity") == "0"


def test_a_mark_takes_the_choice_that_it_stands_for(opened: Opened) -> None:
    page = opened(page_at("mezzogiorno-4", 12))
    page.locator('#shown [data-kind="build"]').click()
    page.locator(mark("G9")).click()
    assert len(steps(page)) == 1
    assert page.evaluate(f"{FOCUS}.dataset.place") == "G9"
    expect(page.locator("#choices")).to_be_hidden()
    page.keyboard.press("Control+z")
    page.locator('.spot[data-place="G9"]').focus()
    page.keyboard.press("Shift+Enter")
    assert len(steps(page)) == 1


def test_a_whole_road(opened: Opened) -> None:
    page = opened(page_at("mezzogiorno-4", 24))
    button = page.locator("#route")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert notice(page) == "Choose the marked space to start from."
    spot(page, "C3")
    assert notice(page).startswith("You start at C3.")
    goal = page.locator('.spot[data-place="G2"]')
    assert goal.get_attribute("aria-label").endswith("Pieces it takes to get here: 4")  # type: ignore[union-attr]
    goal.hover()
    expect(page.locator(".ghost > g")).to_have_count(4)
    goal.click()
    assert [each.split()[2] for each in steps(page)] == ["C2", "D1", "E1", "F1"]
    expect(button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(f"{FOCUS}.dataset.place") == "G2"
    page.locator("#route").click()
    spot(page, "A4")
    assert notice(page) == "You can't connect to that space this turn."
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_numbers_to_take(opened: Opened) -> None:
    """Bound by what is allowed; a number that leaves no room for others lowers them."""
    page = opened(page_at("mezzogiorno-4", 9))
    roads, cities = page.locator("#amount-resupply-0"), page.locator("#amount-resupply-1")
    roads.get_by_label("5", exact=True).check(force=True)
    cities.get_by_label("2", exact=True).check(force=True)
    assert steps(page) == ["Take 5 road tiles and 2 city tiles from the staging area"]
    roads.get_by_role("button", name="One less: road tiles").click()
    assert steps(page) == ["Take 4 road tiles and 2 city tiles from the staging area"]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(f"{FOCUS}.value") == "3"
    assert "resupply: {road: 3, city: 2}" in text(page)
    roads.get_by_label("0", exact=True).check(force=True)
    cities.get_by_label("0", exact=True).check(force=True)
    assert steps(page) == []
    page.locator("#redo").click()
    assert len(steps(page)) == 1


def test_a_tile_is_a_ghost_that_turns(opened: Opened) -> None:
    page = opened(page_at("quadrilateral-4", 45))
    spot(page, "c12")
    ghost = page.locator(".ghost use")
    pieces = [ghost.first.get_attribute("href")]
    for key in ("r", "r", "Shift+R"):
        page.keyboard.press(key)
        pieces.append(ghost.first.get_attribute("href"))
    assert pieces == ["#piece0", "#piece1", "#piece2", "#piece1"]
    page.locator('.spot[data-place="c12"] .hit').click()
    assert ghost.first.get_attribute("href") == "#piece2"
    assert page.locator("#piece2 > g").count() == 7
    page.keyboard.press("Enter")
    assert "turn 2" in text(page)
    assert page.locator(".pieces use").first.get_attribute("href") == "#piece2"


def test_the_bar_is_always_in_sight(composer: Page) -> None:
    for width, height in ((1280, 800), (390, 844)):
        composer.set_viewport_size({"width": width, "height": height})
        for button in ("#undo", "#copy", "#download"):
            expect(composer.locator(button)).to_be_in_viewport(ratio=1)
    assert composer.locator("#sum").inner_text().replace("\n", " ").startswith("Nothing yet.")
    take(composer, "E4", "Road on E4 from n to s")
    assert "1 step" in composer.locator("#sum").inner_text()
    assert "12 → 11 (−1)" in composer.locator("#sum").inner_text()
    take(composer, "", "Take 2 roads")
    assert "2 steps" in composer.locator("#sum").inner_text()


def test_nothing_hides_behind_the_bar(composer: Page) -> None:
    """What has the focus is scrolled above it."""
    composer.set_viewport_size({"width": 390, "height": 844})
    composer.locator("#say").focus()
    field, bar = composer.locator("#say").bounding_box(), composer.locator(".sendbar").bounding_box()
    assert field
    assert bar
    assert field["y"] + field["height"] <= bar["y"]


@pytest.mark.parametrize(("id", "entry", "place"), [("mezzogiorno-4", 9, "H6"), ("quadrilateral-4", 45, "c12")])
def test_anybody_can_use_the_tools(opened: Opened, page: Page, id: str, entry: int, place: str) -> None:
    opened(page_at(id, entry))
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        spot(page, place)
        refuse_barriers(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Escape")
