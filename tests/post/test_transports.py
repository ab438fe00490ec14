"""How letters leave: by a real server with TLS and a login, a program, a Maildir, plain files."""

import os
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from referee.mail_settings import Login, MailSettings
from referee.post.passwords import password
from referee.post.transports import Undelivered, Unreachable, deliver, session

MESSAGE = (
    b"Message-ID: <referee.cup.40.red.4b1f0c9d2e7a@example.org>\r\nTo: a@example.org\r\n\r\nHello\r\n.\r\nlast\r\n"
)
BASE = MailSettings("Referee <referee@example.org>", "referee@example.org")
TO = "anna@example.org"


class Sink:
    """Takes letters; refuses who is not known here, now or for ever."""

    def __init__(self) -> None:
        self.got: list[tuple[str, list[str], bytes]] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address.startswith("later"):
            return "451 Try again"
        if address.startswith("never"):
            return "550 No such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.got.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
        return "250 OK"


class Server(Controller):
    """On a free port of this machine; with TLS and a login where there is a certificate."""

    def __init__(
        self, kind: type[SMTP] = SMTP, certificate: str = "", login: bool = False, direct: bool = False
    ) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if certificate else None
        if context:
            context.load_cert_chain(certificate)
        self.kind, self.sink = kind, Sink()
        self.options: dict[str, Any] = {"tls_context": None if direct else context}
        if login:
            self.options |= {"auth_required": True, "authenticator": allowed, "auth_require_tls": not direct}
        super().__init__(self.sink, hostname="127.0.0.1", port=free_port(), ssl_context=context if direct else None)

    def factory(self) -> SMTP:
        return self.kind(self.handler, **self.options)


def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def allowed(server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (b"referee", b"correct-horse"), handled=False)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of `localhost`, signed by itself; a file with its key."""
    folder = tmp_path_factory.mktemp("tls")
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    paths = ["-keyout", str(folder / "key"), "-out", str(folder / "cert")]
    subprocess.run(["openssl", *words.split(), names, *paths], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes((folder / "key").read_bytes() + (folder / "cert").read_bytes())
    return str(both)


@pytest.fixture
def running(request: pytest.FixtureRequest) -> Iterator[Any]:
    started: list[Server] = []

    def start(**options: Any) -> Server:
        started.append(Server(**options))
        started[-1].start()
        return started[-1]

    yield start
    for each in started:
        each.stop()


def settings(server: Server, **more: Any) -> MailSettings:
    return BASE._replace(**{"transport": "smtp", "server": f"127.0.0.1:{server.port}", "security": "none"} | more)


@pytest.mark.parametrize("kind", [SMTP, LMTP])
def test_a_server_on_this_machine(running: Any, kind: type[SMTP]) -> None:
    server = running(kind=kind)
    with session(settings(server, transport="lmtp" if kind is LMTP else "smtp")) as send:
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
    deliver(mail, MESSAGE, TO)
    assert server.sink.got == [("referee@example.org", [TO], MESSAGE)]
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "wrong-horse")
    with pytest.raises(Unreachable, match="535") as caught:
        deliver(mail, MESSAGE, TO)
    assert not caught.value.later
    assert "horse" not in str(caught.value)
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "corr\u00e9ct-horse")
    with pytest.raises(Unreachable, match="ASCII") as caught:
        deliver(mail, MESSAGE, TO)
    assert not caught.value.later
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("direct", [False, True], ids=["starttls", "tls"])
def test_a_certificate_that_nobody_signed_ends_it(running: Any, certificate: str, direct: bool) -> None:
    server = running(certificate=certificate, direct=direct)
    with pytest.raises(Unreachable, match="certificate") as caught:
        deliver(settings(server, security="tls" if direct else "starttls"), MESSAGE, TO)
    assert not caught.value.later
    assert server.sink.got == []


def test_no_letter_leaves_in_the_clear_when_a_server_has_no_tls(running: Any) -> None:
    server = running()
    with pytest.raises(Unreachable, match="STARTTLS"):
        deliver(settings(server, security="starttls"), MESSAGE, TO)
    assert server.sink.got == []


def test_no_server_means_later() -> None:
    with pytest.raises(Unreachable, match="refused") as caught:
        deliver(BASE._replace(transport="smtp", server=f"127.0.0.1:{free_port()}", security="none"), MESSAGE, TO)
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
        (Login("u"), "set REFEREE_MAIL_PASSWORD"),
        (Login("u", "/nowhere/pass"), "/nowhere/pass cannot be read"),
        (Login("u", "", "/nowhere/program"), "`password_command` gave no password"),
        (Login("u", "", "sh -c 'echo secret; exit 3'"), "it ended with 3"),
        (Login("u", "", "'"), "`password_command` gave no password"),
    ):
        with pytest.raises(Unreachable, match="") as caught:
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
    deliver(mail, MESSAGE, TO)
    arguments, _, message = (tmp_path / "got").read_bytes().partition(b"|")
    assert arguments == b"-i -f referee@example.org -- anna@example.org"
    assert message == MESSAGE.replace(b"\r\n", b"\n")
    for address, later in (("later@example.org", True), ("never@example.org", False)):
        with pytest.raises(Undelivered) as caught:
            deliver(mail, MESSAGE, address)
        assert caught.value.later == later
    with pytest.raises(Unreachable):
        deliver(mail._replace(sendmail=str(tmp_path / "none")), MESSAGE, TO)


def test_plain_files(tmp_path: Path) -> None:
    mail = BASE._replace(folder=str(tmp_path / "letters"))
    for _ in range(2):
        deliver(mail, MESSAGE, TO)
    deliver(mail, MESSAGE.replace(b"0c9d2e7a@", b"0c9d2e7a.receipt.0123@"), TO)
    deliver(mail, b"To: x\r\n\r\n", TO)
    found = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*.eml"))
    assert found[1:] == ["letters/cup/40-red-receipt-0123.eml", "letters/cup/40-red.eml"]
    assert (tmp_path / "letters/cup/40-red.eml").read_bytes() == MESSAGE
    assert stat.S_IMODE((tmp_path / "letters/cup/40-red.eml").stat().st_mode) == 0o600
    (tmp_path / "file").write_text("")
    with pytest.raises(Unreachable):
        deliver(BASE._replace(folder=str(tmp_path / "file")), MESSAGE, TO)


def test_a_maildir(tmp_path: Path) -> None:
    from mailbox import Maildir

    for _ in range(2):
        deliver(BASE._replace(transport="maildir", folder=str(tmp_path / "out")), MESSAGE, TO)
    (letter,) = list(Maildir(tmp_path / "out", create=False))
    assert letter["To"] == "a@example.org"
    assert os.listdir(tmp_path / "out" / "tmp") == []
