"""A mail server of this test's own: with TLS, a login, or neither; what it took is kept."""

import socket
import ssl
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Sink:
    """Takes e-mails; refuses who is not known here, now or for ever."""

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
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def allowed(server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (b"referee", b"correct-horse"), handled=False)


@pytest.fixture(scope="session")
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
