"""A mail server that hangs up at each step of its dialogue: every e-mail arrives, and a repeated one is the same.

What it accepted before it hung up it has delivered, as far as anybody knows; so an e-mail may come twice.
"""

import os
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import mailing_game as post
import posted
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from posted import Deed
from servers import free_port
from test_letters_killed import DEEDS, begun, here, spaced

from referee.exit_codes import MAIL

assert here, "a fixture of both modules"
KINDS = {"smtp": SMTP, "lmtp": LMTP}
HOWS = ("unsaid", "said", "421")
"""It hangs up in place of an answer, after it, or with the words that it closes down."""
TRIED = 1


class Line:
    """Counts the answers of a server, and hangs up at one of them; 0: at none."""

    def __init__(self) -> None:
        self.answers, self.at, self.how = 0, 0, HOWS[0]

    def next(self) -> str:
        """How to hang up now; "" is not at all."""
        self.answers += 1
        return self.how if self.answers == self.at else ""

    def begin(self, at: int = 0, how: str = HOWS[0]) -> None:
        self.answers, self.at, self.how = 0, at, how


class Keeper:
    """Keeps what it took in a Maildir of the test."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        os.makedirs("letters/new", exist_ok=True)
        raw = envelope.original_content
        Path("letters/new", sha256(raw).hexdigest()).write_bytes(raw)
        return "250 OK"


class Server(Controller):
    """On a free port of this machine."""

    def __init__(self, kind: type[SMTP], line: Line) -> None:
        class Hanging(kind):  # type: ignore[valid-type,misc]
            async def push(self, status: Any) -> None:
                how = line.next()
                if how != "unsaid":
                    await super().push("421 Closing down" if how == "421" else status)
                if how:
                    self.transport.close()

        self.made = Hanging
        super().__init__(Keeper(), hostname="127.0.0.1", port=free_port())

    def factory(self) -> SMTP:
        made = self.made(self.handler)
        assert isinstance(made, SMTP)
        return made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", DEEDS)
def test_a_server_may_hang_up_at_any_answer(name: str, kind: str, thorough: bool) -> None:
    line = Line()
    server = Server(KINDS[kind], line)
    server.start()
    try:
        place = f'"{kind}"\nserver = "127.0.0.1:{server.port}"\nsecurity = "none"'
        deed = begun(partial(DEEDS[name], post.TOML.replace('"files"\nfolder = "letters"', place)))
        for at, how in points(deed, line) if thorough else spaced(points(deed, line), TRIED):
            hung_up(deed, line, at, how)
    finally:
        server.stop()


def points(deed: Deed, line: Line) -> list[tuple[int, str]]:
    """Every answer in an undisturbed dialogue, and every way to hang up."""
    line.begin()
    assert deed.do().code == 0
    posted.restored()
    assert line.answers > 10
    return [(at, how) for at in range(1, line.answers + 1) for how in HOWS]


def hung_up(deed: Deed, line: Line, at: int, how: str) -> None:
    line.begin(at, how)
    ran = deed.do()
    what = f"hung up at answer {at}, {how}: {ran}"
    assert line.answers >= at, what
    assert ran.code in ((0,) if deed.mail else (0, MAIL)), what
    line.begin()
    posted.recovered(deed, False)
    posted.check(deed, what)
    posted.restored()
