"""The replay page in a browser: stepping, keys, addresses, variations, seats; no errors, no requests."""

import shutil
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect
from replay_pages import (
    ATTIKA,
    LONGEST,
    MAGNA,
    TABLE,
    Opened,
    expected,
    expected_labels,
    game,
    html,
    labels,
    position,
    spaces,
    story,
    told,
    view,
)

from referee import reading
from referee.app.game_access import Table, open_game
from referee.app.look import replay_page
from referee.app.verify import notes
from referee.settings import Settings
from referee.store.documents import Entry, Header


@pytest.mark.parametrize(("id", "entries"), [(MAGNA, (0, 1, 4, 11, 17, 18)), (ATTIKA, (1, 25, 55, 118))])
def test_each_entry_shows_what_its_report_shows(opened: Opened, id: str, entries: tuple[int, ...]) -> None:
    page = opened(html(id))
    for entry in entries:
        page.evaluate(f"location.hash = 'entry={entry}'")
        expect(page.locator("#slider")).to_have_value(str(entry))
        shown = view(id, entry)
        assert sorted(labels(page)) == sorted(expected_labels(shown))
        assert story(page) == told(shown, entry)
        assert spaces(page) == expected(shown)
        assert page.locator("#headline").inner_text() == str(shown.headline)


def test_it_opens_at_the_end_and_steps_by_keys(opened: Opened) -> None:
    page = opened(html(MAGNA))
    assert position(page) == "18 of 18"
    for key, place in [
        ("ArrowLeft", 17),
        ("ArrowLeft", 16),
        ("ArrowRight", 17),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("End", 18),
    ]:
        page.keyboard.press(key)
        assert position(page) == f"{place} of 18"
        assert page.evaluate("location.hash") == f"#entry={place}"


