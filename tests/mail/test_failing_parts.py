"""A part of an e-mail that can't be made stops no game: the rest goes out, and the moderator hears of it."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import mailing_game as post
import pytest

from referee.app.look import game_views
from referee.app.post import moderator_notes
from referee.mail.act import send_reports
from referee.mail.write import letter_html, mime
from referee.mail.write.addresses import Appointment

sys.path.append(str(Path(__file__).parent.parent / "post"))
import letter_samples as samples

WITHOUT = {
    "menu": (game_views, "menu", "the choices to click"),
    "menu on its page": (mime, "packed_report", "the choices to click"),
    "picture": (letter_html, "drawn_board", "its picture"),
    "html": (letter_html, "whole_page", "as text alone"),
}


def fail(*args: Any, **more: Any) -> Any:
    raise KeyError(1595)


def notes() -> list[str]:
    found = moderator_notes.all_notes(post.table().settings)
    return [" ".join([*map(str, moderator_notes.note_words(post.table(), each)), each.text]) for each in found]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("part", WITHOUT)
def test_an_e_mail_goes_out_without_the_part(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the block of a move in its text, which is accepted when it comes back."""
    module, name, without = WITHOUT[part]
    monkeypatch.setattr(module, name, fail)
    assert post.one(post.mail(post.fenced(post.move()), post.address("yellow"))).entry == 2
    (asked,) = [each for each in post.letters() if "/2-red" in each.path]
    assert "BEGIN MOVE" in asked.text
    assert any(without in each and "to Bruno" in each and "KeyError: 1595" in each for each in notes())
    assert post.one(post.mail(post.fenced(post.move()), post.address("red"))).entry == 3


@pytest.mark.usefixtures("game")
def test_an_e_mail_without_its_page_promises_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "packed_report", fail)
    assert post.one(post.mail(post.fenced(post.move()), post.address("yellow"))).entry == 2
    (asked,) = [each for each in post.letters() if "/2-red" in each.path]
    assert "ttached" not in asked.text
    assert len(notes()) == 2  # with choices, and without


@pytest.mark.usefixtures("game")
def test_a_letter_that_cannot_be_written_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    written = send_reports.due_letter

    def failing(table: Any, game: Any, kept: Any, seat: str, *rest: Any) -> Any:
        return fail() if seat == "yellow" else written(table, game, kept, seat, *rest)

    monkeypatch.setattr(send_reports, "due_letter", failing)
    before = len(post.letters())
    found = send_reports.send_due_letters(post.table(), ["cup"], again=["yellow", "red"])
    assert [(each.seat, each.did) for each in found] == [("yellow", "trouble"), ("red", "sent")]
    assert "to Anna couldn't be written" in str(found[0].says)
    assert len(post.letters()) <= before + 1
    assert ["to Anna couldn't be written" in each for each in notes()] == [True]
    monkeypatch.setattr(send_reports, "due_letter", written)
    assert [each.did for each in send_reports.send_due_letters(post.table(), ["cup"], again=["yellow"])] == ["sent"]


def test_a_date_that_cannot_be_written_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    due = Appointment(1, datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 11, 23, tzinfo=UTC))
    letter = samples.letter("mezzogiorno-4", 40)._replace(due=due)
    monkeypatch.setattr(mime, "calendar_text", fail)
    missed = list[mime.PartFailed]()
    sent = mime.message(letter, samples.MAIL, samples.KEY, missed=missed.append)
    assert [each.part for each in missed] == ["calendar"]
    assert sent == mime.message(letter._replace(due=None), samples.MAIL, samples.KEY)
