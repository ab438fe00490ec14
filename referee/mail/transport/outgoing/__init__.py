"""How a finished letter leaves: over one connection, a program, or into a folder.

with session(mail) as send:
    send(message, "anna@example.org")
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.mail.mail_settings import MailSettings
from referee.words import Phrase

Send = Callable[[bytes, str], None]
"""Deliver a message to one address. Raises Undelivered."""


class Undelivered(Exception):
    """A letter that was not delivered; `later`: trying again may help, else somebody has to mend something."""

    def __init__(self, says: Phrase, later: bool = True) -> None:
        super().__init__(says)
        self.says = says
        self.later = later

    def __str__(self) -> str:
        return str(self.says)


class Unreachable(Undelivered):
    """There is no server to talk to: no other letter would leave either."""


@contextmanager
def open_session(mail: MailSettings) -> Iterator[Send]:
    """One connection for many letters. Raises Unreachable where there is none."""
    from importlib import import_module

    transport = import_module(f"{__name__}.{MODULES[mail.transport]}")
    with transport.session(mail) as send:
        yield send


MODULES = {"smtp": "servers", "lmtp": "servers", "sendmail": "program", "maildir": "folders", "files": "folders"}


def deliver_letter(mail: MailSettings, message: bytes, to: str) -> None:
    """One letter. Raises Undelivered."""
    with open_session(mail) as send:
        send(message, to)
