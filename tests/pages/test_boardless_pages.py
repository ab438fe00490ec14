"""The pages of a title without a board in the browser: a move is composed, a game is stepped through."""

from collections.abc import Callable
from pathlib import Path

import nim_title
import pytest
from axe_playwright_python.sync_playwright import Axe
from cli_runs import run
from composer_page import steps, take, text
from playwright.sync_api import Page, expect

from referee.app.game_access import Table, open_game
from referee.app.look import game_views, replays
from referee.app.look.report_files import report_page as page_of
from referee.settings import Settings

Opened = Callable[..., Page]
NOW = "2026-11-20T19:00:00Z"


@pytest.fixture(autouse=True, params=[None, nim_title.EMPTY], ids=["no board", "a board without spaces"])
def here(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of Nim after its first turn."""
    nim_title.install(monkeypatch, request.param)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    assert run("new", "nim", "--id", "cup", "--player=north=Ann", "--player=south=Bo").code == 0
    assert run("submit", "-", stdin=b"game: cup\nafter: 1\nseat: north\nactions: [take: 3]\n").code == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_a_move_is_composed_without_a_board(opened: Opened, width: int) -> None:
    game = open_game(Table(Settings(), NOW), "cup")
    page = opened(page_of(Settings(), game_views.view_for_seat(game, "south"), game_views.menu(game, "south")))
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator("#beside h3")).to_have_text("Choices")
    expect(page.locator("#shown")).to_have_count(0)
    take(page, "", "take 2")
    assert steps(page) == ["take 2"]
    assert "  - take: 2\n" in text(page)
    page.keyboard.press("Control+z")
    assert steps(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []


def test_a_game_without_a_board_is_stepped_through(opened: Opened) -> None:
    page = opened(replays.game_replay_page(Table(Settings(), NOW), "cup"))
    assert page.locator("#position").inner_text() == "Turn 1 of 1"
    assert "north takes 3 from the heap." in page.locator("#lines").inner_text()
    expect(page.locator("#tables")).to_contain_text("Stones taken")
    expect(page.locator("#view")).to_be_hidden()
    expect(page.locator("#words")).to_be_hidden()
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator("#number").inner_text() == "Entry 1"
    assert [each["id"] for each in Axe().run(page).response["violations"] if each["impact"] == "serious"] == []
