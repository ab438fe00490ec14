"""How e-mails leave: by a real server with TLS and a login, a program, a Maildir, plain files."""

import os
import socket
import stat
import sys
import traceback
from base64 import b64decode, b64encode
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from mail_servers import Server, free_port

from referee.mail.transport.outgoing import Undelivered, Unreachable, deliver_letter, open_session
from referee.mail.transport.passwords import password
from referee.mail_settings import Login, MailSettings

MESSAGE = (
    b"Message-ID: <referee.cup.40.red.4b1f0c9d2e7a@example.org>\r\nTo: a@example.org\r\n\r\nHello\r\n.\r\nlast\r\n"
)
BASE = MailSettings("Referee <referee@example.org>", "referee@example.org")
TO = "anna@example.org"


def settings(server: Server, **more: Any) -> MailSettings:
    return BASE._replace(**{"transport": "smtp", "server": f"127.0.0.1:{server.port}", "security": "none"} | more)


@pytest.mark.parametrize("kind", [SMTP, LMTP])
def test_a_server_on_this_machine(running: Any, kind: type[SMTP]) -> None:
    server = running(kind=kind)
    with open_session(settings(server, transport="lmtp" if kind is LMTP else "smtp")) as send:
        send(MESSAGE, TO)
        for address, later in (("later@example.org", True), ("never@example.org", False)):
            with pytest.raises(Undelivered) as caught:
                send(MESSAGE, address)
            assert caught.value.later == later
            assert not isinstance(caught.value, Unreachable)
        send(MESSAGE, "bruno@example.org")
    assert server.sink.got == [("referee@example.org", [to], MESSAGE) for to in (TO, "bruno@example.org")]


@pytest.mark.parametrize("direct", [False, True], ids=["starttls", "tls"])
def test_tls_and_a_login(running: Any, certificate: str, monkeypatch: pytest.MonkeyPatch, direct: bool) -> None:
    server = running(certificate=certificate, login=True, direct=direct)
    mail = settings(server, security="tls" if direct else "starttls", login=Login("referee"))
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "correct-horse")
    deliver_letter(mail, MESSAGE, TO)
    assert server.sink.got == [("referee@example.org", [TO], MESSAGE)]
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "wrong-horse")
    with pytest.raises(Unreachable, match="535") as caught:
        deliver_letter(mail, MESSAGE, TO)
    assert not caught.value.later
    assert "horse" not in str(caught.value)
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "corr\u00e9ct-horse")
    with pytest.raises(Unreachable, match="ASCII") as caught:
        deliver_letter(mail, MESSAGE, TO)
    assert not caught.value.later
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("direct", [False, True], ids=["starttls", "tls"])
def test_a_certificate_that_nobody_signed_ends_it(running: Any, certificate: str, direct: bool) -> None:
    server = running(certificate=certificate, direct=direct)
    with pytest.raises(Unreachable, match="certificate") as caught:
        deliver_letter(settings(server, security="tls" if direct else "starttls"), MESSAGE, TO)
    assert not caught.value.later
    assert server.sink.got == []


def test_no_email_leaves_unencrypted_when_a_server_has_no_tls(running: Any) -> None:
    server = running()
    with pytest.raises(Unreachable, match="STARTTLS"):
        deliver_letter(settings(server, security="starttls"), MESSAGE, TO)
    assert server.sink.got == []


def test_no_server_means_later() -> None:
    with pytest.raises(Unreachable, match="refused") as caught:
        deliver_letter(BASE._replace(transport="smtp", server=f"127.0.0.1:{free_port()}", security="none"), MESSAGE, TO)
    assert caught.value.later


def test_passwords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pass").write_text("from file\nmore\n")
    program = tmp_path / "print me"
    program.write_text('#!/bin/sh\necho "$1"; echo more\n')
    program.chmod(0o700)
    assert password(Login("u", str(tmp_path / "pass"))) == "from file"
    assert password(Login("u", "", f"'{program}' '$(id); *'")) == "$(id); *"
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "from environment")
    assert password(Login("u")) == "from environment"
    monkeypatch.delenv("REFEREE_MAIL_PASSWORD")
    for login, told in (
        (Login("u"), ". Set REFEREE_MAIL_PASSWORD"),
        (Login("u", "/nowhere/pass"), "/nowhere/pass can't be read"),
        (Login("u", "", "/nowhere/program"), "`password_command` gave no password"),
        (Login("u", "", "sh -c 'echo secret; exit 3'"), "it ended with 3"),
        (Login("u", "", "'"), "`password_command` gave no password"),
    ):
        with pytest.raises(Unreachable) as caught:
            password(login)
        assert told in str(caught.value)
        assert "secret" not in str(caught.value)


