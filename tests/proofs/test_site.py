"""The documentation as a site: it is built without a warning, loads nothing from anywhere, and its search works."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from doc_pages import ROOT
from playwright.sync_api import Browser

LOADED = re.compile(r"""<(?:script|img|iframe|source)[^>]*\ssrc="([^"]*)"|<link[^>]*\shref="([^"]*)"|url\(([^)]*)\)""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "docs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_on_the_site_and_in_its_search(site: Path) -> None:
    pages = [path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")]
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert [page for page in pages if not (site / f"{page}.html").exists() or f'"{page.as_posix()}"' not in index] == []


def test_the_site_loads_nothing_from_anywhere(site: Path) -> None:
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        for found in LOADED.findall(path.read_text(encoding="utf-8")):
            assert not re.match(r"(?:https?:)?//", "".join(found).strip("'\" ")), f"{path.name}: {found}"


@pytest.fixture
def address(site: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The site from the disk, or from a plain web server."""
    if request.param == "disk":
        yield site.as_uri()
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("address", ["disk", "server"], indirect=True)
def test_the_search_finds_a_page(browser: Browser, address: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/search.html?q=substitute")
    page.wait_for_selector("ul.search li a")
    titles = page.locator("ul.search li a").all_inner_texts()
    page.close()
    assert any("replace players" in title for title in titles)
    assert [url for url in asked if not url.startswith(address)] == []


def test_axe_finds_nothing_critical(browser: Browser, site: Path) -> None:
    names = ("index", "how-to/mail", "how-to/time", "reference/commands", "search")
    found = axe_findings(browser, [(site / f"{name}.html").as_uri() for name in names])
    assert [each for each in found if each[2] == "critical"] == []


def axe_findings(browser: Browser, addresses: list[str]) -> list[tuple[str, str, str]]:
    """[(page, what is wrong, how grave it is)]."""
    page, found = browser.new_page(), []
    for address in addresses:
        page.goto(address)
        found += [(address, each["id"], each["impact"]) for each in Axe().run(page).response["violations"]]
    page.close()
    return found
