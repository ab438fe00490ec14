"""An IMAP server that does something wrong: what is in the spool is handled, and it is tried again."""

import random
import socket
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest
from imap_server import Answer, ImapServer, Line, serving

from referee.mail.act import receive_mail
from referee.mail.transport import imap, inboxes
from referee.words import Phrase

pytestmark = pytest.mark.usefixtures("game")
PASSWORD = "S3CRET \"p\\w'd"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "SECONDS", 1.0)
    monkeypatch.setattr(imap, "ANSWER", 0.4)
    monkeypatch.setattr(imap, "GOODBYE", 0.3)
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", PASSWORD)


def no(line: Line) -> None:
    line.done(b"NO not here")


def bad(line: Line) -> None:
    line.done(b"BAD what?")


def drop(line: Line) -> None:
    line.connection.shutdown(socket.SHUT_RDWR)


def silent(line: Line) -> None:
    pass


def flood(line: Line) -> None:
    while not line.server.stopped.is_set():
        line.connection.sendall(b"* 1 EXISTS\r\n" * 1000)


def drip(line: Line) -> None:
    """Each line in time, and never the last."""
    while not line.server.stopped.wait(0.05):
        line.send(b"* 1 EXISTS")


def letter_by_letter(line: Line) -> None:
    while not line.server.stopped.wait(0.05):
        line.connection.sendall(b"*")


def junk(line: Line) -> None:
    line.send(b"* SEARCH \xff")
    line.done()


def garbage(line: Line) -> None:
    line.send(b"\xff\xfe")


def far_too_much(line: Line) -> None:
    line.send(b"* 1 FETCH (UID 1 BODY[]<0> {99999999999}")
    flood(line)


def other_tag(line: Line) -> None:
    line.send(b"ZZZZ9 OK done")


def strange(line: Line) -> None:
    line.send(b"* SEARCH x (", b"* 1 FETCH ()", b"* LIST", b"* OK [UIDVALIDITY", b"* CAPABILITY \xc3")
    line.done(b"OK")


def read_only(line: Line) -> None:
    line.send(b"* OK [READ-ONLY] only look")
    line.done(b"OK [READ-ONLY] selected")


def goodbye(line: Line) -> None:
    line.send(b"* BYE too much")


def echo(line: Line) -> None:
    line.done(b"NO not known: " + line.words)


WRONG: tuple[Answer, ...] = (
    no, bad, drop, silent, flood, drip, letter_by_letter, junk, garbage, far_too_much, other_tag, strange, read_only,
    goodbye, echo,
)  # fmt: skip
ASKED = ("GREETING", "CAPABILITY", "LOGIN", "SELECT", "SEARCH", "FETCH", "STORE", "EXPUNGE", "LOGOUT")
LONGEST = 15.0
"""Seconds for a run on a busy machine; its limit is 1, and then it says goodbye."""


def stranger(number: int) -> bytes:
    return post.mail(f"hello {number}\n", "nobody@example.org", message_id=f"<{number}@x>")


def configure(server: ImapServer) -> None:
    inbox = f'imap = "{server.address}"\nsecurity = "none"\nuser = "referee"\n'
    Path("referee.toml").write_text(post.TOML.replace('maildir = "inbox"\n', inbox), encoding="utf-8")


def received(server: ImapServer) -> cli_runs.Ran:
    """A run of `receive` that comes to its end in time, and what it says."""
    configure(server)
    begun = time.monotonic()
    ran = cli_runs.run("receive")
    assert time.monotonic() - begun < LONGEST
    said = ran.out + ran.err
    assert "bug" not in said
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    assert "S3CRET" not in said
    assert inboxes.waiting("private") == [], "what is in the spool is handled"
    assert (ran.code == 69) == (f"The mailbox at {server.address} can't be read: " in ran.err), said
    assert ran.code in (0, 69)
    return ran


def handled() -> set[str]:
    return {Path("private/mail/done", name).read_text().partition("hello ")[2][0] for name in post.spooled("done")}


def test_a_server_that_does_nothing_wrong_is_read_and_its_mails_are_marked() -> None:
    with serving([stranger(1), stranger(2)]) as server:
        assert received(server).code == 0
        assert (handled(), server.seen) == ({"1", "2"}, {1, 2})


@pytest.mark.parametrize("asked", ["STORE", "EXPUNGE"])
@pytest.mark.parametrize("wrong", [no, bad, drop, drip, read_only])
def test_mails_that_cannot_be_marked_are_all_handled_once(asked: str, wrong: Answer) -> None:
    inboxes.add_to_spool("private", stranger(9))
    with serving([stranger(n) for n in range(4)], {asked: wrong}) as server:
        for _ in range(9):  # a busy machine may need some rounds
            received(server)
        assert handled() == {"0", "1", "2", "3", "9"}
        server.wrong.clear()
        ran = received(server)
        assert (ran.code, ran.out, server.seen) == (0, "", {1, 2, 3, 4}), "none is handled again"