def test_the_program(tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom pathlib import Path\n"
        "if 'later' in sys.argv[-1]: sys.exit(75)\n"
        "if 'never' in sys.argv[-1]: sys.exit('no such user')\n"
        "whole = ' '.join(sys.argv[1:]).encode() + b'|' + sys.stdin.buffer.read()\n"
        f"Path({str(tmp_path / 'got')!r}).write_bytes(whole)\n"
    )
    program.chmod(0o700)
    mail = BASE._replace(transport="sendmail", sendmail=str(program))
    deliver_letter(mail, MESSAGE, TO)
    arguments, _, message = (tmp_path / "got").read_bytes().partition(b"|")
    assert arguments == b"-i -f referee@example.org -- anna@example.org"
    assert message == MESSAGE.replace(b"\r\n", b"\n")
    for address, later in (("later@example.org", True), ("never@example.org", False)):
        with pytest.raises(Undelivered) as caught:
            deliver_letter(mail, MESSAGE, address)
        assert caught.value.later == later
    with pytest.raises(Unreachable):
        deliver_letter(mail._replace(sendmail=str(tmp_path / "none")), MESSAGE, TO)


def test_plain_files(tmp_path: Path) -> None:
    mail = BASE._replace(folder=str(tmp_path / "letters"))
    for _ in range(2):
        deliver_letter(mail, MESSAGE, TO)
    deliver_letter(mail, MESSAGE.replace(b"0c9d2e7a@", b"0c9d2e7a.receipt.0123@"), TO)
    deliver_letter(mail, b"To: x\r\n\r\n", TO)
    found = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*.eml"))
    assert found[1:] == ["letters/cup/40-red-receipt-0123.eml", "letters/cup/40-red.eml"]
    assert (tmp_path / "letters/cup/40-red.eml").read_bytes() == MESSAGE
    assert stat.S_IMODE((tmp_path / "letters/cup/40-red.eml").stat().st_mode) == 0o600
    (tmp_path / "file").write_text("")
    with pytest.raises(Undelivered):
        deliver_letter(BASE._replace(folder=str(tmp_path / "file")), MESSAGE, TO)


def test_a_maildir(tmp_path: Path) -> None:
    from mailbox import Maildir

    for _ in range(2):
        deliver_letter(BASE._replace(transport="maildir", folder=str(tmp_path / "out")), MESSAGE, TO)
    (letter,) = list(Maildir(tmp_path / "out", create=False))
    assert letter["To"] == "a@example.org"
    assert os.listdir(tmp_path / "out" / "tmp") == []


def repeat_login(server: socket.socket) -> None:
    """An SMTP server that says in its refusals what it was sent, as it came and unpacked."""
    connection, _ = server.accept()
    with connection, connection.makefile("rb") as lines:
        connection.sendall(b"220 mx.example.org\r\n")
        for line in lines:
            if line.startswith(b"ehlo"):
                connection.sendall(b"250-mx.example.org\r\n250 AUTH PLAIN LOGIN\r\n")
            elif line.startswith(b"AUTH LOGIN") and len(line.split()) < 4:
                connection.sendall(b"334 \r\n")
            elif line.upper().startswith((b"QUIT", b"RSET")):
                return
            else:
                plain = b64decode(line.split()[-1]).replace(b"\0", b" ")
                connection.sendall(b"535 no: " + line.strip() + b" " + plain + b"\r\n")


def test_a_password_that_a_server_repeats_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", 'S3CRET "horse')
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=repeat_login, args=(server,))
        thread.start()
        mail = BASE._replace(transport="smtp", server=f"127.0.0.1:{server.getsockname()[1]}", security="none")
        with pytest.raises(Unreachable, match=r"535 no: .*\*\*\*") as caught:
            deliver_letter(mail._replace(login=Login("referee")), MESSAGE, TO)
        thread.join()
    packed = [b64encode(each).decode() for each in (b'S3CRET "horse', b'\0referee\0S3CRET "horse')]
    shown = "".join(traceback.format_exception(caught.value))
    assert not [each for each in ("S3CRET", *packed) if each in shown]
