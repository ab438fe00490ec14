"""The page on which a player composes a move can be read and hit: measured in a browser, over whole games."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from composing_page import at_table
from playwright.sync_api import Browser, Page, expect

from referee.app.game_access import Game, Table, open_game
from referee.app.look import game_views, replays
from referee.app.look.report_files import report_page
from referee.settings import Settings
from referee.testkit.playouts import playout
from referee.words import say, speaking

SAMPLES = Table(Settings(games=str(Path(__file__).parent.parent.parent / "games"), private="/nowhere"))
SIZES = {(1280, 800): 40, (390, 844): 24}
"""How wide a hex is at least, in pixels, in a window of this size."""
EACH = 20
"""So many positions of each game: there are two or three of each title."""
MOST_WORDS, LEAST_TEXT, LEAST_TARGET = 120, 9, 24
DUE = say("by Wed 25 Nov, 07:40")
MEASURE = r"""() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const box = (each) => each.getBoundingClientRect();
  const inside = (each) => { const b = box(each);
    return b.top >= -1 && b.left >= -1 && b.bottom <= innerHeight + 1 && b.right <= innerWidth + 1; };
  const drawing = document.querySelector("#stage .picture svg");
  const unit = drawing.getScreenCTM().a;
  const isNamed = drawing.classList.contains("near"); // then what is called so is written in hexes
  const named = drawing.classList.contains("nearest") ? ".called" : ".called:not(.long)";
  const texts = [...drawing.querySelectorAll("text")].filter((each) => each.textContent.trim()
    && (each.getClientRects().length || (isNamed && each.matches(named))));
  const scale = (each) => each.getScreenCTM()?.a || unit;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest("svg, script, style, .unseen, .skip, #composer, details:not([open]) > :not(summary)")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some((each) => each.width > 1 && each.top < innerHeight))
      words.push(...(node.textContent.match(/\S*\p{L}\S*/gu) ?? []));
  }
  const controls = all("button, a[href], input, select, textarea, summary")
    .map((each) => each.closest("label") ?? each).filter((each) => seen(each) && box(each).width > 1);
  const name = (each) => `${each.id} ${each.textContent.trim().slice(0, 20)}`;
  const numbers = all("#beside .amounts").filter(seen).at(-1);
  return {
    numbers: !numbers || box(numbers).bottom <= box(document.querySelector(".sendbar")).top,
    hex: unit * 120,
    spot: Math.min(...all(".spot .hit").map((each) => Math.min(box(each).width, box(each).height))),
    text: Math.min(...texts.map((each) => parseFloat(getComputedStyle(each).fontSize) * scale(each))),
    aside: controls.filter((each) => box(each).left < -1 || box(each).right > innerWidth + 1).map(name),
    small: controls.filter((each) => Math.min(box(each).width, box(each).height) < %d - .5
      && !each.matches("p a, label, summary")).map(name),
    outside: all("h1, .due, .card, .total, .sendbar button").filter((each) => seen(each) && !inside(each)).map(name),
    board: inside(document.querySelector(".picture")),
    turn: inside(document.querySelector("#turn-heading")),
    scrolls: all("main *").filter((each) => seen(each) && /auto|scroll/.test(getComputedStyle(each).overflowY)
      && each.scrollHeight > each.clientHeight + 1 && !each.matches("textarea, .wide, .scrolls")).map(name),
    sideways: document.documentElement.scrollWidth > innerWidth,
    labels: texts.filter((each) => /^c\d+$/.test(each.textContent.trim())).length,
    words: words.length,
  };
}""".replace("%d", str(LEAST_TARGET))


def positions(title: str, source: str, folder: Path, count: int) -> Iterator[Game]:
    """A game at moments spread over all of it in which a seat is to move, a random one or one of the samples."""
    if source.isdigit():
        game = playout(title, int(source))
        last, table, id = len(game.positions), at_table(game, len(game.positions), folder), str(game.header["game"])
        places = sorted(random.Random(int(source)).sample(range(1, last), count))
    else:
        table, id = SAMPLES, source
        last = open_game(table, id).log.last
        places = [1 + (last - 2) * at // (count - 1) for at in range(count)]
    for entry in places:
        found = open_game(table, id, upto=entry)
        if found.book.play.to_move(found.position):
            yield found


def composed_page(game: Game) -> str:
    seat = str(game.book.play.to_move(game.position))
    view = game_views.view_for_seat(game, seat)._replace(due=DUE)
    return report_page(Settings(), view, game_views.menu(game, seat))


def faults(page: Page) -> list[Any]:
    """What can't be read or hit, in each size, in each mode in which one is asked to click."""
    found: list[Any] = []
    for (width, height), least in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        is_wide = width > 1000
        seen = measured(page)
        good = {
            "hex": seen["hex"] >= least,
            "text": not is_wide or seen["text"] >= LEAST_TEXT,
            "target": seen["spot"] >= LEAST_TARGET - 0.5 and not seen["small"],
            "aside": not seen["aside"] and not seen["sideways"],
            "outside": not seen["outside"],
            "board": not is_wide or (seen["board"] and seen["turn"] and seen["numbers"]),
            "scrolls": not seen["scrolls"],
            "labels": not seen["labels"],
            "words": seen["words"] <= MOST_WORDS,
        }
        bad = {name for name, holds in good.items() if not holds}
        found += [(width, bad, seen)] if bad else []
    return found


