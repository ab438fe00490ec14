"""The form of an e-mail: its text alone, its page, its picture, its attachments, its headers."""

import re
from email.message import EmailMessage
from html import unescape
from io import BytesIO
from random import Random

import letter_samples as samples
import pytest
from bs4 import BeautifulSoup
from letter_samples import KEY, LARGE, MAIL, opened, page, text
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngImageFile

from referee.mail.read import requests
from referee.mail.write import addresses, letter_bodies, letter_html, mime
from referee.mail.write.addresses import Letter, Unanswerable, date, letter_names
from referee.mail.write.letter_bodies import letter_with_people
from referee.report.html.packed_page import packed_report
from referee.report.html.templates import raw, script_of
from referee.report.pictures import raster
from referee.report.pictures.svg import email_board
from referee.report.text.text_tables import width
from referee.report.wording import RuleLinks
from referee.words import say, speaking

large = pytest.mark.parametrize(("id", "upto"), LARGE)


def test_the_same_email_is_the_same_bytes() -> None:
    assert mime.message(samples.letter(), MAIL, KEY) == mime.message(samples.letter(), MAIL, KEY)


def test_its_lines_are_short_and_end_as_lines_of_mails_do() -> None:
    for change in (
        {}, {"is_long": True}, {"is_final": True}, {"view": None}, {"subject": say("Žofie is next")},
        {"answers": f"<{'a' * 600}@example.org> <{'b' * 600}@example.org>"},
    ):  # fmt: skip
        letter = samples.letter()._replace(log=b"a\r\nb\rc\nd")._replace(**change)
        raw = mime.message(letter, MAIL, KEY)
        assert raw.count(b"\n") == raw.count(b"\r\n") == raw.count(b"\r")
        assert max(map(len, raw.split(b"\r\n"))) <= mime.LINE
        assert opened(raw)["In-Reply-To"] == letter.answers or letter_names(letter, MAIL, KEY).root


@pytest.mark.parametrize("kind", ["mixed", "related", "alternative"])
def test_no_words_of_a_player_end_a_part(kind: str) -> None:
    """Though who gets an e-mail could know the line that does."""
    plain = samples.letter()
    line = f"--=_{kind}_{mime.named_digest(letter_names(plain, MAIL, KEY))}"
    words = f"{line}\nContent-Type: text/html\n\n<p>Pay here\n{line}--\n"
    mails = [opened(mime.message(each, MAIL, KEY)) for each in (plain, plain._replace(quoted=words))]
    kinds = [[part.get_content_type() for part in mail.walk()] for mail in mails]
    assert kinds[0] == kinds[1]


STRANGE = (
    "From me",
    ".",
    "..",
    "-",
    "=",
    "=20",
    "=_",
    "--=_mixed_",
    "<b>",
    "&amp;",
    "é",
    "ß",
    "😀",
    "\u2028",
    " ",
    "\n",
    "\r\n",
)
"""Pieces of words that may mean something to a mail, to a page, or to a program that sends them."""


@pytest.mark.parametrize("seed", range(10))
def test_words_of_any_shape_are_read_back_from_text_and_page(seed: int) -> None:
    dice = Random(seed)
    words = "".join(dice.choices(STRANGE, k=60)) + "x" * dice.choice((0, 50, 2000))
    letter = samples.letter()._replace(quoted=words)
    raw = mime.message(letter, MAIL, KEY)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= mime.LINE
    mail = opened(raw)
    named = letter_with_people(letter)
    assert letter_bodies.text_body(named, letter_names(letter, MAIL, KEY).tag).split() == text(mail).split()
    shown = "\n".join(letter_bodies.verbatim(words))
    blocks = [each.get_text() for each in BeautifulSoup(page(mail), "html.parser").find_all("pre")]
    assert shown.split() in [each.split() for each in blocks] or not shown.split()


