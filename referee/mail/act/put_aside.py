"""What waits for the moderator: e-mails that could not be handled, and messages of players that nobody was sent.

It can be listed, read without words that are for somebody else alone, tried once more, and put away.
"""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from referee.app.errors import Missing, Usage
from referee.app.game_access import Table
from referee.app.post import moderator_notes
from referee.app.post.moderator_notes import ModeratorNote
from referee.app.time.counted_time import utc_text
from referee.mail.read import identity, mail_parts, mail_text, requests
from referee.mail.read.request_words import is_to_all, is_to_moderator, paragraphs, starts_wish, words_said
from referee.mail.transport import inboxes
from referee.mail.transport.inboxes import DONE, QUARANTINE
from referee.store import disk
from referee.store.stores import read_document, store_of
from referee.words import Phrase, say

MAIL, MESSAGE = "e-mail", "message"
SHOWN = 8
"""Digits of an id that are shown."""


class PutAside(NamedTuple):
    """Something that waits for the moderator.

    id    by which commands know it: its first digits are enough
    kind  MAIL, or MESSAGE of a player
    whose the player and the game, or the address that an e-mail says it is from
    says  why an e-mail was put aside, or what a message says
    """

    id: str
    kind: str
    at: str
    whose: str
    says: str


def list_put_aside(table: Table) -> list[PutAside]:
    """All that waits for the moderator, oldest first."""
    found = [mail_facts(table, name) for name in mail_names(table)]
    found += [message_facts(each) for each in moderator_notes.notes_to_read(table.settings)]
    return sorted(found, key=lambda each: (each.at, each.id))


def mail_names(table: Table) -> list[str]:
    return inboxes.mail_names(folder_of_mails(table))


def folder_of_mails(table: Table) -> str:
    return os.path.join(inboxes.private_mail_folder(table.settings.private), QUARANTINE)


def mail_facts(table: Table, name: str) -> PutAside:
    path = os.path.join(folder_of_mails(table), name)
    seconds = store_of(path).date(path) // 1_000_000_000
    why = inboxes.filing_reason(table.settings.private, QUARANTINE, name)
    at = utc_text(datetime.fromtimestamp(seconds, UTC))
    return PutAside(name.removesuffix(inboxes.ENDING), MAIL, at, writer_of(path), why)


def writer_of(path: str) -> str:
    """The address that an e-mail says it is from; "" where it cannot be read."""
    try:
        return identity.sender(mail_parts.header_only_mail(read_document(path)))
    except (disk.Unreadable, mail_parts.UnreadableMail, ValueError, LookupError):
        return ""


def message_facts(note: ModeratorNote) -> PutAside:
    whose = f"{note.player} ({note.seat}) in {note.game}"
    return PutAside(note.id, MESSAGE, note.at, whose, note.text or str(moderator_notes.headline(note)))


def found_by_id(table: Table, id: str) -> PutAside:
    """What an id, or its first digits, names. Raises Missing, Usage."""
    found = [each for each in list_put_aside(table) if id and each.id.startswith(id.lower())]
    if not found:
        raise Missing(say("Nothing that was put aside has the id {id}.", id=id or "''"), LIST)
    if len(found) > 1:
        words = "There are {number} whose ids begin with {id}. Write more of it."
        raise Usage(say(words, number=len(found), id=id), LIST)
    return found[0]


LIST = say("To see all: referee mail list")


class Shown(NamedTuple):
    """What can be read of something that was put aside, paragraph by paragraph; `path` is where all of it is."""

    item: PutAside
    paragraphs: tuple[str | Phrase, ...]
    path: str


def show_put_aside(table: Table, id: str) -> Shown:
    """What was put aside, without words that a player wrote to another alone. Raises Missing, Usage."""
    item = found_by_id(table, id)
    if item.kind == MESSAGE:
        path = os.path.join(moderator_notes.notes_folder(table.settings), item.id + moderator_notes.ENDING)
        note = moderator_notes.note_in(path)
        return Shown(item, (*moderator_notes.note_words(table, note), note.text) if note else (), path)
    path = os.path.join(folder_of_mails(table), item.id + inboxes.ENDING)
    return Shown(item, tuple(readable_paragraphs(path)), path)


UNREADABLE = say("The referee cannot read this e-mail.")
WITHHELD = say("(Words to one player alone are not shown.)")


def readable_paragraphs(path: str) -> list[str | Phrase]:
    """What the writer of an e-mail wrote, apart from what is quoted and from words to one player alone."""
    try:
        lines = requests.lines_of(mail_parts.parsed_mail(read_document(path)))
        written = [(number, lines[number]) for number, own in enumerate(mail_text.own(lines)) if own]
    except Exception:  # whatever bytes the program stumbled over, it may stumble over again
        return [UNREADABLE]
    found: list[str | Phrase] = []
    for paragraph in paragraphs(written):
        goes_on = bool(found) and found[-1] is WITHHELD and not starts_wish(paragraph)
        found += [] if goes_on else [WITHHELD if is_private(paragraph) else paragraph]
    return found


def is_private(paragraph: str) -> bool:
    """Whether a paragraph says something to one player alone."""
    found = words_said(paragraph)
    return bool(found and not is_to_all(found[1] or "") and not is_to_moderator(found[1] or ""))


def dismiss(table: Table, ids: Sequence[str]) -> list[PutAside]:
    """Put away what needs nothing more: nobody is written to. What is named twice is returned once.

    Raises Missing, Usage, disk.Trouble.
    """
    found = {item.id: item for item in (found_by_id(table, each) for each in ids)}
    for item in found.values():
        if item.kind == MESSAGE:
            dismiss_message(table, item.id)
        else:
            name = item.id + inboxes.ENDING
            inboxes.file_away(table.settings.private, name, DONE, f"{DISMISSED} {item.says}", QUARANTINE)
            path = os.path.join(folder_of_mails(table), name + inboxes.WHY)
            store_of(path).remove(path)
    return list(found.values())


def dismiss_message(table: Table, id: str) -> None:
    path = os.path.join(moderator_notes.notes_folder(table.settings), id + moderator_notes.ENDING)
    if note := moderator_notes.note_in(path):
        moderator_notes.write_note(table.settings, note._replace(done=table.time()))


DISMISSED = "Dismissed:"
"""Begins the note next to an e-mail that the moderator put away."""


def restore(table: Table, id: str) -> PutAside:
    """What waits again that was put away. Raises Missing, disk.Trouble."""
    private, place = table.settings.private, os.path.join(inboxes.private_mail_folder(table.settings.private), DONE)
    for note in moderator_notes.all_notes(table.settings):
        if note.done and id and note.id.startswith(id.lower()):
            moderator_notes.write_note(table.settings, note._replace(done="", sent=""))
            return message_facts(note)
    for name in inboxes.mail_names(place):
        why = inboxes.filing_reason(private, DONE, name) if name.startswith(id.lower()) else ""
        if why.startswith(DISMISSED):
            inboxes.file_away(private, name, QUARANTINE, why.removeprefix(DISMISSED).strip(), DONE)
            store_of(place).remove(os.path.join(place, name + inboxes.WHY))
            return mail_facts(table, name)
    raise Missing(say("Nothing that was put away has the id {id}.", id=id or "''"))
