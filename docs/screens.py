"""Pages as a browser shows them, for the pictures of the documentation: `make docs`, where Chromium is.

Letters are drawn by the system, so no two machines give the same bytes: these pictures are looked at, not compared.
"""

import io
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from doc_pages import ROOT
from PIL import Image
from playwright.sync_api import Browser, Page

from referee import api
from referee.app.archive import build_archive
from referee.app.game_access import Table
from referee.app.look import report_files
from referee.settings import Settings
from referee.store import chain

COLOURS = 256
"""A page has few colours."""


def screens() -> dict[str, bytes]:
    """Name → PNG of the screen; nothing if there is no Chromium."""
    chromium = shutil.which("chromium")
    if not chromium:
        return {}
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as played:
        site = archive(Path(folder))
        browser = played.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found = {}
        for name, address, height in shown(site):
            page = browser.new_page(viewport={"width": 1200, "height": height})
            page.goto(address)
            found[name] = small(page.screenshot())
        for name, page in drawn(browser, Path(folder)):
            found[name] = small(page.screenshot())
        browser.close()
    return found


SEAT, TURN = "red", 24
"""Of a sample game: who is to move after this entry."""


def drawn(browser: Browser, folder: Path) -> Iterator[tuple[str, Page]]:
    """The report of the seat to move in the middle of a sample game, and a turn that is composed on its board."""
    raw = (ROOT / "games" / "mezzogiorno-4" / "log.yaml").read_bytes()
    (folder / "games" / "mezzogiorno-4").mkdir(parents=True)
    (folder / "games" / "mezzogiorno-4" / "log.yaml").write_bytes(b"".join(chain.raw_documents(raw)[: TURN + 1]))
    table = Table(Settings(str(folder / "games")))
    path = folder / "report.html"
    game = api.Game(table, "mezzogiorno-4")
    path.write_text(report_files.report_page(table.settings, game.view(SEAT), game.menu(SEAT)), "utf-8")
    page = browser.new_page(viewport={"width": 1400, "height": 980})
    page.goto(path.as_uri())
    yield "report.png", page
    for _ in range(2):  # the first road of a space, twice
        page.locator(".spot.now").nth(3).click()
        page.locator("#choices-list .offer").first.click()
    page.locator(".spot.now").nth(8).click()
    page.locator("#board").evaluate("element => element.scrollIntoView()")
    yield "composer.png", page


def archive(folder: Path) -> Path:
    """An archive of the sample games."""
    wish = build_archive.ArchiveRequest(heading="Magna Grecia and Attika by mail", url="https://example.org/")
    run = build_archive.Archive(Table(Settings(str(ROOT / "games"))), str(folder / "site"), wish)
    for _ in run.steps():
        pass
    run.finish()
    return folder / "site"


def shown(site: Path) -> Iterator[tuple[str, str, int]]:
    """Name of the picture, address of the page, height."""
    yield "archive.png", (site / "index.html").as_uri(), 690
    yield "archive-statistics.png", (site / "statistics.html").as_uri() + "#magna-grecia", 900
    yield "replay.png", (site / "mezzogiorno-4" / "index.html").as_uri() + "#entry=14", 860
    yield "archive-record.png", (site / "mezzogiorno-4" / "record.html").as_uri(), 1400


def small(png: bytes) -> bytes:
    """The same in few colours."""
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()
