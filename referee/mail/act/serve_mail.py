"""Handle mails as they come, in one process that stays: what `receive` does, again and again.

Nothing depends on this process: each mail is in the spool before anything is done, and the spool, the logs and the
marks of what was sent say what is left to do. It may be stopped or killed at any moment and started again; other
commands may run meanwhile.
"""

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from referee.app.errors import Stop
from referee.app.game_access import Table
from referee.mail.act import receive_mail, send_reports
from referee.mail.act.receive_mail import InboxUnreached, MailRunResult
from referee.mail.transport import inboxes, outgoing
from referee.mail.transport.inboxes import Arrived, NoMail
from referee.mail.transport.passwords import password
from referee.mail_settings import Inbox
from referee.store import log
from referee.store.stores import store_of
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.mail.transport.imap import ImapConnection

ROUND = 60.0
"""Seconds after which answers that had to wait, orders that are due and the moderator are looked after, and the whole
inbox is looked through.
"""
PAUSE = 30.0
"""Seconds after which a server that could not be reached is tried again."""
Report = Callable[[MailRunResult, list[NoMail]], None]
IsStopped = Callable[[], bool]


class Server(NamedTuple):
    """A process that handles mails: what became of them is for `report`.

    trouble  gets why nothing could be done, such as a mail server that is down; it is tried again
    """

    table: Table
    report: Report
    trouble: Callable[[Phrase], None]
    is_stopped: IsStopped


LOOK = 0.2
"""Seconds between two looks at folders, and at whether the program is to stop."""


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

    def __init__(self, connection: "ImapConnection") -> None:
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


@contextmanager
def stopping_signals() -> Iterator[IsStopped]:
    """Whether somebody has asked the process to stop (SIGTERM, SIGINT): it does so between two mails."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    before = {each: signal.signal(each, note) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(server: Server, maildir: str = "", *, imap: bool = False) -> None:
    """Handle mails until somebody stops the process. Raises Misconfigured for settings without an inbox."""
    inbox = Inbox(maildir=maildir) if maildir else receive_mail.configured_inbox(server.table, imap)
    gc.enable()  # a command does without, but this process stays
    while not server.is_stopped():
        try:
            serve_inbox(server, inbox)
        except (log.Trouble, Stop, OSError) as error:
            server.trouble(say("{why}", why=error))
            pause(PAUSE, server.is_stopped)


def serve_inbox(server: Server, inbox: Inbox) -> None:
    """Handle what arrives in an inbox; and what is in the spool, whatever its server says. Raises InboxUnreached."""
    try:
        with opened_mailbox(server.table, inbox) as mailbox:
            serve_mailbox(server, mailbox)
    except InboxUnreached:
        handle_spool(server, [], all_games=True)
        raise


def handle_spool(server: Server, skipped: list[NoMail], *, all_games: bool) -> None:
    done = receive_mail.handle_spool(server.table, all_games=all_games, is_stopped=server.is_stopped)
    server.report(done, skipped)


@contextmanager
def opened_mailbox(table: Table, inbox: Inbox) -> Iterator[Mailbox]:
    """Where mails arrive. Raises InboxUnreached."""
    try:
        if inbox.maildir:
            yield Maildir(inbox.maildir, inboxes.spool_of(table.settings.private))
            return
        with inboxes.open_mailbox(inbox, lambda: password(inbox.login)) as connection:
            yield ImapMailbox(connection)
    except (inboxes.Unreached, outgoing.Undelivered) as error:
        raise InboxUnreached(error.says) from error


def serve_mailbox(server: Server, mailbox: Mailbox) -> None:
    """Handle what arrives in a mailbox, until it cannot be reached or the process is stopped.

    First the e-mails are sent that are due: a process that was killed may owe some after moves that it had recorded.
    """
    send_reports.send_due_letters(server.table)
    last = -ROUND
    while not server.is_stopped():
        mark = mailbox.mark()
        skipped: list[NoMail] = []
        is_round = monotonic() - last >= ROUND
        receive_mail.spool_mails(server.table, mailbox.unread(skipped.append, everywhere=is_round))
        spooled = inboxes.mail_names(inboxes.spool_of(server.table.settings.private))
        if is_round or spooled:
            handle_spool(server, skipped, all_games=is_round)
        last = monotonic() if is_round else last
        mailbox.wait(mark, spooled, ROUND, server.is_stopped)