def test_the_headers() -> None:
    mail = opened(mime.message(samples.letter(), MAIL, KEY))
    tag = addresses.reply_tag(KEY, "bruttium-2", "red", 12, "red@example.org")
    head = samples.letter().head[:12]
    assert {name: str(value) for name, value in mail.items() if name != "Content-Type"} == {
        "From": "Referee <referee@example.org>",
        "To": "red@example.org",
        "Reply-To": f"referee+bruttium-2.12.{tag}@example.org",
        "Subject": "[bruttium-2] Your turn",
        "Date": "Sat, 10 Oct 2026 04:06:30 +0000",
        "Message-ID": f"<referee.bruttium-2.12.red.{head}@example.org>",
        "In-Reply-To": "<referee.bruttium-2.red@example.org>",
        "References": "<referee.bruttium-2.red@example.org>",
        "List-Id": "<bruttium-2.referee.example.org>",
        "List-Unsubscribe": f"<mailto:referee+bruttium-2.12.{tag}@example.org?subject=stop%20mail>",
        "Auto-Submitted": "auto-generated",
        "MIME-Version": "1.0",
    }


def test_a_receipt_answers_its_mail() -> None:
    receipt = samples.letter()._replace(kind="receipt", answers="<a@example.com>", mark="0123456789abcdef0123")
    mail = opened(mime.message(receipt, MAIL, KEY))
    assert mail["In-Reply-To"] == "<a@example.com>"
    assert mail["References"] == "<referee.bruttium-2.red@example.org> <a@example.com>"
    assert ".receipt.0123456789abcdef@" in mail["Message-ID"]


def test_the_parts() -> None:
    mail = opened(mime.message(samples.letter(), MAIL, KEY))
    kinds = ["multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/gif"]
    assert [each.get_content_type() for each in mail.walk()] == [*kinds, "text/html"]
    mail = opened(mime.message(samples.letter()._replace(is_final=True), MAIL, KEY))
    assert [each.get_content_type() for each in mail.walk()] == [*kinds, "text/html", "application/yaml"]
    log, report = list(mail.iter_attachments())[::-1]
    assert (log.get_filename(), report.get_filename()) == ("bruttium-2.yaml", "bruttium-2-12.html")
    assert log.get_content() == samples.game("bruttium-2", 12).log.raw
    assert "Content-Security-Policy" in report.get_content()


@large
def test_a_long_text_suffices(id: str, upto: int | None) -> None:
    letter = samples.letter(id, upto)._replace(is_long=True)
    said = text(opened(mime.message(letter, MAIL, KEY)))
    block = re.search(r"-----BEGIN MOVE-----\n(.*)-----END MOVE-----\n", said, re.DOTALL)
    assert all(width(line) <= 72 for line in said.replace(block[1] if block else "", "").split("\n"))
    assert letter.view is not None
    assert all(f"{each.heading}"[:60] in said for each in letter.view.sections)
    if upto is None:
        assert block is None
        assert "It is nobody's turn." in said
        return
    assert block is not None
    tag = addresses.reply_tag(KEY, id, letter.seat, letter.entry, letter.to)
    assert block[1].startswith(f"reply: {tag}\ngame: {id}\nafter: {upto}\n")
    order = [
        "Whose turn it is",
        "What happened since",
        " can do\n---",
        "How to answer",
        "BEGIN MOVE",
        "The board",
        "Sources",
    ]
    places = [said.index(each) for each in order]
    assert places == sorted(places)


def test_who_is_not_to_move_gets_no_block() -> None:
    letter = samples.letter()._replace(seat="yellow")
    mail = opened(mime.message(letter, MAIL, KEY))
    assert "BEGIN MOVE" not in text(mail) + page(mail)
    assert "mailto:" not in page(mail)


@large
def test_the_page_is_what_mail_programs_show(id: str, upto: int | None) -> None:
    whole = page(opened(mime.message(samples.letter(id, upto)._replace(is_long=True), MAIL, KEY)))
    assert len(whole.encode()) <= letter_html.LARGEST
    found = BeautifulSoup(whole, "html.parser")
    assert not found.find_all(["style", "script", "link", "svg", "form", "iframe"])
    assert not re.search(r"(src|href)=\"(?!cid:|mailto:)", whole)
    assert "url(" not in whole
    (image,) = found.find_all("img")
    assert str(image["src"]).startswith("cid:board.referee.")
    assert "moves now" in image["alt"] or upto is None
    assert str(found.find("pre") or "").count("END MOVE") == (upto is not None)
    bare = [
        cell
        for cell in found.find_all(["td", "th"])
        if not re.search(r"background:.*color:|color:.*background:", str(cell["style"]))
    ]
    assert bare == []
    assert len(found.find_all("table", class_="cells")) >= 3  # they have room: no position is too large


