"""The replay page for everybody: keyboard, narrow windows, no script, no barrier."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from replay_pages import ATTIKA, LONGEST, MAGNA, TABLE, Opened, expected, game, html, view

from referee.app.look import replay_page
from referee.words import speaking


def test_the_keyboard_alone_reaches_everything(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=97")
    reached: set[str] = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    assert {"slider", "first", "previous", "play", "next", "last", "speed", "seat", "view"} <= reached
    assert {"The board in words", "All entries", "Variation 1"} <= reached


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("wide", [390, 1400])
@pytest.mark.parametrize(("id", "hash"), [(MAGNA, "#entry=16&line=5"), (ATTIKA, "#entry=117&seat=sparta")])
def test_no_barrier_that_axe_knows(
    browser: Browser, tmp_path: Path, id: str, hash: str, wide: int, scheme: Any
) -> None:
    path = tmp_path / "page.html"
    path.write_text(html(id), encoding="utf-8")
    page = browser.new_page(viewport={"width": wide, "height": 900}, color_scheme=scheme)
    page.goto(path.as_uri() + hash)
    page.locator("#entries summary").click()
    found = Axe().run(page).response["violations"]
    page.close()
    assert [
        (each["id"], each["nodes"][0]["html"][:120]) for each in found if each["impact"] in ("serious", "critical")
    ] == []


@pytest.mark.parametrize("wide", [390, 760, 1400])
def test_nothing_is_wider_than_the_window(opened: Opened, wide: int) -> None:
    page = opened(html(LONGEST), "#entry=223&seat=athens")
    page.set_viewport_size({"width": wide, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("id", [MAGNA, ATTIKA])
def test_tables_next_to_the_board_show_all_their_columns(opened: Opened, id: str, language: str) -> None:
    with speaking(language):
        page = opened(replay_page.game_replay_page(TABLE, id))
    for wide in (360, 1100, 1280, 1440):
        page.set_viewport_size({"width": wide, "height": 900})
        page.wait_for_function(
            "[...document.querySelectorAll('#tables .wide')].every(each => each.scrollWidth <= each.clientWidth)"
        )


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("id", [MAGNA, ATTIKA])
def test_without_javascript_it_shows_the_last_position(
    browser: Browser, tmp_path: Path, id: str, archived: bool
) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        replay_page.page_and_end(TABLE.settings, game(id), None, (), "", archived=archived)[0], encoding="utf-8"
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
    styles = page.evaluate("""() => [...document.querySelectorAll("*")].map(each => getComputedStyle(each)).filter(
        style => parseFloat(style.transitionDuration) || style.animationName !== "none").length""")
    assert styles == 0