def test_a_move_whose_mail_cannot_be_marked_is_answered_once() -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    with serving([raw], {"STORE": no}) as server:
        for _ in range(3):
            received(server)
    assert post.last() == 2
    assert len(post.receipts()) == 1


@pytest.mark.parametrize(
    ("asked", "wrong", "why"),
    [
        ("LOGIN", no, "not here"),
        ("SELECT", read_only, "is not writable"),
        ("SEARCH", junk, "its answer makes no sense"),
        ("SEARCH", flood, ""),
        ("FETCH", no, "not here"),
        ("SEARCH", drip, "it took longer than 1 seconds"),
        ("GREETING", letter_by_letter, "it took longer than 1 seconds"),
        ("CAPABILITY", drip, "it took longer than 1 seconds"),
        ("FETCH", far_too_much, "its answer has no end"),
        ("FETCH", letter_by_letter, "it took longer than 1 seconds"),
        ("LOGIN", silent, "timed out"),
    ],
)
def test_what_a_server_does_wrong_is_named_and_the_spool_is_handled(asked: str, wrong: Answer, why: str) -> None:
    inboxes.add_to_spool("private", stranger(9))
    with serving([stranger(1)], {asked: wrong}) as server:
        ran = received(server)
        assert (ran.code, why in ran.err) == (69, True), ran.err
        assert handled() == {"9"}
        server.wrong.clear()
        assert received(server).code == 0
        assert handled() == {"1", "9"}


def echo_and_more(line: Line) -> None:
    line.done(b"NO \xff" + line.words)


@pytest.mark.parametrize("wrong", [echo, echo_and_more])
def test_a_password_that_a_server_repeats_is_not_printed(wrong: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving([], {"LOGIN": wrong}) as server:
        assert "***" in received(server).err
        monkeypatch.setenv("REFEREE_TRACEBACK", "1")
        for command in ("doctor", "receive"):
            ran = cli_runs.run(command)
            assert "S3CRET" not in ran.out + ran.err
            assert "***" in ran.out + ran.err


def test_random_servers(thorough: bool) -> None:
    """Each answer may be wrong, in each of its ways."""
    for seed in range(300 if thorough else 12):
        chance = random.Random(seed)
        number = chance.randint(10, 99)
        inboxes.add_to_spool("private", stranger(number))
        wrong = {asked: chance.choice(WRONG) for asked in ASKED if chance.random() < 0.25}
        with serving([stranger(100 + seed)], wrong) as server:
            received(server)
            server.wrong.clear()
            assert received(server).code == 0, (seed, wrong)
            assert server.seen == {1}
    assert len(post.spooled("done")) > 12


def served(server: ImapServer, is_stopped: Callable[[list[str]], bool]) -> list[str]:
    """What `serve-mail` says of troubles until it is stopped."""
    configure(server)
    troubles = list[Phrase]()
    process = receive_mail.Server(
        post.table(), lambda done, skipped: None, troubles.append,
        lambda: is_stopped([str(each) for each in troubles]),
    )  # fmt: skip
    receive_mail.serve(process)
    return [str(each) for each in troubles]


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [*zip([*ASKED[1:7], "IDLE"], cycle([drop, flood, no, junk]), strict=False), ("IDLE", drip), ("STORE", no)],
)
def test_serve_mail_goes_on_whatever_the_server_does(
    asked: str, wrong: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive_mail, "PAUSE", 0.0)
    monkeypatch.setattr(receive_mail, "ROUND", 0.3)
    inboxes.add_to_spool("private", stranger(9))
    end = time.monotonic() + LONGEST
    with serving([stranger(1)], {asked: wrong}) as server:

        def is_stopped(troubles: list[str]) -> bool:
            if len(troubles) == 2 or len(server.asked) > 12:
                assert "9" in handled()
                server.wrong.clear()
            return ("1" in handled() and server.seen == {1}) or time.monotonic() > end

        troubles = served(server, is_stopped)
    assert handled() == {"1", "9"}
    assert all("can't be read" in each for each in troubles), troubles


def test_a_line_that_is_quiet_for_longer_than_a_round_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """While mails are handled nobody asks the server anything."""
    with serving([stranger(1)]) as server:
        configure(server)
        inbox = post.table().settings.mail.inbox  # type: ignore[union-attr]
        assert inbox
        with inboxes.open_mailbox(inbox, lambda: PASSWORD) as mailbox:
            time.sleep(1.5)
            assert mailbox.unread_uids() == ["1"]
