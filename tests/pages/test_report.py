"""Reports of both titles in the browser: nothing is said, nothing is asked for, everybody can read them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from referee.desk import composing, looking
from referee.desk.pages import page as page_of
from referee.desk.table import Table, open_game
from referee.settings import Settings

ROOT = Path(__file__).parent.parent.parent
TABLE = Table(Settings(games=str(ROOT / "games"), private="/nowhere"))


def report(id: str, entry: int, *, composed: bool) -> str:
    game = open_game(TABLE, id, upto=entry)
    seat = str(game.book.to_move(game.position))
    return page_of(Settings(), looking.seen(game, seat), composing.menu(game, seat) if composed else None)


@pytest.mark.parametrize("composed", [False, True])
@pytest.mark.parametrize(("id", "entry"), [("bruttium-2", 12), ("rhombus-2", 82)])
def test_anybody_can_read_it(opened: Callable[..., Page], page: Page, id: str, entry: int, composed: bool) -> None:
    opened(report(id, entry, composed=composed))
    for scheme, width in (("light", 1280), ("dark", 1280), ("dark", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], (scheme, width)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
