"""The composer by mouse, by keyboard and for a screen reader, on a menu made by hand."""

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import sample_menu
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from referee import source
from referee.menu import Allowance, Budget, Choice
from referee.report import html
from referee.source.caret import FORBIDDEN
from referee.words import say, speaking
from tests.report import sample

Opened = Callable[..., Page]
HEAD = 'game: spring-cup\nafter: 27\nhead: "4b1f0c9d2e7a55aa"\nseat: yellow\n'


@pytest.fixture
def composer(opened: Opened) -> Page:
    return opened(sample_menu.page())


def text(page: Page) -> str:
    return page.locator("#text").input_value()


def spot(page: Page, place: str) -> None:
    page.locator(f'.spot[data-place="{place}"]').click()


def take(page: Page, place: str, says: str) -> None:
    """By mouse; "" is beside the board."""
    if place:
        spot(page, place)
    page.locator("#choices-list" if place else "#beside").get_by_role("button", name=says).click()


def steps(page: Page) -> list[str]:
    return page.locator("#steps > li .step > span").all_inner_texts()


def notice(page: Page) -> str:
    return page.locator("#notice").inner_text()


def test_without_its_script_the_report_is_as_it_was(opened: Opened) -> None:
    page = opened(re.sub(r"<script>.*</script>", "", sample_menu.page(), flags=re.DOTALL))
    expect(page.locator("#composer")).to_be_hidden()
    expect(page.locator("#compose")).to_be_hidden()
    expect(page.locator("#board svg").first).to_be_visible()
    expect(page.locator("#asked pre")).to_be_visible()


def test_only_the_seat_to_move_can_compose() -> None:
    for seat in ("", "red", "*"):
        assert "<script" not in html.report(sample.view()._replace(seat=seat), menu=sample_menu.menu())


def test_a_turn_by_mouse(composer: Page) -> None:
    assert text(composer) == HEAD
    take(composer, "C3", "City on C3")
    take(composer, "E4", "Road on E4 from n to s")
    take(composer, "", "Take 2 roads")
    take(composer, "C3", "Market in C3")
    take(composer, "", "End the turn")
    composer.locator("#say").fill('Nice "road"')
    assert text(composer) == HEAD + (
        "actions:\n  - city: C3\n  - road: E4 n-s\n  - resupply: {road: 2}\nmarket: {build: C3}\nend: true\n"
        'say: "Nice \\"road\\""\n'
    )
    assert steps(composer) == ["City on C3", "Road on E4 from n to s", "Take 2 roads", "Market in C3", "End the turn"]
    assert composer.locator("#mark").inner_text() == "tried by the referee"


def test_a_turn_by_the_keyboard_alone(composer: Page) -> None:
    """From the link in the report over the board to the copied text."""
    composer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press = composer.keyboard.press

    def tab_to(selector: str) -> None:
        for _ in range(80):
            if composer.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("#compose a")
    press("Enter")
    tab_to(".spot")
    at = "document.activeElement.dataset.place"
    assert composer.evaluate(at) == "C3"  # the first space with something to do
    press("PageDown")
    assert composer.evaluate(at) == "D3"
    press("PageUp")
    press("ArrowRight")
    first = composer.evaluate(at)
    press("ArrowLeft")
    assert (first[0], composer.evaluate(at)) == ("D", "C3")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        press(key)
    assert composer.evaluate(at) == "C4"
    press("ArrowUp")
    press("Enter")
    assert composer.evaluate("document.activeElement.textContent") == "City on C3"
    press("Enter")
    assert composer.evaluate(at) == "C3"  # back where it was
    press("Space")
    press("Escape")
    assert composer.evaluate(at) == "C3"
    expect(composer.locator("#choices")).to_be_hidden()
    tab_to("#beside .offer")
    press("Enter")
    tab_to("#say")
    composer.keyboard.type("Hello")
    tab_to("#copy")
    press("Enter")
    expect(composer.locator("#notice")).to_have_text("Copied.")
    copied = composer.evaluate("navigator.clipboard.readText()")
    assert copied == HEAD + 'actions:\n  - city: C3\n  - resupply: {road: 2}\nsay: "Hello"\n' == text(composer)


def test_what_rests_on_a_choice_goes_with_it_and_is_told(composer: Page) -> None:
    for place, says in (("E4", "Road on E4 from n to s"), ("E3", "Road on E3"), ("C3", "City"), ("C3", "Market")):
        take(composer, place, says)
    composer.locator("#steps .gone").first.click()
    assert steps(composer) == ["City on C3", "Market in C3"]
    assert notice(composer) == (
        "Removed: Road on E4 from n to s. Removed too, since it rested on that: Road on E3 from n to s."
    )
    composer.keyboard.press("Control+z")
    assert steps(composer) == ["City on C3"]
    composer.locator("#undo").click()
    assert steps(composer) == []
    assert text(composer) == HEAD
    take(composer, "C3", "City")
    composer.locator("#reset").click()
    assert (steps(composer), notice(composer)) == ([], "Your turn is empty again.")
    expect(composer.locator("#undo")).to_be_disabled()


