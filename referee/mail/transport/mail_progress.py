"""What a mail in the spool has led to so far, and of which entry the last letter to each seat told.

private/mail/daily/<digest of the address>.json   who gets one e-mail a day over all games: since when, or when the last
                                                  one went
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple
from zlib import crc32

from referee.mail.transport import inboxes
from referee.settings import Settings
from referee.store import disk
from referee.store.addresses import DatabaseAway
from referee.store.disk import NotRecorded
from referee.store.stores import database_of, is_missing, put_document, read_document, recording, store_of

BEGUN = inboxes.BEGUN
"""How far a mail got: a line for each step, the last of each kind counts."""
ONCE = (".tried", ".receipt")
"""What versions before this one kept beside a mail."""


BREAK = b"\0"
"""Ends a line of a message that is kept in one line with its receipt. No e-mail has this byte.

As a string of JSON, a message with a picture takes longer to write than the log.
"""


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


class Progress(NamedTuple):
    """How far a mail got.

    begun    what was noted when it was handled first
    receipt  what it was to get
    tries    how many runs began to handle it since, and came to no end
    """

    begun: Begun | None = None
    receipt: Receipt | None = None
    tries: int = 0


def read_progress(private: str, name: str) -> Progress:
    """How far a mail got in earlier runs. Raises disk.Trouble."""
    found = Progress()
    for line in (progress_bytes(private, name) or b"").split(b"\n"):
        with suppress(ValueError, TypeError):  # a line that was not written to its end: nothing followed from it
            note, _, rest = line.partition(BREAK)
            facts = json.loads(note)
            if isinstance(facts, int):
                found = found._replace(tries=facts)
            elif len(facts) == len(Begun._fields):
                found = found._replace(begun=Begun._make(facts))
            else:
                found = found._replace(receipt=Receipt._make([*facts[:-1], whole_message(rest, facts[-1])]))
    return found


def whole_message(raw: bytes, checksum: int) -> bytes:
    """The message that a line has after its facts. Raises ValueError for one that was not written to its end."""
    message = raw.replace(BREAK, b"\n")
    if crc32(message) != checksum:
        raise ValueError
    return message


def write_begun_note(private: str, name: str, note: Begun) -> None:
    """Safely on disk when this returns, unless the game was not opened yet. Raises NotRecorded.

    Until then nothing has been recorded or sent: after a power cut the mail is handled as one that has just arrived.
    """
    add_progress(private, name, note, forced=note.last is not None or note.answered)


def stuck(private: str) -> dict[str, int]:
    """Game → how many mails wait since it cannot be read."""
    try:
        notes = [read_progress(private, name).begun for name in sorted(inboxes.mail_names(inboxes.spool_of(private)))]
    except (disk.Trouble, OSError, ValueError, TypeError):
        return {}
    found: dict[str, int] = {}
    for note in notes:
        if note and note.last is None and (note.answered or not note.seat):
            found[note.game] = found.get(note.game, 0) + 1
    return found


def begin_try(private: str, name: str, before: int) -> None:
    """Note one more run, in case it comes to no end; a power cut is not the mail's fault. Raises NotRecorded."""
    add_progress(private, name, before + 1, forced=False)


def end_try(private: str, name: str) -> None:
    """The mail waits. If that cannot be noted, this run counts as one that came to no end."""
    with suppress(NotRecorded):
        add_progress(private, name, 0, forced=False)


def write_receipt(private: str, name: str, receipt: Receipt) -> None:
    """Safely on disk when this returns. Raises NotRecorded."""
    message = receipt.message
    add_progress(private, name, (*receipt[:-1], crc32(message)), BREAK + message.replace(b"\n", BREAK))


def remove_progress(private: str, name: str) -> None:
    """The mail is filed away."""
    store_of(private).remove(progress_path(private, name))


def tidy(private: str, before: float) -> list[str]:
    """Remove what a crash left: notes on mails that were filed away, and what was begun before a time and no further.

    Returns the names of the mails in the spool. The caller is the only one who handles mails; others may be putting new
    ones into the spool.
    """
    place, store = inboxes.spool_of(private), store_of(private)
    names = spooled_names(place)
    for each in names:
        mail, ending = os.path.splitext(each)
        left = ending in (BEGUN, *ONCE) and mail not in names
        if left or (ending == disk.NEW and store.date(os.path.join(place, each)) < before * 1e9):
            store.remove(os.path.join(place, each))
    return [each for each in names if inboxes.is_mail(each)]


