"""The composer in an e-mail: from the attached page to the recorded move, and how large the pages are."""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import cli_runs
import mailing_game as post
import pytest
from letter_samples import unpacked
from playwright.sync_api import Browser, Page
from whole_menus import choices_of

from referee.app.game_access import Table, open_game
from referee.app.look import game_views
from referee.app.look.report_files import report_page as page_of
from referee.report.html import html_report
from referee.rules.replay import replay
from referee.settings import Settings
from referee.testkit.playouts import playout
from referee.words import speaking

ROOT = Path(__file__).parent.parent.parent


LARGEST = 600 * 1024


def attached(name: str) -> str:
    """The page that came with an e-mail."""
    mail = message_from_bytes(Path("letters", "cup", f"{name}.eml").read_bytes(), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    page = next(each for each in mail.iter_attachments() if each.get_content_type() == "text/html")
    assert page.get_filename() == "cup-1.html"
    return str(page.get_content())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_move_composed_in_an_email_is_recorded(opened: Callable[..., Page], folder: Path) -> None:
    post.begin()
    page = opened(attached(f"1-{post.mover()}"))
    page.locator(".spot.now").first.click()
    page.locator("#choices-list .offer").first.click()
    page.locator("#say").fill("From the board")
    link = urlsplit(str(page.locator("#mail").get_attribute("href")))
    body = parse_qs(link.query)["body"][0].replace("\r\n", "\n")
    done = post.one(post.mail(body, unquote(link.path), subject=parse_qs(link.query)["subject"][0]))
    assert post.last() == 2, done
    assert open_game(post.table(), "cup").log.entries[-1]["say"] == "From the board"


def test_where_no_script_runs_the_attached_page_shows_its_board_and_how_to_open_it(
    browser: Browser, folder: Path
) -> None:
    post.begin()
    path = folder / "page.html"
    path.write_text(attached(f"1-{post.mover()}"), encoding="utf-8")
    for runs in (True, False):
        context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=runs)
        page = context.new_page()
        page.goto(path.as_uri())
        if runs:
            page.locator("#stage .picture svg").wait_for()
            assert page.locator(".still").count() == 0
        else:
            box = page.locator(".still").bounding_box()
            assert box
            assert box["width"] > 200
            assert box["height"] > 200
            assert page.locator(".still").evaluate("each => each.naturalWidth") == 400
            assert page.get_by_text("open this page in a browser").is_visible()
            assert not page.locator(".tools").is_visible()
            assert page.locator(".card .chip use").first.evaluate("each => each.getBBox().width") > 10
        context.close()


def test_only_the_email_to_the_seat_to_move_has_it(folder: Path) -> None:
    post.begin()
    other = "red" if post.mover() == "yellow" else "yellow"
    assert 'id="menu"' in unpacked(attached(f"1-{post.mover()}"))
    assert 'id="menu"' not in unpacked(attached(f"1-{other}"))


def test_a_setting_leaves_it_away(folder: Path) -> None:
    post.begin(toml=post.TOML.replace("[mail.inbox]", "composer = false\n[mail.inbox]"))
    assert 'id="menu"' not in unpacked(attached(f"1-{post.mover()}"))


@pytest.mark.parametrize(
    ("id", "entry"),
    [("mezzogiorno-4", 5), ("mezzogiorno-4", 25), ("mezzogiorno-4", 45), ("rhombus-2", 82), ("quadrilateral-4", 270)],
)
def test_pages_stay_small(id: str, entry: int) -> None:
    game = open_game(Table(Settings(games=str(ROOT / "games"), private="/nowhere")), id, upto=entry)
    seat = str(game.book.play.to_move(game.position))
    menu = game_views.menu(game, seat)
    assert menu is not None
    page = page_of(Settings(), game_views.view_for_seat(game, seat), menu)
    assert '<script type="module">' in page
    assert len(page.encode()) <= LARGEST


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_rich_position_stays_small(language: str) -> None:
    """Attika: many kinds of buildings in store, more than fifty empty hexes and six cards."""
    game = playout("attika", 155, 1)
    moments = replay(game.book, game.log, secret=lambda: game.secret)[:283]
    seat = str(game.book.play.to_move(moments[-1].position))
    make = game.book.compose().menu
    menu = make(game.header, moments) if make else None
    assert menu is not None
    assert len(choices_of(menu)) > 1200
    with speaking(language):
        page = html_report.report(game.book.show().view(game.header, moments, seat), menu=menu)
    assert len(page.encode()) <= LARGEST


def test_show_has_it_for_the_seat_to_move_alone(folder: Path) -> None:
    post.begin()
    for seat, has in ((post.mover(), True), ({"yellow": "red", "red": "yellow"}[post.mover()], False), ("", False)):
        ran = cli_runs.run("show", "cup", "--format", "html", *(["--seat", seat] if seat else []))
        assert ('<script type="module">' in ran.out) is has
    first = cli_runs.run("show", "cup", "--format", "html", "--seat", post.mover(), "--at", "0")
    assert "<script" not in first.out
