"""How a finished e-mail leaves: over one connection, a program, or into a folder.

with session(mail) as send:
    send(message, "anna@example.org")
"""

from collections.abc import Iterator
from contextlib import contextmanager

from referee.mail.transport import Send as Send
from referee.mail.transport import Undelivered as Undelivered
from referee.mail.transport import Unreachable as Unreachable
from referee.mail_settings import MailSettings


@contextmanager
def open_session(mail: MailSettings) -> Iterator[Send]:
    """One connection for many e-mails. Raises Unreachable if there is none."""
    from referee.mail.transport.outgoing.transports import SESSIONS  # SMTP and TLS: rare and heavy

    with SESSIONS[mail.transport](mail) as send:
        yield send


def deliver_letter(mail: MailSettings, message: bytes, to: str) -> None:
    """One e-mail. Raises Undelivered."""
    with open_session(mail) as send:
        send(message, to)
