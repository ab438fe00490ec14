"""A mail server of this test's own: with TLS, a login, or neither; what it took is kept."""

import socket
import ssl
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


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
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def allowed(server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (b"referee", b"correct-horse"), handled=False)
