"""What waits in the post of the referee: letters, answers, mails that are not read."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from referee.app.game_access import Table
from referee.app.post.deferred_answers import Late, late
from referee.mail.transport import inboxes, mail_progress
from referee.mail.transport.inboxes import NoMail
from referee.settings import Settings
from referee.store import disk
from referee.store.stores import read_document, store_of

if TYPE_CHECKING:
    from referee.mail_settings import MailSettings


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