def measured(page: Page) -> dict[str, Any]:
    page.wait_for_timeout(60)  # what watches the size of the board has seen it
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


GAMES = [
    ("magna-grecia", "mezzogiorno-4"),
    ("magna-grecia", "11"),
    ("attika", "rhombus-2"),
    ("attika", "12"),
    ("attika", "quadrilateral-4"),
]


@pytest.mark.parametrize(("title", "source"), GAMES)
def test_the_stage_can_be_read_and_hit(opened: Callable[..., Page], title: str, source: str, tmp_path: Path) -> None:
    for game in positions(title, source, tmp_path / "random", EACH):
        found = faults(opened(composed_page(game)))
        assert found == [], (game.log.last, found)


@pytest.mark.parametrize("language", ["de", "fr", "it"])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 40), ("rhombus-2", 100)])
def test_and_in_other_languages(opened: Callable[..., Page], language: str, id: str, entry: int) -> None:
    """Though it may take a few words more."""
    with speaking(language):
        found = faults(opened(composed_page(open_game(SAMPLES, id, upto=entry))))
    assert [each for each in found if each[1] - {"words"}] == []


def test_on_a_phone_one_tap_comes_closer_and_the_next_one_chooses(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(composed_page(open_game(SAMPLES, "mezzogiorno-4", upto=40)), encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(path.as_uri())
    page.locator("#stage svg .spot").first.wait_for()
    before = measured(page)["hex"]
    space, whole = page.locator(".spot.now .hit").first, page.get_by_role("button", name="Whole board")
    space.tap()
    expect(page.locator("#choices")).to_be_hidden()
    closer = measured(page)
    assert before < 44
    assert closer["hex"] > 60
    assert closer["text"] >= LEAST_TEXT
    whole.tap()
    assert measured(page)["hex"] == before
    space.tap()
    space.tap()
    expect(page.locator("#choices")).to_be_visible()
    page.locator("#choices-list .offer").first.tap()
    assert page.locator("#steps > li").count() == 1
    assert measured(page)["hex"] == before
    expect(whole).to_be_hidden()
    context.close()


WRITTEN = """() => [...document.querySelectorAll("svg text")].filter((each) => {
  if (!each.textContent.trim() || !each.checkVisibility({ visibilityProperty: true }) || each.closest(".unseen, defs"))
    return false;
  const [box, room] = [each.getBoundingClientRect(), each.closest("svg").getBoundingClientRect()];
  const isSeen = box.right > room.left && box.left < room.right && box.bottom > room.top && box.top < room.bottom;
  return isSeen && parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a < %s;
}).map((each) => each.textContent.trim())""".replace("%s", str(LEAST_TEXT))
"""What is written in a picture and too small to be read."""


@pytest.mark.parametrize(
    ("id", "entry"), [("mezzogiorno-4", 40), ("bruttium-2", 12), ("quadrilateral-4", 90), ("rhombus-2", 100)]
)
def test_on_a_phone_nothing_written_is_too_small(browser: Browser, id: str, entry: int, tmp_path: Path) -> None:
    """In each mode in which one is asked to tap, and with every fold open."""
    path = tmp_path / "page.html"
    path.write_text(composed_page(open_game(SAMPLES, id, upto=entry)), encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(path.as_uri())
    page.locator("#stage svg .spot").first.wait_for()
    small = {}

    def look(mode: str) -> None:
        page.wait_for_timeout(60)
        small[mode] = page.evaluate(WRITTEN)

    look("opened")
    for at in range(page.locator("#shown:visible button").count()):
        page.locator("#shown button").nth(at).tap()
        look(f"slot {at}")
    page.locator("#shown button[aria-pressed=true]").evaluate_all("all => all.forEach(each => each.click())")
    for mode in ("closer", "choices"):
        if page.locator("#choices:visible").count() == 0 and page.locator(".spot.now .hit").count():
            page.locator(".spot.now .hit").first.tap()
        look(mode)
    for offer in page.locator("#choices-list .offer:visible, #beside .offer:visible").all()[:1]:
        offer.tap()
    look("taken")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    look("folds")
    context.close()
    assert {mode: found for mode, found in small.items() if found} == {}


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (390, 844), (360, 740)])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 40), ("bruttium-2", 12), ("quadrilateral-4", 90)])
def test_nothing_written_is_too_small_where_nobody_composes(
    opened: Callable[..., Page], id: str, entry: int, size: tuple[int, int]
) -> None:
    """In a report, where no script measures the board, and in a replay."""
    view = game_views.view_for_seat(open_game(SAMPLES, id, upto=entry), "")
    for html in (report_page(Settings(), view), replays.game_replay_page(SAMPLES, id)):
        page = opened(html, f"#entry={entry}")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        page.wait_for_timeout(60)
        assert page.evaluate(WRITTEN) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_buildings_are_named_on_a_board_whose_hexes_are_large(opened: Callable[..., Page], language: str) -> None:
    """With a script that measures them, and without."""
    game, ended = open_game(SAMPLES, "rhombus-2", upto=75), open_game(SAMPLES, "rhombus-2")
    with speaking(language):
        watched = [report_page(Settings(), game_views.view_for_seat(each, "")) for each in (game, ended)]
        pages = composed_page(game), *watched
    for html in pages:
        page = opened(html)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_timeout(60)
        seen = "getComputedStyle(document.querySelector('.picture svg:not(.still)')).getPropertyValue('--called')"
        assert page.evaluate(seen) == "visible"
        assert page.evaluate(seen.replace("called", "long")) == ("hidden" if html is watched[1] else "visible")
        assert page.evaluate(WRITTEN) == []
        page.set_viewport_size({"width": 1000, "height": 600})
        page.wait_for_timeout(60)
        assert page.evaluate(seen) == "hidden"


