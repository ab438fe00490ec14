"""What makes a turn short: whole roads, numbers to take, tiles that turn, marks to click, and the bar at the bottom."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from composer_page import notice, refuse_barriers, spot, steps, take, text
from playwright.sync_api import Browser, Page, expect

from referee.app.game_access import Table, open_game
from referee.app.look import game_views
from referee.app.look.report_files import report_page
from referee.app.play.submit_move import rehearse
from referee.settings import Settings
from referee.store import private

TABLE = Table(Settings(games=str(Path(__file__).parent.parent.parent / "games"), private="/nowhere"))
Opened = Callable[..., Page]
MOST_BYTES = 300_000
FOCUS = "document.activeElement"


def refuse_the_copy(hands: "Hands", id: str, entry: int, folder: Path) -> None:
    """Raise Refused when `submit` would not record what was copied, after this entry."""
    own = folder / "games" / id
    own.mkdir(parents=True)
    log = open_game(TABLE, id).log
    documents = re.split(rb"(?m)^(?=---$)", log.raw)[1:]
    private.create(str(folder / "private"), id, secret=bytes.fromhex(str(log.entries[-1]["secret"])))
    (own / "log.yaml").write_bytes(b"".join(documents[: entry + 1]))
    table = Table(Settings(games=str(folder / "games"), private=str(folder / "private")))
    rehearse(table, hands.copied().encode(), "copied", with_view=False)


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

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

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


def test_a_turn_of_magna_grecia_by_mouse(opened: Opened, tmp_path: Path) -> None:
    """As it was played: two roads, seven tiles from the staging area."""
    hands = Hands(opened(page_at("bruttium-2", 9)))
    hands.drag("D5", "H8")
    hands.click("#amount-resupply-0 .number", "7")
    hands.click("#copy")
    assert "road: E6 se-nw" in hands.copied()
    assert "resupply: {road: 7, city: 0}" in hands.copied()
    assert len(steps(hands.page)) == 5
    assert hands.clicks <= 6
    refuse_the_copy(hands, "bruttium-2", 9, tmp_path)


def test_a_turn_with_a_city_tiles_and_a_market_by_mouse(opened: Opened, tmp_path: Path) -> None:
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
    refuse_the_copy(hands, "mezzogiorno-4", 12, tmp_path)


def test_a_turn_of_attika_by_mouse(opened: Opened, tmp_path: Path) -> None:
    """A build, the rest of the turn for cards, and the copy."""
    hands = Hands(opened(page_at("rhombus-2", 36)))
    hands.click(".spot.now")
    hands.click("#choices-list .offer")
    hands.click("#beside .offer", "End the turn")
    hands.click("#copy")
    assert hands.copied().count("build: ") == 1
    assert hands.copied().endswith("end: true\n")
    assert hands.clicks <= 6
    refuse_the_copy(hands, "rhombus-2", 36, tmp_path)


def test_a_turn_of_magna_grecia_by_the_keyboard(opened: Opened, tmp_path: Path) -> None:
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
    refuse_the_copy(hands, "mezzogiorno-4", 26, tmp_path)


def test_a_turn_of_attika_by_the_keyboard(opened: Opened, tmp_path: Path) -> None:
    hands = Hands(opened(page_at("quadrilateral-4", 45)))
    hands.press_until("Tab", ".spot")
    hands.press("PageDown", "Enter", "r", "r", "Enter")
    hands.press("Control+Enter")
    assert hands.copied().count("turn 2") == 1
    assert hands.keys <= 25, hands.keys
    refuse_the_copy(hands, "quadrilateral-4", 45, tmp_path)


@pytest.fixture
def touched(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """`touched(html)`: the page on a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)

    def shown(html: str) -> Page:
        path, page = tmp_path / "phone.html", context.new_page()
        path.write_text(html, encoding="utf-8")
        page.goto(path.as_uri())
        page.locator(".composing").wait_for(state="attached")
        return page

    yield shown
    context.close()


def test_a_turn_of_magna_grecia_by_touch(touched: Opened, tmp_path: Path) -> None:
    """A city with the roads that it needs: one tap comes closer, the next one chooses."""
    hands = Hands(touched(page_at("mezzogiorno-4", 40)))
    for _ in range(2):
        hands.tap('.spot[data-place="H6"] .hit')
    hands.tap("#choices-list .offer[data-first]")
    assert len(steps(hands.page)) == 3
    hands.tap("#copy")
    assert "city: H6" in hands.copied()
    refuse_the_copy(hands, "mezzogiorno-4", 40, tmp_path)


