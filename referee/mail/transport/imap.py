"""An IMAP mailbox and its unread mails, within limits of time and size.

Whatever its server or the library does wrong is one kind of failure: the mailbox can't be read. It is tried again.
"""

import imaplib
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import Any

from imap_tools import AND, BaseMailBox, ImapToolsError, MailboxFetchError
from imap_tools.utils import check_command_status

from referee.mail.transport import Arrived, IsStopped, Unreached, pause
from referee.mail_settings import LARGEST_MAIL, Inbox, host_and_port, tls_reason
from referee.store import disk
from referee.store.addresses import without_password
from referee.words import Phrase, say

SECONDS = 60.0
"""For a whole round: to log in, list the unread mails, fetch them and mark them. What is left comes in the next one."""
ANSWER = 30.0
"""Seconds for a connection, and for each answer."""
GOODBYE = 5.0
"""Seconds to log out."""
LOOK = 0.2
"""Seconds between two looks at whether the time is over."""
MOST = 1024 * 1024
"""Bytes of the answer to one question: the largest mail four times, or the names of a hundred thousand unread mails."""
SHOWN = 200
"""Characters that are shown of what a server says."""
IDLE = 1.0
"""Seconds between two looks at whether the program is to stop, while the server reports new mails by itself."""
SEEN = "\\Seen"


class Limit:
    """Cuts a connection when the time for a round is over, however busy its server keeps us."""

    def __init__(self) -> None:
        self.client: Client | None = None
        self.end = inf
        self.is_over = False
        self.closed = Event()
        Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        while not self.closed.wait(LOOK):
            if self.client and monotonic() > self.end:
                self.is_over = True
                with suppress(OSError, AttributeError):  # there may be no line yet; one with TLS is not asked
                    socket.socket.shutdown(self.client.sock, socket.SHUT_RDWR)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        self.end = monotonic() + seconds
        try:
            yield
        finally:
            self.end = inf


class Client(imaplib.IMAP4):
    """A connection under a limit, with bounded answers."""

    def __init__(self, limit: Limit, *args: Any, **options: Any) -> None:
        self.limit, self.left = limit, MOST
        limit.client = self
        super().__init__(*args, **options)

    def read(self, size: int) -> bytes:
        self.refuse_more(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self.refuse_more(len(line))
        return line

    def refuse_more(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise self.abort("its answer has no end")


class TlsClient(Client, imaplib.IMAP4_SSL):
    """The same by TLS from the beginning."""


class Box(BaseMailBox):
    """The library's mailbox over such a connection: by TLS unless the server is on this machine."""

    def __init__(self, inbox: Inbox, limit: Limit) -> None:
        self.inbox, self.limit = inbox, limit
        super().__init__()

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        where = host_and_port(self.inbox.imap)
        if self.inbox.security == "tls":
            return TlsClient(self.limit, *where, timeout=ANSWER, ssl_context=ssl.create_default_context())
        client = Client(self.limit, *where, timeout=ANSWER)
        if self.inbox.security == "starttls":
            client.starttls(ssl.create_default_context())
        return client


class ImapConnection:
    """An open mailbox. All that it does raises Unreached, and nothing else."""

    def __init__(self, inbox: Inbox, password: str) -> None:
        self.inbox, self.password, self.limit = inbox, password, Limit()
        try:
            with self.limit.within(SECONDS), self.question():
                self.box = Box(inbox, self.limit)
                self.box.login(inbox.login.user, password, inbox.mailbox)
        except Unreached:
            self.close()
            raise

    def close(self) -> None:
        with suppress(Exception), self.limit.within(GOODBYE), self.question():
            self.box.logout()
        with suppress(Exception):
            self.box.client.shutdown()
        self.limit.closed.set()

    @contextmanager
    def question(self) -> Iterator[None]:
        """A question to the server. Raises Unreached for whatever goes wrong."""
        try:
            if self.limit.client:
                self.limit.client.left = MOST
            yield
        except Exception as error:
            raise self.failure(error) from None  # what the server said may have the password in it

    def failure(self, error: Exception) -> Unreached:
        says = say("The mailbox at {server} can't be read: {why}.", server=self.inbox.imap, why=self.reason(error))
        return Unreached(says, later=self.limit.is_over or is_for_now(error))

    def reason(self, error: Exception) -> Phrase | str:
        if self.limit.is_over:
            return say("it took longer than {seconds} seconds", seconds=int(SECONDS))
        if not isinstance(error, OSError | EOFError | ImapToolsError | imaplib.IMAP4.error):
            return say("its answer makes no sense ({kind})", kind=type(error).__name__)
        words = without_password(disk.reason_text(error), self.password)
        return tls_reason(error) or "".join(each if each.isprintable() else " " for each in words[:SHOWN]).rstrip(". ")

    def unread_uids(self) -> list[str]:
        """What the server calls the mails that nobody has read."""
        with self.limit.within(SECONDS), self.question():
            return list(self.box.uids(AND(seen=False)))

    def mark(self) -> object:
        return None

    def unread(self, skip: object = None, *, everywhere: bool = True) -> Arrived:
        """The unread mails. They are marked as read when all are in the spool, since some servers refuse that.

        In the second half of the time no more are fetched. One that is refused does not keep the others waiting.
        """
        half, spooled, refused = monotonic() + SECONDS / 2, list[str](), None
        with self.limit.within(SECONDS):
            with self.question():
                uids = list(self.box.uids(AND(seen=False)))
            for uid in uids:
                if monotonic() > half:
                    break
                try:
                    with self.question():
                        raw = self.fetch(uid)
                except Unreached as error:
                    refused = error
                    if error.later:
                        break
                    continue
                if raw is not None:
                    yield raw
                    spooled.append(uid)
            with self.question():
                self.box.flag(spooled, SEEN, True)
        if refused:
            raise refused

    def fetch(self, uid: str) -> bytes | None:
        """As much of a mail as is read, without marking it as read; None when it is gone."""
        done = self.box.client.uid("fetch", uid, f"(BODY.PEEK[]<0.{LARGEST_MAIL + 1}>)")
        check_command_status(done, MailboxFetchError)
        parts = [each[1] for each in done[1] or () if isinstance(each, tuple) and len(each) > 1]
        return bytes(parts[0]) if parts else None

    @property
    def reports_mails(self) -> bool:
        """Whether the server says by itself when mails arrive."""
        return "IDLE" in self.box.client.capabilities

    def wait(self, mark: object, spooled: Sequence[str], seconds: float, is_stopped: IsStopped) -> None:
        """Return when a server that can (IDLE) says something, after so many seconds, or when the program is to stop.

        Raises Unreached when the connection is lost.
        """
        if not self.reports_mails:
            pause(seconds, is_stopped)
            return
        end = monotonic() + seconds
        with self.limit.within(seconds + SECONDS), self.question(), self.box.idle as idle:
            while monotonic() < end and not is_stopped() and is_quiet(idle):
                pass


def is_quiet(idle: Any) -> bool:
    """Whether the server says nothing for a while; one that has hung up returns at once."""
    begun = monotonic()
    return not idle.poll(timeout=IDLE) and monotonic() - begun >= IDLE / 2


def is_for_now(error: Exception) -> bool:
    """Whether trying again later may help: the line is at fault, and neither its certificate nor what was said."""
    lost = isinstance(error, OSError | EOFError) or type(error) is imaplib.IMAP4.abort
    return lost and not isinstance(error, ssl.SSLError)
