"""The replay page in a browser: stepping, keys, addresses, variations, seats; no errors, no requests."""

import shutil
from dataclasses import replace
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
    entry_shown,
    expected,
    game,
    html,
    position,
    spaces,
    story,
    told,
    view,
)

from referee import reading
from referee.app.game_access import Table, open_game
from referee.app.look import replays
from referee.app.notes import read_notes
from referee.settings import Settings
from referee.store.documents import Entry, Header


@pytest.mark.parametrize(("id", "entries"), [(MAGNA, (0, 1, 4, 11, 17, 18)), (ATTIKA, (1, 25, 55, 118))])
def test_each_entry_shows_what_its_report_shows(opened: Opened, id: str, entries: tuple[int, ...]) -> None:
    page = opened(html(id))
    for entry in entries:
        page.evaluate(f"location.hash = 'entry={entry}'")
        expect(page.locator("#number")).to_have_text(f"Entry {entry}")
        shown = view(id, entry)
        assert story(page) == told(shown, entry)
        assert spaces(page) == expected(shown)
        assert page.locator("#headline").inner_text() == str(shown.headline)


def test_it_opens_at_the_end_and_steps_by_keys(opened: Opened) -> None:
    """An arrow leads to the end of the next turn, with Shift to the next entry; in Attika a turn has many.

    What closes the game is no turn: it belongs to the last one.
    """
    page = opened(html(ATTIKA))
    assert position(page) == "Turn 31 of 31"
    for key, turn, entry in [
        ("ArrowLeft", 31, 117),
        ("ArrowLeft", 30, 113),
        ("ArrowRight", 31, 117),
        ("Shift+ArrowLeft", 31, 116),
        ("Shift+ArrowLeft", 31, 115),
        ("ArrowLeft", 30, 113),
        ("Shift+ArrowRight", 31, 114),
        ("ArrowRight", 31, 117),
        ("Home", 0, 1),
        ("ArrowLeft", 0, 1),
        ("Shift+ArrowLeft", 0, 0),
        ("ArrowRight", 0, 1),
        ("End", 31, 118),
        ("ArrowRight", 31, 118),
    ]:
        page.keyboard.press(key)
        assert position(page) == f"Turn {turn} of 31"
        assert entry_shown(page) == entry
        assert page.evaluate("location.hash") == f"#entry={entry}"


