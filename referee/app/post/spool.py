"""What waits in the post of the referee: letters, mails that are not read, answers of which too many went out.

An answer that records nothing is counted, else two programs could answer each other for ever.

private/mail/told/<game>.<seat>       answers to mails with a right tag: when, and the digest of the mail
private/mail/notices/<digest>         notices about mails without one, by the address that they went to
private/mail/deferred/<mail>.answer   an answer that waits, because too many went out to a seat within the hour
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from referee.app.game_access import Table
from referee.app.time.counted_time import BEGINNING, DAY, time, utc_text
from referee.app.time.last_looks import mail_folder
from referee.mail.transport import inboxes, mail_progress
from referee.mail.transport.inboxes import NoMail
from referee.settings import Settings
from referee.show.clock_sentences import minute
from referee.store import disk
from referee.store.stores import put_document, read_document, recording, store_of

if TYPE_CHECKING:
    from referee.mail_settings import MailSettings

REPLIES_AN_HOUR = 20
"""Answers in an hour for one seat that say that nothing was recorded. The verdicts of a CHECK do not count."""
HOUR = timedelta(hours=1)
NOTICES_A_DAY = 1
"""Notices a day for one address about mails that answer no e-mail of ours."""


def count_reply(table: Table, game: str, seat: str, digest: str) -> int | None:
    """Count one more answer to a seat now: how many may follow within the hour. None: too many went out already.

    A notice that could not be delivered is not counted again; a repeated mail is, once the first is done. Raises
    NotRecorded.
    """
    return count_answer(table, replies_path(table, game, seat), digest, REPLIES_AN_HOUR, HOUR)


def next_reply_time(table: Table, game: str, seat: str) -> str:
    """When the next answer to a seat may go out, as entries write times; "": now."""
    found = recent_replies(table, replies_path(table, game, seat), HOUR)
    return utc_text(time(found[-REPLIES_AN_HOUR][0], BEGINNING) + HOUR) if len(found) >= REPLIES_AN_HOUR else ""


def count_notice(table: Table, address: str, digest: str) -> bool:
    """Count one more notice to an address today, unless there was one. Raises NotRecorded."""
    path = os.path.join(mail_folder(table.settings), "notices", mail_progress.address_digest(address))
    return count_answer(table, path, digest, NOTICES_A_DAY, DAY) is not None


def replies_path(table: Table, game: str, seat: str) -> str:
    return os.path.join(mail_folder(table.settings), "told", f"{game}.{seat}")


def count_answer(table: Table, path: str, digest: str, most: int, span: timedelta) -> int | None:
    found = recent_replies(table, path, span)
    is_done = inboxes.is_done(table.settings.private, digest + inboxes.ENDING)
    if digest in [each[1] for each in found] and not is_done:
        return most - len(found)
    if len(found) >= most:
        return None
    with recording(path):
        put_document(path, "".join(f"{when} {which}\n" for when, which in [*found, (table.time(), digest)]).encode())
    return most - len(found) - 1


def recent_replies(table: Table, path: str, span: timedelta) -> list[tuple[str, str]]:
    """When answers went out in the time before now, and the digests of their mails; oldest first."""
    now = time(table.time(), BEGINNING)
    return [each for each in answers_in(path) if now - span < time(each[0], BEGINNING) <= now]


def answers_in(path: str) -> list[tuple[str, str]]:
    try:
        lines = read_document(path).decode("ascii", "replace").splitlines()
    except disk.Unreadable:
        return []
    return [(when, which) for when, _, which in (line.partition(" ") for line in lines) if which]


ENDING = ".answer"


class Deferred(NamedTuple):
    """An answer that waits.

    at      when the mail was handled
    entry   the entry of the e-mail that it answers
    to      where answers went then
    became  where the mail goes once it is answered, and `why`
    text    the answer, in the language of the seat
    """

    mail: str
    at: str
    game: str
    seat: str
    entry: int
    to: str
    became: str
    why: str
    text: str


def deferred_folder(table: Table) -> str:
    return os.path.join(inboxes.private_mail_folder(table.settings.private), inboxes.DEFERRED)


def store_deferred(table: Table, note: Deferred) -> None:
    """Raises NotRecorded."""
    inboxes.prepare(table.settings.private, inboxes.DEFERRED)
    inboxes.write_whole_file(deferred_folder(table), note.mail + ENDING, json.dumps(note).encode())


def deferred_notes(table: Table) -> list[Deferred]:
    """All answers that wait, in the order in which their mails came. One that cannot be read is left out."""
    place = deferred_folder(table)
    found = [read_deferred(os.path.join(place, name + ENDING)) for name in inboxes.mail_names(place)]
    return sorted((each for each in found if each), key=lambda each: (each.at, each.mail))


def read_deferred(path: str) -> Deferred | None:
    try:
        return Deferred._make(json.loads(read_document(path)))
    except (disk.Unreadable, ValueError, TypeError):
        return None


def remove_deferred(table: Table, note: Deferred) -> None:
    path = os.path.join(deferred_folder(table), note.mail + ENDING)
    store_of(path).remove(path)


def notes_by_seat(notes: Iterable[Deferred]) -> list[list[Deferred]]:
    """The waiting answers for each seat."""
    found = sorted(notes, key=lambda each: (each.game, each.seat))
    return [list(some) for _, some in groupby(found, key=lambda each: (each.game, each.seat))]


class Late(NamedTuple):
    """How many answers wait for a seat, and until when."""

    game: str
    seat: str
    number: int
    time: str


def late(table: Table) -> Iterator[Late]:
    """The seats whose answers wait; none if nobody may look."""
    try:
        found = notes_by_seat(deferred_notes(table))
    except OSError:
        return
    for notes in found:
        game, seat = notes[0].game, notes[0].seat
        until = next_reply_time(table, game, seat) or table.time()
        yield Late(game, seat, len(notes), minute(until))


class Post(NamedTuple):
    """Mail that waits to be handled, and mail that could not be: its name and why.

    deferred    seats whose answers wait, since too many went out
    unreadable  game → how many mails wait until it can be read
    notes    what players want of the moderator, who was not written to: an id, and what it is about
    strange  files in the configured Maildir that are no mails: path and reason
    """

    waiting: int
    quarantine: tuple[tuple[str, str], ...]
    deferred: tuple[Late, ...] = ()
    unreadable: Mapping[str, int] = {}
    strange: tuple[NoMail, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


def spool_status(table: Table) -> Post:
    """The spool: the folders in `private/mail`; and the Maildir from which it is filled."""
    folder = os.path.join(table.settings.private, "mail")
    new, deferred, names = (mails(os.path.join(folder, each)) for each in ("new", "deferred", "quarantine"))
    return Post(
        len(new),
        tuple((name, quarantine_reason(os.path.join(folder, "quarantine", f"{name}.why"))) for name in names),
        tuple(late(table)) if deferred else (),
        mail_progress.stuck(table.settings.private) if new else {},
        skipped_files(table.settings.mail),
        notes_waiting(table.settings),
    )


def notes_waiting(settings: Settings) -> tuple[tuple[str, str], ...]:
    """The notes of players that the moderator may not have read: their ids, and whose they are."""
    folder = os.path.join(settings.private, "mail", "moderator")
    if not store_of(folder).has_folder(folder):
        return ()
    from referee.app.post import moderator_notes  # it writes e-mails, and most lists of games need none

    return tuple(
        (each.id, f"{each.player} ({each.seat}) in {each.game}") for each in moderator_notes.notes_to_read(settings)
    )


def skipped_files(mail: "MailSettings | None") -> tuple[NoMail, ...]:
    """The files that `receive` skips in the configured Maildir; none if it does not exist or cannot be read."""
    if mail is None or mail.inbox is None or not mail.inbox.maildir:
        return ()
    try:
        return tuple(inboxes.strange_files(mail.inbox.maildir))
    except OSError:
        return ()


def mails(folder: str) -> list[str]:
    try:
        return [name for name in store_of(folder).names(folder) if name.endswith(".eml")]
    except OSError:
        return []


def quarantine_reason(path: str) -> str:
    """The first line of the note about a mail."""
    try:
        lines = read_document(path).decode("utf-8", "replace").splitlines()
    except disk.Unreadable:
        return ""
    return lines[0] if lines else ""
