"""No page has a barrier: you can walk it with the Tab key, hit what is on it with a finger, and hear what changes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sample_menu
from archive_site import archived
from browser_pages import is_opened, is_soon, watched_page
from page_barriers import headings, is_outline, jumps_back, movements, small_targets, walk
from playwright.sync_api import Browser, Page, expect
from replay_pages import MAGNA
from replay_pages import html as replay_html
from test_report import TABLE, report

from referee.app.look import status, status_overview
from referee.report.html import overview

Opened = Callable[..., Page]


def status_page() -> str:
    """What `status --format html` prints about the sample games."""
    return overview.overview_html(status_overview.overview(status.status(TABLE, []), TABLE.settings))


MADE: dict[str, Callable[[], str]] = {
    "report of Magna Grecia": lambda: report("bruttium-2", 12, composed=False),
    "report of Attika": lambda: report("rhombus-2", 82, composed=False),
    "composer of Magna Grecia": lambda: report("bruttium-2", 12, composed=True),
    "composer of Attika": lambda: report("rhombus-2", 82, composed=True),
    "composer of all kinds": sample_menu.page,
    "replay": lambda: replay_html(MAGNA),
    "status": status_page,
}
"""Pages that are one file each."""
ARCHIVED = {
    "archive": "index.html",
    "statistics": "statistics.html",
    "record": "rhombus-2/record.html",
}
"""Pages of an archive."""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where each of the pages is."""
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for number, (name, make) in enumerate(MADE.items()):
        path = folder / f"{number}.html"
        path.write_text(make(), encoding="utf-8")
        found[name] = path.as_uri()
    site = archived(folder)
    return found | {name: (site / path).as_uri() for name, path in ARCHIVED.items()}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page, which may load scripts and pictures of the archive, too."""
    yield from watched_page(browser, lambda request: is_opened(request) or "/site/" in request.url)


@pytest.fixture(params=[*MADE, *ARCHIVED])
def shown(request: pytest.FixtureRequest, page: Page, addresses: dict[str, str]) -> Page:
    """Each page, one after the other."""
    page.goto(addresses[request.param])
    return page


@pytest.mark.parametrize("width", [1280, 390])
def test_the_focus_follows_the_page_and_can_be_seen_at_each_stop(shown: Page, width: int) -> None:
    shown.set_viewport_size({"width": width, "height": 844})
    stops = walk(shown)
    assert jumps_back(stops) == []
    assert [stop.name for stop in stops if not stop.shown] == []
    assert [stop.name for stop in stops if not stop.ring] == []
    assert [stop.name for stop in stops] or not shown.locator("a, button, summary, input, [tabindex='0']").count()


def test_a_walk_that_goes_back_is_noticed(opened: Opened) -> None:
    rows = ['<p style="height:90px"><button>A</button></p>', '<p><button style="outline:none">B</button></p>']
    page = opened(f'<body style="display:flex;flex-direction:column-reverse">{"".join(rows)}</body>')
    stops = walk(page)
    assert jumps_back(stops) == ["button A -> button B"]
    assert [stop.name for stop in stops if not stop.ring] == ["button B"]


@pytest.mark.parametrize("width", [1280, 390])
def test_a_finger_hits_what_it_aims_at(shown: Page, width: int) -> None:
    """Spaces of a whole board on a phone may be smaller: there a button enlarges them."""
    shown.set_viewport_size({"width": width, "height": 844})
    for larger in shown.locator("#larger:visible").all() if width < 600 else ():
        larger.check()
    assert small_targets(shown) == []


def test_targets_that_are_small_and_close_are_noticed(opened: Opened) -> None:
    look = "position:absolute;width:20px;height:20px;padding:0;top:50px;left:"
    page = opened("".join(f'<button style="{look}{left}px">{left}</button>' for left in (50, 72, 100)))
    assert small_targets(page) == ["button 50", "button 72"]


@pytest.mark.parametrize("width", [1280, 390])
def test_headings_go_down_one_level_at_a_time(shown: Page, width: int) -> None:
    shown.set_viewport_size({"width": width, "height": 844})
    assert is_outline(headings(shown)), headings(shown)


@pytest.mark.parametrize(("levels", "good"), [([1, 2, 3, 2], True), ([1, 3], False), ([2, 1], False), ([1, 1], False)])
def test_an_outline_has_one_top_and_skips_no_level(levels: list[int], good: bool) -> None:
    assert is_outline(levels) == good


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_moves_for_who_wants_little_motion(shown: Page, width: int) -> None:
    shown.emulate_media(reduced_motion="reduce")
    shown.set_viewport_size({"width": width, "height": 844})
    for button in shown.get_by_role("button", name="Play", exact=True).all():
        button.click()
    for larger in shown.locator("#larger:visible").all():
        larger.check()
    assert movements(shown) == []


def test_a_notice_goes_without_fading_for_who_wants_little_motion(composer: Page) -> None:
    composer.set_viewport_size({"width": 390, "height": 844})
    composer.locator(".spot.now").first.click()
    composer.locator("#choices-list .offer").first.click()
    assert movements(composer) == ["fade"]
    composer.emulate_media(reduced_motion="reduce")
    assert movements(composer) == []
    expect(composer.locator("#notice")).to_be_visible()


SAID = "() => [...document.querySelectorAll('[aria-live=polite]')].map(each => each.textContent).join(' ').trim()"


def test_a_step_that_is_taken_or_undone_is_said(composer: Page) -> None:
    composer.locator(".spot.now").first.press("Enter")
    composer.locator("#choices-list .offer").first.press("Enter")
    taken = composer.evaluate(SAID)
    composer.keyboard.press("Control+z")
    assert taken
    assert is_soon(lambda: composer.evaluate(SAID) not in (taken, ""))


@pytest.mark.parametrize(
    ("name", "focus", "key"), [("replay", "#slider", "ArrowLeft"), ("archive", "[name=search]", "x")]
)
def test_what_a_key_changes_elsewhere_is_said(
    page: Page, addresses: dict[str, str], name: str, focus: str, key: str
) -> None:
    page.goto(addresses[name] + ("#entry=5" if name == "replay" else ""))
    before = page.evaluate(SAID)
    page.locator(focus).press(key)
    assert is_soon(lambda: page.evaluate(SAID) not in (before, ""))


def test_each_page_is_of_this_folder(addresses: dict[str, str]) -> None:
    assert len(addresses) == len(MADE) + len(ARCHIVED)
    assert all(Path(each.removeprefix("file://")).is_file() for each in addresses.values())