def test_undo_leaves_writing_alone(composer: Page) -> None:
    take(composer, "C3", "City")
    composer.locator("#say").fill("Hello")
    composer.locator("#say").press("Control+z")
    assert steps(composer) == ["City on C3"]


def test_what_is_not_possible_says_why(composer: Page) -> None:
    panel = composer.locator("#choices-list")
    spot(composer, "E3")
    expect(panel).to_contain_text("after: Road on E4 from n to s")
    spot(composer, "E5")
    expect(panel).to_contain_text("after: Road on E4 from n to s or Road on E4 from ne to s; and City on C3")
    spot(composer, "K4")
    expect(panel).to_contain_text("more than is left: road tiles 0 of 5 [MG-4.4]")
    spot(composer, "D7")
    expect(panel).to_contain_text("No road of yours leads to it. MG-7.2")
    expect(panel).to_contain_text("No road reaches this space. MG-6.1")
    spot(composer, "O12")
    expect(panel).to_contain_text("Nothing may be done here in this turn.")
    take(composer, "E4", "Road on E4 from n to s")
    spot(composer, "E4")
    expect(panel).to_contain_text("not together with: Road on E4 from n to s")
    take(composer, "C3", "City on C3")
    spot(composer, "C4")
    expect(panel).to_contain_text("not together with: City on C3")


def test_one_that_spoils_another_may_come_after_it(composer: Page) -> None:
    take(composer, "C4", "Road on C4")
    take(composer, "C3", "City on C3")
    assert steps(composer) == ["Road on C4 from n to s", "City on C3"]


def test_figures(composer: Page) -> None:
    figures = composer.locator(".figures")
    assert "12" in figures.nth(1).inner_text()
    take(composer, "E4", "Road on E4 from n to s")
    assert figures.nth(1).locator("dd").all_inner_texts() == ["12 → 11 (−1) MG-8.2", "30 → 32 (+2)"]
    assert figures.nth(0).locator("dd").all_inner_texts()[:2] == ["1 of 5 MG-4.4", "0 of 2 MG-4.4"]
    take(composer, "C3", "City on C3")
    assert figures.nth(1).locator("dd").all_inner_texts() == ["12 → 15 (+3) MG-8.2", "30 → about 37 (+7)"]
    assert figures.nth(0).locator("dd").all_inner_texts() == [
        "1 of 3 MG-4.4",
        "1 of 2 MG-4.4",
        "3 roads and 2 cities MG-4.7",
    ]


def test_pieces_are_drawn_on_every_space_that_is_covered(composer: Page) -> None:
    composer.locator('.spot[data-place="D4"]').focus()
    composer.keyboard.press("Enter")
    expect(composer.locator(".ghost > g")).to_have_count(2)  # before it is taken
    take(composer, "D4", "Cities on D3 and D4")
    expect(composer.locator(".pieces > g")).to_have_count(2)
    expect(composer.locator(".ghost > g")).to_have_count(0)
    assert text(composer).endswith("actions:\n  - city: D3\n  - city: D4\n")
    assert composer.locator("#mark").inner_text() == "checked when it arrives"
    label = composer.locator('.spot[data-place="D3"]').get_attribute("aria-label")
    assert label is not None
    assert label.endswith("In your turn: Cities on D3 and D4")


def test_one_that_may_be_taken_often(composer: Page) -> None:
    for _ in range(3):
        take(composer, "", "Take a card")
    assert text(composer).count("amphora: card") == 3


def test_kinds_can_be_marked_alone(composer: Page) -> None:
    marked = composer.locator(".spot.now")
    expect(marked).to_have_count(5)
    composer.get_by_role("button", name="Cities", exact=True).click()
    expect(marked).to_have_count(3)
    expect(composer.get_by_role("button", name="Cities", exact=True)).to_have_attribute("aria-pressed", "true")


