"""What a reader sees without scrolling, in 40 positions of each title and in three sizes: measured in a browser.

It must hold whose turn it is and until when, every player with a total and what it is made of, the whole board, what
changed, and the best chances of the seat to move. Pages on which a move is composed are measured in test_stage.py.
"""

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from composing_page import at_table
from PIL import Image
from playwright.sync_api import Page

from referee.app.game_access import Game, Table, open_game
from referee.app.look import game_views
from referee.app.look.report_files import report_page
from referee.report.html.first_screen import news_of
from referee.settings import Settings
from referee.show.view import Line, View
from referee.testkit.playouts import playout
from referee.words import say, speaking

ROOT = Path(__file__).parent.parent.parent
SAMPLES = Table(Settings(games=str(ROOT / "games"), private="/nowhere"))
SIZES = ((1280, 800), (768, 1024), (390, 844))
MOST_BLANK = 0.25
"""Of a screen of 1280 by 800, in blocks of 40 pixels in which nothing is written or drawn."""
EACH = 10
"""So many positions of each of the four games of a title."""
MOST_WORDS = 120
DUE = say("by Wed 25 Nov, 07:40")

MEASURE = r"""() => {
  const box = (each) => each.getBoundingClientRect();
  const inside = (each) => { const b = box(each);
    return b.width > 1 && b.top >= -1 && b.left >= -1 && b.bottom <= innerHeight + 1 && b.right <= innerWidth + 1; };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const parts = ["h1", ".due", ".card", ".total", ".made", ".picture svg", "#story > ul > li", "#chances li"];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest("svg, script, .unseen, .skip, details:not([open]) > :not(summary)")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some((each) => each.width > 1 && each.top < innerHeight))
      words.push(...(node.textContent.match(/\S*\p{L}\S*/gu) ?? []));
  }
  const board = document.querySelector(".picture svg");
  return {
    outside: parts.flatMap((each) => all(each).filter((one) => !inside(one)).map((one) => each + one.textContent)),
    names: all(".card .name").map((each) => each.textContent),
    totals: all(".card .total").map((each) => each.textContent),
    lines: all("#story > ul > li").length,
    chances: all("#chances li").length,
    due: document.querySelector(".due")?.textContent,
    height: board ? box(board).height : 0,
    sideways: document.documentElement.scrollWidth > innerWidth,
    words,
  };
}"""


