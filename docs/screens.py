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

from referee.desk import archiving
from referee.desk.archive_pages import Look
from referee.desk.table import Table
from referee.settings import Settings

COLOURS = 256
"""A page has few colours."""


def screens() -> dict[str, bytes]:
    """Name → PNG of what is shown; nothing where there is no Chromium."""
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
        browser.close()
    return found


def archive(folder: Path) -> Path:
    """An archive of the sample games."""
    look = Look("Magna Grecia and Attika by mail", "https://example.org/")
    run = archiving.Archive(
        Table(Settings(str(ROOT / "games"))), str(folder / "site"), archiving.Wish(look=look, jobs=1)
    )
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
