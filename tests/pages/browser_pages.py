"""Pages in a real browser. A page may say nothing on the console, and ask for nothing but itself."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sample_menu
from playwright.sync_api import Browser, Page, Request

SLOW = 60_000
"""Milliseconds after which something that should appear is not waited for any longer."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page; in the end its console must be empty, and nothing asked for but files that were opened."""
    yield from watched_page(browser, is_opened)


def is_opened(request: Request) -> bool:
    return request.is_navigation_request() and request.url.startswith(("file:", "blob:"))


def watched_page(browser: Browser, may_ask: Callable[[Request], bool]) -> Iterator[Page]:
    """An empty page; in the end its console must be empty, and nothing asked for that it may not."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(SLOW)
    found, said, asked = context.new_page(), list[str](), list[str]()

    def requested(request: Request) -> None:
        if not may_ask(request):
            asked.append(request.url)

    found.on("console", lambda message: said.append(message.text))
    found.on("pageerror", lambda error: said.append(str(error)))
    found.on("request", requested)
    yield found
    context.close()
    assert said == []
    assert asked == []


PACKED = 'id="packed"', 'id="composer"'
"""What a page has whose composer comes to life a little later."""


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Callable[..., Page]:
    """`opened(html)`: the page shows this, from a file; `hash` is the part after its name."""

    def shown(html: str, hash: str = "") -> Page:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        page.goto(path.as_uri() + hash)
        if all(each in html for each in PACKED):
            page.locator(".composing").wait_for(state="attached")
        return page

    return shown


@pytest.fixture
def composer(opened: Callable[..., Page]) -> Page:
    """The composer on the menu made by hand."""
    return opened(sample_menu.page())


def is_soon(asked: Callable[[], object], seconds: int = 60) -> bool:
    """Whether an answer is true within some seconds. Playwright itself asks again by `eval`, which the pages forbid."""
    end = time.monotonic() + seconds
    while not asked():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
