"""Reports of both titles in the browser: no errors, no requests, readable for everybody."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from referee.app.game_access import Game, Table, open_game
from referee.app.look import game_views, replays
from referee.app.look.report_files import report_page as page_of
from referee.settings import Settings
from referee.store.documents import Header
from referee.words import speaking

ROOT = Path(__file__).parent.parent.parent
TABLE = Table(Settings(games=str(ROOT / "games"), private="/nowhere"))


def report(id: str, entry: int, *, composed: bool) -> str:
    game = open_game(TABLE, id, upto=entry)
    seat = str(game.book.play.to_move(game.position))
    return page_of(Settings(), game_views.view_for_seat(game, seat), game_views.menu(game, seat) if composed else None)


@pytest.mark.parametrize("composed", [False, True])
@pytest.mark.parametrize(("id", "entry"), [("bruttium-2", 12), ("rhombus-2", 82)])
def test_anybody_can_read_it(opened: Callable[..., Page], page: Page, id: str, entry: int, composed: bool) -> None:
    opened(report(id, entry, composed=composed))
    for scheme, width in (("light", 1280), ("dark", 1280), ("dark", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], (scheme, width)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


COVERED = """() => {
    const shown = [...document.querySelectorAll("#board svg text.name")].filter(each => each.getClientRects().length);
    const last = document.querySelector("#board svg .lettering").closest("#letters, .letters");
    const later = [...last.parentNode.children].slice([...last.parentNode.children].indexOf(last) + 1);
    const over = later.flatMap(each => [...each.querySelectorAll(".disc, .dot, .pieces *, [id=symbol-market]")]);
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const box = each => each.getBoundingClientRect();
    return [shown.length, shown.every(each => last.contains(each)),
      shown.filter(name => over.some(each => meets(box(name), box(each)))).map(each => each.textContent)];
}"""
"""How many names are on the board, whether they are written over all spaces, and which of them something covers."""


@pytest.mark.parametrize("entry", [12, 25, 45])
def test_no_name_on_the_board_is_covered(opened: Callable[..., Page], entry: int) -> None:
    """Neither by the tile next to it nor by the disc that counts choices."""
    page = opened(report("mezzogiorno-4", entry, composed=True))
    names, over_all, covered = page.evaluate(COVERED)
    assert (names > 20, over_all, covered) == (True, True, [])
    page = opened(replays.game_replay_page(TABLE, "mezzogiorno-4"), f"#entry={entry}")
    assert page.evaluate(COVERED) == [names, True, []]


WRITTEN = """() => {
    const svg = document.querySelector("#board svg");
    const pixels = 700 / svg.viewBox.baseVal.height;
    const all = [...svg.querySelectorAll(".letters .name, .letters .label, .standing text")];
    const shown = all.filter(each => getComputedStyle(each).display !== "none");
    const high = each => parseFloat(getComputedStyle(each).fontSize) * scaleOf(each) * pixels;
    const scaleOf = each => each.getCTM().a / svg.getCTM().a;
    const box = each => { const {left, right, top, bottom} = each.getBoundingClientRect(), by = (bottom - top) / 4;
      return {left, right, top: top + by, bottom: bottom - by}; };
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const main = shown.filter(each => !each.matches(".label"));
    const boxes = main.map(box);
    const covered = main.filter((_, a) => boxes.some((each, b) => a !== b && meets(boxes[a], each)));
    return [shown.length, shown.filter(each => high(each) < 9).map(each => each.textContent),
      covered.map(each => each.textContent)];
}"""
"""How much is written on the board; what of it is less than 9 pixels high if the board has 700; what meets."""


@pytest.mark.parametrize("entry", [3, 12, 25, 37, 48])
def test_all_that_is_written_on_the_board_is_legible_and_meets_nothing(opened: Callable[..., Page], entry: int) -> None:
    page = opened(report("mezzogiorno-4", entry, composed=False))
    written, small, covered = page.evaluate(WRITTEN)
    assert written > 100
    assert (small, covered) == ([], [])


@pytest.mark.parametrize("width", [1280, 768, 390])
def test_a_button_in_the_corner_enlarges_the_board(opened: Callable[..., Page], page: Page, width: int) -> None:
    """With a script and without, and no row above the board has it; the stage of the composer needs none."""
    page.set_viewport_size({"width": width, "height": 844})
    for html in (report("mezzogiorno-4", 25, composed=False), replays.game_replay_page(TABLE, "mezzogiorno-4")):
        opened(html)
        board, larger = page.locator("#board .picture svg:visible").first, page.locator(".larger")
        picture, button = page.locator("#board .picture").bounding_box(), larger.bounding_box()
        assert picture
        assert button
        assert min(button["width"], button["height"]) >= 24
        assert 0 < picture["x"] + picture["width"] - button["x"] - button["width"] < 20
        assert 0 < picture["y"] + picture["height"] - button["y"] - button["height"] < 20
        before = size_of(board)
        page.get_by_label("Larger").check()
        assert size_of(board)[0] > 1.5 * before[0]
        page.get_by_label("Larger").uncheck()
        assert size_of(board) == before


def test_the_tag_of_a_winner_is_the_same_everywhere(opened: Callable[..., Page]) -> None:
    """And not that of a warning."""
    game = open_game(TABLE, "mezzogiorno-4")
    seen = []
    for html in (
        page_of(Settings(), game_views.view_for_seat(game)),
        replays.game_replay_page(TABLE, "mezzogiorno-4"),
    ):
        page = opened(html)
        assert page.locator(".card.won .name").all_inner_texts() == ["Anna"]
        seen.append(page.locator(".card.won .alert").evaluate(LOOK))
    assert seen[0] == seen[1]
    assert (
        page.locator(".card.won .alert").evaluate("each => getComputedStyle(each).backgroundColor")
        != "rgba(0, 0, 0, 0)"
    )
    page.evaluate("location.hash = 'entry=20'")
    assert page.locator(".card.won").count() == 0


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_on_a_phone_tags_and_what_is_chosen_beside_the_board_can_be_seen(
    opened: Callable[..., Page], page: Page, language: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 844})
    with speaking(language):
        opened(report("quadrilateral-4", 150, composed=True))
    tags = page.locator(".flags b").evaluate_all("all => all.map(each => each.getBoundingClientRect().left)")
    assert len(tags) == 3
    assert min(tags) >= 0
    page.locator("#shown [data-kind=draw]").click()
    bottom = page.locator("#beside .offer").last.evaluate("each => each.getBoundingClientRect().bottom")
    assert bottom < page.locator(".sendbar").evaluate("each => each.getBoundingClientRect().top") + 4


LOOK = "each => ['color', 'backgroundColor', 'boxShadow'].map(name => getComputedStyle(each)[name])"


def test_what_is_new_is_folded_only_where_it_has_no_room(opened: Callable[..., Page], page: Page) -> None:
    """In a low window beside a board to play on."""
    for composed, height, folded in ((False, 800, False), (True, 800, True), (True, 1000, False)):
        page.set_viewport_size({"width": 1280, "height": height})
        opened(report("mezzogiorno-4", 40, composed=composed))
        assert page.locator(".more summary").is_visible() == folded
        assert page.locator(".more li").last.is_visible() != folded


def size_of(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box
    return box["width"], box["height"]


LONG = "Wolfgangamadeusmozartvonundzusalzburgwww"
"""A name as long as a name may be, without a blank."""


def named(game: Game) -> Game:
    """The game with a long name at every seat."""
    header: Header = {**game.header, "seats": dict.fromkeys(game.header["seats"], LONG)}
    return game._replace(log=game.log._replace(documents=(header, *game.log.entries)))


@pytest.mark.parametrize(("medium", "widths"), [("screen", (320, 360, 718, 1280)), ("print", (688,))])
@pytest.mark.parametrize(("id", "entry"), [("bruttium-2", 12), ("rhombus-2", 82)])
def test_a_long_name_is_broken_and_not_the_page(
    opened: Callable[..., Page], page: Page, id: str, entry: int, medium: str, widths: tuple[int, ...]
) -> None:
    game = named(open_game(TABLE, id, upto=entry))
    seat = str(game.book.play.to_move(game.position))
    opened(page_of(Settings(), game_views.view_for_seat(game, seat), game_views.menu(game, seat)))
    page.emulate_media(media=medium)  # type: ignore[arg-type]
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        names = page.locator(".seats li, .legend span")
        assert names.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)")


def pages_of(printed: bytes) -> list[bytes]:
    """What draws the pages of a PDF, one after the other."""
    found = [zlib.decompressobj().decompress(each) for each in re.findall(rb"stream\n(x.*?)\nendstream", printed, re.S)]
    return [each for each in found if b"\nBT\n" in each]


@pytest.mark.parametrize(
    ("id", "entry", "composed"),
    [("mezzogiorno-4", 25, False), ("mezzogiorno-4", 25, True), ("quadrilateral-4", 204, False)],
)
def test_the_board_is_printed_on_the_first_page(
    opened: Callable[..., Page], page: Page, id: str, entry: int, composed: bool
) -> None:
    """Nothing else has so many closed outlines: at least one for each space."""
    opened(report(id, entry, composed=composed))
    spaces = page.locator(".picture svg g > title").count()
    outlines = [each.count(b"\nh\n") for each in pages_of(page.pdf(prefer_css_page_size=True))]
    assert len(outlines) > 3
    assert outlines[0] > spaces > 40
    assert max(outlines[1:]) < outlines[0]


def test_paper_is_white_next_to_the_board(opened: Callable[..., Page], page: Page) -> None:
    opened(report("bruttium-2", 12, composed=False))
    page.emulate_media(media="print")
    colour = page.locator(".picture").first.evaluate("each => getComputedStyle(each).backgroundColor")
    assert colour == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 30), ("rhombus-2", 82)])
def test_on_a_phone_a_heading_stays_where_its_table_is_scrolled(
    opened: Callable[..., Page], page: Page, id: str, entry: int
) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    opened(report(id, entry, composed=False))
    tables = page.locator(".wide:not(.picture)")
    over = tables.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth)")
    assert over
    beside = tables.evaluate_all("""all => all.map(each => {
        each.scrollLeft = each.scrollWidth;
        const heading = each.querySelector("caption").getBoundingClientRect(), shown = each.getBoundingClientRect();
        return heading.left - shown.left >= -1 && heading.right - shown.right <= 1;
    })""")
    assert all(beside)


def test_a_chip_stands_beside_the_name_of_its_player(opened: Callable[..., Page]) -> None:
    page = opened(report("mezzogiorno-4", 40, composed=False))
    page.locator("summary", has_text="Markets").first.click()
    row = page.get_by_role("table", name="Markets").locator("tbody tr").first
    assert row.locator("th .chip").count() == 0
    assert row.locator("td:has(.chip)").inner_text().strip() in ("Anna", "Bruno", "Chiara", "Dario")