def test_an_order(composer: Page) -> None:
    take(composer, "", "Draw from stack 1")
    assert text(composer) == HEAD + "actions:\n  - draw: 1\n"
    spot(composer, "C3")  # nothing may follow what is still unknown
    expect(composer.locator("#choices-list")).to_contain_text("first say what to do with what is shown")
    composer.locator("#choices-close").click()
    composer.get_by_role("button", name="Add an answer").click()
    composer.get_by_label("temple").check()
    composer.get_by_label("harbour").check()
    expect(composer.locator("#add-branch")).to_be_disabled()
    assert composer.locator("#answer option").all_inner_texts()[1:] == ["build it on E1", "put it into the store"]
    spot(composer, "E1")  # an answer can be chosen on the board
    composer.locator("#choices-list").get_by_role("button", name="build it on E1").click()
    composer.locator("#add-branch").click()
    composer.get_by_role("button", name="Add an answer").click()
    assert composer.locator(".names label").all_inner_texts() == ["well"]  # the others have their answer
    composer.get_by_label("well").check()
    composer.locator("#answer").select_option(label="put it into the store")
    composer.locator("#add-branch").click()
    composer.get_by_label("Whatever else is shown").select_option(label="put it into the store")
    ordered = "draw: {stack: 1, then: [{if: [temple, harbour], build: E1}, {if: well, store}, {else: store}]}"
    assert text(composer) == HEAD + f"actions:\n  - {ordered}\n"
    take(composer, "C3", "City on C3")
    assert text(composer) == HEAD + f"actions:\n  - {ordered}\n  - city: C3\n"
    assert composer.locator("#mark").inner_text() == "checked when it arrives"
    composer.get_by_label("Whatever else is shown").select_option(value="")
    assert notice(composer).endswith("Removed too, since it rested on that: City on C3.")
    composer.locator(".branches .gone").first.click()
    assert text(composer) == HEAD + "actions:\n  - draw: {stack: 1, then: [{if: well, store}]}\n"


