"""Where mails arrive while a program waits for them: a Maildir that is looked at, or a mailbox that tells."""

import os
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import TYPE_CHECKING, Protocol

from referee.mail.transport import inboxes
from referee.mail.transport.inboxes import Arrived, NoMail
from referee.store.stores import store_of

if TYPE_CHECKING:
    from referee.mail.transport import imap

LOOK = 0.2
"""Seconds between two looks at folders, and at whether the program is to stop."""
IsStopped = Callable[[], bool]


class Mailbox(Protocol):
    """Where mails arrive."""

    def mark(self) -> object:
        """What `wait` compares with: taken before the mails are listed, so that none is missed."""

    def unread(self, skip: Callable[[NoMail], object], *, everywhere: bool) -> Arrived:
        """The unread mails; `everywhere`: also those that nothing told of."""

    def wait(self, mark: object, spooled: Sequence[str], seconds: float, is_stopped: IsStopped) -> None:
        """Return when mails may have arrived since the mark, after so many seconds, or when the program is to stop.

        spooled  the mails of the spool that were seen since the mark
        """


class Maildir:
    """A Maildir, and the spool, into which other commands put mails, too."""

    def __init__(self, path: str, spool: str) -> None:
        self.path, self.spool = path, spool
        self.cur = -1
        """When `cur` had been changed, at the end of the last look."""

    def mark(self) -> object:
        return [self.date(each) for each in inboxes.UNREAD]

    def date(self, part: str) -> int:
        """When one of its folders was changed last."""
        return store_of(self.path).date(os.path.join(self.path, part))

    def unread(self, skip: Callable[[NoMail], object], *, everywhere: bool) -> Arrived:
        """The unread mails. Raises Unreached.

        `cur` also keeps all that were read, so it is listed only if another program has changed it since the last look.
        What that does in the midst of a look goes unnoticed; `everywhere` finds it.
        """
        is_known = self.date(inboxes.CUR) == self.cur and not everywhere
        yield from inboxes.from_maildir(self.path, skip, inboxes.FRESH if is_known else inboxes.UNREAD)
        self.cur = self.date(inboxes.CUR)

    def wait(self, mark: object, spooled: Sequence[str], seconds: float, is_stopped: IsStopped) -> None:
        end = monotonic() + seconds
        while self.mark() == mark and self.is_known(spooled) and monotonic() < end and not is_stopped():
            sleep(LOOK)

    def is_known(self, spooled: Sequence[str]) -> bool:
        """Whether there are no other mails in the spool."""
        return {*inboxes.mail_names(self.spool)} <= {*spooled}


class ImapMailbox:
    """An IMAP mailbox over one connection; a server that can (IDLE) says by itself when mails arrive."""

    def __init__(self, connection: "imap.ImapConnection") -> None:
        self.connection = connection

    def mark(self) -> object:
        return None

    def unread(self, skip: Callable[[NoMail], object], *, everywhere: bool) -> Arrived:
        """The unread mails. Raises Unreached."""
        return self.connection.unread()

    def wait(self, mark: object, spooled: Sequence[str], seconds: float, is_stopped: IsStopped) -> None:
        """Raises Unreached when the connection is lost."""
        (self.connection.wait if self.connection.reports_mails else pause)(seconds, is_stopped)


def pause(seconds: float, is_stopped: IsStopped) -> None:
    """Wait so long, unless the program is to stop."""
    end = monotonic() + seconds
    while monotonic() < end and not is_stopped():
        sleep(LOOK)
