"""The pages of one position as they are now, for the pictures of "Before and after": `make docs`, with Chromium.

Their names end in `-now.png`. Those in `-before.png` were made once in the same way by an older version.
"""

import base64
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from doc_pages import ROOT
from playwright.sync_api import Browser, Page

from referee.app.game_access import Table
from referee.app.look import game_views, replay_page, report_files
from referee.settings import Settings
from referee.store import chain

sys.path.append(str(ROOT / "tests" / "post"))

import letter_samples

from referee.mail.write import mime

GAME, ENTRY, SEAT = "mezzogiorno-4", 24, "red"
"""The sample game, the entry after which it is shown, and who is to move then."""


class PageShot(NamedTuple):
    """A picture of a page: the name of the file, the page, and the window."""

    name: str
    page: str
    width: int
    height: int
    hash: str = ""


SHOTS = (
    PageShot("report", "report", 1280, 860),
    PageShot("report-phone", "report", 390, 844),
    PageShot("composer", "report", 1280, 860),
    PageShot("letter", "letter", 720, 900),
    PageShot("replay", "replay", 1280, 860, f"#entry={ENTRY}"),
)


def comparisons(browser: Browser, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name → PNG of each page now."""
    write_pages(folder)
    for shot, screen in shots_of(browser, folder):
        yield f"{shot.name}-now.png", screen


def write_pages(folder: Path) -> None:
    """Each page as a file."""
    games = folder / "cut" / GAME
    games.mkdir(parents=True)
    raw = (ROOT / "games" / GAME / "log.yaml").read_bytes()
    (games / "log.yaml").write_bytes(b"".join(chain.raw_documents(raw)[: ENTRY + 1]))
    table = Table(Settings(str(games.parent)))
    report = report_files.report_page(table.settings, *game_views.show_to_move(table, GAME, seat=SEAT))
    whole = Table(Settings(str(ROOT / "games")))
    texts = {"report": report, "letter": letter_page(), "replay": replay_page.game_replay_page(whole, GAME)}
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")


def letter_page() -> str:
    """The HTML of the e-mail to the seat to move, with its pictures inside."""
    letter = letter_samples.letter(GAME, ENTRY)
    mail = letter_samples.opened(mime.message(letter, letter_samples.MAIL, letter_samples.KEY))
    picture = base64.b64encode(letter_samples.part(mail, "image/png").get_content()).decode()
    return re.sub('src="cid:[^"]*"', f'src="data:image/png;base64,{picture}"', letter_samples.page(mail))


def shots_of(browser: Browser, folder: Path) -> Iterator[tuple[PageShot, bytes]]:
    for shot in SHOTS:
        page = browser.new_page(viewport={"width": shot.width, "height": shot.height})
        page.goto((folder / f"{shot.page}.html").as_uri() + shot.hash)
        if shot.name == "composer":
            compose_turn(page)
        yield shot, page.screenshot()
        page.close()


def compose_turn(page: Page) -> None:
    """Two roads in the turn, and the choices at a third space."""
    for _ in range(2):
        page.locator(".spot.now").nth(3).click()
        page.locator("#choices-list .offer").first.click()
    page.locator(".spot.now").nth(8).click()
    page.locator("#board").evaluate("element => element.scrollIntoView()")