def sample_positions(id: str) -> Iterator[tuple[Game, int]]:
    """A sample game at moments spread over all of it."""
    last = open_game(SAMPLES, id).log.last
    for at in range(EACH):
        yield open_game(SAMPLES, id, upto=1 + (last - 1) * at // (EACH - 1)), at


def random_positions(title: str, seed: int, folder: Path) -> Iterator[tuple[Game, int]]:
    """A random game at random moments, the last one among them."""
    game = playout(title, seed)
    last = len(game.positions)
    table = at_table(game, last, folder)
    for at, entry in enumerate([*sorted(random.Random(seed).choices(range(1, last), k=EACH - 1)), last]):
        yield open_game(table, str(game.header["game"]), upto=entry), at


def reader_of(game: Game, at: int) -> str:
    """The seat to move, sometimes another, sometimes everybody."""
    seats = list(game.header["seats"])
    mover = str(game.book.play.to_move(game.position) or "")
    return (mover, mover, seats[at % len(seats)], "")[at % 4]


def seen_by(game: Game, seat: str) -> View:
    return game_views.view_for_seat(game, seat)._replace(due=DUE)


def wrong(page: Page, view: View) -> list[Any]:
    """What is missing from the first screen in each size."""
    found: list[Any] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(MEASURE)
        cards = [(each.seat, str(each.total)) for each in view.standing]
        names = {seat.id: seat.player for seat in view.seats}
        good = {
            "outside": seen["outside"] == [],
            "cards": list(zip(seen["names"], seen["totals"], strict=True)) == [(names[s], total) for s, total in cards],
            "blank": width != 1280 or blank(page) <= MOST_BLANK,
            "lines": seen["lines"] <= 7 and bool(seen["lines"]) >= bool(view.digest),
            "chances": bool(seen["chances"]) == bool(view.asked) and seen["chances"] <= 3,
            "due": seen["due"] == str(DUE),
            "board": seen["height"] >= 200,
            "width": not seen["sideways"],
            "words": len(seen["words"]) <= MOST_WORDS,
        }
        bad = {name for name, holds in good.items() if not holds}
        found += [(view.game, view.entry, view.seat, width, bad, len(seen["words"]), seen)] if bad else []
    return found


def blank(page: Page, block: int = 40) -> float:
    """The part of the screen that is bare paper."""
    page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
    screen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    paper = screen.getpixel((screen.width - 3, screen.height // 2))
    places = [(x, y) for x in range(0, screen.width, block) for y in range(0, screen.height, block)]
    bare = [
        each
        for each in places
        if screen.crop((*each, each[0] + block, each[1] + block)).getcolors(1) == [(block * block, paper)]
    ]
    return len(bare) / len(places)


SOURCES = [
    *[(title, id) for title, id in (("magna-grecia", "mezzogiorno-4"), ("magna-grecia", "bruttium-2"))],
    *[(title, id) for title, id in (("attika", "quadrilateral-4"), ("attika", "rhombus-2"))],
    *[(title, str(seed)) for title in ("magna-grecia", "attika") for seed in (11, 12)],
]


@pytest.mark.parametrize(("title", "source"), SOURCES)
def test_the_first_screen_says_how_the_game_is(
    opened: Callable[..., Page], title: str, source: str, tmp_path: Path
) -> None:
    positions = (
        random_positions(title, int(source), tmp_path / "random") if source.isdigit() else sample_positions(source)
    )
    for game, at in positions:
        view = seen_by(game, reader_of(game, at))
        assert wrong(opened(report_page(Settings(), view)), view) == []


BEGINNINGS = {"mezzogiorno-4": (1, 2, 3, 4), "bruttium-2": (1, 2), "bruttium-placed": (1, 3, 5), "tuesday-club": (3,)}


@pytest.mark.parametrize("id", BEGINNINGS)
def test_and_how_it_begins(opened: Callable[..., Page], id: str) -> None:
    """Before there is a chart to show."""
    for entry in BEGINNINGS[id]:
        view = seen_by(open_game(SAMPLES, id, upto=entry), "")
        assert wrong(opened(report_page(Settings(), view)), view) == []


def test_in_a_low_window_of_a_phone_the_board_is_large_enough(opened: Callable[..., Page]) -> None:
    for id, entry in (("mezzogiorno-4", 2), ("mezzogiorno-4", 50), ("quadrilateral-4", 284)):
        page = opened(report_page(Settings(), seen_by(open_game(SAMPLES, id, upto=entry), "")))
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("() => document.querySelector('.picture svg').getScreenCTM().a * 120") >= 22


def test_who_only_watches_sees_places_for_a_tile_without_names(opened: Callable[..., Page]) -> None:
    """And the tile once. On a larger board the names are there: tables refer to them."""
    page = opened(report_page(Settings(), seen_by(open_game(SAMPLES, "rhombus-2", upto=100), "sparta")))
    names = page.locator(".picture .choice")
    assert names.count() > 30
    assert not names.first.is_visible()
    assert page.locator(".picture .inset").count() == 1
    page.get_by_label("Larger").check()
    assert names.first.is_visible()


@pytest.mark.parametrize(("number", "folded"), [(6, 0), (7, 0), (8, 2)])
def test_no_line_is_folded_alone(number: int, folded: int) -> None:
    """The fold would take the place of the line. Where there is no room for that line, two are folded."""
    view = seen_by(open_game(SAMPLES, "mezzogiorno-4", upto=40), "")
    passed, wrote = Line(say("Anna passed.")), Line(say("Anna wrote: {words}", words="so many words " * 30))
    assert len(news_of(view._replace(digest=(passed,) * number)).rest) == folded
    assert len(news_of(view._replace(digest=(*[passed] * (number - 4), wrote))).rest) == 2


NAMES = {"Anna": "Clara M.", "Bruno": "Alexander", "Chiara": "Maximiliane", "Dario": "Jean-Pierre"}
ON_CARDS = r"""() => [...document.querySelectorAll(".card")].map((card) => {
  const name = card.querySelector(".name"), word = name.firstChild, range = document.createRange();
  const lines = [...word.textContent.matchAll(/[^\s-]+/g)].map((found) => {
    range.setStart(word, found.index);
    range.setEnd(word, found.index + found[0].length);
    return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
  });
  return [word.textContent, Math.max(...lines), name.scrollWidth > name.clientWidth + 1, card.clientHeight];
})"""
"""Of each card the name, the lines of its longest word, whether it is cut, and the height."""


@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 40), ("quadrilateral-4", 90)])
def test_a_name_on_a_card_is_whole(opened: Callable[..., Page], id: str, entry: int) -> None:
    """Where there is no room for a long one it ends in an ellipsis, and no word goes on in the next line."""
    game = open_game(SAMPLES, id, upto=entry)
    html = report_page(Settings(), seen_by(game, ""))
    for name, other in NAMES.items():
        html = html.replace(name, other)
    page, long = opened(html), "Maximiliane"
    for width in (1920, 1280, 1024, 768, 390, 360, 320):
        page.set_viewport_size({"width": width, "height": 844})
        found = page.evaluate(ON_CARDS)
        assert {lines for _, lines, _, _ in found} == {1}, width
        assert width < 390 or [name for name, _, is_cut, _ in found if is_cut and name != long] == [], width


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_what_a_player_has_left_is_beside_the_name_where_there_is_room(
    opened: Callable[..., Page], language: str
) -> None:
    game = open_game(SAMPLES, "mezzogiorno-4", upto=40)
    with speaking(language):
        page = opened(
            report_page(Settings(), game_views.view_for_seat(game, "yellow"), game_views.menu(game, "yellow"))
        )
    page.set_viewport_size({"width": 1280, "height": 800})
    assert max(height for *_, height in page.evaluate(ON_CARDS)) <= 52


