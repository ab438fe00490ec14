"""Mail that no person wrote, and what the mail server says of who did."""

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.mail.transport import inboxes

pytestmark = pytest.mark.usefixtures("game")

AUTOMATIC = {
    "vacation": "Auto-Submitted: auto-replied (vacation)",
    "program": "Auto-Submitted: AUTO-GENERATED; x=y",
    "null sender": "Return-Path: <>",
    "list": "List-Id: <x.example.org>",
    "newsletter": "List-Unsubscribe: <mailto:x@example.org>",
    "bulk": "Precedence: bulk",
    "junk": "Precedence: Junk",
    "exchange": "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "loop": "X-Loop: referee@games.example.org",
    "our own": "Message-ID: <referee.cup.1.red.0123456789ab@games.example.org>",
    "hops": "\n".join(["Received: by x"] * 51),
}


@pytest.mark.parametrize("kind", list(AUTOMATIC))
def test_what_no_person_wrote_is_neither_done_nor_answered(kind: str) -> None:
    before = post.log_bytes()
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    done = post.one(AUTOMATIC[kind].encode() + b"\n" + raw)
    assert (done.became, post.log_bytes(), post.receipts()) == ("ignored", before, [])
    assert inboxes.filing_reason("private", inboxes.DONE, done.mail) == str(done.says)


def test_what_a_person_wrote_is_done() -> None:
    head = b"Auto-Submitted: no\nReturn-Path: <a@b.org>\nPrecedence: normal\n" + b"Received: by x\n" * 50
    assert post.one(head + post.mail(post.fenced(post.move()), post.address("yellow"))).became == "recorded"


@pytest.mark.parametrize(
    "subject", ["Réponse automatique : Your turn", "Abwesenheitsnotiz: Your turn", "Risposta automatica: Your turn"]
)
def test_an_absence_note_is_known_by_its_subject_however_that_is_encoded(subject: str) -> None:
    raw = post.mail("Bonjour, je suis absent jusqu'au 8.", post.address("yellow"), Subject=subject)
    assert (post.one(raw).became, post.receipts()) == ("ignored", [])


def test_a_bounce_is_shown_to_the_moderator() -> None:
    raw = b"Content-Type: multipart/report; boundary=b\nTo: x@y\n\n--b\n\nundelivered\n--b--\n"
    assert post.one(raw).became == "quarantined"
    assert "It reports that an e-mail was not delivered." in " ".join(cli_runs.run("status").out.split())


def test_a_bounce_that_returns_our_email_says_whose_it_was() -> None:
    (letter,) = post.letters("1-red")
    ours = Path(letter.path).read_bytes().replace(b"\r\n", b"\n")
    report = b"--b\n\nundelivered\n--b\nContent-Type: message/rfc822\n\n" + ours + b"\n--b--\n"
    assert post.one(b"Content-Type: multipart/report; boundary=b\nTo: x@y\n\n" + report).became == "quarantined"
    listed = " ".join(cli_runs.run("mail", "list").out.split())
    assert "It reports that an e-mail to red in cup was not delivered." in listed


def test_the_whole_old_email_below_a_word_is_not_a_pass() -> None:
    before = post.log_bytes()
    letter = message_from_bytes(Path(post.letters("1-yellow")[0].path).read_bytes(), policy=default)
    body = letter.get_body(("plain",))
    assert body is not None
    done = post.one(post.mail("Tomorrow!\n\n" + body.get_content(), post.address("yellow")))
    assert (done.became, post.log_bytes()) == ("answered", before)
    assert "Is it the old e-mail?" in post.receipts()[0].text