def test_edited_by_hand(composer: Page) -> None:
    composer.locator("#text").fill(HEAD + "actions:\n  - road: F6 n-s\n")
    assert composer.locator("#mark").inner_text() == "edited by you: checked when it arrives"
    take(composer, "C3", "City on C3")
    assert "F6" in text(composer)  # nobody's words are lost
    composer.locator("#rewrite").click()
    assert text(composer) == HEAD + "actions:\n  - city: C3\n"


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
    body = "-----BEGIN MOVE-----\nreply: abcdefgh\n" + text(page) + "-----END MOVE-----\n"
    assert parts["body"] == [body.replace("\n", "\r\n")]
    assert "%0D%0A" in link
    assert " " not in unquote(link.partition("?")[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy").click()
    expect(page.locator("#notice")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == body
    page.locator("#say").fill("ä" * 300)
    expect(page.locator("#mail")).to_be_hidden()
    expect(page.locator("#long")).to_be_visible()


def test_no_mail_without_an_address(composer: Page) -> None:
    expect(composer.locator("#mail")).to_be_hidden()


def test_a_page_without_a_clipboard_copies_what_it_marks(composer: Page) -> None:
    composer.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    composer.locator("#copy").click()
    expect(composer.locator("#notice")).to_have_text("Copied.")
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
    assert (text(composer), notice(composer)) == (before, "Your turn is as you left it.")


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
    """But for what cannot be seen: no move file may hold that."""
    for words in WORDS:
        composer.locator("#say").fill(words)
        move = source.check(source.read(text(composer).encode(), "composed"), "magna-grecia.move")
        assert move.get("say", "") == " ".join(re.sub(FORBIDDEN, " ", words).split())


def test_nothing_in_the_menu_becomes_markup(opened: Opened) -> None:
    evil = "</script><img src=x onerror=alert(1)><!-- {place}"
    choices = (sample_menu.CHOICES[3]._replace(says=say("{evil}", evil=evil)), *sample_menu.CHOICES[4:5])
    page = opened(sample_menu.page(choices=choices, advice=(say("{evil}", evil=evil),)))
    spot(page, "C3")
    assert evil in page.locator("#choices .offer").inner_text()
    assert page.locator("img").count() == 0


def test_the_policy_lets_the_one_script_run() -> None:
    whole = sample_menu.page()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', whole)
    assert policy
    assert re.match(r"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';", policy[1])
    assert "unsafe" not in policy[1]
    assert " style=" not in whole
    assert not re.search(r"<[^>]* on\w+=", whole.partition("<script")[0])


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)])
def test_anybody_can_use_it(opened: Opened, page: Page, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    opened(sample_menu.page(sample_menu.REPLY))
    serious(page)
    take(page, "", "Draw from stack 1")
    page.get_by_role("button", name="Add an answer").click()
    page.get_by_label("well").check()
    serious(page)
    page.get_by_role("button", name="Cancel").click()
    spot(page, "E4")
    serious(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def serious(page: Page) -> None:
    """Everything that axe finds, whatever it thinks of its weight."""
    found = Axe().run(page)
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found.response["violations"]] == []


def test_on_paper_the_report_is_as_without_the_composer(composer: Page) -> None:
    take(composer, "C3", "City on C3")
    composer.emulate_media(media="print")
    for hidden in ("#composer", "#compose", "#shown", ".spots", ".pieces", "#hint"):
        expect(composer.locator(hidden)).to_be_hidden()
    expect(composer.locator("#board svg").first).to_be_visible()


def test_who_wants_little_motion_gets_none(composer: Page) -> None:
    composer.set_viewport_size({"width": 390, "height": 844})
    spot(composer, "C3")
    name = "getComputedStyle(document.querySelector('#choices')).animationName"
    assert composer.evaluate(name) == "rise"
    composer.emulate_media(reduced_motion="reduce")
    assert composer.evaluate(name) == "none"


def test_the_words_are_in_the_language_that_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.report import asking

    monkeypatch.setitem(asking.WORDS, "turn", say("The board"))
    with speaking("it"):
        facts = re.search(r'id="menu">(.*?)</script>', sample_menu.page())
    assert facts
    assert json.loads(facts[1])["words"]["turn"] != "The board"


def test_what_holds_for_an_empty_turn_is_said_of_it_alone(composer: Page) -> None:
    expect(composer.locator("#begins")).to_have_text("A turn without actions is a pass.")
    take(composer, "", "End the turn")
    expect(composer.locator("#begins")).to_be_hidden()
    composer.keyboard.press("Control+z")
    expect(composer.locator("#begins")).to_be_visible()


def test_the_ways_of_a_turn_are_told_before_it_begins(opened: Opened) -> None:
    budgets = tuple([Budget(say("tiles of kind {number}", number=number)) for number in range(4)])
    allowances = tuple([Allowance((limit,) * 4, say("up to {limit}", limit=limit)) for limit in (3, 5)])
    page = opened(sample_menu.page(budgets=budgets, allowances=allowances))
    expect(page.locator("#budgets")).to_contain_text("up to 3")


def test_a_space_without_words_is_called_by_its_name_alone(opened: Opened) -> None:
    page = opened(re.sub(r'"words":"[^"]*","token"', '"words":"","token"', sample_menu.page()))
    labels = page.locator(".spot").evaluate_all("(all) => all.map((spot) => spot.getAttribute('aria-label'))")
    assert all(re.match(r"\w+\. ", label) for label in labels), labels


def test_tab_stops_at_one_space_and_not_at_the_board_around_it(composer: Page) -> None:
    composer.locator(".picture").focus()
    composer.keyboard.press("Tab")
    assert composer.evaluate("document.activeElement.getAttribute('class').split(' ')[0]") == "spot"


def test_many_choices_of_a_kind_are_opened_when_they_are_wanted(opened: Opened) -> None:
    many = tuple([Choice("supply", (), say("Take {number} tiles", number=number), f"take: {number}", many=True)
                  for number in range(30)])  # fmt: skip
    page = opened(sample_menu.page(choices=many))
    take_it = page.get_by_role("button", name="Take 7 tiles", exact=True)
    expect(take_it).to_be_hidden()
    page.locator("#beside summary").click()
    take_it.click()
    assert steps(page) == ["Take 7 tiles"]
    expect(page.get_by_role("button", name="Take 8 tiles", exact=True)).to_be_visible()


def test_ways_that_read_alike_are_told_once(opened: Opened) -> None:
    alike = [Choice("road", ("C3",), say("Road on C3"), f"road: C3 {number}") for number in range(2)]
    after = Choice("road", ("D3",), say("Road on D3"), "road: D3", after=((0, 1),))
    page = opened(sample_menu.page(choices=(*alike, after)))
    spot(page, "D3")
    expect(page.locator("#choices-list small")).to_have_text("after: Road on C3")


def test_what_is_written_behind_an_open_order_is_checked_when_it_arrives(composer: Page) -> None:
    """Though it was taken before the draw."""
    take(composer, "", "End the turn")
    expect(composer.locator("#mark")).to_have_class("mark tried")
    take(composer, "", "Draw")
    expect(composer.locator("#mark")).to_have_class("mark checked")


def test_a_text_edited_by_hand_is_not_lost_by_a_reload(composer: Page) -> None:
    composer.locator("#text").fill("game: other\n")
    composer.reload()
    assert text(composer) == "game: other\n"
    expect(composer.locator("#mark")).to_have_class("mark edited")
    composer.locator("#rewrite").click()
    composer.reload()
    assert text(composer) == HEAD


def test_on_a_phone_choices_do_not_hide_their_space_and_steps_are_told_where_one_looks(composer: Page) -> None:
    composer.set_viewport_size({"width": 390, "height": 700})
    place = composer.locator(".spot.now").last
    place.evaluate("(spot) => spot.scrollIntoView({ block: 'end', inline: 'center' })")
    place.click()
    above, sheet = place.bounding_box(), composer.locator("#choices").bounding_box()
    assert above is not None
    assert sheet is not None
    assert above["y"] + above["height"] <= sheet["y"]
    composer.locator("#choices-list .offer").first.click()
    expect(composer.locator("#notice")).to_be_in_viewport()
