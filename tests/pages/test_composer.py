"""A turn is composed by mouse and by keyboard, on a menu made by hand."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import sample
import sample_menu
from composer_page import HEAD, notice, spot, steps, take, text
from playwright.sync_api import Page, expect

from referee.report.html import html_report
from referee.show.menu import Choice, Refusal
from referee.words import say

Opened = Callable[..., Page]


def test_without_its_script_the_report_is_as_it_was(opened: Opened) -> None:
    page = opened(re.sub(r'<script type="module">.*</script>', "", sample_menu.page(), flags=re.DOTALL))
    expect(page.locator("#composer")).to_be_hidden()
    expect(page.locator("#board svg").first).to_be_visible()
    expect(page.locator("#asked pre")).to_be_visible()


def test_only_the_seat_to_move_can_compose() -> None:
    for seat in ("", "red", "*"):
        assert "<script" not in html_report.report(sample.view()._replace(seat=seat), menu=sample_menu.menu())


def test_a_turn_by_mouse(composer: Page) -> None:
    assert text(composer) == HEAD
    take(composer, "C3", "City on C3")
    take(composer, "E4", "Road on E4 from n to s")
    take(composer, "", "Take 2 roads")
    take(composer, "C3", "Market in C3")
    take(composer, "", "End the turn")
    composer.locator("#say").fill('Nice "road"')
    assert text(composer) == HEAD + (
        "actions:\n  - city: C3\n  - road: E4 n-s\n  - resupply: {road: 2}\nmarket: {build: C3}\nend: true\n"
        'say: "Nice \\"road\\""\n'
    )
    assert steps(composer) == ["City on C3", "Road on E4 from n to s", "Take 2 roads", "Market in C3", "End the turn"]
    assert composer.locator("#mark").inner_text() == "already checked"


def test_a_turn_by_the_keyboard_alone(composer: Page) -> None:
    """From the top of the page over the board to the copied text."""
    composer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press = composer.keyboard.press

    def tab_to(selector: str) -> None:
        for _ in range(80):
            if composer.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to(".spot")
    at = "document.activeElement.dataset.place"
    assert composer.evaluate(at) == "C3"  # the first space with something to do
    press("PageDown")
    assert composer.evaluate(at) == "D3"
    press("PageUp")
    press("ArrowRight")
    first = composer.evaluate(at)
    press("ArrowLeft")
    assert (first[0], composer.evaluate(at)) == ("D", "C3")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        press(key)
    assert composer.evaluate(at) == "C4"
    press("ArrowUp")
    press("Enter")
    assert composer.evaluate("document.activeElement.textContent") == "City on C3"
    press("Enter")
    assert composer.evaluate(at) == "C3"  # back where it was
    press("Space")
    press("Escape")
    assert composer.evaluate(at) == "C3"
    expect(composer.locator("#choices")).to_be_hidden()
    tab_to("#beside .offer")
    press("Enter")
    tab_to("#say")
    composer.keyboard.type("Hello")
    tab_to("#copy")
    press("Enter")
    expect(composer.locator("#notice")).to_have_text(
        "Copied. This page sends nothing. Send the text by e-mail or as a file."
    )
    copied = composer.evaluate("navigator.clipboard.readText()")
    assert copied == HEAD + 'actions:\n  - city: C3\n  - resupply: {road: 2}\nsay: "Hello"\n' == text(composer)


def test_steps_that_depend_on_a_choice_go_with_it_and_are_reported(composer: Page) -> None:
    for place, says in (("E4", "Road on E4 from n to s"), ("E3", "Road on E3"), ("C3", "City"), ("C3", "Market")):
        take(composer, place, says)
    composer.locator("#steps .gone").first.click()
    assert steps(composer) == ["City on C3", "Market in C3"]
    assert notice(composer) == (
        "Removed: Road on E4 from n to s. Also removed, because it depended on that: Road on E3 from n to s."
    )
    composer.keyboard.press("Control+z")
    assert steps(composer) == ["City on C3"]
    composer.locator("#undo").click()
    assert steps(composer) == []
    assert text(composer) == HEAD
    take(composer, "C3", "City")
    composer.locator("#reset").click()
    assert (steps(composer), notice(composer)) == ([], "Your turn is empty again.")
    expect(composer.locator("#undo")).to_be_disabled()


def test_a_choice_lays_the_page_out_twice_at_most(composer: Page) -> None:
    """Once for the focus, and once for what is shown: each time costs a slow machine as much as all else together."""
    devtools = composer.context.new_cdp_session(composer)
    devtools.send("Performance.enable")

    def layouts() -> int:
        composer.wait_for_timeout(200)
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in metrics if each["name"] == "LayoutCount"))

    for selector in ('.spot[data-place="C3"]', "#choices-list .offer", "#undo"):
        before = layouts()
        composer.evaluate(
            "(each) => document.querySelector(each).dispatchEvent(new Event('click', {bubbles: true}))", selector
        )
        assert layouts() - before <= 2, selector


def test_a_removed_step_can_be_put_back(composer: Page) -> None:
    """Step by step, also a whole turn that was begun again; until something else is taken."""
    redo = composer.locator("#redo")
    expect(redo).to_be_disabled()
    for place, says in (("E4", "Road on E4 from n to s"), ("E3", "Road on E3"), ("C3", "City")):
        take(composer, place, says)
    before = text(composer)
    composer.locator("#reset").click()
    redo.click()
    assert text(composer) == before
    expect(redo).to_be_disabled()
    composer.locator("#steps .gone").first.click()
    composer.keyboard.press("Control+z")
    assert steps(composer) == []
    composer.keyboard.press("Control+y")
    assert steps(composer) == ["City on C3"]
    composer.keyboard.press("Control+Shift+z")
    assert text(composer) == before
    assert notice(composer) == "Added: Road on E4 from n to s. Added: Road on E3 from n to s."
    composer.locator("#undo").click()
    take(composer, "C3", "City")
    expect(redo).to_be_disabled()


def test_a_text_edited_by_hand_is_put_back_with_its_turn(composer: Page) -> None:
    take(composer, "C3", "City")
    composer.locator("#text").fill(HEAD + "actions: [city: C3]\n")
    composer.locator("#reset").click()
    assert text(composer) == HEAD
    composer.locator("#redo").click()
    assert (steps(composer), text(composer)) == (["City on C3"], HEAD + "actions: [city: C3]\n")


@pytest.mark.parametrize(
    ("says", "focus"),
    [("Take 2 roads", "Your turn"), ("Take a card for an amphora", "Take a card for an amphora")],
)
def test_choosing_something_next_to_the_board_keeps_the_focus(composer: Page, says: str, focus: str) -> None:
    """On the same choice while it is there, else on the heading of the others."""
    composer.locator("#beside").get_by_role("button", name=says).focus()
    for _ in range(2):
        composer.keyboard.press("Enter")
        assert composer.evaluate("document.activeElement.textContent") == focus


def test_who_orders_for_all_that_may_be_shown_keeps_the_focus(composer: Page) -> None:
    take(composer, "", "Draw from stack 1")
    composer.get_by_role("button", name="Add an answer").click()
    for name in ("temple", "harbour", "well"):
        composer.get_by_label(name).check()
    composer.locator("#answer").select_option(label="put it into the store")
    composer.locator("#add-branch").click()
    assert composer.evaluate("document.activeElement.tagName") == "SELECT"


def test_undo_leaves_writing_alone(composer: Page) -> None:
    take(composer, "C3", "City")
    composer.locator("#say").fill("Hello")
    composer.locator("#say").press("Control+z")
    assert steps(composer) == ["City on C3"]


def test_an_impossible_choice_says_why(composer: Page) -> None:
    panel = composer.locator("#choices-list")
    spot(composer, "E3")
    expect(panel).to_contain_text("first: Road on E4 from n to s")
    spot(composer, "E5")
    expect(panel).to_contain_text("first: Road on E4 from n to s, City on C3")
    spot(composer, "K4")
    expect(panel).to_contain_text("more than you have left: road tiles 0 of 5 MG-4.4")
    spot(composer, "D7")
    expect(panel).to_contain_text("No road of yours leads to it. MG-7.2")
    expect(panel).to_contain_text("No road reaches this space. MG-6.1")
    assert panel.locator(".why-not").get_attribute("open") is not None
    spot(composer, "O12")
    expect(panel).to_contain_text("You can't do anything here this turn.")
    take(composer, "E4", "Road on E4 from n to s")
    spot(composer, "E4")
    expect(panel).to_contain_text("can't be combined with: Road on E4 from n to s")
    take(composer, "C3", "City on C3")
    spot(composer, "C4")
    expect(panel).to_contain_text("can't be combined with: City on C3")


def test_what_needs_others_is_taken_with_them(composer: Page) -> None:
    take(composer, "E5", "first: Road on E4 from n to s, City on C3")
    assert steps(composer)[:2] == ["Road on E4 from n to s", "City on C3"]
    assert len(steps(composer)) == 3
    expect(composer.locator("#mark")).not_to_have_text("edited")


def test_one_that_spoils_another_may_come_after_it(composer: Page) -> None:
    take(composer, "C4", "Road on C4")
    take(composer, "C3", "City on C3")
    assert steps(composer) == ["Road on C4 from n to s", "City on C3"]


def test_figures(composer: Page) -> None:
    """The numbers that the turn changes, each once: the slots show what it uses up, and the bar the score."""
    figures = composer.locator("#gauges dd")
    slots = {kind: composer.locator(f'#shown [data-kind="{kind}"]') for kind in ("road", "city")}
    assert figures.count() == 0
    take(composer, "E4", "Road on E4 from n to s")
    assert [each.strip() for each in figures.all_inner_texts()] == ["30 → 32 (+2)"]
    assert slots["road"].locator(".pips i").count() == 5
    assert slots["road"].locator(".taken").count() == 1
    assert (slots["city"].locator(".pips i").count(), slots["city"].locator(".taken").count()) == (2, 0)
    take(composer, "C3", "City on C3")
    assert [each.strip() for each in figures.all_inner_texts()] == ["30 → about 37 (+7)"]
    assert slots["road"].locator("small").text_content() == "1 of 3"
    assert slots["city"].locator("small").text_content() == "1 of 2"


def test_figures_of_steps_without_effect_and_of_a_sale(opened: Opened) -> None:
    """An action without effect changes no figure; the income of a sale may change with other steps."""
    uses: dict[str, Any] = {"uses": (0, 0, 1)}
    idle = Choice("city", ("C3",), say("Walk on C3"), "walk: C3", gains=(), **uses)
    sale = Choice("build", ("D3",), say("Sell on D3"), "sell: D3", "market", gains=(4, -4), rough=True, **uses)
    dear = Choice("road", ("E4",), say("Road on E4"), "road: E4", gains=(-1,), **uses)
    page = opened(sample_menu.page(choices=(idle, sale, dear)))
    figures = page.locator("#gauges dd b")
    take(page, "C3", "Walk")
    assert figures.all_inner_texts() == []
    take(page, "E4", "Road")
    assert figures.all_inner_texts() == []
    take(page, "D3", "Sell")
    assert figures.all_inner_texts() == ["30 → about 26 (−4)"]


def test_pieces_are_drawn_on_every_space_that_is_covered(composer: Page) -> None:
    composer.locator('.spot[data-place="D4"]').focus()
    composer.keyboard.press("Enter")
    expect(composer.locator(".ghost > g")).to_have_count(2)  # before it is taken
    take(composer, "D4", "Cities on D3 and D4")
    expect(composer.locator(".pieces > g")).to_have_count(2)
    expect(composer.locator(".ghost > g")).to_have_count(0)
    assert text(composer).endswith("actions:\n  - city: D3\n  - city: D4\n")
    assert composer.locator("#mark").inner_text() == "checked when it arrives"
    label = composer.locator('.spot[data-place="D3"]').get_attribute("aria-label")
    assert label is not None
    assert label.endswith("In your turn: Cities on D3 and D4")


def test_one_that_may_be_taken_often(composer: Page) -> None:
    for _ in range(3):
        take(composer, "", "Take a card")
    assert text(composer).count("amphora: card") == 3


def test_kinds_can_be_marked_alone(composer: Page) -> None:
    marked = composer.locator(".spot.now")
    expect(marked).to_have_count(5)
    rings = composer.locator(".spot.now .badge")
    expect(rings.first).to_be_hidden()
    cities = composer.get_by_role("button", name="Cities")
    cities.click()
    expect(marked).to_have_count(3)
    expect(rings.first).to_be_visible()
    expect(cities).to_have_attribute("aria-pressed", "true")
    cities.click()
    expect(marked).to_have_count(5)
    expect(cities).to_have_attribute("aria-pressed", "false")


def test_an_order(composer: Page) -> None:
    take(composer, "", "Draw from stack 1")
    assert text(composer) == HEAD + "actions:\n  - draw: 1\n"
    spot(composer, "C3")  # nothing may follow an unknown result
    expect(composer.locator("#choices-list")).to_contain_text("first say what to do with what is revealed")
    composer.locator("#choices-close").click()
    composer.get_by_role("button", name="Add an answer").click()
    composer.get_by_label("temple").check()
    composer.get_by_label("harbour").check()
    expect(composer.locator("#add-branch")).to_be_disabled()
    assert composer.locator("#answer option").all_inner_texts()[1:] == ["build it on E1", "put it into the store"]
    spot(composer, "E1")  # an answer can be chosen on the board
    composer.locator("#choices-list").get_by_role("button", name="build it on E1").click()
    composer.locator("#add-branch").click()
    composer.get_by_role("button", name="Add an answer").click()
    assert composer.locator(".names label").all_inner_texts() == ["well"]  # the others have their answer
    composer.get_by_label("well").check()
    composer.locator("#answer").select_option(label="put it into the store")
    composer.locator("#add-branch").click()
    composer.get_by_label("Whatever else is revealed").select_option(label="put it into the store")
    ordered = "draw: {stack: 1, then: [{if: [temple, harbour], build: E1}, {if: well, store}, {else: store}]}"
    assert text(composer) == HEAD + f"actions:\n  - {ordered}\n"
    take(composer, "C3", "City on C3")
    assert text(composer) == HEAD + f"actions:\n  - {ordered}\n  - city: C3\n"
    assert composer.locator("#mark").inner_text() == "checked when it arrives"
    composer.get_by_label("Whatever else is revealed").select_option(value="")
    assert notice(composer).endswith("Also removed, because it depended on that: City on C3.")
    composer.locator(".branches .gone").first.click()
    assert text(composer) == HEAD + "actions:\n  - draw: {stack: 1, then: [{if: well, store}]}\n"


def test_a_branch_that_is_being_written_goes_with_its_step(opened: Opened) -> None:
    """The second draw rests on the order for the first."""
    draws = [Choice("draw", (), say("Draw {number}", number=at), f"draw: {at}", shows="stack") for at in (1, 2)]
    page = opened(sample_menu.page(choices=tuple(draws)))
    take(page, "", "Draw 1")
    page.get_by_label("Whatever else is revealed").select_option(label="put it into the store")
    take(page, "", "Draw 2")
    page.get_by_role("button", name="Add an answer").nth(1).click()
    page.get_by_label("temple").check()
    page.locator("#answer").select_option(label="build it on E1")
    expect(page.locator(".ghost > g")).to_have_count(1)
    page.get_by_label("Whatever else is revealed").first.select_option(value="")
    assert steps(page) == ["Draw 1"]
    expect(page.locator(".ghost > g")).to_have_count(0)


def test_steps_after_an_open_order_are_checked_when_they_arrive(composer: Page) -> None:
    """Though it was taken before the draw."""
    take(composer, "", "End the turn")
    expect(composer.locator("#mark")).to_have_class("mark tried")
    take(composer, "", "Draw")
    expect(composer.locator("#mark")).to_have_class("mark checked")


def test_the_facts_of_an_empty_turn_are_said_of_it_alone(composer: Page) -> None:
    expect(composer.locator("#begins")).to_have_text("A turn without actions is a pass.")
    take(composer, "", "End the turn")
    expect(composer.locator("#begins")).to_be_hidden()
    composer.keyboard.press("Control+z")
    expect(composer.locator("#begins")).to_be_visible()


IDLE = (Refusal("", (), say("This move does nothing."), ("AT-3.4",)),)
"""Why a move without choices is refused."""


def test_an_empty_turn_that_is_refused_is_not_offered_as_a_move(opened: Opened) -> None:
    page = opened(sample_menu.page(sample_menu.REPLY, idle=IDLE))
    expect(page.locator("#mark")).to_have_text("Nothing yet.")
    expect(page.locator("#begins")).to_contain_text("This move does nothing.")
    for id in ("copy", "download"):
        expect(page.locator(f"#{id}")).to_be_disabled()
    expect(page.locator("#mail")).to_be_hidden()
    take(page, "", "End the turn")
    expect(page.locator("#mark")).to_have_text("already checked")
    for id in ("copy", "download", "mail"):
        expect(page.locator(f"#{id}")).to_be_visible()
        expect(page.locator(f"#{id}")).to_be_enabled()
    page.keyboard.press("Control+z")
    expect(page.locator("#copy")).to_be_disabled()
    page.locator("#text").fill(text(page) + "end: true\n")
    expect(page.locator("#mark")).to_have_class("mark edited")
    expect(page.locator("#copy")).to_be_enabled()


def test_a_legal_empty_turn_may_be_sent(composer: Page) -> None:
    expect(composer.locator("#mark")).to_have_text("already checked")
    expect(composer.locator("#copy")).to_be_enabled()


def test_many_choices_of_a_kind_are_opened_when_they_are_wanted(opened: Opened) -> None:
    many = tuple([Choice("supply", (), say("Take {number} tiles", number=number), f"take: {number}", many=True)
                  for number in range(30)])  # fmt: skip
    page = opened(sample_menu.page(choices=many))
    take_it = page.get_by_role("button", name="Take 7 tiles", exact=True)
    expect(take_it).to_be_hidden()
    page.locator("#beside summary").click()
    take_it.click()
    assert steps(page) == ["Take 7 tiles"]
    expect(page.get_by_role("button", name="Take 8 tiles", exact=True)).to_be_visible()


def test_of_ways_that_read_alike_one_is_offered(opened: Opened) -> None:
    alike = [Choice("road", ("C3",), say("Road on C3"), f"road: C3 {number}") for number in range(2)]
    after = Choice("road", ("D3",), say("Road on D3"), "road: D3", after=((0, 1),))
    page = opened(sample_menu.page(choices=(*alike, after)))
    spot(page, "D3")
    expect(page.locator("#choices-list small")).to_have_text("first: Road on C3")
