"""Messages beside a move that is not recorded: their writer hears what became of them."""

import mailing_game as post
import pytest

from referee.app.post import due_reports, moderator_notes
from referee.mail.act.heard_mail import ANSWERED

pytestmark = pytest.mark.usefixtures("game")

REFUSED = "actions:\n  - city: A1\n"
NOT_TO_OTHERS = "Your message to other players was not passed on. Write it again with your move."


def write(text: str) -> str:
    """The seat to move writes: the text of the receipt, in one line."""
    before, log = {each.path for each in post.receipts()}, post.log_bytes()
    done = post.one(post.mail(text, post.address(post.mover())))
    assert done.became == ANSWERED, done
    assert post.log_bytes() == log
    (receipt,) = [each.text for each in post.receipts() if each.path not in before]
    return " ".join(receipt.split())


def other() -> str:
    (seat,) = {"red", "yellow"} - {post.mover()}
    return seat


def notes() -> list[str]:
    return [each.text for each in moderator_notes.open_notes(post.table().settings)]


def test_a_refused_move_says_that_its_messages_were_not_passed_on() -> None:
    receipt = write(f"say: Good luck!\n\nsay to {other()}: Truce?\n\n{post.fenced(REFUSED)}")
    assert f"Nothing was recorded and nothing changed. {NOT_TO_OTHERS} This could not be done:" in receipt
    facts = other(), post.mover(), "Truce?", post.last()
    assert not due_reports.is_kept(post.table().settings, "cup", *facts)


def test_words_to_the_moderator_do_not_depend_on_the_move_beside_them() -> None:
    receipt = write(f"say to moderator: Thursday or Friday?\n\n{post.fenced(REFUSED)}")
    assert "I kept your words for the moderator" in receipt
    assert NOT_TO_OTHERS not in receipt
    assert notes() == ["Thursday or Friday?"]


def test_a_refused_move_says_that_an_absence_beside_it_is_not_entered() -> None:
    receipt = write(f"absent: 2026-12-24 to 2027-01-02\n\n{post.fenced(REFUSED)}")
    assert "The rest of your e-mail was not used either. Write it again with your move." in receipt


def test_a_refused_move_alone_says_nothing_of_messages() -> None:
    receipt = write(post.fenced(REFUSED))
    assert "Nothing was recorded and nothing changed. This could not be done:" in receipt


def test_a_move_that_is_asked_back_says_that_its_messages_were_not_passed_on() -> None:
    receipt = write(f"say to {other()}: Truce?\n\nOr rather no city at all?\n\n{post.fenced(post.move())}")
    assert f"Nothing is recorded yet. {NOT_TO_OTHERS}" in receipt


def test_words_to_the_moderator_beside_a_move_that_is_asked_back_are_passed_on_once() -> None:
    receipt = write(f"say to moderator: Thursday?\n\nOr rather no city at all?\n\n{post.fenced(post.move())}")
    assert "I kept your words for the moderator" in receipt
    assert NOT_TO_OTHERS not in receipt
    assert notes() == ["Thursday?"]


def test_what_is_read_only_in_part_is_not_offered_as_the_whole() -> None:
    receipt = write("city: E1\n\nif that works, a second one beside it\n")
    assert "I can read only a part of it. If it is all that you mean, reply `yes" in receipt
