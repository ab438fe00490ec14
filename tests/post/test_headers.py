"""Nothing that a person wrote reaches a header: every code point in every field that a person fills."""

from email import message_from_bytes
from email.policy import default
from typing import Any

import letter_samples as samples
import pytest
from letter_samples import KEY, MAIL

from referee.mail.write import mime
from referee.mail.write.addresses import Letter, letter_names
from referee.show.view import View
from referee.words import Phrase, say

WICKED = "\r\nBcc: all@example.com\r\n\r\n"


def spoilt(letter: Letter, text: str) -> Letter:
    """The e-mail with a text in every field that people can fill: names, messages, a refusal that quotes a file."""
    assert letter.view is not None
    line = letter.view.story.lines[0]._replace(says=say("{player} says: {text}", player=text, text=text))
    seats = tuple(seat._replace(player=text) for seat in letter.view.seats)
    headline: Phrase = say("{player} moves now.", player=text)
    story = letter.view.story._replace(lines=(line,))
    view: View = letter.view._replace(seats=seats, headline=headline, story=story)
    return letter._replace(player=text, quoted=text, opening=(say("{text}", text=text),), view=view)


def test_no_code_point_changes_the_headers() -> None:
    letter = samples.letter()
    named = letter_names(letter, MAIL, KEY)
    benign = list(mime.headers(letter, named, MAIL))
    for code in range(0x10000):
        other = spoilt(letter, f"{chr(code)}x{WICKED}" if code % 2 else f"x{chr(code)}")
        assert letter_names(other, MAIL, KEY) == named
        assert list(mime.headers(other, named, MAIL)) == benign, hex(code)


STRANGE = (*range(0x21), 0x7F, 0x80, 0x85, 0xA0, 0xAD, 0x200B, 0x2028, 0x2029, 0x202E, 0xD800, 0xDFFF, 0xFEFF, 0xFFFF)


@pytest.fixture
def benign() -> bytes:
    return block(mime.message(samples.letter(), MAIL, KEY))


def block(message: bytes) -> bytes:
    return message.partition(b"\r\n\r\n")[0]


@pytest.mark.parametrize("code", STRANGE, ids=hex)
def test_the_bytes_of_the_header_are_the_same(code: int, benign: bytes) -> None:
    message = mime.message(spoilt(samples.letter()._replace(log=b""), f"a{chr(code)}{WICKED}"), MAIL, KEY)
    assert block(message) == benign


@pytest.mark.parametrize("field", ["to", "answers"])
@pytest.mark.parametrize("code", [0, 10, 13, 0x1B, 0x7F, 0x85, 0x2028, 0x202E])
def test_a_header_that_is_not_one_line_is_refused(field: str, code: int) -> None:
    value = f"<a{chr(code)}b@example.org>"
    changes: dict[str, Any] = {field: value}
    letter = samples.letter()._replace(**changes)
    with pytest.raises(mime.Unsafe):
        mime.message(letter, MAIL, KEY)


@pytest.mark.parametrize("code", [0, 10, 13, 0x1B, 0x7F, 0x85, 0x2028, 0x202E])
def test_a_subject_with_a_name_in_it_is_one_line(code: int) -> None:
    letter = samples.letter()._replace(subject=say("{x}", x=f"a{chr(code)}Bcc: b"))
    found = message_from_bytes(mime.message(letter, MAIL, KEY), policy=default)
    assert found["Bcc"] is None
    assert all(map(str.isprintable, str(found["Subject"])))


def test_long_names_of_mails_are_not_cut_into_encoded_words() -> None:
    answers = f"<{'q' * 120}@mail.example.org>"
    letter = samples.letter()._replace(game="a" * 24, kind="receipt", answers=answers)
    host = "mail." + "gesellschaftsspiele." * 3 + "example.org"
    headers = block(mime.message(letter, MAIL._replace(reply=f"referee@{host}"), KEY))
    assert f"\r\nIn-Reply-To: {answers}\r\n".encode() in headers
    assert f" {answers}\r\nList-Id: <{letter.game}.referee.{host}>\r\n".encode() in headers
    assert b"=?" not in headers


@pytest.mark.parametrize("to", ["a@example.org, b@example.org", "Anna <a@example.org>", "a@example.org b", ""])
def test_an_email_goes_to_one_plain_address(to: str) -> None:
    with pytest.raises(mime.Unsafe, match=r"To can't be"):
        mime.message(samples.letter()._replace(to=to), MAIL, KEY)
