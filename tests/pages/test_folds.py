"""Every fold of every kind of page is opened, in four languages, light and dark, and what is in it is measured."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from archive_site import archived
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from replay_pages import MAGNA
from replay_pages import html as replay_html
from test_barriers import status_page
from test_report import TABLE, report

from referee.app.archive import archive_game
from referee.words import speaking

KINDS: dict[str, Callable[[], str]] = {
    "report of Magna Grecia": lambda: report("mezzogiorno-4", 40, composed=False),
    "report of Attika": lambda: report("quadrilateral-4", 204, composed=False),
    "composer of Magna Grecia": lambda: report("mezzogiorno-4", 40, composed=True),
    "composer of Attika": lambda: report("quadrilateral-4", 204, composed=True),
    "replay": lambda: replay_html(MAGNA),
    "book": lambda: archive_game.book(TABLE, ["rhombus-2"], "", archive_game.BOOK_FORMS[".html"]).text,
    "status": status_page,
}
"""Pages that are one file each."""
ARCHIVED = ("index.html", "statistics.html", "players.html", "rhombus-2/record.html", "rhombus-2/index.html")
SIZES = ((1280, 800), (390, 844))
OPEN = "() => document.querySelectorAll('details').forEach(each => { each.open = true; })"
MEASURE = r"""() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen");
  const box = (each) => each.getBoundingClientRect();
  const words = (each) => { const copy = each.cloneNode(true);
    copy.querySelectorAll(".unseen, svg, .rule").forEach((one) => one.remove());
    return copy.textContent.replace(/\s+/g, " ").trim(); };
  const name = (each) => `${each.tagName}${each.className ? "." + each.className : ""} ${words(each).slice(0, 40)}`;
  const side = (cells) => cells.every((each, at) => !at || box(each).left >= box(cells[at - 1]).right - 1)
    && cells.every((each) => box(each).top < box(cells[0]).bottom && box(cells[0]).top < box(each).bottom);
  const span = (cells) => cells.reduce((sum, each) => sum + each.colSpan, 0);
  const wholes = all("table").filter((each) => seen(each) && getComputedStyle(each).display === "table");
  const scrolled = ".wide, .scrolls, pre, textarea, .picture, svg, .unseen, .skip";
  const heads = all("details").filter(seen).map((each) => [words(each.querySelector("summary")),
    all("caption, h2, h3, h4, figcaption", each).filter((one) => seen(one) && !one.closest("summary")).map(words)]);
  return {
    uneven: wholes.flatMap((each) => [...each.rows].map((row) => [...row.cells])
      .filter((cells) => span(cells) !== span([...each.rows[0].cells]) || !side(cells)).map(([first]) => name(first))),
    sideways: document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : [],
    outside: all("td, th, caption, summary, li, p, h1, h2, h3, h4, dd, dt, label, button")
      .filter((each) => seen(each) && !each.closest(scrolled) && box(each).width > 1
        && (box(each).right > innerWidth + 1 || box(each).left < -1)).map(name),
    cut: all("td, th, summary, li, p, h1, h2, h3, dd, label, button")
      .filter((each) => seen(each) && !each.closest(scrolled) && /hidden|clip/.test(getComputedStyle(each).overflowX)
        && each.scrollWidth > each.clientWidth + 1).map(name),
    doubled: heads.flatMap(([said, inner]) => inner.filter((each) => each && each === said)),
    coded: all("td").filter((each) => /^([A-Za-z-] ){2,}|( --){2,}|^([A-Za-z]|[A-Z]{2,4}|--+)$/.test(words(each)))
      .map(name),
  };
}"""


MEASURED = ("uneven", "sideways", "outside", "cut", "doubled", "coded")
"""Rows whose cells are not side by side, what is too wide or cut off, heads said twice, tables of letters."""


@cache
def pages(language: str) -> dict[str, str]:
    """The pages of one file in a language; texts for the moderator are in English alone."""
    with speaking(language):
        return {name: make() for name, make in KINDS.items()}


def faults(page: Page, schemes: tuple[str, ...] = ("light", "dark")) -> dict[Any, Any]:
    """What is wrong in each size, and the contrast in light and dark."""
    found: dict[Any, Any] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(OPEN)
        page.wait_for_timeout(50)
        found |= {(width, name): each for name, each in page.evaluate(MEASURE).items() if each}
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        rules = {"runOnly": ["color-contrast", "scrollable-region-focusable", "td-headers-attr", "heading-order"]}
        bad = Axe().run(page, options=rules).response["violations"]
        found |= {(scheme, each["id"]): [node["html"][:160] for node in each["nodes"][:3]] for each in bad}
    return found


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_fold_can_be_read(opened: Callable[..., Page], kind: str, language: str) -> None:
    assert faults(opened(pages(language)[kind])) == {}


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_every_fold_of_an_archive_can_be_read(browser: Browser, language: str, tmp_path: Path) -> None:
    with speaking(language):
        site = archived(tmp_path)
    page = browser.new_page()
    names = [*ARCHIVED, *[f"players.d/{each.name}" for each in sorted((site / "players.d").iterdir())[:1]]]
    found = {}
    for name in names:
        page.goto((site / name).as_uri())
        page.wait_for_timeout(100)
        found[name] = faults(page)
    page.close()
    assert {name: each for name, each in found.items() if each} == {}


def test_a_fold_that_falls_apart_is_noticed(opened: Callable[..., Page]) -> None:
    grid = "<td style='display:grid'>"
    row = f"<tr><th>Anna</th>{grid}1</td>{grid}2</td><td>B o - --</td></tr>"
    fold = f"<details><summary><h3>Score</h3></summary><table><caption>Score</caption>{row * 2}</table></details>"
    page = opened(f"<html lang=en><body>{fold}<p style='color:#999;width:2000px'>wide</p></body>")
    page.evaluate(OPEN)
    page.set_viewport_size({"width": 390, "height": 844})
    assert {name for name, each in page.evaluate(MEASURE).items() if each} == {*MEASURED} - {"cut"}
