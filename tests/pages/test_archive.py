"""The pages of an archive in a browser: found, filtered and sorted by mouse and keyboard, read on a phone, printed."""

import re
import zlib
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from archive_site import IDS, archived, german, index, opened, page, shown, site
from axe_playwright_python.sync_playwright import Axe
from browser_pages import is_soon
from playwright.sync_api import Browser, FloatRect, Page, expect

from referee.app.archive import build_archive
from referee.app.archive import statistics as figures
from referee.app.archive.game_summary import Sitter, Summary
from referee.app.game_access import Table
from referee.app.play import new_game
from referee.report.site import site_pages as statistics
from referee.report.site.game_lists import player_page_name
from referee.settings import Settings
from referee.words import say, speaking

__all__ = ["german", "index", "page", "site"]

LONG = "W" * 40


def test_all_games_are_shown_those_that_are_not_right_first(index: Page) -> None:
    assert shown(index) == list(IDS)
    expect(index.locator("tbody tr").first).to_contain_text("error")
    expect(index.locator("#count")).to_have_text("Shown: 5 of 5")


@pytest.mark.parametrize(
    ("field", "value", "games"),
    [
        ("title", "Attika", IDS[:2]),
        ("player", "Anna", (IDS[1], IDS[3])),
        ("year", "2026", IDS),
        ("status", "finished", IDS),
        ("way", "by connecting shrines", IDS[:1]),
    ],
)
def test_a_filter_leaves_what_fits(index: Page, field: str, value: str, games: tuple[str, ...]) -> None:
    index.locator(f"select[name={field}]").select_option(value)
    assert shown(index) == list(games)
    expect(index.locator("#count")).to_have_text(f"Shown: {len(games)} of 5")
    index.get_by_role("button", name="Show all").click()
    assert shown(index) == list(IDS)


def test_words_are_searched_everywhere_and_all_must_be_there(index: Page) -> None:
    index.get_by_label("Search").fill("ANNA attika")
    expect(index.locator("#count")).to_have_text("Shown: 1 of 5")
    assert shown(index) == [IDS[1]]
    index.get_by_label("Search").fill("nobodyatall")
    expect(index.locator("#count")).to_have_text("No game matches.")


def test_the_choice_is_in_the_address_and_a_link_shows_the_same(index: Page, site: Path) -> None:
    index.locator("select[name=player]").select_option("Anna")
    index.get_by_role("button", name="Entries").click()
    assert shown(index) == [IDS[3], IDS[1]]
    address = index.url
    assert address.endswith("#player=Anna&sort=entries")
    index.goto("about:blank")
    index.goto(address)
    expect(index.locator("select[name=player]")).to_be_visible()
    assert shown(index) == [IDS[3], IDS[1]]
    expect(index.locator("select[name=player]")).to_have_value("Anna")
    index.evaluate("location.hash = '#title=Attika&sort=nonsense'")
    expect(index.locator("select[name=title]")).to_have_value("Attika")
    assert shown(index) == list(IDS[:2])


@pytest.mark.parametrize("who", ["Nobody", "<b>", "x' onfocus='"])
def test_a_link_to_a_missing_thing_shows_nothing_and_names_it(index: Page, who: str) -> None:
    known = index.locator("select[name=player] option").all_inner_texts()
    index.evaluate("who => { location.hash = new URLSearchParams({title: 'Attika', player: who}); }", who)
    expect(index.locator("#count")).to_have_text("No game matches.")
    assert index.locator("tbody tr:visible").count() == 0
    assert index.locator("select[name=player] option:checked").inner_text() == who
    index.locator("select[name=player]").select_option("Anna")
    assert shown(index) == [IDS[1]]
    index.get_by_role("button", name="Show all").click()
    assert shown(index) == list(IDS)
    assert index.locator("select[name=player] option").all_inner_texts() == known


