"""What the replay page shows of the whole game: story, chart, cards, turning points, and nothing of the future."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from ground import board_of
from playwright.sync_api import Browser, Page, expect
from replay_pages import ATTIKA, FOUR, LONGEST, MAGNA, TABLE, Opened, entry_shown, game, html, position, view

from referee.app.look import replays
from referee.show.view import View


def shown_lines(page: Page) -> list[str]:
    """The numbers of the turns that the story shows."""
    found: list[str] = page.locator("#turns li:visible > a").all_inner_texts()
    return found


def cards(page: Page) -> dict[str, tuple[str, str]]:
    """Player → total, and all that the card says below it."""
    found: list[list[str]] = page.locator(".card").evaluate_all(
        """all => all.map(each => [each.querySelector(".name").textContent, each.querySelector(".total").textContent,
            [...each.querySelectorAll(".made span, .left > span:not(:has(svg)), .left .unseen")]
              .map(part => part.textContent.replace(/,$/, "")).join("; ")])"""
    )
    return {name: (total, says) for name, total, says in found}


def cards_of_view(shown: View) -> dict[str, tuple[str, str]]:
    names = {seat.id: seat.player for seat in shown.seats}
    return {
        names[each.seat]: (str(each.total), "; ".join(str(part.says) for part in (*each.parts, *each.supply)))
        for each in shown.standing
    }


@pytest.mark.parametrize(("id", "entries"), [(FOUR, (12, 33, 50)), (LONGEST, (40, 150, 284))])
def test_cards_are_those_of_the_report(opened: Opened, id: str, entries: tuple[int, ...]) -> None:
    page = opened(html(id))
    for entry in entries:
        page.evaluate(f"location.hash = '{entry}'")
        expect(page.locator("#number")).to_have_text(f"Entry {entry}")
        shown = view(id, entry)
        assert cards(page) == cards_of_view(shown)
        assert page.locator(".card.moves").count() == bool(shown.asked)
        assert page.locator(".card .alert").all_inner_texts() == [
            str(each.alert) for each in sorted(shown.standing, key=seat_order(shown)) if each.alert
        ]


def seat_order(shown: View) -> Callable[[Any], int]:
    order = [seat.id for seat in shown.seats]
    return lambda each: order.index(each.seat)


def test_the_story_has_a_line_for_each_turn_and_a_click_goes_there(opened: Opened) -> None:
    page = opened(html(ATTIKA))
    assert shown_lines(page) == [str(number) for number in range(32)]
    line = page.locator("#turns li").nth(3)
    assert " ".join(line.inner_text().split()) == "3 " + " ".join(str(each.says) for each in view(ATTIKA, 9).digest)
    line.locator("p").first.click(position={"x": 200, "y": 5})
    assert (position(page), entry_shown(page)) == ("Turn 3 of 31", 9)
    assert line.locator("a").get_attribute("aria-current") == "step"
    page.go_back()
    assert entry_shown(page) == 118


def test_the_line_of_the_turn_is_in_sight(opened: Opened) -> None:
    page = opened(html(LONGEST))
    for key in ("End", "Home", "ArrowRight"):
        page.keyboard.press(key)
        expect(page.locator("#turns .now")).to_be_in_viewport()
    page.evaluate("location.hash = 'entry=150'")
    expect(page.locator("#turns .now a")).to_have_text("41")
    expect(page.locator("#turns .now")).to_be_in_viewport()


def test_a_short_address_names_an_entry(opened: Opened) -> None:
    page = opened(html(MAGNA), "#12")
    assert entry_shown(page) == 12


def test_a_space_that_the_story_names_lights_up(opened: Opened) -> None:
    page = opened(html(FOUR), "#entry=25")
    where = {space.label: (space.q * 90, space.r * 104 + space.q * 52) for space in board_of(view(FOUR, 25)).spaces}
    spot = page.locator("#turns .now .spot", has_text="E1")
    spot.hover()
    assert ring(page) == where["E1"]
    page.locator("h1").hover()
    assert ring(page) is None
    page.locator("#turns .now a").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "C2"
    assert ring(page) == where["C2"]
    page.keyboard.press("Tab")
    assert ring(page) == where["D1"]
    assert page.locator("#turns li:not(.now) .spot[tabindex]").count() == 0


def ring(page: Page) -> tuple[int, int] | None:
    """The middle of the hex that is lit; None if none is."""
    found = page.locator("#lights .lit")
    return (int(found.get_attribute("x") or 0), int(found.get_attribute("y") or 0)) if found.count() else None


def test_a_number_that_looks_like_a_space_is_none(opened: Opened) -> None:
    """`won 2 amphorae` does not mean the hex that is called 2."""
    page = opened(html(LONGEST))
    assert page.locator("#turns li", has_text="built road on 2, ").locator(".spot", has_text=re.compile("^2$")).count()
    for line in page.locator("#turns li", has_text=re.compile(r"(won|took) \d")).all():
        after = line.evaluate("each => each.innerHTML.split(/won|took/)[1]")
        assert re.match(r" \d+ ", after)


def test_the_chart_marks_the_turn_and_a_click_goes_there(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=2")
    before = page.locator(".marker").get_attribute("d")
    box = page.locator("#chart svg").bounding_box()
    assert box
    page.locator("#chart svg").click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    assert 8 <= entry_shown(page) <= 11
    assert page.locator(".marker").get_attribute("d") != before


def tips(page: Page) -> list[int]:
    found: list[int] = page.locator("#chart .tip use").evaluate_all("all => all.map(each => +each.getAttribute('x'))")
    return found


def test_lines_of_the_chart_differ_without_colour(opened: Opened) -> None:
    """Each has its own dashes, and ends at the initial of its seat."""
    page = opened(html(FOUR))
    dashes = page.locator("#chart .curve").evaluate_all(
        "all => all.map(each => each.querySelector('[stroke-dasharray]')?.getAttribute('stroke-dasharray') ?? '')"
    )
    assert len(set(dashes)) == len(dashes) == 4
    assert tips(page) == [730] * 4


def test_the_future_can_be_hidden(opened: Opened) -> None:
    page = opened(html(FOUR))
    button = page.get_by_role("button", name="No spoilers")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Home")
    assert len(shown_lines(page)) == 49
    button.click()
    assert shown_lines(page) == ["0"]
    assert page.locator(".points li:visible").count() == 0
    assert page.locator("#about").is_hidden()
    page.locator("#entries summary").click()
    expect(page.locator("#index li:visible")).to_have_count(2)
    assert max(tips(page)) < 120
    for turn in (1, 2):
        page.keyboard.press("ArrowRight")
        assert len(shown_lines(page)) == turn + 1
    seen = page.evaluate("document.body.innerText")
    assert "wins" not in seen
    assert "winner" not in seen
    page.keyboard.press("End")
    assert len(shown_lines(page)) == 49
    assert page.locator("#about").is_visible()


def test_a_link_to_an_entry_does_not_reveal_the_end(opened: Opened) -> None:
    page = opened(html(FOUR), "#entry=25")
    button = page.get_by_role("button", name="No spoilers")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert len(shown_lines(page)) == 25
    button.click()
    assert len(shown_lines(page)) == 49
    assert tips(page) == [730] * 4


def test_half_a_turn_does_not_reveal_the_other_half(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=115")
    assert shown_lines(page)[-1] == "30"
    assert position(page) == "Turn 31 of 31"


@pytest.mark.parametrize("id", [FOUR, LONGEST, MAGNA, ATTIKA])
def test_turning_points_are_few_and_lead_to_their_turns(opened: Opened, id: str) -> None:
    page = opened(html(id))
    links = page.locator("#milestones a")
    assert 4 <= links.count() <= 8
    for link in (links.first, links.last):
        link.click()
        turn = re.match(r"Turn (\d+)", " ".join(link.inner_text().split()))
        assert turn
        assert position(page).startswith(f"Turn {turn[1]} of ")
        expect(page.locator("#view")).to_be_in_viewport()
    assert page.locator("#milestones a", has_text="The last turn").count() == 1


def test_a_thumbnail_is_the_board_of_its_turn(opened: Opened) -> None:
    page = opened(html(FOUR))
    link = page.locator("#milestones a").nth(2)
    link.scroll_into_view_if_needed()
    count = "each => [...each.querySelectorAll('use, path')].filter(one => one.closest('.standing, .bands')).length"
    expect(link.locator(".thumbnail .standing").first).to_be_attached()
    small = link.locator(".thumbnail").evaluate(count)
    assert link.locator(".thumbnail text").count() == 0
    link.click()
    whole = page.locator("#view svg.live").evaluate(count)
    assert small == whole > 20


def test_ways_between_shrines_are_dotted_as_in_the_report(opened: Opened) -> None:
    page = opened(html(LONGEST))
    entries = (40, 90, 150, 200, 284)
    assert any(board_of(view(LONGEST, entry)).ways for entry in entries)
    for entry in entries:
        page.evaluate(f"location.hash = '{entry}'")
        expect(page.locator("#number")).to_have_text(f"Entry {entry}")
        ways = board_of(view(LONGEST, entry)).ways
        assert page.locator("#ways .way").count() == len(ways)
        missing = [str(way.needed) for way in ways for _ in way.missing]
        assert page.locator("#ways text").all_text_contents() == missing


def test_a_board_that_grows_is_as_large_as_it_can_be(opened: Opened) -> None:
    """In a few sizes, so that it seldom changes."""
    page = opened(html(LONGEST))
    found = []
    page.keyboard.press("Home")
    for _ in range(89):
        found.append(page.locator("#view svg.live").get_attribute("viewBox"))
        page.keyboard.press("ArrowRight")
    assert 2 <= len(set(found)) <= 4
    assert len(set(found)) == 1 + sum(a != b for a, b in pairwise(found))


def test_a_step_is_spoken(opened: Opened) -> None:
    page = opened(html(FOUR))
    page.keyboard.press("Home")
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    spoken = page.locator("#spoken").inner_text()
    assert spoken.startswith("Turn 2 of 48. Chiara: roads J7, J6, K8; ")
    assert spoken.endswith("Round 1 of 12, card red-medium: Anna (yellow) moves now.")


@pytest.mark.parametrize("id", [FOUR, LONGEST])
def test_without_script_there_are_the_cards_and_the_whole_story(browser: Browser, tmp_path: Path, id: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(replays.game_replay_page(TABLE, id), encoding="utf-8")
    page = browser.new_page(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page.goto(path.as_uri())
    last = view(id, len(game(id).moments) - 1)
    assert {name: total for name, (total, _) in cards(page).items()} == {
        name: total for name, (total, _) in cards_of_view(last).items()
    }
    assert page.locator("h1").inner_text() == str(last.headline)
    assert [int(each) for each in shown_lines(page)] == list(range(page.locator("#turns li").count()))
    assert page.locator("#view svg.diagram").is_visible()
    assert page.locator("button:visible, input:visible:not(#larger), select:visible").count() == 0
    page.close()


def test_in_a_variation_the_story_shows_where_it_branches_off(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=16&line=5")
    assert page.locator("#turns .now").count() == 0
    expect(page.locator("#turns li[data-at='15'] a")).to_be_in_viewport()
