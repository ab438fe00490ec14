"""A mailbox of a real server: read once, and looked at by doctor."""

import os
import smtplib
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest
import servers
from test_doctor import asked, configure, good, write, wrong

from referee.mail.transport import inboxes


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", cli_runs.NOW)
    monkeypatch.delenv("REFEREE_MAIL_PASSWORD", raising=False)


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


def test_a_mailbox_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    post.begin()
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    Path("password").write_text(f"{servers.PASSWORD}\n", encoding="utf-8")
    with servers.dovecot() as server:
        Path("referee.toml").write_text(IMAP.format(port=server.imap), encoding="utf-8")
        delivered(server.lmtp, raw, b"Subject: large\r\n\r\n" + b"x" * 70 + b"\r\n" + b"y\r\n" * 200_000)
        with monkeypatch.context() as broken:
            broken.setattr(inboxes, "add_to_spool", unwritable)
            assert cli_runs.run("receive").code == 73
        ran = cli_runs.run("receive", "--imap")
        assert (ran.code, post.last()) == (0, 2), ran.err
        assert "recorded: cup yellow" in ran.out
        assert len(post.spooled("quarantine")) == 1  # the large one
        assert cli_runs.run("receive").out == ""
        Path("password").write_text("wrong\n", encoding="utf-8")
        refused = cli_runs.run("receive")
        assert (refused.code, "can't be read" in refused.err) == (69, True)
        assert "wrong" not in refused.err
    unreached = cli_runs.run("receive")
    assert unreached.code == 69


def unwritable(*arguments: object) -> str:
    from referee.store.disk import NotRecorded
    from referee.words import say

    raise NotRecorded(say("no space left"))


def test_doctor_looks_at_a_mailbox() -> None:
    imap = 'imap = "127.0.0.1:{port}"\nsecurity = "none"\nuser = "referee"\npassword_file = "password"\n'
    with servers.dovecot() as server:
        with smtplib.LMTP("127.0.0.1", server.lmtp) as line:
            line.sendmail("someone@example.net", ["referee@example.org"], b"Subject: hello\r\n\r\nhello\r\n")
        lmtp = f'transport = "lmtp"\nserver = "127.0.0.1:{server.lmtp}"\nsecurity = "none"\n'
        configure(lmtp, imap.format(port=server.imap))
        write("password", f"{servers.PASSWORD}\n")
        for _ in range(2):  # the mail is not taken
            found = f"The mailbox INBOX of referee at 127.0.0.1:{server.imap} can be read; unread: 1."
            assert found in good()
        assert asked("--send-to", "anna@example.org")[0] == 0
        configure(lmtp, imap.format(port=server.imap) + 'mailbox = "Nowhere"\n')
        assert [severity for severity, _ in wrong()[1]] == ["error"]
        configure(lmtp, imap.format(port=server.imap))
        write("password", "battery-staple\n")
        code, ((severity, says),) = wrong()
        assert (code, severity, "can't be read" in says) == (78, "error", True)
    assert [severity for severity, _ in wrong()[1]] == ["silent", "silent"]
    assert wrong()[0] == 69