@pytest.mark.parametrize(
    ("field", "said", "address"),
    [
        ("status", "beendet", "#status=closed"),
        ("status", "Fehler", "#status=bad"),
        ("way", "durch Verbinden von Heiligtümern", "#way=by+connecting+shrines"),
    ],
)
def test_a_link_shows_the_same_games_in_another_language(
    index: Page, german: Path, field: str, said: str, address: str
) -> None:
    index.evaluate("address => { location.hash = address; }", address)
    found = index.locator("tbody tr:visible .game").all_inner_texts()
    assert len(found) in (1, 4)
    index.goto((german / "index.html").as_uri())
    opened(index)
    index.locator(f"select[name={field}]").select_option(label=said)
    assert index.url.endswith(address)
    assert index.locator("tbody tr:visible .game").all_inner_texts() == found


def test_a_column_sorts_both_ways_and_says_so(index: Page) -> None:
    head = index.locator("th[data-column=game]")
    head.get_by_role("button").click()
    assert shown(index) == sorted(IDS)
    expect(head).to_have_attribute("aria-sort", "ascending")
    head.get_by_role("button").click()
    assert shown(index) == sorted(IDS, reverse=True)
    expect(head).to_have_attribute("aria-sort", "descending")
    index.get_by_role("button", name="Began").click()
    assert shown(index) == ["quadrilateral-4", "mezzogiorno-4", "bruttium-2", "rhombus-2"]
    assert head.get_attribute("aria-sort") is None


def test_the_keyboard_alone_suffices(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    expect(page.locator("#filters")).to_be_visible()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "search":
            break
    page.keyboard.type("rhombus")
    expect(page.locator("#count")).to_have_text("Shown: 1 of 5")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Never a card in hand":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/rhombus-2/index.html")