def test_a_turn_of_attika_by_touch(touched: Opened, tmp_path: Path) -> None:
    hands = Hands(touched(page_at("rhombus-2", 36)))
    place = hands.page.locator(".spot.now").first.get_attribute("data-place")
    while not hands.page.locator("#choices").is_visible():
        hands.tap(f'.spot[data-place="{place}"] .hit')
    hands.tap("#choices-list .offer")
    hands.tap("#copy")
    assert hands.copied().count("build: ") == 1
    refuse_the_copy(hands, "rhombus-2", 36, tmp_path)


@pytest.mark.parametrize("id", ["bruttium-2", "mezzogiorno-4", "quadrilateral-4", "rhombus-2"])
def test_a_page_is_small(id: str) -> None:
    """The largest of all is one of the last turns of Attika with four players."""
    every = open_game(TABLE, id)
    asked = [at for at, each in enumerate(every.moments) if every.book.play.to_move(each.position)]
    assert [at for at in {*asked[1::9], *asked[-7:-6]} if len(page_at(id, at).encode()) > MOST_BYTES] == []


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


def lit(page: Page) -> tuple[int, list[str]]:
    """How many spaces light up, and what is written on them."""
    return page.locator(".lights .lit-ring").count(), page.locator(".lights .lit-plate text").all_text_contents()


def test_a_space_shows_what_it_needs(opened: Opened) -> None:
    """A village the missing road, an oracle the city that holds it, a hex the landscape that pays for it."""
    page = opened(page_at("mezzogiorno-4", 40))
    spot(page, "H6")
    assert lit(page) == (0, ["2"])
    assert page.locator(".lights .lit-way").count() == 1
    expect(page.locator("#choices-list")).to_contain_text("Your road to H6 Venusia still needs 2 tiles.")
    page.keyboard.press("Escape")
    assert lit(page) == (0, [])
    page.locator('.spot[data-place="G2"] .hit').hover()
    assert lit(page) == (1, ["5 > 2"])
    spot(page, "G2")
    expect(page.locator("#choices-list")).to_contain_text("Dario holds this oracle with C3 Kyme.")
    page = opened(page_at("rhombus-2", 36))
    page.locator(".spot.now .hit").first.hover()
    assert lit(page)[0] > 0


def test_a_refusal_lights_up_what_it_names(opened: Opened) -> None:
    """It names the player, and its rule where the numbers of rules are shown."""
    page = opened(page_at("mezzogiorno-4", 40))
    page.locator('#shown [data-kind="city"]').click()
    spot(page, "F2")
    assert lit(page)[0] == 2
    why = page.locator("#choices-list .why-not")
    expect(why).to_contain_text("This space is next to the oracle G2.")
    expect(why.locator(".rule").first).to_be_hidden()
    page.locator("#rules").check()
    expect(why.locator(".rule").first).to_have_text("MG-6.4")
    spot(page, "I2")
    spot(page, "D3")
    expect(why).to_contain_text("There is already a road tile of Dario on this space.")


def test_each_kind_of_action_has_a_slot(opened: Opened) -> None:
    """A market is built or sold in one; a slot without anything to do has its picture, and says why."""
    page = opened(page_at("mezzogiorno-4", 30))
    assert page.locator("#shown .slot").count() == 4
    assert page.locator("#shown .shared button").count() == 2
    assert page.locator("#shown .slot svg.icon > *").count() >= 5
    page.locator('#shown [data-kind="road"]').click()
    expect(page.locator('#shown [data-kind="road"] small')).to_have_text("none left")
    expect(page.locator("#beside .why-not")).to_contain_text("the supply has only 0")
    page = opened(page_at("mezzogiorno-4", 40))
    spot(page, "H6")
    page.locator(".offer[data-first]").click()
    page.locator('#shown [data-kind="build"]').click()
    expect(page.locator("#beside .why-not")).to_contain_text("more than you have left: points 1 of 2")


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
    roads.get_by_label("4", exact=True).check(force=True)
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
    under = page.locator(".spot.under")
    assert under.count() > 1
    assert under.locator(".dot:visible").count() == 0
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
