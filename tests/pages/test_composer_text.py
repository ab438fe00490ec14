"""The move that the composer writes: edited, copied, sent, kept over a reload; and nobody's words become markup."""

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest
import sample
import sample_menu
from composer_page import HEAD, notice, spot, steps, take, text
from playwright.sync_api import Page, expect

from referee import reading
from referee.reading.caret import FORBIDDEN
from referee.show.menu import Refusal
from referee.words import say, speaking

Opened = Callable[..., Page]


OPENS, CLOSES = sample_menu.REPLY.opens, sample_menu.REPLY.closes


def test_edited_by_hand(composer: Page) -> None:
    composer.locator("#text").fill(HEAD + "actions:\n  - road: F6 n-s\n")
    assert composer.locator("#mark").inner_text() == "edited by you: checked when it arrives"
    take(composer, "C3", "City on C3")
    assert "F6" in text(composer)  # nobody's words are lost
    composer.locator("#rewrite").click()
    assert text(composer) == HEAD + "actions:\n  - city: C3\n"


def test_a_text_edited_by_hand_is_not_lost_by_a_reload(composer: Page) -> None:
    composer.locator("#text").fill("game: other\n")
    composer.reload()
    assert text(composer) == "game: other\n"
    expect(composer.locator("#mark")).to_have_class("mark edited")
    composer.locator("#rewrite").click()
    composer.reload()
    assert text(composer) == HEAD


def test_a_file(composer: Page) -> None:
    take(composer, "C3", "City on C3")
    with composer.expect_download() as found:
        composer.locator("#download").click()
    assert found.value.suggested_filename == "spring-cup-27-yellow.yaml"
    assert found.value.path().read_text() == text(composer) == HEAD + "actions:\n  - city: C3\n"