def spooled_names(place: str) -> list[str]:
    """What is in the spool; nothing where a database has nothing there."""
    return store_of(place).names(place) if store_of(place).has_folder(place) else []


def progress_bytes(private: str, name: str) -> bytes | None:
    """The bytes of the note; None when nothing is. Raises `disk.Unreadable`."""
    path = progress_path(private, name)
    try:
        return read_document(path)
    except disk.Unreadable:
        if is_missing(path):
            return None
        raise


def progress_path(private: str, name: str) -> str:
    return os.path.join(inboxes.spool_of(private), name + BEGUN)


def add_progress(
    private: str, name: str, facts: Sequence[object] | int, message: bytes = b"", *, forced: bool = True
) -> None:
    """One line more of the progress of a mail. Raises NotRecorded."""
    path = progress_path(private, name)
    with recording(path, "saved"):
        store_of(path).append_line(path, json.dumps(facts).encode() + message, forced=forced)


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
        lines = read_document(path).decode("ascii", "replace").split("\n")
    except disk.Unreadable:
        if is_missing(path):
            return NEVER
        raise
    words = lines[-2].split() if len(lines) > 1 else []  # what is after the last line was not written to its end
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
        line = f"{to.entry} {to.head} {address_digest(address)}"
        write_mark(path_of(private, game, seat), line.encode("ascii"))


def write_refusal(private: str, game: str, seat: str, address: str, why: str) -> None:
    """Keep why a server refuses an address for good, until an e-mail is delivered or the seat has another one."""
    path, words = refusal_path(private, game, seat), "".join([each if each.isprintable() else " " for each in why])
    with suppress(OSError):  # the next run is refused again
        put_document(path, json.dumps([address_digest(address), words[:MOST_WORDS]]).encode())


MOST_WORDS = 300
"""Characters that are kept of what a server says."""


def refusal(private: str, game: str, seat: str, address: str) -> str:
    """Why a server refuses this address for good; "" if nothing is known."""
    with suppress(disk.Unreadable, ValueError, TypeError):
        digest, why = json.loads(read_document(refusal_path(private, game, seat)))
        return str(why) if digest == address_digest(address) else ""
    return ""


def forget_refusal(private: str, game: str, seat: str) -> None:
    path = refusal_path(private, game, seat)
    if store_of(path).has(path):
        store_of(path).remove(path)


def forget_mark(private: str, game: str, seat: str) -> None:
    """What was sent under this name is to be sent again."""
    path = path_of(private, game, seat)
    if store_of(path).has(path):
        store_of(path).remove(path)


def refusal_path(private: str, game: str, seat: str) -> str:
    return path_of(private, game, f"{seat}.refused")


def path_of(private: str, game: str, seat: str) -> str:
    return os.path.join(private, game, "sent", seat)


def write_mark(path: str, line: bytes) -> None:
    """A line more, safely on disk, in a folder that only its owner may enter."""
    with recording(path):
        try:
            store_of(path).append_line(path, line)
        except FileNotFoundError:
            store_of(path).make_folder(os.path.dirname(path))
            store_of(path).append_line(path, line)


FOLDER = "daily"


class DailyReader(NamedTuple):
    """Who gets one e-mail a day, and when the last one went out: at first, when they asked for it."""

    address: str
    at: str


def daily_folder(settings: Settings) -> str:
    return os.path.join(inboxes.private_mail_folder(settings.private), FOLDER)


def daily_path(settings: Settings, address: str) -> str:
    return os.path.join(daily_folder(settings), f"{address_digest(address.lower())}.json")


def is_daily(settings: Settings, address: str) -> bool:
    path = daily_path(settings, address)
    return store_of(path).has(path)


def daily_readers(settings: Settings) -> Iterator[DailyReader]:
    """Who gets one e-mail a day; one of whom nothing can be read is left out."""
    folder = daily_folder(settings)
    try:
        names = [each for each in store_of(folder).names(folder) if each.endswith(".json")]
    except OSError:
        return
    for name in names:
        with suppress(disk.Unreadable, ValueError, TypeError):
            yield DailyReader._make(json.loads(read_document(os.path.join(folder, name))))


def keep_reader(settings: Settings, reader: DailyReader) -> None:
    """Raises NotRecorded."""
    inboxes.prepare(settings.private, FOLDER)
    folder, name = os.path.split(daily_path(settings, reader.address))
    inboxes.write_whole_file(folder, name, json.dumps(reader).encode())


def forget_reader(settings: Settings, address: str) -> None:
    path = daily_path(settings, address)
    if store_of(path).has(path):
        store_of(path).remove(path)
