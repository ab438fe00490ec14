"""What stored replies are made of: a move, the e-mail that is answered, parts of mails; and the list of them."""

import os
from base64 import encodebytes
from html import escape
from quopri import encodestring

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples")
TAG = "y6vs7fra4da3brns"
REPLY = f"referee+spring-cup.40.{TAG}@games.example.org"
MOVE = """\
game: spring-cup
after: 40
head: "52601a48b09bce4d"
seat: yellow
actions:
  - city: E1
  - road: {at: D4, from: D3, to: D5}
  - resupply: {road: 4, city: 3}
market: {build: E1}
"""
OTHER = MOVE.replace("city: E1", "city: B2").replace("build: E1", "build: B2")
"""What the quoted e-mail has: a move that nobody chose."""


def fenced(move: str = MOVE, word: str = "MOVE") -> str:
    return f"-----BEGIN {word}-----\nreply: {TAG}\n{move}-----END MOVE-----\n"


LETTER = f"""\
[spring-cup] It is your turn, Anna (yellow)

Bruno (red) played: road D6 n-s, city D5. He has 12 points.

You may lay up to 3 roads, found or expand up to 3 cities, or resupply.

{fenced(OTHER)}
Answer this mail: keep the block, delete the rest, write above this line.
Log of the game: head 52601a48b09bce4d
"""


def cited(text: str = LETTER, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}".rstrip() + "\n" for line in text.splitlines())


def marked_up(text: str, line: str = "<div>{}</div>", empty: str = "<br>") -> str:
    """Lines as the editors of mail programs write them: a leading blank as a hard one, every second inside, too."""
    return "".join(line.format(hard(escape(each, quote=False)) or empty) for each in text.splitlines())


def hard(line: str) -> str:
    words = line.lstrip(" ")
    return "&nbsp;" * (len(line) - len(words)) + words


def head(subject: str, program: str, extra: str = "") -> str:
    return (
        "Return-Path: <anna@example.com>\nDelivered-To: referee@games.example.org\n"
        "Received: from mail.example.com (mail.example.com [192.0.2.7]) by mx.example.org; "
        "Tue, 1 Dec 2026 10:00:03 +0000\n"
        f"From: Anna Example <anna@example.com>\nTo: Referee <{REPLY}>\nSubject: {subject}\n"
        f"Date: Tue, 1 Dec 2026 11:00:00 +0100\nMessage-ID: <{abs(sum(map(ord, program + subject))):06x}@example.com>\n"
        "In-Reply-To: <referee.spring-cup.40.yellow.52601a48b09b@games.example.org>\n"
        f"{program}\n{extra}MIME-Version: 1.0\n"
    )


def coded(text: str, coding: str, charset: str) -> str:
    raw = text.encode(charset)
    if coding == "base64":
        return encodebytes(raw).decode()
    return encodestring(raw).decode() if coding == "quoted-printable" else raw.decode("latin-1")


def part(kind: str, text: str, coding: str = "7bit", charset: str = "UTF-8", more: str = "", said: str = "") -> str:
    """`said`: the charset that is named, where it is another."""
    name = f"; charset={said or charset}" if charset else ""
    return (
        f"Content-Type: {kind}{name}{more}\nContent-Transfer-Encoding: {coding}\n\n"
        f"{coded(text, coding, charset or 'ascii')}"
    )


def several(kind: str, *parts: str) -> str:
    mark = f"=_b{len(parts)}{kind[:3]}"
    inner = "".join(f"--{mark}\n{each}\n" for each in parts)
    return f'Content-Type: multipart/{kind}; boundary="{mark}"\n\nThis is MIME.\n{inner}--{mark}--\n'


def both(text: str, page: str, coding: str = "quoted-printable", charset: str = "UTF-8") -> str:
    return several("alternative", part("text/plain", text, coding, charset), part("text/html", page, coding, charset))


def file(text: str, name: str = "move.yaml", kind: str = "application/octet-stream", coding: str = "base64") -> str:
    return part(kind, text, coding, "UTF-8", f'; name="{name}"').replace(
        "\n\n", f'\nContent-Disposition: attachment; filename="{name}"\n\n', 1
    )


Sample = tuple[str, str, dict[str, str], str]
SAMPLES: list[Sample] = []
"""File, manner, what it gives, the mail."""
GIVES_MOVE = {"move": "MOVE"}


def sample(
    name: str, manner: str, gives: dict[str, str], program: str, body: str, subject: str = "Re: [spring-cup] Your turn"
) -> None:
    SAMPLES.append((name, manner, gives, head(subject, program) + body))
