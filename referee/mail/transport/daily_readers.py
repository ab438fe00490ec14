"""Who gets one e-mail a day over all games, by the address.

private/mail/daily/<digest of the address>.json   since when, or when the last one went
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from referee.mail.transport import inboxes, mail_progress
from referee.settings import Settings
from referee.store import disk
from referee.store.stores import read_document, store_of

FOLDER = "daily"


class DailyReader(NamedTuple):
    """Who gets one e-mail a day, and when the last one went out: at first, when they asked for it."""

    address: str
    at: str


def daily_folder(settings: Settings) -> str:
    return os.path.join(inboxes.private_mail_folder(settings.private), FOLDER)


def daily_path(settings: Settings, address: str) -> str:
    return os.path.join(daily_folder(settings), f"{mail_progress.address_digest(address.lower())}.json")


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
