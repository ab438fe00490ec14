"""Mails that get no answer, though a person may have written them: of strangers, and through mailing lists.

private/mail/moderator/unanswered   a line of JSON for each of the last of them
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from referee.app.post.moderator_notes import make_notes_folder, notes_folder
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.transport import inboxes
from referee.settings import Settings
from referee.store import disk
from referee.store.stores import read_document
from referee.words import Phrase, say

NAME, MOST, SHOWN = "unanswered", 100, 3
"""So many are kept, and so many listed."""
LONGEST = 60
"""Characters of a subject that are kept."""


class Unanswered(NamedTuple):
    """Such a mail; `mail` is its name in the spool."""

    mail: str
    at: str
    sender: str
    subject: str


def note_unanswered(settings: Settings, name: str, mail: Mail, at: str) -> None:
    """Keep who wrote a mail that nobody answers, and what about, once. Raises NotRecorded."""
    known = all_unanswered(settings)
    if name in [each.mail for each in known]:
        return
    make_notes_folder(settings)
    new = Unanswered(name, at, identity.sender(mail) or "?", subject_of_mail(mail))
    lines = [json.dumps(each) for each in [*known, new][-MOST:]]
    inboxes.write_whole_file(notes_folder(settings), NAME, ("\n".join(lines) + "\n").encode())


def subject_of_mail(mail: Mail) -> str:
    """The subject in a line of printable characters."""
    return "".join([each if each.isprintable() else " " for each in mail.subject])[:LONGEST]


def all_unanswered(settings: Settings) -> list[Unanswered]:
    """The last of them, oldest first."""
    found = list[Unanswered]()
    with suppress(disk.Unreadable):
        for line in read_document(os.path.join(notes_folder(settings), NAME)).splitlines():
            with suppress(ValueError, TypeError):
                found.append(Unanswered._make(json.loads(line)))
    return found


def unanswered_lines(found: list[Unanswered]) -> Iterator[Phrase]:
    """How many they are, and the newest of them."""
    if not found:
        return
    several = say("{number} e-mails of strangers or mailing lists got no answer. The newest:", number=len(found))
    yield say("1 e-mail of a stranger or a mailing list got no answer:") if len(found) == 1 else several
    for each in found[-SHOWN:]:
        yield say("{sender}: {subject}", sender=each.sender, subject=each.subject or "-")
