"""Letters of the stored games, and what is in a mail."""

import re
import zlib
from base64 import b64decode
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path

from sample_games import game_after, whole_game

from referee.app.game_access import Game
from referee.mail.write.addresses import Letter
from referee.mail_settings import MailSettings
from referee.words import say

ROOT = Path(__file__).parent.parent.parent
KEY = bytes(range(32))
MAIL = MailSettings("Referee <referee@example.org>", "referee@example.org")
LARGE = (("mezzogiorno-4", 40), ("mezzogiorno-4", None), ("quadrilateral-4", 204), ("quadrilateral-4", None))
"""Games of both titles with four players, in the middle and at the end."""


def game(id: str, upto: int | None = None) -> Game:
    return whole_game(id) if upto is None else game_after(id, upto)


@cache
def letter(id: str = "bruttium-2", upto: int | None = 12, language: str = "en") -> Letter:
    """To the seat that is to move, or to the first one."""
    found = game(id, upto)
    seat = found.book.play.to_move(found.position) or next(iter(found.header["seats"]))
    view = found.book.show().view(found.header, found.moments, seat)
    return Letter(
        id, found.book.name, seat, found.players[seat], f"{seat}@example.org", language, view.entry, view.head, view.at,
        "report", say("Your turn"), view=view, log=found.log.raw,
    )  # fmt: skip


def opened(raw: bytes) -> EmailMessage:
    found = message_from_bytes(raw, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def part(mail: EmailMessage, kind: str) -> EmailMessage:
    """The first part of a kind."""
    found = next(each for each in mail.walk() if each.get_content_type() == kind)
    assert isinstance(found, EmailMessage)
    return found


def board(mail: EmailMessage) -> EmailMessage:
    """The picture of the board, which may move."""
    found = next(each for each in mail.walk() if each.get_content_maintype() == "image")
    assert isinstance(found, EmailMessage)
    return found


def text(mail: EmailMessage) -> str:
    return str(part(mail, "text/plain").get_content()).replace("\r\n", "\n")


def page(mail: EmailMessage) -> str:
    return str(part(mail, "text/html").get_content())


def unpacked(page: str) -> str:
    """An attached page as it is once a browser has unpacked it."""
    held = re.search(r'<script type="text/plain" id="packed">([^<]*)</script>', page)
    parts = zlib.decompress(b64decode(held[1])).decode().split("\0") if held else []
    for number, part in enumerate(parts):
        before, place, rest = page.partition(f'<p class="note" data-part="{number}">')
        assert place
        page = before + part + rest.partition("</p>")[2]
    return page