def test_a_page_that_would_be_too_large_leaves_out_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letter_html, "LARGEST", 30_000)
    mail = opened(mime.message(samples.letter()._replace(is_long=True), MAIL, KEY))
    assert len(page(mail).encode()) < 30_000
    assert "The tables are in the attached report" in page(mail)


def test_the_button_begins_an_answer_with_the_block_alone() -> None:
    from urllib.parse import parse_qs, urlsplit

    mail = opened(mime.message(samples.letter(), MAIL, KEY))
    link = urlsplit(str(BeautifulSoup(page(mail), "html.parser").find("a")["href"]))  # type: ignore[index]
    assert link.path == mail["Reply-To"]
    assert parse_qs(link.query)["body"][0].replace("\r\n", "\n") in text(mail)


@pytest.mark.usefixtures("real_pictures")
@large
def test_the_picture(id: str, upto: int | None) -> None:
    """It shows the position now, and the last turns again; whatever they were, it is small."""
    letter = samples.letter(id, upto)
    raw = samples.board(opened(mime.message(letter, MAIL, KEY))).get_content()
    assert len(raw) <= 150 * 1024
    assert letter.view
    now = raster.few_colours(raster.email_pixels(email_board(letter.view, None)), raster.EMAIL_COLOURS).convert("RGB")
    with Image.open(BytesIO(raw)) as shown:
        assert shown.info.get("transparency") is None
        first = shown.convert("RGB")
        assert max(ImageChops.difference(first, now).convert("L").histogram()[40:]) == 0
        if shown.format == "GIF":
            shown.seek(2)
            shown.seek(1)
            assert ImageChops.difference(shown.convert("RGB"), first).getbbox()


def test_letters_are_drawn_with_our_fonts_alone() -> None:
    paper = '<rect width="100" height="100" fill="#ffffff"/>'
    square = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{paper}{{}}</svg>'
    drawn = {
        weight: PngImageFile(BytesIO(raster.png(square.format(
            f'<text y="70" font-size="60" font-family="sans-serif" font-weight="{weight}">Rä</text>'
        ), raster.EMAIL_WIDTH))).convert("L")
        for weight in ("normal", "bold")
    }  # fmt: skip
    ink = {weight: sum(image.histogram()[:128]) for weight, image in drawn.items()}
    assert 20_000 < ink["normal"] < ink["bold"]


@pytest.mark.parametrize("name", ["Αθηνά Παπαδοπούλου", "Дмитрий Жуков"])
def test_a_player_with_a_greek_or_cyrillic_name_is_greeted_by_it(name: str) -> None:
    mail = opened(mime.message(played_by(name), MAIL, KEY))
    first = name.partition(" ")[0]
    assert f"Hello {first}," in text(mail)
    assert f"Hello {first}," in unescape(page(mail))


def played_by(name: str) -> Letter:
    """The letter to a player of this name."""
    letter = samples.letter()
    assert letter.view is not None
    seats = [each._replace(player=name) if each.id == letter.seat else each for each in letter.view.seats]
    return letter._replace(player=name, view=letter.view._replace(seats=tuple(seats)))


def test_a_refusal_is_quoted_unchanged() -> None:
    letter = samples.letter()._replace(quoted="move:5:11: MG-6.1: No.\n    5 |   - city: <b>\n      |     ^^\n")
    mail = opened(mime.message(letter, MAIL, KEY))
    assert letter.quoted in text(mail)
    assert "5 |   - city: &lt;b&gt;\n      |     ^^" in page(mail).replace("\r", "")


def test_the_numbers_of_rules_are_links_where_somebody_published_the_pages() -> None:
    letter = samples.letter()._replace(is_long=True, quoted="move:5:11: MG-6.1: No.\nMG-99.1 is none.\n")
    plain = page(opened(mime.message(letter, MAIL, KEY)))
    rules = RuleLinks("https://example.org/rules/magna-grecia", ("MG-6.1", "MG-4.4"))
    linked = page(opened(mime.message(letter._replace(rules=rules), MAIL, KEY)))
    found = re.findall('<a href="https://example.org/rules/magna-grecia/(MG-[0-9.]+).html">MG-', linked)
    assert {*found} == {"MG-6.1", "MG-4.4"}
    assert re.sub('<a href="https://example.org/rules/[^>]*>(MG-[0-9.]+)</a>', r"\1", linked) == plain


