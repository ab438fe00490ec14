"""Handle mails as they come, in one process that stays: what `receive` does, again and again.

Nothing depends on this process: each mail is in the spool before anything is done, and the spool, the logs and the
marks of what was sent say what is left to do. It may be stopped or killed at any moment and started again; other
commands may run meanwhile.
"""

import gc
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import NamedTuple

from referee.app.errors import Stop
from referee.app.game_access import Table
from referee.mail.act import receive_mail, send_reports
from referee.mail.act.receive_mail import InboxUnreached, MailRunResult
from referee.mail.transport import IsStopped, inboxes, pause
from referee.mail.transport.inboxes import NoMail
from referee.mail_settings import Inbox
from referee.store import log
from referee.words import Phrase, say

ROUND = 60.0
"""Seconds after which answers that had to wait, orders that are due and the moderator are looked after, and the whole
inbox is looked through.
"""
PAUSE = 30.0
"""Seconds after which a server that could not be reached is tried again."""
Report = Callable[[MailRunResult, list[NoMail]], None]


class Server(NamedTuple):
    """A process that handles mails: what became of them is for `report`.

    trouble  gets why nothing could be done, such as a mail server that is down; it is tried again
    """

    table: Table
    report: Report
    trouble: Callable[[Phrase], None]
    is_stopped: IsStopped


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
    inbox = receive_mail.configured_inbox(server.table, maildir, imap)
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
        with receive_mail.opened_mailbox(server.table, inbox) as mailbox:
            serve_mailbox(server, mailbox)
    except InboxUnreached:
        handle_spool(server, [], all_games=True)
        raise


def handle_spool(server: Server, skipped: list[NoMail], *, all_games: bool) -> None:
    done = receive_mail.handle_spool(server.table, all_games=all_games, is_stopped=server.is_stopped)
    server.report(done, skipped)


def serve_mailbox(server: Server, mailbox: receive_mail.Mailbox) -> None:
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
