"""Programs that answer programs (threat 6): the number of answers is bounded, and no stranger is ever answered."""

import email
from collections.abc import Callable
from email.policy import compat32

import mailing_game as post
import pytest

from referee.app.post import spool
from referee.mail.transport import outgoing
from referee.mail_settings import MailSettings

LATER = post.NOW[:11] + "23:59:59Z"


pytestmark = pytest.mark.usefixtures("game")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bytes]]:
    """The mails sent by `transports.deliver`: the address, and the message."""
    out: list[tuple[str, bytes]] = []

    def deliver(mail: MailSettings, message: bytes, to: str) -> None:
        out.append((to, message))

    monkeypatch.setattr(outgoing, "deliver_letter", deliver)
    assert outgoing.deliver_letter is deliver
    return out


Bot = Callable[[bytes, int], bytes]


def answer(message: bytes, number: int, body: str, **fields: str) -> bytes:
    """A player's program answers everything: to the address that each mail gives."""
    letter = email.message_from_bytes(message, policy=compat32)
    fields = {"message_id": f"<{number}@example.org>", "subject": f"Re: {letter['Subject']}", **fields}
    return post.mail(body, str(letter["Reply-To"] or letter["From"]), post.ANNA, **fields)


def vacation(message: bytes, number: int) -> bytes:
    return answer(message, number, "I am away until Monday.\n", auto_submitted="auto-replied")


def rude_vacation(message: bytes, number: int) -> bytes:
    """One that does not say that it is a program."""
    return answer(message, number, f"I am away, and this is answer {number}.\n")


def echo(message: bytes, number: int) -> bytes:
    """The e-mail itself, sent back by somebody who forwards everything."""
    return message


def stripped_echo(message: bytes, number: int) -> bytes:
    """The e-mail sent back, with every trace of a program removed from its head."""
    letter = email.message_from_bytes(message, policy=compat32)
    to = str(letter["Reply-To"])
    for name in ("Auto-Submitted", "List-Id", "Message-ID", "Reply-To", "To", "From"):
        del letter[name]
    letter["To"], letter["From"], letter["Message-ID"] = to, post.ANNA, f"<{number}@example.org>"
    return letter.as_bytes()


def bouncer(message: bytes, number: int) -> bytes:
    body = f"Return-Path: <>\nFrom: MAILER-DAEMON@example.org\nTo: {post.address('yellow')}\n"
    head = (
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\nContent-Type: text/plain\n\n'
    )
    return f"{body}Message-ID: <{number}@daemon>\n{head}unknown user\n--b--\n".encode()


@pytest.fixture(autouse=True)
def few_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many answers as it takes to reach the limit; a game has more."""
    monkeypatch.setattr(spool, "REPLIES_AN_HOUR", 6)


BOTS: dict[str, Bot] = {each.__name__: each for each in (vacation, rude_vacation, echo, stripped_echo, bouncer)}


@pytest.mark.parametrize("name", list(BOTS))
def test_a_program_that_answers_every_email_gets_few_answers(name: str, sent: list[tuple[str, bytes]]) -> None:
    """Threat 6."""
    before = post.log_bytes()
    post.one(post.mail("hello\n", post.address("yellow")))
    answered, steps = 0, 0
    while answered < len(sent) and steps < 50:
        post.receive(BOTS[name](sent[answered][1], steps))
        answered += 1
        steps += 1
    assert steps <= spool.REPLIES_AN_HOUR
    assert len(sent) <= spool.REPLIES_AN_HOUR
    assert {to for to, _ in sent} == {post.ANNA}
    assert post.log_bytes() == before


def test_the_same_mail_again_and_again_is_answered_a_few_times(sent: list[tuple[str, bytes]]) -> None:
    """Threat 2: each answer says that it is recorded already, until there are too many of them."""
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    done = [post.one(raw) for _ in range(spool.REPLIES_AN_HOUR + 6)]
    assert [each.became for each in done] == ["recorded", *["answered"] * spool.REPLIES_AN_HOUR, *["deferred"] * 5]
    assert len(sent) == 1 + spool.REPLIES_AN_HOUR
    assert post.last() == done[0].entry


def test_after_an_hour_answers_are_given_again(sent: list[tuple[str, bytes]]) -> None:
    for number in range(spool.REPLIES_AN_HOUR + 2):
        post.one(post.mail(f"nothing {number}", post.address("yellow")))
    assert len(sent) == spool.REPLIES_AN_HOUR
    done = post.receive(post.mail("nothing more", post.address("yellow")), now=LATER)
    assert [each.became for each in done] == ["answered"] * 3
    assert len(sent) == spool.REPLIES_AN_HOUR + 2  # one for both that had to wait


def test_one_seat_that_gets_no_answers_any_more_keeps_no_other_from_them(sent: list[tuple[str, bytes]]) -> None:
    for number in range(spool.REPLIES_AN_HOUR + 2):
        post.one(post.mail(f"nothing {number}", post.address("yellow")))
    post.one(post.mail("nothing", post.address("red")))
    assert [to for to, _ in sent].count(post.BRUNO) == 1


def test_a_move_is_recorded_and_answered_whatever_came_before(sent: list[tuple[str, bytes]]) -> None:
    for number in range(spool.REPLIES_AN_HOUR + 2):
        post.one(post.mail(f"nothing {number}", post.address("yellow")))
    done = post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert done.became == "recorded"
    assert len(sent) == spool.REPLIES_AN_HOUR + 1