@pytest.mark.parametrize("language", ["de", "fr", "it"])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 40), ("bruttium-2", 12), ("quadrilateral-4", 145)])
def test_it_is_all_there_in_other_languages(opened: Callable[..., Page], language: str, id: str, entry: int) -> None:
    """Though it may take a few words more."""
    with speaking(language):
        game = open_game(SAMPLES, id, upto=entry)
        view = seen_by(game, str(game.book.play.to_move(game.position)))
        found = wrong(opened(report_page(Settings(), view)), view)
    assert [each for each in found if each[4] - {"words"}] == []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_both_flags_of_a_player_fit_on_the_smallest_phone(opened: Callable[..., Page], language: str) -> None:
    """That it is to move, and how near to winning."""
    game = open_game(SAMPLES, "quadrilateral-4", upto=93)
    with speaking(language):
        page = opened(report_page(Settings(), seen_by(game, str(game.book.play.to_move(game.position)))))
    page.set_viewport_size({"width": 320, "height": 700})
    for flag in page.locator(".card.moves .flags:has(b + b) b").all():
        box = flag.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320


def test_without_script_what_is_folded_opens_by_a_key(opened: Callable[..., Page]) -> None:
    game = open_game(SAMPLES, "mezzogiorno-4", upto=40)
    page = opened(report_page(Settings(), seen_by(game, "yellow")))
    assert "<script" not in page.content()
    closed = page.locator("details:not([open])")
    assert closed.count() == page.locator("details").count() > 8
    summary = page.locator("summary", has_text="Markets").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("table", name=re.compile("^Markets")).is_visible()


@pytest.mark.parametrize(("id", "entry", "seat"), [("mezzogiorno-4", 40, "yellow"), ("rhombus-2", 75, "sparta")])
def test_rule_numbers_are_shown_on_demand(opened: Callable[..., Page], id: str, entry: int, seat: str) -> None:
    """Also those in the notes below tables."""
    page = opened(report_page(Settings(), seen_by(open_game(SAMPLES, id, upto=entry), seat)))
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    numbers = re.compile(r"[A-Z]{2}-\d+\.\d+")
    assert numbers.findall(page.locator("main").inner_text()) == []
    page.get_by_label("Show the numbers of the rules").check()
    notes = " ".join(page.locator(".sheets .note").all_inner_texts())
    assert len(numbers.findall(page.locator("main").inner_text())) > len(numbers.findall(notes)) > 1


def test_in_a_high_window_the_tables_follow_the_board(opened: Callable[..., Page]) -> None:
    """Without a sea around it that is higher than the board."""
    game = open_game(SAMPLES, "mezzogiorno-4", upto=40)
    page = opened(report_page(Settings(), seen_by(game, "yellow")))
    page.set_viewport_size({"width": 1080, "height": 1920})
    picture, below = page.locator("#board .picture").bounding_box(), page.locator(".sheets").bounding_box()
    assert picture
    assert below
    ratio = float(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ratio')"))
    assert picture["height"] <= 1.1 * picture["width"] / ratio
    assert below["y"] < 1920 - 200


MOVING = "() => document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)"


def test_the_last_round_plays_itself_within_four_seconds_and_again(opened: Callable[..., Page]) -> None:
    game = open_game(SAMPLES, "mezzogiorno-4", upto=30)
    page = opened(report_page(Settings(), seen_by(game, "red")))
    ends = page.evaluate(MOVING)
    assert len(ends) > 8
    assert max(ends) <= 4000
    assert len(set(ends)) > 6
    page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
    assert page.evaluate(MOVING) == []
    page.get_by_label("Play it again").check(force=True)
    assert page.evaluate(MOVING) == ends
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert page.evaluate(MOVING) == []
    assert not page.get_by_text("Play it again").is_visible()