def test_a_mail(opened: Opened) -> None:
    page = opened(sample_menu.page(sample_menu.REPLY))
    take(page, "C3", "City on C3")
    link = str(page.locator("#mail").get_attribute("href"))
    assert link.startswith("mailto:referee%2Bspring-cup.27.abcdefgh@example.org?")
    parts = parse_qs(urlsplit(link).query)
    assert parts["subject"] == ["Re: [spring-cup] 27"]
    body = text(page)
    assert body == OPENS + HEAD + "actions:\n  - city: C3\n" + CLOSES
    assert parts["body"] == [body.replace("\n", "\r\n")]
    assert "%0D%0A" in link
    assert " " not in unquote(link.partition("?")[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy").click()
    expect(page.locator("#notice")).to_have_text("Copied. Now reply to the e-mail and paste.")
    assert page.evaluate("navigator.clipboard.readText()") == body
    page.locator("#say").fill("ä" * 300)
    expect(page.locator("#mail")).to_be_hidden()
    expect(page.locator("#long")).to_be_visible()


def test_where_nothing_can_be_copied_the_whole_answer_is_marked(opened: Opened) -> None:
    """With the lines around the move, without which a mail has no move in it; the file has the move alone."""
    page = opened(sample_menu.page(sample_menu.REPLY))
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.execCommand = () => false")
    take(page, "C3", "City on C3")
    page.locator("#copy").click()
    assert page.evaluate("getSelection().toString()") == OPENS + HEAD + "actions:\n  - city: C3\n" + CLOSES
    with page.expect_download() as found:
        page.locator("#download").click()
    assert found.value.path().read_text() == HEAD + "actions:\n  - city: C3\n"


@pytest.mark.parametrize(
    ("at", "keys", "expected"),
    [
        (len(OPENS), ["Backspace"], HEAD),
        (3, ["x", "Delete"], HEAD),
        (len(OPENS + HEAD), ["Backspace"], HEAD),
        (len(OPENS + HEAD) - 1, ["Enter", "e"], HEAD + "e\n"),
        (0, ["Control+a", "Delete"], "\n"),
        (0, ["Control+a", "e"], "e\n"),
    ],
)
def test_the_lines_around_the_move_stay_whatever_is_typed(
    opened: Opened, at: int, keys: list[str], expected: str
) -> None:
    page = opened(sample_menu.page(sample_menu.REPLY))
    page.locator("#text").focus()
    page.evaluate("at => document.getElementById('text').setSelectionRange(at, at)", at)
    for key in keys:
        page.keyboard.press(key)
    assert text(page) == OPENS + expected + CLOSES
    page.reload()
    assert text(page) == OPENS + expected + CLOSES


def test_no_mail_without_an_address(composer: Page) -> None:
    expect(composer.locator("#mail")).to_be_hidden()


def test_a_page_without_a_clipboard_copies_what_it_marks(composer: Page) -> None:
    composer.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    composer.locator("#copy").click()
    expect(composer.locator("#notice")).to_have_text(
        "Copied. This page sends nothing. Send the text by e-mail or as a file."
    )
    composer.evaluate("document.execCommand = () => false")
    composer.locator("#copy").click()
    expect(composer.locator("#notice")).to_contain_text("copy it by hand")
    assert composer.evaluate("document.activeElement.id") == "text"


def test_the_turn_is_there_again_after_a_reload(composer: Page) -> None:
    take(composer, "", "Draw from stack 1")
    composer.get_by_role("button", name="Add an answer").click()
    composer.get_by_label("well").check()
    composer.locator("#answer").select_option(label="put it into the store")
    composer.locator("#add-branch").click()
    composer.locator("#say").fill("Hello")
    before = text(composer)
    composer.reload()
    assert (text(composer), notice(composer)) == (before, "Restored from where you left off.")


def test_links_of_the_page_leave_the_turn_in_the_address(composer: Page) -> None:
    take(composer, "C3", "City on C3")
    before, address = text(composer), composer.evaluate("location.hash")
    composer.locator(".skip").focus()
    composer.keyboard.press("Enter")
    assert composer.evaluate("document.activeElement.closest('#story') !== null")
    expect(composer.locator("#story")).to_be_in_viewport()
    assert composer.evaluate("location.hash") == address
    composer.reload()
    assert text(composer) == before


def test_an_address_that_is_not_of_this_page_does_no_harm(opened: Opened) -> None:
    turns = [
        '["{head}",[[99,[],null]],""]',
        '["{head}",[[8,[[[0],7]],null]],""]',
        '["4b1f",[[0,[],null]],""]',
        "[]",
        "no",
    ]
    for turn in turns:
        page = opened(sample_menu.page(), "#turn=" + turn.replace("{head}", sample.view().head[:16]))
        page.reload()  # another hash alone opens no page
        assert text(page) == HEAD


def turn_of(page: Page) -> str:
    found: str = page.evaluate("location.hash")
    return found


def test_a_link_to_a_turn_opens_in_the_page_that_is_open(composer: Page) -> None:
    take(composer, "C3", "City on C3")
    link, before = turn_of(composer), text(composer)
    composer.locator("#reset").click()
    take(composer, "E4", "Road on E4 from n to s")
    composer.evaluate("link => { location.hash = link; }", link)
    expect(composer.locator("#notice")).to_have_text("Restored from where you left off.")
    assert text(composer) == before
    composer.locator("#redo").click()  # the previous text is not lost
    assert steps(composer) == ["Road on E4 from n to s"]


@pytest.mark.parametrize(
    ("turn", "says"),
    [
        (
            '["4b1f",[[0,[],null]],"",null,26,"spring-cup"]',
            "The link contains a turn for entry 26, but this page is for entry 27",
        ),
        ('["4b1f",[[0,[],null]],"",null,26,"other"]', "The link contains no turn for this page"),
        ("no", "The link contains no turn for this page"),
    ],
)
def test_a_turn_of_another_entry_is_not_dropped_without_a_word(opened: Opened, turn: str, says: str) -> None:
    page = opened(sample_menu.page(), "#turn=" + quote(turn))
    expect(page.locator("#notice")).to_contain_text(says)
    take(page, "C3", "City on C3")
    before = turn_of(page)
    page.evaluate("link => { location.hash = link; }", "#turn=" + quote(turn))
    expect(page.locator("#notice")).to_contain_text(says)
    assert steps(page) == ["City on C3"]
    assert turn_of(page) == before  # a reload shows the turn that is here


WORDS = [
    "Hello",
    "a\u2028b\u2029c\x7f\x85",
    '"quoted" \\ back',
    "a: b # c",
    "- {x: [",
    "😀 ä",
    "…",
    "\ufeff",
    "yes",
    "'",
    "%0D&body=",
]


def test_words_to_all_stay_as_they_are(composer: Page) -> None:
    """Except invisible characters: no move file may contain them."""
    for words in WORDS:
        composer.locator("#say").fill(words)
        move = reading.typed_data(reading.read_source(text(composer).encode(), "composed"), "magna-grecia.move")
        assert move.get("say", "") == " ".join(re.sub(FORBIDDEN, " ", words).split())


def test_nothing_in_the_menu_becomes_markup(opened: Opened) -> None:
    evil = "</script><img src=x onerror=alert(1)><!-- {place}"
    choices = (sample_menu.CHOICES[3]._replace(says=say("{evil}", evil=evil)), *sample_menu.CHOICES[4:5])
    page = opened(sample_menu.page(choices=choices, advice=(say("{evil}", evil=evil),)))
    spot(page, "C3")
    assert evil in page.locator("#choices .offer").inner_text()
    assert page.locator("img").count() == 0


def test_the_words_are_in_the_language_that_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.report.html import composer

    monkeypatch.setitem(composer.WORDS, "turn", say("The board"))
    with speaking("it"):
        facts = re.search(r'id="menu">(.*?)</script>', sample_menu.page())
    assert facts
    assert json.loads(facts[1])["words"]["turn"] != "The board"


def test_what_is_to_be_typed_stands_out_and_has_no_marks_of_code(opened: Opened) -> None:
    begins, advice = (say("End the turn: `end: true`."),), (say("Write it after `store` or `build`."),)
    idle = (Refusal("", (), say("Your move is one `oracle:` action."), ("MG-2.5",)),)
    page = opened(sample_menu.page(begins=begins, advice=advice, idle=idle))
    panel = page.locator("#composer")
    assert "`" not in panel.inner_text()
    assert panel.locator("#begins").inner_text() == ""  # beside a board nothing has to be typed
    assert panel.locator("#advice b").all_inner_texts() == ["store", "build"]
