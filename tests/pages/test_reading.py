"""What is hard to read on a small screen or in a corner: words that are torn, cut or too small."""

from collections.abc import Callable
from pathlib import Path

import letter_samples as samples
import pytest
from playwright.sync_api import Page
from sample_games import game_after

from referee.app.game_access import Table
from referee.app.look import game_views, replays
from referee.app.look.report_files import report_page
from referee.mail.write import mime
from referee.settings import Settings
from referee.words import speaking

Opened = Callable[..., Page]
ROOT = Path(__file__).parent.parent.parent
TABLE = Table(Settings(games=str(ROOT / "games"), private="/nowhere"))
MIDDLES = {"mezzogiorno-4": 40, "quadrilateral-4": 240}


def report(id: str, language: str = "en", *, composed: bool = False) -> str:
    with speaking(language):
        game = game_after(id, MIDDLES[id])
        seat = str(game.book.play.to_move(game.position))
        menu = game_views.menu(game, seat) if composed else None
        return report_page(Settings(), game_views.view_for_seat(game, seat), menu)


TORN = r"""() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const lines = (node, { index, 0: word }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].filter(each => each.width).map(each => Math.round(each.top))).size;
  };
  const found = [];
  for (const cell of document.querySelectorAll(".sheets :is(td, th, caption)")) {
    if (getComputedStyle(cell).writingMode !== "horizontal-tb") continue;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const each of node.textContent.matchAll(/[\p{L}\p{N}']+/gu)) if (lines(node, each) > 1) found.push(each[0]);
  }
  return found;
}"""
"""The words in tables that take more than one line."""


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("id", MIDDLES)
def test_no_word_in_a_table_is_torn_on_a_phone(opened: Opened, page: Page, id: str, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    assert opened(report(id, language)).evaluate(TORN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


IN_PIECES = r"""() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const found = [];
  for (const table of document.querySelectorAll("table:has(.number)")) {
    const rows = [...table.rows].filter(each => each.getClientRects().length);
    const spans = each => [...each.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
    const columns = Math.max(...rows.map(spans));
    for (const row of rows) {
      const cells = [...row.cells].map(each => each.getBoundingClientRect());
      const beside = cells.filter((each, at) => !at || (each.left >= cells[at - 1].right - 1
        && each.top < cells[0].bottom && each.bottom > cells[0].top));
      if (spans(row) !== columns || beside.length !== cells.length) found.push(row.innerText);
    }
  }
  return found;
}"""
"""The rows of tables of figures whose cells do not stand side by side, one for each column."""


@pytest.mark.parametrize("composed", [False, True])
@pytest.mark.parametrize("id", MIDDLES)
def test_a_row_of_figures_is_a_row(opened: Opened, page: Page, id: str, *, composed: bool) -> None:
    """On every size of screen and on paper, in every fold."""
    opened(report(id, composed=composed))
    assert page.locator("table:has(.number)").count() >= 2
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(IN_PIECES) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_no_line_of_a_move_is_cut(opened: Opened, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    block = opened(report("mezzogiorno-4", "fr")).locator("#asked pre")
    assert block.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_names_of_columns_are_as_large_where_a_move_is_composed(opened: Opened) -> None:
    size = "all => all.map(each => getComputedStyle(each).fontSize)"
    sizes = [
        opened(report("mezzogiorno-4", composed=each)).locator("#board svg .mark").evaluate_all(size)
        for each in (False, True)
    ]
    assert set(sizes[0]) == set(sizes[1]) == {"28px"}


def test_the_larger_board_names_its_buildings(opened: Opened) -> None:
    page = opened(report("quadrilateral-4"))
    seen = "all => all.map(each => getComputedStyle(each).visibility)"
    names = page.locator("#board .called")
    assert set(names.evaluate_all(seen)) == {"hidden"}
    page.get_by_label("Larger").check()
    assert set(names.evaluate_all(seen)) == {"visible"}


def test_what_a_player_has_left_is_set_off_by_a_comma(opened: Opened) -> None:
    """Where it is in words: `14 open, 0 face down, 1 card`."""
    after = "all => all.map(each => getComputedStyle(each, '::after').content)"
    for html in (report("quadrilateral-4"), replays.game_replay_page(TABLE, "quadrilateral-4")):
        last = opened(html).locator(".card:has(.left) .made > span:last-of-type")
        assert set(last.evaluate_all(after)) == {'","'}
    drawn = opened(report("mezzogiorno-4")).locator(".card .made > span:last-of-type")
    assert set(drawn.evaluate_all(after)) == {"none"}


@pytest.mark.parametrize("long", [False, True])
def test_what_a_reader_types_is_bold_and_has_no_marks(opened: Opened, long: bool) -> None:
    """In the list of what the player may do, on the page and in the e-mail."""
    page = opened(report("quadrilateral-4"))
    assert page.locator("#asked .lines b").all_text_contents() == ["end: true"]
    assert "`" not in "".join(page.locator("#asked .lines, #chances").all_text_contents())
    letter = samples.letter("quadrilateral-4", MIDDLES["quadrilateral-4"])._replace(is_long=long)
    sent = opened(
        samples.page(samples.opened(mime.message(letter, samples.MAIL, samples.KEY))).replace("cid:", "data:,")
    )
    assert sent.locator(".said b").all_text_contents() == ["end: true"]


def test_a_storage_board_is_seen_as_a_whole_on_a_phone(opened: Opened, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    opened(report("quadrilateral-4"))
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    widths = page.locator(".tray").evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")
    assert len(widths) == 4
    assert max(widths) <= 360
