"""What tests do on the page of the composer, and what they read there."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

HEAD = 'game: spring-cup\nafter: 27\nhead: "4b1f0c9d2e7a55aa"\nseat: yellow\n'


def text(page: Page) -> str:
    return page.locator("#text").input_value()


def spot(page: Page, place: str) -> None:
    page.locator(f'.spot[data-place="{place}"]').click()


def take(page: Page, place: str, says: str) -> None:
    """By mouse; "" is next to the board."""
    if place:
        spot(page, place)
    page.locator("#choices-list" if place else "#beside").get_by_role("button", name=says).first.click()


def steps(page: Page) -> list[str]:
    return page.locator("#steps > li .step > span").all_inner_texts()


def notice(page: Page) -> str:
    return page.locator("#notice").inner_text()


STILL = """() => document.getAnimations().forEach((each) => {
  if (each.animationName === "fade") { each.currentTime = 0; each.pause(); } else each.finish();
})"""
"""New content is there, and the notice has not begun to fade: in between nothing has its own colours."""


def refuse_barriers(page: Page) -> None:
    """Raise AssertionError for anything that axe finds, whatever it thinks of its weight."""
    page.evaluate(STILL)
    found = Axe().run(page)
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found.response["violations"]] == []
