"""The archive of the sample games, for tests in a browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_pages import is_opened, watched_page
from playwright.sync_api import Browser, Page

from referee.app.archive import build_archive
from referee.app.game_access import Table
from referee.settings import Settings
from referee.words import speaking

ROOT = Path(__file__).parent.parent.parent
IDS = ("rhombus-2", "quadrilateral-4", "bruttium-2", "mezzogiorno-4")
"""The sample games of these tests, in the order of the list: the newest last entry first."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of some sample games and of a bad one."""
    return archived(tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in German."""
    with speaking("de"):
        return archived(tmp_path_factory.mktemp("archiv"))


def archived(folder: Path) -> Path:
    """A site, made in this folder, of some sample games and of a bad one."""
    for id in IDS:
        shutil.copytree(ROOT / "games" / id, folder / "games" / id, ignore=shutil.ignore_patterns(".lock"))
    (folder / "games" / "broken").mkdir()
    (folder / "games" / "broken" / "log.yaml").write_bytes(b"nothing\n")
    wish = build_archive.ArchiveRequest(heading="Games of our club", url="https://example.org/")
    run = build_archive.Archive(Table(Settings(str(folder / "games"))), str(folder / "site"), wish)
    list(run.steps())
    run.finish()
    return folder / "site"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page, which may load scripts and pictures of the archive, too."""
    yield from watched_page(browser, lambda request: is_opened(request) or "/site/" in request.url)


@pytest.fixture
def index(page: Page, site: Path) -> Page:
    page.goto((site / "index.html").as_uri())
    return opened(page)


def opened(page: Page) -> Page:
    """With the table and all filters."""
    page.locator("#as-table > summary").click()
    if page.locator("#filters details:not([open])").count():
        page.locator("#filters summary").click()
    return page


def shown(page: Page) -> list[str]:
    """The games that are shown as pictures, in order; the rows of the table are those of them that have a page."""
    found = [each.get_attribute("data-game") or "" for each in page.locator("#gallery > li").all()]
    rows = [each.text_content() or "" for each in page.locator("#games tbody .game a").all()]
    assert rows == [each for each in found if each != "broken"]
    return rows