def test_the_first_view_shows_pictures_and_a_game_with_a_quotation(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((site / "index.html").as_uri())
    expect(page.locator("#filters")).to_be_visible()
    featured = page.locator(".featured")
    expect(featured.get_by_role("heading")).to_have_text("Never a card in hand")
    expect(featured.locator("blockquote")).not_to_be_empty()
    box = featured.bounding_box()
    assert box
    assert box["y"] < 300
    expect(page.locator("#games")).to_be_hidden()
    expect(page.locator("#filters select").first).to_be_hidden()
    assert [each.inner_text() for each in page.locator("#gallery h3").all()] == [
        "broken",
        "Never a card in hand",
        "A link lost for three cards",
        "The last four city tiles",
        "Three oracles in one turn",
    ]
    card = page.locator("#gallery > li").nth(2)
    expect(card.locator(".line").first).to_have_text("Chiara 30 – Bruno 29 – Anna 26 – Dario 25")
    for each in card.locator("img").all():
        each.scroll_into_view_if_needed()
        assert is_soon(partial(each.evaluate, "each => each.naturalWidth > 0"))
    page.get_by_role("button", name="Closest finish").click()
    expect(page.locator("#gallery h3").first).to_have_text("A link lost for three cards")
    assert page.url.endswith("#sort=closest")
    page.get_by_role("button", name="Magna Grecia").click()
    expect(page.locator("#count")).to_have_text("Shown: 2 of 5")
    expect(page.get_by_role("button", name="Magna Grecia")).to_have_attribute("aria-pressed", "true")
    page.locator("#as-table > summary").click()
    expect(page.locator("#games")).to_be_visible()
    expect(page.locator("#gallery")).to_be_hidden()


def test_without_scripts_it_is_a_plain_table(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    bare = context.new_page()
    bare.goto((site / "index.html").as_uri())
    assert bare.locator("#gallery h3 a").count() == len(IDS)
    bare.locator("#as-table > summary").click()
    assert bare.locator("tbody tr .game a").all_inner_texts() == list(IDS)
    expect(bare.locator("#filters")).to_be_hidden()
    context.close()


PAGES = (
    *("index.html", "statistics.html", "players.html", player_page_name("Anna")),
    *("rhombus-2/record.html", "mezzogiorno-4/record.html"),
)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(page: Page, site: Path, name: str, dark: bool) -> None:
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.goto((site / name).as_uri())
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 390, 768, 769, 842, 961])
def test_nothing_leaves_a_narrow_screen(page: Page, site: Path, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto((site / name).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture(scope="module", params=["de", "fr", "it"])
def foreign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive in every other language."""
    with speaking(request.param):
        return archived(tmp_path_factory.mktemp("foreign"))


@pytest.mark.parametrize("name", PAGES[:2])
def test_nothing_leaves_a_narrow_screen_in_other_languages(page: Page, foreign: Path, name: str) -> None:
    for width in (320, 360, 769, 800, 842, 961):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto((foreign / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_short_name_is_broken_in_a_record(page: Page, foreign: Path) -> None:
    """A name beside the long words of other languages."""
    for width in (320, 360, 800):
        page.set_viewport_size({"width": width, "height": 844})
        for id in ("mezzogiorno-4", "quadrilateral-4", "rhombus-2"):
            page.goto((foreign / id / "record.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            names = page.locator(".standings a").all()
            assert names
            assert [each.inner_text() for each in names if each.evaluate(LINES) > 1] == []


@pytest.mark.parametrize("width", [320, 360, 800, 1280])
def test_ordinary_words_are_never_broken_in_the_statistics(page: Page, busy: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto((busy / "statistics.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cells = page.locator("tbody th").all()
    assert {"Aspasia", "Lysander", "rhombus-2", "Alexander Winterfeld"} <= {each.inner_text() for each in cells}
    for cell in cells:
        assert cell.evaluate(LINES) <= len(cell.inner_text().split(" ")), cell.inner_text()


LINES = """cell => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return new Set([...text.getClientRects()].map((each) => each.top)).size;
}"""
"""How many lines the text of a cell takes."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the statistics of many games in German, whose columns are all in use."""
    folder = tmp_path_factory.mktemp("busy")
    seats = [("athens", "Aspasia", 16), ("corinth", "Lysander", 18), ("sparta", "Alexander Winterfeld", 20)]
    sitters = tuple([Sitter(seat, who, score, at, "house 4") for at, (seat, who, score) in enumerate(seats, 1)])
    game: dict[str, Any] = dict.fromkeys(("head", "birth", "chance", "headline"), "") | {
        "began": "2026-11-01",
        "last": "2026-11-20",
    }
    brief = partial(Summary, title="attika", name="Attika", board="rhombus-2", status="closed", sealed=False, **game)
    games = [
        brief(id=f"g{n}", sitters=sitters, winners=("sparta",), unit="Gebäude", way="durch alle", entries=99, turns=n)
        for n in range(30, 36)
    ]
    with speaking("de"):
        page = statistics.statistics(figures.chapters(games), "Club", say(""))
    (folder / "statistics.html").write_text(page, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a game whose players have names of one long word, and of a running one."""
    folder = tmp_path_factory.mktemp("wordy")
    table = Table(Settings(str(folder / "games"), str(folder / "private"), str(folder / "reports")))
    for id, title, seats in (
        ("oracle", "magna-grecia", ("yellow", "red")),
        ("temple", "attika", ("athens", "corinth")),
    ):
        players = [f"{seat}={LONG}" for seat in seats]
        new_game.new(table, new_game.plan(title, id, players, [], None))
    run = build_archive.Archive(table, str(folder / "site"), build_archive.ArchiveRequest())
    list(run.steps())
    run.finish()
    return folder / "site"


WORDY = ("index.html", "statistics.html", "oracle/index.html", "oracle/record.html", "temple/index.html")


@pytest.mark.parametrize("name", WORDY)
@pytest.mark.parametrize("width", [320, 390, 800, 900, 1000, 1280])
def test_names_of_one_long_word_are_broken(page: Page, wordy: Path, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto((wordy / name).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cells = page.locator(".standings th, .standings td, .head dl").all()
    boxes = [box for each in cells if (box := each.bounding_box())]
    assert [one for one in boxes for other in boxes if one != other and overlap(one, other)] == []


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share more than their edges."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


@pytest.mark.parametrize("width", [961, 1100, 1400])
def test_the_name_of_a_game_stays_in_its_column(page: Page, site: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto((site / "index.html").as_uri())
    opened(page)
    rows = page.locator("#games tbody tr").all()
    assert len(rows) > 3
    for row in rows:
        name, players = row.locator(".game > a, .game .title").all(), row.locator(".players").bounding_box()
        boxes = [box for each in name if (box := each.bounding_box())]
        assert boxes
        assert players
        assert max(box["x"] + box["width"] for box in boxes) <= players["x"]


def test_the_number_of_an_entry_is_on_one_line(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 844})
    page.goto((site / "quadrilateral-4" / "record.html").as_uri())
    entry = "document.querySelectorAll('.moves > li')[number - 1]"
    high = f"number => parseFloat(getComputedStyle({entry}, '::before').height)"
    assert page.evaluate(high, 284) == page.evaluate(high, 2) > 0


def test_every_link_of_the_list_points_to_a_file(index: Page, site: Path) -> None:
    addresses = [each.get_attribute("href") or "" for each in index.locator("a").all()]
    assert len(addresses) > 4 * len(IDS)
    assert [each for each in addresses if not (site / each.partition("#")[0]).is_file()] == []


@pytest.mark.parametrize("name", ["index.html", "record.html"])
def test_the_pages_of_a_game_link_to_each_other_to_its_log_and_to_all_games(page: Page, site: Path, name: str) -> None:
    folder = site / IDS[0]
    page.goto((folder / name).as_uri())
    links = page.get_by_role("navigation").get_by_role("link").all()
    found = {(folder / (each.get_attribute("href") or "")).resolve() for each in links}
    (other,) = {"index.html", "record.html"} - {name}
    assert found == {folder / other, folder / "log/log.yaml", site / "index.html"}
    page.emulate_media(media="print")
    expect(page.locator("nav")).to_be_hidden()


def test_the_heads_of_the_list_are_printed_on_every_page(index: Page) -> None:
    index.evaluate("""() => {
      const rows = [...document.querySelectorAll("tbody tr")];
      const copies = () => rows.map((row) => row.cloneNode(true));
      for (let number = 1; number < 9; number++) document.querySelector("tbody").append(...copies());
      for (const head of document.querySelectorAll("thead th *")) head.style.fontSize = "37px";
    }""")
    heads = [len(re.findall(rb"/F\d+ 37 Tf", text)) for text in drawn(index.pdf(prefer_css_page_size=True))]
    pages = [at for at, found in enumerate(heads) if found]  # others have what is above or below the list
    table = heads[pages[0] : pages[-1] + 1]
    assert len(table) > 2
    assert {*table} == {table[0]}
    assert table[0] >= 7


def drawn(printed: bytes) -> list[bytes]:
    """What draws the pages of a PDF."""
    found = []
    for stream in re.findall(rb"stream\n(.*?)\nendstream", printed, re.DOTALL):
        with suppress(zlib.error):
            found.append(zlib.decompress(stream))
    return [each for each in found if b"\nBT\n" in each]


def test_a_record_is_printed_on_pages_with_numbers(page: Page, site: Path) -> None:
    page.goto((site / "bruttium-2" / "record.html").as_uri())
    page.emulate_media(media="print")
    expect(page.locator(":is(nav, .course):visible")).to_have_count(0)
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.startswith(b"%PDF")
    assert 1 < printed.count(b"/Type /Page\n") <= 6
    assert re.findall(rb"/MediaBox \[0 0 (\d+)", printed)[0] in (b"594", b"595")  # A4, in points
    assert not any(re.search(rb"\.23\d+ \.33\d+ \.37\d+ rg", each) for each in drawn(printed))  # letters of boards
