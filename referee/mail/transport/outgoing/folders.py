"""Letters as files: in a Maildir, from which another program sends or reads them, or plain, to be sent by hand."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from referee import GAME_ID
from referee.mail.mail_settings import MailSettings
from referee.mail.transport.outgoing import Send, Unreachable
from referee.store import disk
from referee.words import say

NAME = re.compile(
    rb"^Message-ID:\s*<referee\.(" + GAME_ID.encode() + rb")\.([0-9]+)\.([^@>]+)@", re.MULTILINE | re.IGNORECASE
)


@contextmanager
def session(mail: MailSettings) -> Iterator[Send]:
    place = in_maildir if mail.transport == "maildir" else in_folder
    yield lambda message, to: write_letter_file(mail, *place(mail.folder, message), message)


def in_folder(folder: str, message: bytes) -> tuple[str, str, str]:
    """`<folder>/<game>/<entry>-<seat>.eml`; other kinds of letters say more after the seat."""
    found = NAME.search(message)
    if not found:
        return folder, folder, f"{sha256(message).hexdigest()[:24]}.eml"
    game, entry, rest = (each.decode("ascii") for each in found.groups())
    seat, _, more = rest.partition(".")
    kind = more.partition(".")[2].replace(".", "-")
    name = "-".join(part for part in (entry, seat, kind) if part)
    return os.path.join(folder, game), os.path.join(folder, game), f"{name}.eml"


def in_maildir(folder: str, message: bytes) -> tuple[str, str, str]:
    """`tmp`, then `new`: the same letter twice is one file."""
    for name in ("tmp", "new", "cur"):
        make(os.path.join(folder, name))
    name = f"{sha256(message).hexdigest()[:32]}.referee"
    return os.path.join(folder, "tmp"), os.path.join(folder, "new"), name


def write_letter_file(mail: MailSettings, begun: str, final: str, name: str, message: bytes) -> None:
    """Whole and on disk for good when this returns. Raises Unreachable."""
    try:
        make(begun)
        for left in disk.leftovers(begun, name):
            disk.forget_file(left)
        fresh = disk.fresh_name(begun, name)
        disk.write_new(fresh, message, 0o600)
        disk.replace(fresh, os.path.join(final, name), final)
    except OSError as error:
        raise Unreachable(
            say("{folder} cannot take letters: {why}.", folder=final, why=disk.reason_text(error))
        ) from error


def make(folder: str) -> None:
    try:
        disk.make_folder(folder, 0o700)
    except OSError as error:
        raise Unreachable(
            say("{folder} could not be made: {why}.", folder=folder, why=disk.reason_text(error))
        ) from error
