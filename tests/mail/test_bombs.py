"""Mails made to cost time or memory, or to break a parser (threats 7 and 8): read or quarantined, soon and small."""

from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest

from referee.mail.read import identity
from referee.mail.read.mail_parts import DEPTH, PARTS, UnreadableMail, automatic, parsed_mail
from referee.mail.read.requests import wishes
from referee.mail_settings import LARGEST_MAIL

SOON = 4.0
"""Seconds of the processor: what else a machine does is not the mail's fault."""
TEXT = b"Content-Type: text/plain\n\n"
PAGE = b"Content-Type: text/html\n\n"


def repeated(piece: bytes, before: bytes = TEXT) -> bytes:
    return (before + piece * (LARGEST_MAIL // len(piece)))[:LARGEST_MAIL]


def multipart(depth: int, leaves: int = 1) -> bytes:
    raw = TEXT + b"hello\n"
    for level in range(depth):
        mark = b"m%d" % level
        raw = b'Content-Type: multipart/mixed; boundary="%s"\n\n' % mark + (b"--%s\n%s\n" % (mark, raw)) * leaves
    return raw


def nested() -> bytes:
    lines = [b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (level, level) for level in range(4000)]
    return b"".join(lines)[:LARGEST_MAIL]


BOMBS: dict[str, Callable[[], bytes]] = {
    "deep parts": nested,
    "many parts": lambda: repeated(b"--b\n\n", b"Content-Type: multipart/mixed; boundary=b\n\n"),
    "mails in mails": lambda: repeated(b"Content-Type: message/rfc822\n\n", b""),
    "report of nothing": lambda: repeated(b"a: b\n\n", b"Content-Type: message/delivery-status\n\n"),
    "fields without end": lambda: repeated(b"To: a+g.1.y6vs7fra4da3brns@example.org\n", b""),
    "one long field": lambda: repeated(b" a+g.1.y6vs7fra4da3brns@example.org,\n", b"To:"),
    "one long word": lambda: repeated(b"a", b"From: "),
    "parameters": lambda: repeated(b"; a*0*=utf-8''%ff", b"Content-Type: text/plain"),
    "quotes in parameters": lambda: repeated(b'; a="\\"', b"Content-Type: text/plain"),
    "authentication results": lambda: repeated(b"(", b"Received: x\nAuthentication-Results: mx; dmarc="),
    "authentication methods": lambda: repeated(b"; dkim=pass", b"Received: x\nAuthentication-Results: mx"),
    "authentication fields": lambda: repeated(b"Authentication-Results: mx; a=b\n", b"Received: x\n"),
    "open elements": lambda: repeated(b"<div>", PAGE),
    "some open elements": lambda: PAGE + b"<div>" * 8_900 + b"x",
    "open tags": lambda: repeated(b"<a ", PAGE),
    "open tags, few": lambda: PAGE + b"<a " * 8_900,
    "open comments": lambda: PAGE + b"<!--" * 8_900,
    "open declarations": lambda: PAGE + b"<![CDATA[" * 8_900,
    "half declarations": lambda: PAGE + b"<![" * 5_000 + b">",
    "open ends": lambda: PAGE + b"</" * 8_900,
    "tags ended late": lambda: PAGE + b"<a b=" * 8_900 + b">",
    "attributes": lambda: repeated(b"a='b' ", PAGE + b"<p "),
    "one open quote": lambda: repeated(b"a", PAGE + b"<p a='"),
    "entities": lambda: repeated(b"&#x110000;", PAGE),
    "open entities": lambda: repeated(b"&", PAGE),
    "preformatted lines": lambda: repeated(b"\n", PAGE + b"<pre>"),
    "words in elements": lambda: PAGE + b"x<b>yyyyyyy</b>" * 9_000,
    "quoted lines": lambda: repeated(b">\n"),
    "quotation signs": lambda: repeated(b">"),
    "dashes": lambda: repeated(b"-"),
    "blanks": lambda: repeated(b" "),
    "fences": lambda: repeated(b"-----BEGIN MOVE-----\n"),
    "half fences": lambda: repeated(b"---BEGIN "),
    "attributions": lambda: repeated(b"Am 1 schrieb schrieb schrieb schrieb "),
    "lines of attributions": lambda: repeated(b"On 1 Dec a b c d e f g h wrote wrote \n"),
    "headings": lambda: repeated(b"From: x\n"),
    "flowed": lambda: repeated(b"a \n", b"Content-Type: text/plain; format=flowed\n\n"),
    "flowed quoted": lambda: repeated(b">> a \n> b \n", b"Content-Type: text/plain; format=flowed\n\n"),
    "words to the others": lambda: repeated(b"say: a\n\n"),
    "one word to the others": lambda: repeated(b"say: " + b"a " * 20),
    "base64 of nothing": lambda: repeated(b"====", b"Content-Transfer-Encoding: base64\n" + TEXT),
    "quoted-printable of nothing": lambda: repeated(b"=\n", b"Content-Transfer-Encoding: quoted-printable\n" + TEXT),
    "uuencoded": lambda: repeated(b"M!!\n", b"Content-Transfer-Encoding: x-uuencode\n" + TEXT + b"begin 644 a\n"),
    "zero bytes": lambda: repeated(b"\0", b""),
    "no line": lambda: repeated(b"\xff", b""),
    "nothing": lambda: b"",
}


@pytest.mark.parametrize("name", list(BOMBS))
def test_a_mail_made_to_cost_much_costs_little(name: str) -> None:
    raw, began = BOMBS[name](), process_time()
    assert len(raw) <= LARGEST_MAIL
    mail = None
    with suppress(UnreadableMail):
        mail = parsed_mail(raw)
    if mail:
        automatic(mail), identity.tokens(mail, "+"), identity.sender(mail), identity.judgement(mail, "mx", 1)
        assert wishes(mail, ("referee@example.org",)).block is None
    assert process_time() - began < SOON


def test_the_limits_are_those_that_are_promised() -> None:
    assert (LARGEST_MAIL, PARTS, DEPTH) == (262_144, 20, 4)
    parsed_mail(TEXT + b"x" * (LARGEST_MAIL - len(TEXT)))
    with pytest.raises(UnreadableMail, match="262144 bytes"):
        parsed_mail(TEXT + b"x" * (LARGEST_MAIL - len(TEXT) + 1))


def test_twenty_parts_are_read_and_no_more() -> None:
    assert len(parsed_mail(multipart(1, PARTS - 1)).parts) == PARTS - 1
    with pytest.raises(UnreadableMail, match="20 parts"):
        parsed_mail(multipart(1, PARTS + 1))


def test_four_levels_are_read_and_no_more() -> None:
    assert len(parsed_mail(multipart(DEPTH)).parts) == 1
    with pytest.raises(UnreadableMail, match="nested more than 4 levels deep"):
        parsed_mail(multipart(DEPTH + 1))
