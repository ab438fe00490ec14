"""How many answers somebody gets that record nothing: else two programs could answer each other for ever.

private/mail/told/<game>.<seat>   answers to mails with a right tag: when, and the digest of the mail
private/mail/notices/<digest>     notices about mails without one, by the address that they went to
"""

import os
from datetime import timedelta

from referee.app.game_access import Table
from referee.app.time.counted_time import BEGINNING, DAY, time, utc_text
from referee.app.time.last_looks import mail_folder
from referee.mail.transport import inboxes, mail_progress
from referee.store import disk
from referee.store.stores import put_document, read_document, recording

HOURLY = 20
"""Answers in an hour for one seat that say that nothing was recorded. The verdicts of a CHECK do not count."""
HOUR = timedelta(hours=1)
DAILY = 1
"""Notices a day for one address about mails that answer no e-mail of ours."""


def take(table: Table, game: str, seat: str, digest: str) -> int | None:
    """Count one more answer to a seat now: how many may follow within the hour. None: too many went out already.

    A notice that could not be delivered is not counted again; a repeated mail is, once the first is done. Raises
    NotRecorded.
    """
    return count_answer(table, place_of(table, game, seat), digest, HOURLY, HOUR)


def opens(table: Table, game: str, seat: str) -> str:
    """When the next answer to a seat may go out, as entries write times; "": now."""
    found = recent(table, place_of(table, game, seat), HOUR)
    return utc_text(time(found[-HOURLY][0], BEGINNING) + HOUR) if len(found) >= HOURLY else ""


def take_notice(table: Table, address: str, digest: str) -> bool:
    """Count one more notice to an address today, unless there was one. Raises NotRecorded."""
    path = os.path.join(mail_folder(table.settings), "notices", mail_progress.address_digest(address))
    return count_answer(table, path, digest, DAILY, DAY) is not None


def place_of(table: Table, game: str, seat: str) -> str:
    return os.path.join(mail_folder(table.settings), "told", f"{game}.{seat}")


def count_answer(table: Table, path: str, digest: str, most: int, span: timedelta) -> int | None:
    found = recent(table, path, span)
    is_done = inboxes.is_done(table.settings.private, digest + inboxes.ENDING)
    if digest in [each[1] for each in found] and not is_done:
        return most - len(found)
    if len(found) >= most:
        return None
    with recording(path):
        put_document(path, "".join(f"{when} {which}\n" for when, which in [*found, (table.time(), digest)]).encode())
    return most - len(found) - 1


def recent(table: Table, path: str, span: timedelta) -> list[tuple[str, str]]:
    """When answers went out in the time before now, and the digests of their mails; oldest first."""
    now = time(table.time(), BEGINNING)
    return [each for each in answers_in(path) if now - span < time(each[0], BEGINNING) <= now]


def answers_in(path: str) -> list[tuple[str, str]]:
    try:
        lines = read_document(path).decode("ascii", "replace").splitlines()
    except disk.Unreadable:
        return []
    return [(when, which) for when, _, which in (line.partition(" ") for line in lines) if which]
