"""The documentation as a site: it is built without a warning, loads nothing from anywhere, and its search works."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from doc_pages import ROOT

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
def test_the_search_finds_a_page(address: str) -> None:
    with ThreadPoolExecutor(1) as thread:  # in the thread of the tests another browser may be open
        titles, asked = thread.submit(search_site, address).result()
    assert any("replace players" in title for title in titles)
    assert [url for url in asked if not url.startswith(address)] == []


def search_site(address: str) -> tuple[list[str], list[str]]:
    """The titles of the pages that the search finds, and all that the browser asks for."""
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("needs chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/search.html?q=substitute")
        page.wait_for_selector("ul.search li a")
        titles = page.locator("ul.search li a").all_inner_texts()
        browser.close()
    return titles, asked


def test_axe_finds_nothing_critical(site: Path) -> None:
    names = ("index", "how-to/mail", "how-to/time", "reference/commands", "search")
    with ThreadPoolExecutor(1) as thread:
        assert (
            thread.submit(axe_findings, [(site / f"{name}.html").as_uri() for name in names], CRITICAL).result() == []
        )


ALL = ("minor", "moderate", "serious", "critical")
CRITICAL = ("critical",)


def axe_findings(addresses: list[str], impacts: tuple[str, ...] = ALL) -> list[str]:
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("needs chromium")
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    found: list[str] = []
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for address in addresses:
            page.goto(address)
            violations = Axe().run(page).response["violations"]
            found += [f"{address}: {each['id']}" for each in violations if each["impact"] in impacts]
        browser.close()
    return found