def test_an_email_without_a_view_is_text_alone() -> None:
    letter = samples.letter()._replace(view=None, log=b"", opening=(say("I couldn't match an e-mail."),))
    mail = opened(mime.message(letter, MAIL, KEY))
    assert mail.get_content_type() == "text/plain"
    assert text(mail) == "Hello Milon,\n\nI couldn't match an e-mail.\n"


def test_a_name_that_is_not_ascii_is_written_right() -> None:
    mail = opened(mime.message(played_by("Žofie Őry-Müller"), MAIL, KEY))
    assert "Hello Žofie," in text(mail)
    assert "Hello Žofie," in unescape(page(mail))


@pytest.mark.parametrize(
    "at", ["2026-11-20T19:00:00Z", "2024-02-29T00:00:00Z", "2000-01-01T23:59:59Z", "1999-12-31T05:06:07Z"]
)
def test_dates(at: str) -> None:
    from datetime import datetime
    from email.utils import format_datetime

    assert date(at) == format_datetime(datetime.fromisoformat(at))


def test_an_address_that_is_too_long_is_reported() -> None:
    with pytest.raises(Unanswerable, match="may have 64"):
        letter_names(samples.letter()._replace(game="a" * 40), MAIL, KEY)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Sam <sam@example.org> moderates this game. To write to Sam, begin a paragraph with"),
        ("de", "Sam <sam@example.org> leitet dieses Spiel."),
        ("fr", "Sam <sam@example.org> arbitre cette partie."),
        ("it", "Sam <sam@example.org> modera questa partita."),
    ],
)
def test_every_e_mail_names_the_moderator_of_the_settings(language: str, words: str) -> None:
    mail = MAIL._replace(moderator="Sam <sam@example.org>")
    whole = opened(mime.message(samples.letter(language=language), mail, KEY))
    assert words in " ".join(text(whole).split())
    assert words in unescape(" ".join(page(whole).split()))
    bare = samples.letter(language=language)._replace(view=None, log=b"")
    assert words in " ".join(text(opened(mime.message(bare, mail, KEY))).split())
    assert "example.org>" not in text(opened(mime.message(samples.letter(language=language), MAIL, KEY)))


def test_the_line_about_the_moderator_does_nothing_when_it_comes_back() -> None:
    for name in ("Sam", "Samantha Butterworth", "S"):
        mail = MAIL._replace(moderator=f"{name} <sam@example.org>")
        lines = text(opened(mime.message(samples.letter(), mail, KEY))).split("\n")
        below = lines[lines.index("-- ") :]
        assert not any(requests.means_something(line) for line in below)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@large
def test_an_attached_page_is_sent_as_it_is(id: str, upto: int | None, language: str) -> None:
    letter = samples.letter(id, upto, language)
    assert letter.view
    mail = opened(mime.message(letter, MAIL, KEY))
    (sent,) = [each for each in mail.iter_attachments() if each.get_content_type() == "text/html"]
    assert sent["Content-Transfer-Encoding"] == "7bit"
    with speaking(language):
        reply = letter_bodies.reply(letter, letter_names(letter, MAIL, KEY))
        texts, packed = packed_report(letter.view, reply=reply, picture=samples.board(mail).get_content())
    assert mime.encoding_of(packed.decode()) == "7bit"
    assert as_read(sent.get_content()) == as_read(packed.decode().join(texts))


def test_a_page_is_read_as_it_is_written() -> None:
    for whole in (f"<p>{'é' * 2000}</p>\n", "<p>é – 😀</p>\n", f"<p>{'a ' * 2000}</p>\n"):
        html = mime.in_ascii(whole)
        mail = EmailMessage()
        mail.set_content(html, subtype="html", cte=mime.encoding_of(html))
        assert as_read(opened(mail.as_bytes()).get_content()) == as_read(whole)


def as_read(page: str) -> str:
    """A page as a browser reads it: character references, and the ends of lines and of the page."""
    return re.sub(r"&#(\d{3,});", lambda found: chr(int(found[1])), page.replace("\r\n", "\n").rstrip("\n"))


def test_styles_and_scripts_of_pages_are_ascii() -> None:
    """They have no character references."""
    assert all(raw(f"{each}.css").isascii() for each in ("report", "board", "composer"))
    assert all(script_of(each).element.isascii() for each in ("composer", "unpack"))
