"""Pages as a browser shows them, for the pictures of the documentation: `make docs`, where Chromium is.

Letters are drawn by the system, so no two machines give the same bytes: these pictures are looked at, not compared.
"""

import base64
import email
import email.policy
import io
import shutil
import subprocess
import sys
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
    """The e-mail to the seat to move in the middle of a sample game, and a turn that is composed on its board."""
    raw = (ROOT / "games" / "mezzogiorno-4" / "log.yaml").read_bytes()
    (folder / "games" / "mezzogiorno-4").mkdir(parents=True)
    (folder / "games" / "mezzogiorno-4" / "log.yaml").write_bytes(b"".join(chain.raw_documents(raw)[: TURN + 1]))
    table = Table(Settings(str(folder / "games")))
    path = folder / "report.html"
    game = api.Game(table, "mezzogiorno-4")
    path.write_text(report_files.report_page(table.settings, game.view(SEAT), game.menu(SEAT)), "utf-8")
    page = browser.new_page(viewport={"width": 860, "height": 1040})
    page.set_content(letter(folder))
    yield "report.png", page
    page = browser.new_page(viewport={"width": 1400, "height": 980})
    page.goto(path.as_uri())
    for _ in range(2):  # the first road of a space, twice
        page.locator(".spot.now").nth(3).click()
        page.locator("#choices-list .offer").first.click()
    page.locator(".spot.now").nth(8).click()
    page.locator("#board").evaluate("element => element.scrollIntoView()")
    yield "composer.png", page


def letter(folder: Path) -> str:
    """The page of the e-mail to this seat, with its picture."""
    (folder / "referee.toml").write_text(MAIL)
    forked = ["fork", "mezzogiorno-4", "--id", "cup", "--at", str(TURN), "--address", f"{SEAT}=dario@example.org"]
    for words in (forked, ["send", "cup"], ["send", "cup", "--again", SEAT]):  # the first e-mail of a game welcomes
        subprocess.run([sys.executable, "-m", "referee", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    last = max((folder / "letters").rglob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
    mail = email.message_from_bytes(last.read_bytes(), policy=email.policy.default)
    (picture,) = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    shown = f"data:{picture.get_content_type()};base64,{base64.b64encode(picture.get_content()).decode()}"
    page = mail.get_body(("html",))
    assert page
    return str(page.get_content()).replace(f"cid:{picture['Content-ID'].strip('<>')}", shown)


MAIL = """
[mail]
from = "Referee <referee@games.example.org>"
transport = "files"
folder = "letters"
"""


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
