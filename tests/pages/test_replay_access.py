"""The replay page for everybody: keyboard, narrow windows, no script, no barrier."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import is_soon
from playwright.sync_api import Browser, expect
from replay_pages import ATTIKA, FOUR, LONGEST, MAGNA, TABLE, Opened, expected, game, html, view

from referee.app.look import replays
from referee.words import speaking

SIZES = ((1280, 800), (768, 1024), (390, 844))


def test_the_keyboard_alone_reaches_everything(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=97")
    reached: set[str] = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    assert {"slider", "first", "previous", "play", "next", "last", "future", "speed", "seat", "view"} <= reached
    assert {"The board in words", "All entries", "Variation 1"} <= reached


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("id", "hash"), [(MAGNA, "#entry=16&line=5"), (ATTIKA, "#entry=117&seat=sparta"), (FOUR, "")])
def test_no_barrier_that_axe_knows(
    browser: Browser, tmp_path: Path, id: str, hash: str, width: int, height: int, scheme: Any
) -> None:
    path = tmp_path / "page.html"
    path.write_text(html(id), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(path.as_uri() + hash)
    page.locator("#entries summary").click()
    found = Axe().run(page).response["violations"]
    page.close()
    assert [(each["id"], each["nodes"][0]["html"][:120]) for each in found] == []


TARGETS = """() => [...document.querySelectorAll("a, button, input, select, summary, .now .spot")].filter(each => {
    const {width, height} = each.getBoundingClientRect();
    return each.checkVisibility() && !each.matches(".skip") && (width < 24 || height < 24);
}).map(each => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("id", "hash"), [(MAGNA, "#entry=16"), (LONGEST, "#entry=150")])
def test_what_can_be_hit_is_large_enough(opened: Opened, id: str, hash: str, width: int, height: int) -> None:
    page = opened(html(id), hash)
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#entries summary").click()
    assert page.evaluate(TARGETS) == []


COVERED = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || parent.closest("svg, script, .unseen, .skip")) continue;
        if (!parent.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const list = parent.closest("#turns")?.getBoundingClientRect();
        for (const {left, top, right, bottom} of range.getClientRects()) {
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            if (!list || (y > list.top && y < list.bottom)) words.push({x, y, left, top, right, bottom, parent});
        }
    }
    const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4 && a.parent !== b.parent;
    const hidden = ({x, y, parent}) => {
        const found = document.elementFromPoint(x, y);
        return found && !found.contains(parent) && !parent.contains(found);
    };
    return words.filter((one, at) => hidden(one) || words.some((other, place) => place > at && meets(one, other)))
        .map(({parent}) => parent.textContent);
}"""
"""Words that other words meet, or that something else covers in the window."""


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(
    ("id", "hash"), [(FOUR, "#entry=25"), (FOUR, ""), (LONGEST, "#entry=150"), (MAGNA, "#entry=16&line=5")]
)
def test_no_words_are_under_other_things(opened: Opened, id: str, hash: str, width: int, height: int) -> None:
    page = opened(html(id), hash)
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate(COVERED) == []
    page.evaluate("document.querySelector('#milestones').scrollIntoView()")
    assert page.evaluate(COVERED) == []


SMALL = """() => [...document.querySelectorAll("#view svg.live text")].filter(each => each.getClientRects().length &&
    parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a < 9).map(each => each.outerHTML)"""


@pytest.mark.parametrize(("id", "entries"), [(FOUR, (1, 25, 50)), (LONGEST, (1, 90, 200, 284))])
def test_all_that_is_written_on_the_board_can_be_read(opened: Opened, id: str, entries: tuple[int, ...]) -> None:
    """On a small laptop it is at least 9 pixels high, and the whole board is in the window."""
    page = opened(html(id))
    page.set_viewport_size({"width": 1280, "height": 800})
    for entry in entries:
        page.evaluate(f"location.hash = '{entry}'")
        expect(page.locator("#number")).to_have_text(f"Entry {entry}")
        assert page.evaluate(SMALL) == []
        expect(page.locator("#view")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("wide", [390, 760, 1400])
def test_nothing_is_wider_than_the_window(opened: Opened, wide: int) -> None:
    page = opened(html(LONGEST), "#entry=223&seat=athens")
    page.set_viewport_size({"width": wide, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


ALL_FIT = "[...document.querySelectorAll('#tables .wide')].every(each => each.scrollWidth <= each.clientWidth)"


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("id", [MAGNA, ATTIKA])
def test_tables_next_to_the_board_show_all_their_columns(opened: Opened, id: str, language: str) -> None:
    with speaking(language):
        page = opened(replays.game_replay_page(TABLE, id))
    for wide in (360, 1100, 1280, 1440):
        page.set_viewport_size({"width": wide, "height": 900})
        assert is_soon(lambda: page.evaluate(ALL_FIT)), wide


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("id", [MAGNA, ATTIKA])
def test_without_javascript_it_shows_the_last_position(
    browser: Browser, tmp_path: Path, id: str, archived: bool
) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        replays.page_and_end(TABLE.settings, game(id), None, (), "", archived=archived)[0], encoding="utf-8"
    )
    page = browser.new_page(java_script_enabled=False)
    page.goto(path.as_uri())
    shown = game(id)
    last = view(id, len(shown.moments) - 1)
    titles = page.locator("noscript svg title").all_text_contents()
    assert dict(each.partition(": ")[::2] for each in titles) == expected(last)
    box = page.locator("noscript .diagram").bounding_box()
    assert box
    assert min(box["width"], box["height"]) > 300
    assert page.locator("noscript a").count() == archived
    if archived:
        assert page.locator("noscript a").get_attribute("href") == "record.html"
    page.close()


def test_playing_moves_only_the_picture(opened: Opened) -> None:
    """There is no animation that somebody could want to be spared."""
    page = opened(html(MAGNA))
    page.emulate_media(reduced_motion="reduce")
    styles = page.evaluate("""() => [...document.querySelectorAll("*")].map(each => getComputedStyle(each)).filter(
        style => parseFloat(style.transitionDuration) || style.animationName !== "none").length""")
    assert styles == 0
