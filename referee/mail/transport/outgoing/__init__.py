"""How a finished e-mail leaves: over one connection, a program, or into a folder.

with session(mail) as send:
    send(message, "anna@example.org")
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.exit_codes import MAIL, Foreseen
from referee.mail.mail_settings import MailSettings
from referee.words import Phrase

Send = Callable[[bytes, str], None]
"""Deliver a message to one address. Raises Undelivered."""


class Undelivered(Foreseen):
    """An e-mail that was not delivered; `later`: trying again may help, else somebody has to fix something."""

    code = MAIL

    def __init__(self, says: Phrase, later: bool = True) -> None:
        super().__init__(says)
        self.says = says
        self.later = later

    def __str__(self) -> str:
        return str(self.says)


class Unreachable(Undelivered):
    """There is no server to talk to: no other e-mail would leave either."""


@contextmanager
def open_session(mail: MailSettings) -> Iterator[Send]:
    """One connection for many e-mails. Raises Unreachable if there is none."""
    from importlib import import_module

    sessions = import_module(f"{__name__}.transports").SESSIONS
    with sessions[mail.transport](mail) as send:
        yield send


def deliver_letter(mail: MailSettings, message: bytes, to: str) -> None:
    """One e-mail. Raises Undelivered."""
    with open_session(mail) as send:
        send(message, to)
