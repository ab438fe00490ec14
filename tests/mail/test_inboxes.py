"""Where mail arrives: a Maildir, an IMAP server, a pipe. It is told that a mail was read when the spool has it."""

import os
import smtplib
import sys
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

sys.path.append(str(Path(__file__).parent.parent / "proofs"))
import servers

from referee.desk import receiving
from referee.mail_settings import Inbox, Login
from referee.post import inboxes

pytestmark = pytest.mark.usefixtures("game")

IMAP = """
[mail]
from = "Referee <referee@games.example.org>"
transport = "files"
folder = "letters"
[mail.inbox]
imap = "127.0.0.1:{port}"
security = "none"
user = "referee"
password_file = "password"
"""


def delivered(port: int, *mails: bytes) -> None:
    with smtplib.LMTP("127.0.0.1", port) as server:
        for raw in mails:
            server.sendmail("someone@example.net", ["referee@example.org"], raw)


def test_a_mailbox_of_a_real_server_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    Path("password").write_text(f"{servers.PASSWORD}\n", encoding="utf-8")
    with servers.dovecot() as server:
        Path("referee.toml").write_text(IMAP.format(port=server.imap), encoding="utf-8")
        delivered(server.lmtp, raw, b"Subject: large\r\n\r\n" + b"x" * 70 + b"\r\n" + b"y\r\n" * 200_000)
        with monkeypatch.context() as broken:
            broken.setattr(inboxes, "spool", unwritable)
            assert cli_runs.run("receive").code == 73
        ran = cli_runs.run("receive", "--imap")
        assert (ran.code, post.last()) == (0, 2), ran.err
        assert "recorded: cup yellow" in ran.out
        assert len(post.spooled("quarantine")) == 1  # the large one
        assert cli_runs.run("receive").out == ""
        Path("password").write_text("wrong\n", encoding="utf-8")
        refused = cli_runs.run("receive")
        assert (refused.code, "cannot be read" in refused.err) == (69, True)
        assert "wrong" not in refused.err
    unreached = cli_runs.run("receive")
    assert unreached.code == 69


def unwritable(*arguments: object) -> str:
    from referee.disk import NotRecorded
    from referee.words import say

    raise NotRecorded(say("no space left"))


def test_without_the_library_the_mailbox_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imap_tools", None)
    inbox = Inbox(imap="127.0.0.1:1", security="none", login=Login("a"))
    with pytest.raises(inboxes.Unreached, match="pip install"):
        next(inboxes.from_imap(inbox, lambda: "secret"))


def test_without_an_inbox_the_settings_are_named() -> None:
    Path("referee.toml").write_text('[mail]\nfrom = "a@example.org"\n', encoding="utf-8")
    ran = cli_runs.run("receive")
    assert (ran.code, "mail.inbox" in ran.err) == (78, True)


def test_what_may_be_forwarded_to_itself_is_spooled_once() -> None:
    raw = post.mail("hello", post.address("red"))
    assert inboxes.spool("private", raw) == inboxes.spool("private", raw)
    assert len(receiving.handle(post.table()).mails) == 1


def test_a_half_written_mail_in_the_spool_is_not_handled() -> None:
    inboxes.prepare("private")
    Path("private/mail/new/.abc.eml.0123.new").write_bytes(b"From: half")
    assert receiving.handle(post.table()).mails == []


def test_the_spool_is_for_its_owner_alone() -> None:
    post.one(post.mail("hello", post.address("red")))
    for folder, _, files in os.walk("private/mail"):
        assert os.stat(folder).st_mode & 0o077 == 0
        assert all(os.stat(os.path.join(folder, each)).st_mode & 0o077 == 0 for each in files if each != ".lock")
