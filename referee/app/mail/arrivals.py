"""Where mails arrive while a program waits for them: a Maildir that is looked at, or a mailbox that tells."""

import os
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, Protocol

from referee.mail.transport import inboxes
from referee.mail.transport.inboxes import Arrived, NoMail
from referee.store.stores import store_of

LOOK = 0.2
"""Seconds between two looks at folders, and at whether the program is to stop."""
IDLE = 1.0
"""Seconds between two such looks while an IMAP server tells of new mails by itself."""
IsStopped = Callable[[], bool]


class Mailbox(Protocol):
    """Where mails arrive."""

    def mark(self) -> object:
        """What `wait` compares with: taken before the mails are listed, so that none is missed."""

    def unread(self, skip: Callable[[NoMail], object]) -> Arrived:
        """The unread mails."""

    def wait(self, mark: object, seconds: float, is_stopped: IsStopped) -> None:
        """Return when mails may have arrived since the mark, after so many seconds, or when the program is to stop."""


class Maildir:
    """A Maildir, and the spool, into which other commands put mails, too."""

    def __init__(self, path: str, spool: str) -> None:
        self.path, self.spool = path, spool

    def mark(self) -> object:
        changed = [store_of(self.path).date(os.path.join(self.path, each)) for each in inboxes.UNREAD]
        store = store_of(self.spool)
        return changed, store.names(self.spool) if store.has_folder(self.spool) else []

    def unread(self, skip: Callable[[NoMail], object]) -> Arrived:
        """Raises Unreached."""
        return inboxes.from_maildir(self.path, skip)

    def wait(self, mark: object, seconds: float, is_stopped: IsStopped) -> None:
        end = monotonic() + seconds
        while self.mark() == mark and monotonic() < end and not is_stopped():
            sleep(LOOK)


class ImapMailbox:
    """An IMAP mailbox over one connection; a server that can (IDLE) says by itself when mails arrive.

    connection  an `imap_tools.BaseMailBox`
    """

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.tells = "IDLE" in connection.client.capabilities

    def mark(self) -> object:
        return None

    def unread(self, skip: Callable[[NoMail], object]) -> Arrived:
        return inboxes.unread_mails(self.connection)

    def wait(self, mark: object, seconds: float, is_stopped: IsStopped) -> None:
        """Raises OSError, and what the library raises, when the connection is lost."""
        if not self.tells:
            pause(seconds, is_stopped)
            return
        end = monotonic() + seconds
        with self.connection.idle as idle:
            while monotonic() < end and not is_stopped() and is_quiet(idle):
                pass


def is_quiet(idle: Any) -> bool:
    """Whether the server says nothing for a while; one that has hung up returns at once."""
    begun = monotonic()
    return not idle.poll(timeout=IDLE) and monotonic() - begun >= IDLE / 2


def pause(seconds: float, is_stopped: IsStopped) -> None:
    """Wait so long, unless the program is to stop."""
    end = monotonic() + seconds
    while monotonic() < end and not is_stopped():
        sleep(LOOK)
