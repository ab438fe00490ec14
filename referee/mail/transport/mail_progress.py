"""What a mail in the spool has led to so far, and of which entry the last letter to each seat told."""

import json
import os
from hashlib import sha256

from referee.mail.transport import inboxes
from referee.records import NamedTuple
from referee.store import disk
from referee.store.addresses import DatabaseAway
from referee.store.disk import NotRecorded
from referee.store.stores import database_of, is_missing, read_document, store_of
from referee.words import say

BEGUN, RECEIPT, TRIED = ".begun", ".receipt", ".tried"


class Begun(NamedTuple):
    """Whose mail it is: its tag was right when it was handled first.

    seat      "": the private part of the game could not be read, so nobody knows
    entry     the entry of the e-mail that it answers
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
    """A receipt to deliver, and what to note afterwards.

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
    """The note from when this mail was first handled. Raises disk.Trouble."""
    found = progress_bytes(private, name + BEGUN)  # empty: a power cut came before anything was done for the mail
    return Begun._make(json.loads(found)) if found else None


def write_begun_note(private: str, name: str, note: Begun) -> None:
    """Safely on disk when this returns, unless the game was not opened yet. Raises NotRecorded.

    Until then nothing has been recorded or sent: after a power cut the mail is handled as one that has just arrived.
    """
    raw = json.dumps(note).encode()
    if note.last is None and not note.answered:
        inboxes.write_whole_file(spool_folder(private), name + BEGUN, raw, is_note=True)
    else:
        write_progress(private, name + BEGUN, raw)


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
    """Note one more run, in case it comes to no end; a power cut is not the mail's fault. Raises NotRecorded."""
    inboxes.write_whole_file(spool_folder(private), name + TRIED, b"." * (tries(private, name) + 1), is_note=True)


def end_try(private: str, name: str) -> None:
    store_of(private).remove(os.path.join(spool_folder(private), name + TRIED))


def read_receipt(private: str, name: str) -> Receipt | None:
    """The receipt that this mail was to get, if it got so far. Raises disk.Trouble."""
    found = progress_bytes(private, name + RECEIPT)
    if found is None:
        return None
    facts, _, message = found.partition(b"\n")
    return Receipt._make([*json.loads(facts), message])


def write_receipt(private: str, name: str, receipt: Receipt) -> None:
    """Safely on disk when this returns. Raises NotRecorded."""
    write_progress(private, name + RECEIPT, json.dumps(receipt[:-1]).encode() + b"\n" + receipt.message)


def remove_progress(private: str, name: str) -> None:
    """The mail is filed away."""
    for ending in (RECEIPT, BEGUN, TRIED):
        store_of(private).remove(os.path.join(spool_folder(private), name + ending))


def tidy(private: str, before: float) -> None:
    """Remove what a crash left: notes on mails that were filed away, and what was begun before a time and no further.

    The caller is the only one who handles mails; others may be putting new ones into the spool.
    """
    place, store = spool_folder(private), store_of(private)
    names = spooled_names(place)
    for each in names:
        mail, ending = os.path.splitext(each)
        left = ending in (BEGUN, RECEIPT, TRIED) and mail not in names
        if left or (ending == disk.NEW and store.date(os.path.join(place, each)) < before * 1e9):
            store.remove(os.path.join(place, each))


def spooled_names(place: str) -> list[str]:
    """What is in the spool; nothing where a database has nothing there."""
    return store_of(place).names(place) if store_of(place).has_folder(place) else []


def spool_folder(private: str) -> str:
    return os.path.join(inboxes.private_mail_folder(private), inboxes.NEW)


def progress_bytes(private: str, name: str) -> bytes | None:
    """The bytes of the note; None when nothing is. Raises `disk.Unreadable`."""
    path = os.path.join(spool_folder(private), name)
    return None if is_missing(path) else read_document(path)


def write_progress(private: str, name: str, raw: bytes) -> None:
    place = spool_folder(private)
    inboxes.write_whole_file(place, name, raw)
    try:
        store_of(place).sync_folder(place)
    except OSError as error:
        raise disk.NotRecorded(
            say("{path} couldn't be saved: {why}.", path=place, why=disk.reason_text(error))
        ) from error


class Mark(NamedTuple):
    """The last entry that a seat was informed of, and its hash."""

    entry: int
    head: str


NEVER = Mark(0, "")


def mark(private: str, game: str, seat: str, address: str = "") -> Mark:
    """NEVER where nothing was sent; to this address, if one is named.

    Raises `disk.Unreadable`: then nobody knows what was sent.
    """
    path = path_of(private, game, seat)
    try:
        words = read_document(path).decode("ascii", "replace").split()
    except disk.Unreadable:
        if is_missing(path):
            return NEVER
        raise
    if words and words[0].isdecimal() and (not address or words[2:] in ([], [address_digest(address)])):
        return Mark(int(words[0]), "".join(words[1:2]))
    return NEVER


def address_digest(address: str) -> str:
    """A digest that distinguishes addresses without naming them."""
    return sha256(address.encode()).hexdigest()[:16]


def advance(private: str, game: str, seat: str, to: Mark, address: str) -> None:
    """Move the mark on, never back; safely on disk when this returns.

    The e-mail has left. So if the connection to a database is lost meanwhile, a new one reads the mark again under the
    same locks and moves it on. Raises NotRecorded, `disk.Unconfirmed`, DatabaseAway.
    """
    try:
        move_on(private, game, seat, to, address)
    except (disk.Unconfirmed, DatabaseAway):
        database = database_of(private)
        if database is None or not database.has_locks_again():
            raise
        move_on(private, game, seat, to, address)


def move_on(private: str, game: str, seat: str, to: Mark, address: str) -> None:
    before = mark(private, game, seat, address)
    if before == NEVER or to.entry > before.entry:
        line = f"{to.entry} {to.head} {address_digest(address)}\n"
        write_mark(os.path.dirname(path_of(private, game, seat)), seat, line.encode("ascii"))


def path_of(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "sent", seat)


def write_mark(folder: str, name: str, raw: bytes) -> None:
    """A small file whole and safely on disk, in a folder that only its owner may enter."""
    try:
        for above in (os.path.dirname(os.path.dirname(folder)), os.path.dirname(folder), folder):
            store_of(above).make_folder(above)
        store_of(folder).replace(os.path.join(folder, name), raw)
    except OSError as error:
        path = os.path.join(folder, name)
        raise NotRecorded(say("{path} couldn't be written: {why}.", path=path, why=disk.reason_text(error))) from error
