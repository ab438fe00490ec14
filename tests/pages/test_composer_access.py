"""The composer for everybody: a screen reader, a phone, paper, little motion, and a strict policy."""

import re
from collections.abc import Callable

import pytest
import sample_menu
from composer_page import refuse_barriers, spot, take
from playwright.sync_api import Page, expect

Opened = Callable[..., Page]


def test_the_policy_lets_the_one_script_run() -> None:
    whole = sample_menu.page()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', whole)
    assert policy
    assert re.match(r"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';", policy[1])
    assert "unsafe" not in policy[1]
    assert " style=" not in whole
    assert not re.search(r"<[^>]* on\w+=", whole.partition("<script")[0])


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)])
def test_anybody_can_use_it(opened: Opened, page: Page, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    opened(sample_menu.page(sample_menu.REPLY))
    refuse_barriers(page)
    take(page, "", "Draw from stack 1")
    page.get_by_role("button", name="Add an answer").click()
    page.get_by_label("well").check()
    refuse_barriers(page)
    page.get_by_role("button", name="Cancel").click()
    spot(page, "E4")
    refuse_barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_space_without_words_is_called_by_its_name_alone(opened: Opened) -> None:
    without_words, number = re.subn(r'(\["\w+",-?\d+,-?\d+),"[^"]*"', r'\1,""', sample_menu.page())
    assert number
    page = opened(without_words)
    labels = page.locator(".spot").evaluate_all("(all) => all.map((spot) => spot.getAttribute('aria-label'))")
    assert all(re.match(r"\w+\. ", label) for label in labels), labels


def test_tab_stops_at_one_space_and_not_at_the_board_around_it(composer: Page) -> None:
    composer.locator(".picture").focus()
    composer.keyboard.press("Tab")
    assert composer.evaluate("document.activeElement.getAttribute('class').split(' ')[0]") == "spot"


def test_on_a_phone_choices_do_not_hide_their_space_and_steps_are_shown_where_you_look(composer: Page) -> None:
    composer.set_viewport_size({"width": 390, "height": 700})
    place = composer.locator(".spot.now").last
    place.evaluate("(spot) => spot.scrollIntoView({ block: 'end', inline: 'center' })")
    place.click()
    above, sheet = place.bounding_box(), composer.locator("#choices").bounding_box()
    assert above is not None
    assert sheet is not None
    assert above["y"] + above["height"] <= sheet["y"]
    composer.locator("#choices-list .offer").first.click()
    expect(composer.locator("#notice")).to_be_in_viewport()


def test_on_paper_the_report_is_as_without_the_composer(composer: Page) -> None:
    take(composer, "C3", "City on C3")
    composer.emulate_media(media="print")
    for hidden in (".sendbar", "#turn-heading", "#text", "#shown", ".spots", ".pieces"):
        expect(composer.locator(hidden)).to_be_hidden()
    expect(composer.locator("#board svg").first).to_be_visible()


def test_who_wants_little_motion_gets_none(composer: Page) -> None:
    composer.set_viewport_size({"width": 390, "height": 844})
    spot(composer, "C3")
    name = "getComputedStyle(document.querySelector('#choices')).animationName"
    assert composer.evaluate(name) == "rise"
    composer.emulate_media(reduced_motion="reduce")
    assert composer.evaluate(name) == "none"
