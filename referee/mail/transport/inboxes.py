"""Where mail waits: first where it arrives, such as a Maildir, then in the spool, from which it is handled."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from referee.mail.transport import Arrived as Arrived
from referee.mail.transport import IsStopped, pause
from referee.mail.transport import Unreached as Unreached
from referee.mail_settings import LARGEST_MAIL, Inbox
from referee.reading.plain_files import first_bytes
from referee.store import disk
from referee.store.stores import read_document, recording, store_of
from referee.words import Phrase, say

CUR = "cur"
"""The folder that keeps all mails that were read; another program may put unread ones there, too."""
FRESH = ("new",)
"""The folders in which a mail server puts mails."""
UNREAD = (*FRESH, CUR)
"""The folders in which a mail may be that nobody has read."""
READ = "S"
"""The flag of a mail that was read."""


class NoMail(NamedTuple):
    """Something among the mails that cannot be read as one: its path, and why."""

    path: str
    why: Phrase | str


def mails(
    maildir: str, most: int, skip: Callable[[NoMail], object], parts: Sequence[str] = UNREAD
) -> Iterator[tuple[bytes, str, str]]:
    """The first `most` bytes of each unread mail, its folder and its name; `skip` gets what is no mail.

    Raises OSError if the folders cannot be read.
    """
    for folder, name in unread_files(maildir, parts):
        path = os.path.join(folder, name)
        try:
            raw = first_bytes(path, most, follow=False)
        except FileNotFoundError:  # a mail program has removed it meanwhile
            continue
        except OSError as error:
            skip(NoMail(path, disk.reason_text(error)))
            continue
        yield raw, folder, name


def unread_files(maildir: str, parts: Sequence[str] = UNREAD) -> Iterator[tuple[str, str]]:
    """Folder and name of everything that is not marked as read. Raises OSError."""
    for part in parts:
        folder = os.path.join(maildir, part)
        for name in sorted(os.listdir(folder)):
            if not name.startswith(".") and READ not in name.partition(":2,")[2]:
                yield folder, name


def strange_files(maildir: str) -> list[NoMail]:
    """Files among the unread mails that are no mails. Raises OSError."""
    found: list[NoMail] = []
    for _ in mails(maildir, 0, found.append):
        pass
    return found


def mark_read(maildir: str, folder: str, name: str) -> None:
    base, _, flags = name.partition(":2,")
    marked = f"{base}:2,{''.join(sorted({*flags, READ}))}"
    with suppress(FileNotFoundError):
        os.replace(os.path.join(folder, name), os.path.join(maildir, CUR, marked))


if TYPE_CHECKING:
    from referee.mail.transport.imap import ImapConnection

NEW, DONE, DEFERRED, QUARANTINE = "new", "done", "deferred", "quarantine"
ENDING, WHY, BEGUN = ".eml", ".why", ".begun"
"""Of a mail; of why it was filed away; of how far it got (`mail_progress`)."""


def private_mail_folder(private: str) -> str:
    return os.path.join(private, "mail")


def spool_of(private: str) -> str:
    """The folder of the mails that wait to be handled."""
    return os.path.join(private_mail_folder(private), NEW)


def prepare(private: str, part: str = NEW) -> None:
    """Make the folder of the spool, or another one for mails, unless it is there. Raises NotRecorded."""
    place = os.path.join(private_mail_folder(private), part)
    with recording(place, "created"):
        store_of(place).make_folder(place)


def add_arrived(private: str, raw: bytes) -> None:
    """Put a mail from an inbox into the spool, unless just this one was handled: it could not be marked as read.

    Raises NotRecorded.
    """
    name = spool_name(raw)
    if not any(is_done(private, name, where) for where in (DONE, DEFERRED, QUARANTINE)):
        add_to_spool(private, raw)


def spool_name(raw: bytes) -> str:
    return sha256(raw[: LARGEST_MAIL + 1]).hexdigest() + ENDING


def add_to_spool(private: str, raw: bytes) -> str:
    """Put a mail into the spool: its name there. It is safely on disk when this returns. Raises NotRecorded."""
    raw, name = raw[: LARGEST_MAIL + 1], spool_name(raw)
    prepare(private)
    place = spool_of(private)
    path = os.path.join(place, name)
    if not store_of(path).has(path):
        write_whole_file(place, name, raw)
        write_whole_file(place, name + BEGUN, b"", is_note=True)  # the folder is synced once for both
    with recording(path, "saved"):
        store_of(place).sync_folder(place)
    return name


def write_whole_file(place: str, name: str, raw: bytes, *, is_note: bool = False) -> None:
    """A file under its name, whole or not at all; `is_note`: nobody misses it after a power cut. Raises NotRecorded."""
    path = os.path.join(place, name)
    with recording(path):
        (store_of(path).put_note if is_note else store_of(path).put)(path, raw)


def waiting(private: str) -> list[str]:
    """The names of the mails in the spool, oldest first."""
    return oldest_first(private, mail_names(spool_of(private)))


def oldest_first(private: str, names: Iterable[str]) -> list[str]:
    place = spool_of(private)
    return sorted(names, key=lambda name: (store_of(place).date(os.path.join(place, name)), name))


def mail_names(place: str) -> list[str]:
    """The names of the mails in a folder, in no order; none if there is no such folder."""
    try:
        return [name for name in store_of(place).names(place) if is_mail(name)]
    except FileNotFoundError:
        return []


def is_mail(name: str) -> bool:
    """Whether a file among mails is one, and not a note or unfinished."""
    return name.endswith(ENDING) and not name.startswith(".")


def spooled_bytes(private: str, name: str) -> bytes:
    """The bytes of a mail in the spool. Raises `disk.Unreadable`."""
    return read_document(os.path.join(spool_of(private), name))


def file_away(private: str, name: str, where: str, why: str, source: str = NEW) -> None:
    """Take a mail out of the spool, or another folder, to where it belongs; why is written down before.

    Raises NotRecorded.
    """
    prepare(private, where)
    place = os.path.join(private_mail_folder(private), where)
    printable = why if why.isprintable() else "".join(each if each.isprintable() else " " for each in why)
    lines = " ".join(printable.split())
    write_whole_file(place, name + WHY, f"{lines}\n".encode(), is_note=True)
    path = os.path.join(private_mail_folder(private), source, name)
    with recording(path, "moved"):
        store_of(place).move(path, os.path.join(place, name))
        for each in (place, os.path.dirname(path)):
            store_of(each).sync_folder(each)


def move_back(private: str, name: str, source: str) -> None:
    """Put a mail that was filed away into the spool again, as if it had just arrived. Raises NotRecorded."""
    place = private_mail_folder(private)
    path = os.path.join(place, source, name)
    with recording(path, "moved"):
        store_of(place).move(path, os.path.join(place, NEW, name))
        store_of(place).sync_folder(os.path.join(place, NEW))
    store_of(path).remove(path + WHY)


def is_done(private: str, name: str, where: str = DONE) -> bool:
    """Whether a mail of just these bytes was handled before."""
    path = os.path.join(private_mail_folder(private), where, name)
    return store_of(path).has(path)


def filing_reason(private: str, where: str, name: str) -> str:
    """The note next to a mail that was filed away; "" when it is not there."""
    with suppress(disk.Unreadable):
        raw = read_document(os.path.join(private_mail_folder(private), where, name + WHY))
        return raw.decode("utf-8", "replace").strip()
    return ""


class Maildir:
    """A Maildir, and the spool, into which other commands put mails, too."""

    def __init__(self, path: str, spool: str) -> None:
        self.path, self.spool = path, spool
        self.cur = -1
        """When `cur` had been changed, at the end of the last look."""

    def mark(self) -> object:
        """What `wait` compares with: taken before the mails are listed, so that none is missed."""
        return [self.date(each) for each in UNREAD]

    def date(self, part: str) -> int:
        """When one of its folders was changed last."""
        return store_of(self.path).date(os.path.join(self.path, part))

    def unread(self, skip: Callable[[NoMail], object], *, everywhere: bool = True) -> Arrived:
        """The unread mails; `skip` gets the files there that are no mails. Raises Unreached.

        An empty file waits: somebody may be writing it. `cur` also keeps all that were read, so it is listed only if
        another program has changed it since the last look. What that does in the midst of a look goes unnoticed;
        `everywhere` finds it.
        """
        try:
            parts = UNREAD if everywhere or self.date(CUR) != self.cur else FRESH
            for raw, folder, name in mails(self.path, LARGEST_MAIL + 1, skip, parts):
                if raw:
                    yield raw
                    mark_read(self.path, folder, name)
            self.cur = self.date(CUR)
        except OSError as error:
            place = error.filename or self.path
            raise Unreached(say("{path} can't be read: {why}.", path=place, why=disk.reason_text(error))) from error

    def wait(self, mark: object, spooled: Sequence[str], seconds: float, is_stopped: IsStopped) -> None:
        """Return when mails may have arrived since the mark, after so many seconds, or when the program is to stop.

        spooled  the mails of the spool that were seen since the mark
        """
        pause(seconds, lambda: self.mark() != mark or not {*mail_names(self.spool)} <= {*spooled} or is_stopped())


@contextmanager
def open_mailbox(inbox: Inbox, password: Callable[[], str]) -> Iterator["ImapConnection"]:
    """The mailbox of a server that let us in. Raises Unreached."""
    try:
        import imap_tools  # noqa: F401  the next module needs it

        from referee.mail.transport.imap import ImapConnection
    except ImportError as error:
        words = (
            "Reading mail by IMAP needs a library that is not installed. Install it with "
            "`pipx inject referee imap-tools`, or where referee was installed with pip: `pip install 'referee[imap]'`."
        )
        raise Unreached(say(words)) from error
    mailbox = ImapConnection(inbox, password())
    try:
        yield mailbox
    finally:
        mailbox.close()


def program_fault(error: BaseException) -> Phrase:
    """The note next to a mail that made the program fail."""
    return say("This caused an error in referee: {kind}: {why}", kind=type(error).__name__, why=str(error)[:200])
