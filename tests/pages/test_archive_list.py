"""The search of an archive in a browser, the rows that its script makes, pictures, and the pages of players."""

import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from archive_site import IDS, index, opened, page, shown, site
from browser_pages import is_soon
from playwright.sync_api import Browser, Page, expect

from referee.report.site.game_lists import player_page_name

__all__ = ["index", "page", "site"]


def test_the_search_finds_stories_and_notes_and_shows_where(index: Page) -> None:
    index.get_by_label("Search").fill("KROTON founds")
    expect(index.locator("#count")).to_have_text("Shown: 2 of 5")
    assert shown(index) == [IDS[2], IDS[3]]
    excerpt = index.locator("tbody tr").first.locator(".excerpt")
    expect(excerpt).to_have_text("Milon founds a city on M8 Kroton for 1 point.")
    assert excerpt.locator("mark").inner_text() == "founds"
    excerpt.get_by_role("link").click()
    index.wait_for_url("**/bruttium-2/record.html#entry-2")


def test_the_fields_of_the_search_are_side_by_side(index: Page) -> None:
    tops = [box["y"] for each in index.locator("#rest select").all() if (box := each.bounding_box())]
    assert len(tops) == 6
    assert len(set(tops)) == 1


def test_rows_made_by_the_script_are_those_of_the_page(index: Page, browser: Browser, site: Path) -> None:
    bare = browser.new_context(java_script_enabled=False).new_page()
    bare.goto((site / "index.html").as_uri())
    written = bare.locator("#games tbody").inner_html()
    bare.context.close()
    expect(index.locator("#filters")).to_be_visible()
    made = index.locator("#games tbody").inner_html()
    assert made.replace("\n", "") == written.replace("\n", "")
    bare = browser.new_context(java_script_enabled=False).new_page()
    bare.goto((site / "index.html").as_uri())
    written = bare.locator("#gallery").inner_html()
    bare.context.close()
    assert index.locator("#gallery").inner_html().replace("\n", "") == written.replace("\n", "")


def test_many_games_are_shown_some_at_a_time(page: Page, site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    raw = (copy / "index.html").read_text(encoding="utf-8")
    (copy / "index.html").write_text(raw.replace('"newest":50', '"newest":2'), encoding="utf-8")
    page.goto((copy / "index.html").as_uri())
    opened(page)
    assert page.locator("tbody tr:visible").count() == 2
    page.get_by_role("button", name="Show more").press("Enter")
    assert page.locator("tbody tr:visible").count() == 4
    assert page.evaluate("document.activeElement.textContent") == IDS[1]
    page.get_by_role("button", name="Show more").click()
    assert shown(page) == list(IDS)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def test_it_works_behind_a_web_server_too(browser: Browser, site: Path) -> None:
    serve = partial(QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html#search=kroton")
        opened(page)
        expect(page.locator("#count")).to_have_text("Shown: 2 of 5")
        expect(page.locator(".excerpt mark").first).to_be_visible()
        assert page.locator("img").first.evaluate("each => each.naturalWidth") > 0
        page.close()
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and writes nothing about it."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


def test_a_lost_file_leaves_the_plain_list(browser: Browser, site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    (copy / "list.d/games-1.js").unlink()
    page = browser.new_page()
    page.goto((copy / "index.html").as_uri())
    expect(page.get_by_text("Parts of this archive are missing")).to_be_visible()
    assert shown(page) == list(IDS)
    page.close()


def test_pictures_of_boards_are_shown_in_lists(page: Page, site: Path) -> None:
    for name, number in (("index.html", 4), (player_page_name("Anna"), 2)):
        page.goto((site / name).as_uri())
        if name == "index.html":
            opened(page)
        pictures = page.locator("img.thumbnail").all()
        assert len(pictures) == number
        for each in pictures:
            each.scroll_into_view_if_needed()
            assert is_soon(partial(each.evaluate, "each => each.naturalWidth > 0"))


def test_a_name_leads_to_the_page_of_the_player_and_on_to_games_and_opponents(index: Page) -> None:
    index.get_by_role("link", name="Theano").click()
    expect(index.get_by_role("heading", level=1)).to_have_text("Theano")
    index.locator(".figures").get_by_role("link", name="Milon").click()
    expect(index.get_by_role("heading", level=1)).to_have_text("Milon")
    index.get_by_role("link", name="bruttium-2").first.click()
    index.wait_for_url("**/bruttium-2/index.html")