def test_buttons_step_and_are_off_where_there_is_no_further(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=2")
    page.get_by_role("button", name="Previous turn").click()
    assert (position(page), entry_shown(page)) == ("Turn 0 of 16", 1)
    assert page.get_by_role("button", name="Start of the game").is_disabled()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_role("button", name="End of the game").click()
    assert (position(page), entry_shown(page)) == ("Turn 16 of 16", 18)
    assert page.get_by_role("button", name="Next turn").is_disabled()


def test_the_slider_steps_and_says_where_it_is(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=4")
    slider = page.get_by_role("slider", name="Turn")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert entry_shown(page) == 9
    assert slider.get_attribute("aria-valuetext") == "Turn 3 of 31: Lysander (sparta)"
    page.keyboard.press("Shift+ArrowRight")
    assert entry_shown(page) == 10
    page.keyboard.press("End")
    assert position(page) == "Turn 31 of 31"


def test_space_plays_to_the_end_and_stops(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=16")
    page.locator("#speed").select_option(label="quick")
    page.locator("h1").click()
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    assert page.locator("#spoken").get_attribute("aria-live") == "off"
    expect(page.locator("#position")).to_have_text("Turn 16 of 16")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    assert page.locator("#spoken").get_attribute("aria-live") == "polite"


def test_playing_stops_where_it_is(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=3")
    page.locator("#speed").select_option(label="slow")
    page.locator("#play").click()
    page.locator("#play").click()
    page.wait_for_timeout(50)
    assert entry_shown(page) == 3
    assert page.locator("#play").get_attribute("aria-label") == "Play"


def test_links_are_steps_of_the_history_and_arrows_are_not(opened: Opened) -> None:
    page = opened(html(MAGNA))
    page.get_by_role("link", name="10", exact=True).first.click()
    assert entry_shown(page) == 11
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert entry_shown(page) == 13
    page.go_back()
    assert entry_shown(page) == 18
    page.go_forward()
    assert entry_shown(page) == 13


def test_the_link_to_the_story_moves_the_focus_and_nothing_else(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=55&seat=sparta")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "story"
    assert entry_shown(page) == 55
    assert page.evaluate("location.hash") == "#entry=55&seat=sparta"
    assert page.locator("#seat").input_value() == "sparta"


def test_a_variation_of_one_entry_has_no_other_to_go_to(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=14&line=1")
    assert position(page) == "Variation 1, entry 1 of 1"
    for name in ("Start of the game", "Next turn", "End of the game"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    expect(page.locator("#slider")).to_be_disabled()
    page.get_by_role("button", name="Previous turn").click()
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
    assert any("Theano builds a road at H11" in each for each in story(page))
    page.get_by_role("button", name="Back to the game").click()
    assert entry_shown(page) == 16
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
    assert entry_shown(page) == 15
    page.evaluate("location.hash = 'entry=16&line=5'")
    expect(page.locator("#strand")).to_be_visible()
    page.keyboard.press("Escape")
    assert entry_shown(page) == 16


def test_notes_are_next_to_their_entry(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=17")
    assert page.locator("#glyph").inner_text() == "!!"
    assert page.locator("#says").inner_text().startswith("Four city tiles as the only action.")
    page.keyboard.press("End")
    assert page.locator("#note").is_hidden()


def test_a_step_by_a_turn_stops_at_a_note_on_the_way(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=9")
    page.keyboard.press("ArrowRight")
    assert entry_shown(page) == 10
    assert page.locator("#note").is_visible()
    page.keyboard.press("ArrowRight")
    assert entry_shown(page) == 13
    page.keyboard.press("ArrowLeft")
    assert entry_shown(page) == 10


def test_what_a_note_marks_is_marked_beside_it(opened: Opened) -> None:
    found = read_notes.notes_in(game(MAGNA), reading.read_source(MARKED.encode(), "notes.yaml"))
    page = opened(replays.page_of(TABLE.settings, game(MAGNA), found)[0], "#entry=2")
    assert page.locator("#ways .pointer").count() == 2
    page.keyboard.press("ArrowRight")
    assert page.locator("#ways .pointer").count() == 0


def hand(page: Page) -> list[str]:
    return page.locator("#tables .wide[aria-label='Cards in hand'] tbody tr").all_inner_texts()


def test_notes_keep_their_paragraphs(opened: Opened) -> None:
    text = NOTES.replace("'{evil}'", '"One.\\n\\nTwo:\\n- three"').format()
    found = read_notes.notes_in(game(MAGNA), reading.read_source(text.encode(), "notes.yaml"))
    page = opened(replays.page_of(TABLE.settings, game(MAGNA), found)[0], "#entry=2")
    for id in ("says", "about"):
        assert page.locator(f"#{id}").inner_text() == "One.\n\nTwo:\n- three"


def test_the_reader_chooses_a_seat_and_sees_what_it_saw(opened: Opened) -> None:
    page = opened(html(ATTIKA), "#entry=10&seat=athens")
    assert page.locator("#seat").input_value() == "athens"
    assert [row.split()[0] for row in hand(page)] == ["Aspasia"]
    page.locator("#seat").select_option("sparta")
    assert [row.split()[0] for row in hand(page)] == ["Lysander"]
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


def test_the_board_in_words_follows(opened: Opened) -> None:
    page = opened(html(MAGNA), "#entry=17")
    page.get_by_text("The board in words").click()
    assert any("Theano's city" in each for each in page.locator("#in-words li").all_text_contents())
    page.keyboard.press("Home")
    page.locator("h1").click()
    page.keyboard.press("Home")
    assert not any("city" in each for each in page.locator("#in-words li").all_text_contents())


def test_a_step_draws_only_what_changed(opened: Opened) -> None:
    """Work, not time: a step draws only the few spaces that an entry changes, wherever you come from."""
    page = opened(html(LONGEST), "#entry=0")
    drawn = [int(page.locator("main").get_attribute("data-drawn") or 0)]
    for _ in range(60):
        page.keyboard.press("Shift+ArrowRight")
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
    path = tmp_path / "games" / MAGNA / read_notes.NAME
    path.write_text(path.read_text().replace("road: H11 se-nw", "road: H11 n-s"))
    table = Table(Settings(str(tmp_path / "games")))
    stored = open_game(table, MAGNA)
    return replays.page_of(table.settings, stored, read_notes.notes_of_game(stored))[0]


def test_a_refused_variation_is_reported_and_cannot_be_entered(opened: Opened, refusing: str) -> None:
    page = opened(refusing, "#entry=16&line=5")
    assert entry_shown(page) == 16
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
        replace(each, entry=cast(Entry, {**each.entry, "say": evil})) if each.entry.get("say") else each
        for each in stored.moments
    ]
    header: Header = {**stored.header, "seats": seats}
    spoiled = stored._replace(log=stored.log._replace(documents=(header, *stored.log.entries)), moments=moments)
    found = read_notes.notes_in(stored, reading.read_source(NOTES.format(evil=evil).encode(), "notes.yaml"))
    page = opened(replays.page_of(TABLE.settings, spoiled, found)[0], "#entry=2")
    assert page.locator("#says").inner_text() == evil
    assert any(evil in each for each in story(page))
    assert page.locator("img, b b").count() == 0
    assert evil in page.locator("#notes").inner_text()


MARKED = """\
format: referee-notes/2
game: bruttium-2
notes:
  - entry: 2
    text: Here.
    marks: [H12]
    arrows: [H12-G12]
"""
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
