"""Replay pages of the sample games, and their content."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from ground import board_of
from playwright.sync_api import Page

from referee.app.game_access import Game, Table, open_game
from referee.app.look import replays
from referee.settings import Settings
from referee.show.view import View, view_with_people

TABLE = Table(Settings(str(Path(__file__).parents[2] / "games")))
MAGNA, ATTIKA, FOUR, LONGEST = "bruttium-2", "rhombus-2", "mezzogiorno-4", "quadrilateral-4"
Opened = Callable[..., Page]


@cache
def html(id: str) -> str:
    return replays.game_replay_page(TABLE, id)


@cache
def game(id: str) -> Game:
    return open_game(TABLE, id)


def view(id: str, entry: int, seat: str = "") -> View:
    stored = game(id)
    shown: View = stored.book.show().view(stored.header, stored.moments[: entry + 1], seat)
    return view_with_people(shown)


def position(page: Page) -> str:
    return page.locator("#position").inner_text()


def entry_shown(page: Page) -> int:
    return int(page.locator("#number").inner_text().removeprefix("Entry "))


def story(page: Page) -> list[str]:
    """The sentences without the numbers of rules."""
    found: list[str] = page.locator("#lines li").evaluate_all(
        """items => items.map(item => {
            const bare = item.cloneNode(true);
            bare.querySelectorAll(".rule, svg").forEach(each => each.remove());
            return bare.textContent.replace(/\\s+/g, " ").trim();
        })"""
    )
    return found


def spaces(page: Page) -> dict[str, str]:
    """The spaces on the board by label, in words, as the picture has them."""
    titles: list[str] = page.locator("#board svg title").all_text_contents()
    return dict(each.partition(": ")[::2] for each in titles)


def expected(shown: View) -> dict[str, str]:
    return {space.label: str(space.words) for space in board_of(shown).spaces if not space.ground.is_offer}


def told(shown: View, entry: int) -> list[str]:
    """The sentences on the last entry."""
    says = [" ".join(str(line.says).split()) for line in shown.story.lines]
    first = max(at for at, each in enumerate(says) if each.startswith(f"Entry {entry}:"))
    return says[first:]
