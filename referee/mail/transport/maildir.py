"""A Maildir: the folder in which a mail server leaves each mail as a plain file. Nothing else in it is a mail."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from referee.reading.plain_files import first_bytes
from referee.store import disk
from referee.words import Phrase

UNREAD = "new", "cur"
"""The folders in which a mail may be that nobody has read."""
READ = "S"
"""The flag of a mail that was read."""


class NoMail(NamedTuple):
    """Something among the mails that cannot be read as one: its path, and why."""

    path: str
    why: Phrase | str


def mails(maildir: str, most: int, skip: Callable[[NoMail], object]) -> Iterator[tuple[bytes, Callable[[], None]]]:
    """The first `most` bytes of each unread mail, and what marks it as read; `skip` gets what is no mail.

    Raises OSError where the folders cannot be read.
    """
    for folder, name in unread_files(maildir):
        path = os.path.join(folder, name)
        try:
            raw = first_bytes(path, most, follow=False)
        except FileNotFoundError:  # a mail program took it away meanwhile
            continue
        except OSError as error:
            skip(NoMail(path, disk.reason_text(error)))
            continue
        yield raw, partial(mark_read, maildir, folder, name)


def unread_files(maildir: str) -> Iterator[tuple[str, str]]:
    """Folder and name of everything that is not marked as read. Raises OSError."""
    for part in UNREAD:
        folder = os.path.join(maildir, part)
        for name in sorted(os.listdir(folder)):
            if not name.startswith(".") and READ not in name.partition(":2,")[2]:
                yield folder, name


def strange_files(maildir: str) -> list[NoMail]:
    """What lies among the unread mails and is none. Raises OSError."""
    found: list[NoMail] = []
    for _ in mails(maildir, 0, found.append):
        pass
    return found


def mark_read(maildir: str, folder: str, name: str) -> None:
    base, _, flags = name.partition(":2,")
    marked = f"{base}:2,{''.join(sorted({*flags, READ}))}"
    with suppress(FileNotFoundError):
        os.replace(os.path.join(folder, name), os.path.join(maildir, "cur", marked))