SLOTS = """() => [...document.querySelectorAll("#shown .slot b")].filter((name) => {
  const around = name.closest("button").getBoundingClientRect();
  const [word, range] = [name.firstChild, document.createRange()];
  return [...word.textContent.matchAll(/\\S+/g)].some((found) => {
    range.setStart(word, found.index);
    range.setEnd(word, found.index + found[0].length);
    const lines = [...range.getClientRects()];
    return lines.length !== 1 || lines[0].left < around.left || lines[0].right > around.right;
  });
}).map((name) => name.textContent)"""
"""The names of slots with a word that is cut, or goes on in the next line."""


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 40), ("quadrilateral-4", 90)])
def test_no_word_of_a_slot_is_cut(opened: Callable[..., Page], language: str, id: str, entry: int) -> None:
    with speaking(language):
        page = opened(composed_page(open_game(SAMPLES, id, upto=entry)))
    for width in (1280, 390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("() => document.querySelectorAll('#shown .slot b').length") > 1
        assert page.evaluate(SLOTS) == []


@pytest.mark.parametrize(
    ("id", "entry", "why"),
    [("rhombus-2", 75, "Build"), ("quadrilateral-4", 90, "Build"), ("rhombus-2", 100, "the tile would cover")],
)
def test_a_space_where_nothing_is_possible_says_why(opened: Callable[..., Page], id: str, entry: int, why: str) -> None:
    """Also while something beside the board is chosen, and while a tile is placed."""
    page = opened(composed_page(open_game(SAMPLES, id, upto=entry)))
    page.locator(".spot:not(.now, .later)").first.press("Enter")
    expect(page.locator("#choices .why")).to_contain_text(why)


def test_what_keeps_a_player_from_more_is_named_as_on_the_page(opened: Callable[..., Page]) -> None:
    """A tile by no name of its place, and other kinds of action in words."""
    page = opened(composed_page(open_game(SAMPLES, "rhombus-2", upto=100)))
    page.locator(".spot.now .dot").first.click()
    page.get_by_role("button", name="Place it here").first.click()
    expect(page.locator("#notice")).to_have_text("Added: The tile.")
    expect(page.locator("#beside .why")).to_contain_text("because of: The tile")


def test_every_turn_since_your_own_is_in_sight(opened: Callable[..., Page]) -> None:
    """Only the talk and what follows of itself is folded."""
    page = opened(composed_page(open_game(SAMPLES, "mezzogiorno-4", upto=40)))
    assert page.locator("#story > ul > li").count() == 5
    expect(page.locator("#story .more")).to_have_text(re.compile("2 more"))


def test_a_space_with_a_new_piece_has_its_label_once(opened: Callable[..., Page]) -> None:
    page = opened(composed_page(open_game(SAMPLES, "mezzogiorno-4", upto=40)))
    page.locator('.spot[data-place="F2"]').press("Enter")
    page.locator("#choices-list .offer").first.click()
    assert page.locator("#steps > li").count() == 1
    assert page.locator(".picture text", has_text=re.compile("^F2$")).count() == 1


def test_no_two_slots_have_the_same_sign(opened: Callable[..., Page]) -> None:
    page = opened(composed_page(open_game(SAMPLES, "rhombus-2", upto=75)))
    signs = page.locator("#shown button svg").evaluate_all("all => all.map((each) => each.innerHTML)")
    assert len(set(signs)) == len(signs) == 4


def test_a_slot_of_which_nothing_is_possible_says_so(opened: Callable[..., Page]) -> None:
    page = opened(composed_page(open_game(SAMPLES, "quadrilateral-4", upto=150)))
    page.locator("#shown [data-kind=build]").click()
    expect(page.locator("#beside")).to_contain_text("It needs more than you can do this turn.")


def test_what_comes_closer_at_an_edge_shows_no_more_sea_than_the_board(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(composed_page(open_game(SAMPLES, "mezzogiorno-4", upto=40)), encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(path.as_uri())
    frame = "() => { const { x, y, width, height } = document.querySelector('#stage .picture svg').viewBox.baseVal;"
    page.locator("#stage svg .spot").first.wait_for()
    left, top, right, bottom = page.evaluate(f"{frame} return [x, y, x + width, y + height]; }}")
    page.locator('.spot[data-place="G1"] .hit').tap()
    x, y, end, foot = page.evaluate(f"{frame} return [x, y, x + width, y + height]; }}")
    assert end - x < (right - left) / 2
    assert left <= x
    assert top <= y
    assert end <= right
    assert foot <= bottom
    context.close()
