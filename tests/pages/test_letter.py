"""The HTML of an e-mail as a mail program on a phone shows it."""

import re
from collections.abc import Callable

import letter_samples as samples
import pytest
from page_barriers import headings, is_outline
from playwright.sync_api import Page

from referee.mail.write import mime
from referee.show.view import Seat

Opened = Callable[..., Page]
LONG = "Wolfgangamadeusmozartvonundzusalzburgwww"
DOT = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="


def page_of(id: str, entry: int, language: str, *, long: bool = False) -> str:
    """The e-mail, short or with the whole report, with a long name at every seat. The picture next to it is a dot."""
    letter = samples.letter(id, entry, language)._replace(is_long=long)
    assert letter.view
    seats = tuple([Seat(each.id, LONG, each.initial) for each in letter.view.seats])
    mail = samples.opened(
        mime.message(letter._replace(player=LONG, view=letter.view._replace(seats=seats)), samples.MAIL, samples.KEY)
    )
    return re.sub('src="cid:[^"]*"', f'src="{DOT}"', samples.page(mail))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 25), ("quadrilateral-4", 204)])
def test_no_email_is_wider_than_a_phone(opened: Opened, page: Page, id: str, entry: int, language: str) -> None:
    """A word without a blank, such as the commitment to the deal, is broken; tables scroll within the e-mail."""
    opened(page_of(id, entry, language, long=entry == 25))
    for width in (320, 360, 800):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_words_in_a_table_of_an_email_are_not_broken(opened: Opened, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 740})
    opened(page_of("mezzogiorno-4", 25, "en", long=True))
    assert page.locator(".wide").evaluate_all("all => all.some(each => each.scrollWidth > each.clientWidth)")


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 25), ("quadrilateral-4", 204)])
def test_an_email_shows_the_position_before_the_rest(opened: Opened, id: str, entry: int, long: bool) -> None:
    """Headline, whose turn, scores, board; then, each under a heading, what happened and how to answer.

    A short e-mail without a deadline says in the headline whose turn it is, and only there.
    """
    page = opened(page_of(id, entry, "en", long=long))
    parts = ("h1", *([".whose"] if long else []), ".scores", "img", "h2", "pre")
    tops = [page.locator(each).first.evaluate("each => each.getBoundingClientRect().top") for each in parts]
    assert tops == sorted(tops)
    assert page.locator("h1").count() == 1
    assert page.locator(".scores .total").count() == 4


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 25), ("quadrilateral-4", 204)])
def test_the_headings_of_an_email_skip_no_level(opened: Opened, id: str, entry: int, long: bool) -> None:
    levels = headings(opened(page_of(id, entry, "en", long=long)))
    assert is_outline(levels), levels
    assert levels[1] == 2
