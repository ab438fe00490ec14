"""E-mails are small and narrow: the page, the picture and the whole, and the lines of the text, for all kinds.

The log does not count: it goes with the first and the last e-mail of a game, and with those of who wants everything.
"""

import re
from typing import Any

import letter_samples as samples
import pytest
from letter_samples import KEY, MAIL, opened, part, text

from referee.app.look import game_views
from referee.mail.write import mime
from referee.mail.write.addresses import Letter
from referee.mail.write.letter_bodies import shows_board
from referee.report.pictures.last_turns import EmailBoard, email_picture
from referee.report.text.text_tables import width
from referee.words import say, speaking

pytestmark = pytest.mark.usefixtures("real_pictures")
KINDS: dict[str, dict[str, Any]] = {
    "report": {},
    "composed": {"menu": None},
    "first": {"is_final": True, "welcome": (say("Welcome! You play with {name}.", name="Anna"),)},
    "reminder": {"kind": "reminder"},
    "invitation": {"kind": "invitation"},
    "question": {"kind": "question"},
    "receipt": {"kind": "receipt"},
    "refusal": {"kind": "receipt", "log": b"", "quoted": "1. MG-1.3: There is no space Z9.\n      | road: Z9 n-s\n"},
    "answer": {"kind": "receipt", "has_board": True},
    "long": {"is_long": True},
}
KB = 1024
PAGE, PICTURE, WHOLE, LONG, COLUMNS = 80 * KB, 150 * KB, 360 * KB, 400 * KB, 72


def letters(id: str, upto: int | None, kind: str, language: str) -> list[Letter]:
    """To who moves and to another seat."""
    with speaking(language):
        first = samples.letter(id, upto, language)._replace(**KINDS[kind])
        assert first.view is not None
        other = next(each.id for each in first.view.seats if each.id != first.seat)
        if kind == "composed" and upto:
            first = first._replace(menu=game_views.menu(samples.game(id, upto), first.seat))
        return [first, first._replace(seat=other)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("id", "upto"), samples.LARGE)
@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_an_e_mail_is_small_and_its_lines_are_narrow(id: str, upto: int | None, kind: str, language: str) -> None:
    for letter in letters(id, upto, kind, language):
        raw = mime.message(letter, MAIL, KEY, draw=picture)
        mail = opened(raw)
        logs = [each.as_bytes() for each in mail.iter_attachments() if each.get_content_type() == "application/yaml"]
        assert len(raw) - sum(map(len, logs)) <= (LONG if letter.is_long else WHOLE)
        assert len(samples.board(mail).get_content()) <= PICTURE if shows_board(letter) else True
        assert len(part(mail, "text/html").get_payload(decode=True)) <= PAGE
        said = re.sub(r"(?s)-----BEGIN MOVE-----.*-----END MOVE-----", "", text(mail))
        assert [line for line in said.split("\n") if width(line) > COLUMNS] == []


DRAWN: dict[EmailBoard, bytes] = {}
"""The pictures, each made once."""


def picture(view: object, board: EmailBoard) -> bytes:
    if board not in DRAWN:
        DRAWN[board] = email_picture(board)
    return DRAWN[board]