def test_buttons_step_and_are_off_where_there_is_no_further(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=1")
    page.get_by_role("button", name="Previous entry").click()
    assert position(page) == "0 of 18"
    assert page.get_by_role("button", name="First entry").is_disabled()
    page.get_by_role("button", name="Next entry").click()
    page.get_by_role("button", name="Last entry").click()
    assert position(page) == "18 of 18"
    assert page.get_by_role("button", name="Next entry").is_disabled()


def test_the_slider_steps_and_says_where_it_is(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=2")
    slider = page.get_by_role("slider", name="Entry")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert position(page) == "3 of 18"
    assert slider.get_attribute("aria-valuetext") == "3 of 18: yellow"
    page.keyboard.press("End")
    assert position(page) == "18 of 18"


def test_space_plays_to_the_end_and_stops(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=16")
    page.locator("#speed").select_option(label="quick")
    page.locator("h1").click()
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    assert page.locator("#told").get_attribute("aria-live") == "off"
    expect(page.locator("#position")).to_have_text("18 of 18")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    assert page.locator("#told").get_attribute("aria-live") == "polite"


def test_playing_stops_where_it_is(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=3")
    page.locator("#speed").select_option(label="slow")
    page.locator("#play").click()
    page.locator("#play").click()
    page.wait_for_timeout(50)
    assert position(page) == "3 of 18"
    assert page.locator("#play").get_attribute("aria-label") == "Play"


def test_links_are_steps_of_the_history_and_arrows_are_not(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=5")
    page.get_by_role("link", name="11", exact=True).first.click()
    assert position(page) == "11 of 18"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert position(page) == "13 of 18"
    page.go_back()
    assert position(page) == "5 of 18"
    page.go_forward()
    assert position(page) == "13 of 18"


def test_jumps_go_to_where_it_happened(opened: Opened) -> None:
    page = opened(html(MAGNA))
    kinds = page.locator("#jumps dt").all_text_contents()
    assert {"City founded", "Oracle changed hands", "Market sold", "Round begins"} <= set(kinds)
    row = page.locator("#jumps dt", has_text="Oracle changed hands").locator("xpath=following-sibling::dd[1]")
    for entry in row.get_by_role("link").all_text_contents():
        row.get_by_role("link", name=entry, exact=True).click()
        assert any("away from" in each for each in story(page))
        assert row.locator("[aria-current=step]").inner_text() == entry


def test_the_link_to_the_story_moves_the_focus_and_nothing_else(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=55&seat=sparta")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "story"
    assert position(page) == "55 of 118"
    assert page.evaluate("location.hash") == "#entry=55&seat=sparta"
    assert page.locator("#seat").input_value() == "sparta"


def test_a_variation_of_one_entry_has_no_other_to_go_to(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=14&line=1")
    assert position(page) == "Variation 1, entry 1 of 1"
    for name in ("First entry", "Next entry", "Last entry"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    expect(page.locator("#slider")).to_be_disabled()
    page.get_by_role("button", name="Previous entry").click()
    assert not position(page).startswith("Variation")
    expect(page.locator("#slider")).to_be_enabled()


def test_a_variation_branches_off_and_comes_back(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=16")
    before = spaces(page)
    page.locator("#branches a").click()
    assert position(page) == "Variation 5, entry 1 of 2"
    assert page.locator("#strand-name").inner_text() == "Variation 5: in place of entry 16"
    assert page.locator("#strand-says").inner_text().startswith("A city on Medma, for one point.")
    assert page.evaluate("location.hash") == "#entry=16&line=5"
    assert spaces(page)["F11"] != before["F11"]
    page.keyboard.press("ArrowRight")
    assert position(page) == "Variation 5, entry 2 of 2"
    assert any("yellow builds a road at H11" in each for each in story(page))
    page.get_by_role("button", name="Back to the game").click()
    assert position(page) == "16 of 18"
    assert spaces(page) == before
    assert page.locator("#strand").is_hidden()


@pytest.mark.parametrize("links", ["#branches", "#variations"])
@pytest.mark.parametrize("width", [390, 1280])
def test_entering_a_variation_is_shown_and_keeps_the_focus(opened: Opened, links: str, width: int) -> None:
    """Also on a phone, where the story is below the board; the way back goes to the link into the variation."""
    page = opened(html(MAGNA), "#entry=16")
    page.set_viewport_size({"width": width, "height": 700})
    page.locator(f"{links} a[data-place='5/0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#strand-name")).to_be_in_viewport()
    assert page.evaluate("document.activeElement.id") == "back"
    page.keyboard.press("Enter")
    assert page.locator("#strand").is_hidden()
    assert page.evaluate("document.activeElement.dataset.place") == "5/0"


def test_a_variation_is_left_by_escape_or_by_going_back(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=17&line=5")
    assert position(page) == "Variation 5, entry 2 of 2"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert position(page) == "15 of 18"
    page.evaluate("location.hash = 'entry=16&line=5'")
    expect(page.locator("#strand")).to_be_visible()
    page.keyboard.press("Escape")
    assert position(page) == "16 of 18"


def test_notes_are_next_to_their_entry(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=17")
    assert page.locator("#glyph").inner_text() == "!!"
    assert page.locator("#says").inner_text().startswith("Four city tiles as the only action.")
    page.keyboard.press("End")
    assert page.locator("#note").is_hidden()


def hand(page: Page) -> list[str]:
    return page.locator("#tables .wide[aria-label='Cards in hand'] tbody tr").all_inner_texts()


def test_notes_keep_their_paragraphs(opened: Opened) -> None:
    text = NOTES.replace("'{evil}'", '"One.\\n\\nTwo:\\n- three"').format()
    found = notes.notes_in(game(MAGNA), reading.read_source(text.encode(), "notes.yaml"))
    page = opened(replay_page.page_of(TABLE.settings, game(MAGNA), found)[0], "#entry=2")
    for id in ("says", "about"):
        assert page.locator(f"#{id}").inner_text() == "One.\n\nTwo:\n- three"


def test_the_reader_chooses_a_seat_and_sees_what_it_saw(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=10&seat=athens")
    assert page.locator("#seat").input_value() == "athens"
    assert [row.split()[0] for row in hand(page)] == ["athens"]
    page.locator("#seat").select_option("sparta")
    assert [row.split()[0] for row in hand(page)] == ["sparta"]
    assert page.evaluate("location.hash") == "#entry=10&seat=sparta"
    page.locator("#seat").select_option("")
    assert hand(page) == []
    assert page.evaluate("location.hash") == "#entry=10"


@pytest.mark.parametrize("seat", ["", "athens", "sparta"])
def test_the_story_is_that_of_the_chosen_seat(opened: Opened, seat: str) -> None:
    """In entry 1 the first hands are dealt: only their owners read which cards."""
    page = opened(html(ATTIKA), f"#entry=1&seat={seat}")
    assert story(page) == told(view(ATTIKA, 1, seat), 1)


def test_an_open_game_has_no_seats_to_choose(opened: Opened) -> None:
    page = opened(html(MAGNA))
    assert page.locator("#seat").count() == 0


def test_a_click_on_the_chart_jumps(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=2")
    before = page.locator(".marker").get_attribute("d")
    box = page.locator("#chart svg").bounding_box()
    assert box
    page.locator("#chart svg").click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    assert 8 <= int(position(page).split()[0]) <= 10
    assert page.locator(".marker").get_attribute("d") != before


def test_the_board_in_words_follows(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=17")
    page.get_by_text("The board in words").click()
    assert any("yellow's city" in each for each in page.locator("#in-words li").all_text_contents())
    page.keyboard.press("Home")
    page.locator("h1").click()
    page.keyboard.press("Home")
    assert not any("city" in each for each in page.locator("#in-words li").all_text_contents())


def test_a_step_draws_only_what_changed(opened: Opened) -> None:
    """Work, not time: a step draws only the few spaces that an entry changes, wherever you come from."""
    page = opened(html(LONGEST), "#entry=0")
    drawn = [int(page.locator("main").get_attribute("data-drawn") or 0)]
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        drawn.append(int(page.locator("main").get_attribute("data-drawn") or 0))
    steps = [b - a for a, b in pairwise(drawn)]
    assert max(steps[2:]) <= 24
    page.keyboard.press("End")
    total = int(page.locator("main").get_attribute("data-drawn") or 0)
    assert total - drawn[-1] <= 200
    nodes = page.evaluate("document.querySelectorAll('#board svg *').length")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert page.evaluate("document.querySelectorAll('#board svg *').length") == nodes


def test_the_longest_sample_is_small() -> None:
    assert len(html(LONGEST).encode()) <= 600_000
    assert 'style="' not in html(LONGEST)
    assert "http" not in html(LONGEST).replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


@pytest.fixture
def refusing(tmp_path: Path) -> str:
    """A page for an archive, of a game whose fifth variation was spoiled."""
    shutil.copytree(TABLE.folder(MAGNA), tmp_path / "games" / MAGNA)
    path = tmp_path / "games" / MAGNA / notes.NAME
    path.write_text(path.read_text().replace("road: H11 se-nw", "road: H11 n-s"))
    table = Table(Settings(str(tmp_path / "games")))
    stored = open_game(table, MAGNA)
    return replay_page.page_of(table.settings, stored, notes.notes_of_game(stored))[0]


def test_a_refused_variation_is_reported_and_cannot_be_entered(opened: Opened, refusing: str) -> None:
    page = opened(refusing, "#entry=16&line=5")
    assert position(page) == "16 of 18"
    assert page.locator("#branches a").count() == 0
    told = page.locator("#variations li.refused").inner_text()
    assert told.startswith("Variation 5, in place of entry 16, is refused: Move 2 (line ")
    assert "MG-" in told
    assert page.locator("#variations li:not(.refused)").count() == 5


def test_words_of_players_are_text_and_nothing_else(opened: Opened, tmp_path: Path) -> None:
    """Names, comments and what players say cannot end the data, add markup, or run."""
    evil = "</script><img src=x onerror=alert(1)><!-- <b>&amp;"
    stored = game(MAGNA)
    seats = dict.fromkeys(stored.header["seats"], evil)
    moments = [
        each._replace(entry=cast(Entry, {**each.entry, "say": evil})) if each.entry.get("say") else each
        for each in stored.moments
    ]
    header: Header = {**stored.header, "seats": seats}
    spoiled = stored._replace(log=stored.log._replace(documents=(header, *stored.log.entries)), moments=moments)
    found = notes.notes_in(stored, reading.read_source(NOTES.format(evil=evil).encode(), "notes.yaml"))
    page = opened(replay_page.page_of(TABLE.settings, spoiled, found)[0], "#entry=2")
    assert page.locator("#says").inner_text() == evil
    assert any(evil in each for each in story(page))
    assert page.locator("img, b b").count() == 0
    assert evil in page.locator("#notes").inner_text()


NOTES = """
format: referee-notes/1
game: bruttium-2
by: '{evil}'
about: '{evil}'
entries:
  '2': {{says: '{evil}'}}
variations:
  - entry: 14
    says: '{evil}'
    moves: [{{seat: red, actions: [{{city: F11}}]}}]
"""
