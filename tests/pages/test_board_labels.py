"""Nothing that is written on a board covers a number, a piece or another label: measured in a browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from composing_page import at_table
from playwright.sync_api import Page
from sample_games import whole_game

from referee.app.game_access import Table, open_game
from referee.app.look import game_views
from referee.app.look.report_files import report_page
from referee.report.pictures import svg
from referee.report.pictures.palette import Name, paints
from referee.settings import Settings
from referee.show.view import View
from referee.testkit.playouts import playout

Opened = Callable[..., Page]
ROOT = Path(__file__).parent.parent.parent
SAMPLES = Table(Settings(games=str(ROOT / "games"), private="/nowhere"))
GAMES = ("bruttium-2", "mezzogiorno-4", "rhombus-2", "quadrilateral-4")
TITLES = {"magna-grecia": (1, 2, 3, 8), "attika": (11,)}
"""Seeds of random games; in those of Magna Grecia cities grow to the spaces above villages."""
POSITIONS = 24

CAPITALS = 0.73
"""The height of capitals, for a size of 1."""
MEASURE = """([capitals, slack]) => {
  const found = [];
  let count = 0;
  document.querySelectorAll("svg.measured").forEach((svg, number) => {
    const scale = each => { const own = each.getCTM(), whole = svg.getCTM();
      return (x, y) => [(own.a * x + own.e - whole.e) / whole.a, (own.d * y + own.f - whole.f) / whole.d]; };
    const seen = each => each.getClientRects().length && getComputedStyle(each).display !== "none";
    const boxed = (each, [left, top], [right, foot]) => ({ each, left, top, right, foot });
    const written = [...svg.querySelectorAll(".letters text")].filter(seen).map(each => {
      const place = scale(each), { x, width } = each.getBBox(), y = Number(each.getAttribute("y"));
      const high = parseFloat(getComputedStyle(each).fontSize) * capitals;
      return boxed(each, place(x, y - high), place(x + width, y));
    });
    const pieces = [...svg.querySelectorAll(".standing circle[r='16'], .standing g > g > [href*='symbol-market'], " +
      ".standing [href^='#pip-']")].map(each => {
      const place = scale(each), { x, y, width, height } = each.getBBox();
      const rim = each.matches("circle") ? 1.5 : 0; // half of its line
      return boxed(each, place(x - rim, y - rim), place(x + width + rim, y + height + rim));
    });
    const within = (value, low, high) => Math.min(Math.max(value, low), high);
    const isOn = (label, { left, top, right, foot }) => { // a disc
      const x = (left + right) / 2, y = (top + foot) / 2;
      const near = [x - within(x, label.left, label.right), y - within(y, label.top, label.foot)];
      return Math.hypot(...near) + slack < (right - left) / 2;
    };
    const meets = (a, b) => a.left + slack < b.right && b.left + slack < a.right
      && a.top + slack < b.foot && b.top + slack < a.foot && (!b.each.matches("circle") || isOn(a, b));
    const name = ({ each }) => each.textContent.trim() || each.getAttribute("href") || each.tagName;
    written.forEach((label, at) => {
      for (const other of [...pieces, ...written.slice(at + 1)]) {
        if (meets(label, other)) found.push([number, name(label), name(other)]);
      }
    });
    count += pieces.length;
  });
  return [count, found];
}"""
"""How many numbers, markets and discs there are, and which labels cover one, or one another."""
SLACK = 1
"""Units by which edges may meet; a hex is 120 wide."""


def sample_views(id: str) -> Iterator[View]:
    last = whole_game(id).log.last
    for at in range(POSITIONS):
        yield game_views.view_for_seat(open_game(SAMPLES, id, upto=1 + (last - 1) * at // (POSITIONS - 1)))


def random_views(title: str, seed: int, folder: Path) -> Iterator[View]:
    game = playout(title, seed)
    last, id = len(game.positions), str(game.header["game"])
    table = at_table(game, last, folder)
    for at in range(POSITIONS):
        yield game_views.view_for_seat(open_game(table, id, upto=1 + (last - 1) * at // POSITIONS))


def boards(views: list[View], palette: Name = Name.printed) -> str:
    """A page of boards; each has definitions of its own."""
    drawn = [svg.svg_picture(view, paints(view.seats, palette), alone=False) for view in views]
    return "".join([str(each).replace("<svg ", '<svg class="measured" ', 1) for each in drawn])


def measured(page: Page) -> tuple[int, list[Any]]:
    pieces, covered = page.evaluate(MEASURE, [CAPITALS, SLACK])
    return pieces, covered


@pytest.mark.parametrize("id", GAMES)
def test_no_label_covers_anything_in_a_sample_game(opened: Opened, id: str) -> None:
    pieces, covered = measured(opened(boards(list(sample_views(id)))))
    assert pieces > 100
    assert covered == []


@pytest.mark.parametrize(("title", "seed"), [(title, seed) for title, seeds in TITLES.items() for seed in seeds])
def test_no_label_covers_anything_in_a_random_game(opened: Opened, title: str, seed: int, tmp_path: Path) -> None:
    pieces, covered = measured(opened(boards(list(random_views(title, seed, tmp_path / "random")))))
    assert pieces > 100
    assert covered == []


def test_a_number_below_a_name_is_noticed(opened: Opened, tmp_path: Path) -> None:
    """Where it was on tiles without a name, at the right corner."""
    drawn = boards(list(random_views("magna-grecia", 4, tmp_path / "random")))
    assert measured(opened(drawn.replace('cx="0" cy="33"', 'cx="48" cy="-2"')))[1]


DISCS = """() => [...document.querySelectorAll("svg.measured .standing [href^='#pip-']")].map(each => {
  const { e, f } = each.getCTM(), middle = each.closest(".standing").getCTM(), x = each.x.baseVal.value;
  const [across, down] = [(e - middle.e) / middle.a + x, (f - middle.f) / middle.d].map(Math.abs);
  return Math.min(52 - down, (60 * 52 - 52 * across - 30 * down) / Math.hypot(52, 30));
})"""
"""How far the middle of each disc is from the nearest side of its hex."""
DISC, BORDER = 12, 3.5
"""How far a disc and the border of a tile reach from their middles."""


def test_no_border_of_a_tile_cuts_a_disc(opened: Opened) -> None:
    found = opened(boards(list(sample_views("quadrilateral-4")))).evaluate(DISCS)
    assert len(found) > 100
    assert min(found) >= DISC + BORDER


CONTRASTS = """() => {
  const light = each => { const [r, g, b] = each.match(/[0-9]+/g).map(Number).map(each => each / 255)
    .map(each => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const fill = each => light(getComputedStyle(each).fill);
  const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const svg = document.querySelector("#board svg");
  const place = each => each.closest("[transform]").getAttribute("transform");
  const grounds = new Map([...svg.querySelectorAll(".soil")].map(each => [place(each.firstChild),
    each.querySelector(".candidate, .shrine, .site, .land")]));
  const shown = each => getComputedStyle(each).display !== "none" && getComputedStyle(each).stroke === "none";
  const written = [...svg.querySelectorAll(".letters .label, .letters .choice")].filter(shown)
    .map(each => [each, grounds.get(place(each.parentElement))]);
  const marks = [...svg.querySelectorAll(".mark")].map(each => [each, svg.querySelector(".sea")]);
  const letters = [...svg.querySelectorAll(".soil .symbol text")].map(each => [each, svg.querySelector(".land")]);
  return [...written, ...marks, ...letters].filter(([, under]) => under)
    .map(([each, under]) => [ratio(fill(each), fill(under)), each.textContent]);
}"""
"""The contrast of each text without a rim with what it is written on, and the text."""
ENOUGH = 4.5
"""For level AA of WCAG 2."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("id", ["mezzogiorno-4", "quadrilateral-4"])
def test_labels_of_spaces_have_enough_contrast(
    opened: Opened, page: Page, id: str, scheme: Literal["light", "dark"]
) -> None:
    """They are what a player types."""
    page.emulate_media(color_scheme=scheme)
    view = game_views.view_for_seat(open_game(SAMPLES, id, upto=20))
    found = opened(report_page(Settings(), view)).evaluate(CONTRASTS)
    assert len(found) > 20
    assert [each for each in found if each[0] < ENOUGH] == []
