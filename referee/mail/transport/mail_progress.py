"""What a mail in the spool has led to so far: handled again after a crash, it gets the answer that it was to get.

private/mail/new/<name>.begun    whose mail it is, and the last entry of its game when it was handled first
private/mail/new/<name>.receipt  a line of facts, and below it the receipt as it was about to be delivered
private/mail/new/<name>.tried    how many runs began to handle it and came to no end
"""

import json
import os
from typing import NamedTuple

from referee.mail.transport import inboxes
from referee.store import disk
from referee.words import say

BEGUN, RECEIPT, TRIED = ".begun", ".receipt", ".tried"


class Begun(NamedTuple):
    """Whose mail it is: its tag was right when it was handled first.

    seat      "": the private part of the game could not be read, so nobody knows
    entry     the entry after which the letter was written that it answers
    last      the last entry of the game when the mail was handled first: later ones it may have made; None: the game
              could not be read so far
    answered  whether its sender was answered that it waits
    """

    game: str
    seat: str
    entry: int
    last: int | None = None
    answered: bool = False


class Receipt(NamedTuple):
    """A receipt that is to be delivered, and what is to be noted then.

    told    the entry up to which it tells its reader everything, and the hash of that; 0: nothing new
    became  what became of the mail, and `says` why
    entry   the last entry that the mail made
    """

    game: str
    seat: str
    to: str
    told: int
    head: str
    became: str
    says: str
    entry: int | None
    message: bytes


def read_begun_note(private: str, name: str) -> Begun | None:
    """What was noted when this mail was handled first. Raises disk.Trouble."""
    found = progress_bytes(private, name + BEGUN)
    return None if found is None else Begun._make(json.loads(found))


def write_begun_note(private: str, name: str, note: Begun) -> None:
    """On disk for good when this returns. Raises NotRecorded."""
    write_progress(private, name + BEGUN, json.dumps(note).encode())


def stuck(private: str) -> dict[str, int]:
    """Game → how many mails wait since it cannot be read."""
    try:
        notes = [read_begun_note(private, name) for name in sorted(inboxes.mail_names(spool_folder(private)))]
    except (disk.Trouble, OSError, ValueError, TypeError):
        return {}
    found: dict[str, int] = {}
    for note in notes:
        if note and note.last is None and (note.answered or not note.seat):
            found[note.game] = found.get(note.game, 0) + 1
    return found


def tries(private: str, name: str) -> int:
    """How many runs began to handle this mail and came to no end. Raises disk.Trouble."""
    return len(progress_bytes(private, name + TRIED) or b"")


def begin_try(private: str, name: str) -> None:
    """Note one more run, in case it comes to no end. Raises NotRecorded."""
    inboxes.write_whole_file(spool_folder(private), name + TRIED, b"." * (tries(private, name) + 1))


def end_try(private: str, name: str) -> None:
    disk.forget_file(os.path.join(spool_folder(private), name + TRIED))


def read_receipt(private: str, name: str) -> Receipt | None:
    """The receipt that this mail was to get, if it got so far. Raises disk.Trouble."""
    found = progress_bytes(private, name + RECEIPT)
    if found is None:
        return None
    facts, _, message = found.partition(b"\n")
    return Receipt._make([*json.loads(facts), message])


def write_receipt(private: str, name: str, receipt: Receipt) -> None:
    """On disk for good when this returns. Raises NotRecorded."""
    write_progress(private, name + RECEIPT, json.dumps(receipt[:-1]).encode() + b"\n" + receipt.message)


def remove_progress(private: str, name: str) -> None:
    """The mail is filed away."""
    for ending in (RECEIPT, BEGUN, TRIED):
        disk.forget_file(os.path.join(spool_folder(private), name + ending))


def tidy(private: str, before: float) -> None:
    """Remove what a crash left: notes on mails that were filed away, and what was begun before a time and no further.

    The caller is the only one who handles mails; others may be putting new ones into the spool.
    """
    place = spool_folder(private)
    names = os.listdir(place)
    for each in names:
        mail, ending = os.path.splitext(each)
        left = ending in (BEGUN, RECEIPT, TRIED) and mail not in names
        if left or (ending == disk.NEW and inboxes.age(os.path.join(place, each)) < before * 1e9):
            disk.forget_file(os.path.join(place, each))


def spool_folder(private: str) -> str:
    return os.path.join(inboxes.private_mail_folder(private), inboxes.NEW)


def progress_bytes(private: str, name: str) -> bytes | None:
    """What is written there; None when nothing is. Raises `disk.Unreadable`."""
    path = os.path.join(spool_folder(private), name)
    return None if disk.is_missing(path) else disk.read_plain_file(path)


def write_progress(private: str, name: str, raw: bytes) -> None:
    place = spool_folder(private)
    inboxes.write_whole_file(place, name, raw)
    try:
        disk.sync_folder(place)
    except OSError as error:
        raise disk.NotRecorded(
            say("{path} could not be kept: {why}.", path=place, why=disk.reason_text(error))
        ) from error
