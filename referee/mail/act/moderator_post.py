"""E-mails that the moderator can answer: each has a number, and a reply address with a tag by a key of its own.

private/mail/moderator/key     64 hex digits; without it no mail counts as the moderator's
private/mail/moderator/number  of the last such e-mail
private/mail/moderator/acts    what lines of the moderator's mails did, a line of JSON for each step
"""

import json
import os
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from referee.app.post.moderator_notes import notes_folder
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.transport import inboxes
from referee.mail.write.addresses import Letter, code_of, holder
from referee.mail_settings import MailSettings
from referee.settings import Settings
from referee.store import disk
from referee.store.stores import read_document, recording, store_of
from referee.words import ENGLISH, Phrase

ALL_GAMES, MODERATOR = "referee", "moderator"
"""In place of a game and a seat in the names of these e-mails."""
KEY, NUMBER, ACTS = "key", "number", "acts"


def moderator_key(settings: Settings) -> bytes:
    """The key of these reply addresses; b"" until the first of these e-mails is written."""
    with suppress(disk.Unreadable, ValueError):
        return bytes.fromhex(read_document(os.path.join(notes_folder(settings), KEY)).decode())
    return b""


def new_number(settings: Settings) -> int:
    """The number of the next of these e-mails. The caller alone writes to the moderator. Raises NotRecorded."""
    if not moderator_key(settings):
        inboxes.write_whole_file(notes_folder(settings), KEY, os.urandom(32).hex().encode())
    number = last_number(settings) + 1
    inboxes.write_whole_file(notes_folder(settings), NUMBER, str(number).encode())
    return number


def last_number(settings: Settings) -> int:
    with suppress(disk.Unreadable, ValueError):
        return int(read_document(os.path.join(notes_folder(settings), NUMBER)))
    return 0


def moderator_letter(
    mail: MailSettings, number: int, at: str, kind: str, subject: Phrase, opening: tuple[Phrase, ...], quoted: str
) -> Letter:
    """An e-mail to the moderator about no single game."""
    mark = sha256(f"{number} {at} {quoted}".encode()).hexdigest()
    whose = (ALL_GAMES, "", MODERATOR, mail.moderator_name, mail.moderator_address, ENGLISH, number, mark, at)
    return Letter(*whose, kind, subject, opening, quoted, mark=mark)


def answered_number(settings: Settings, mail: Mail) -> int | None:
    """The number of the e-mail to the moderator that a mail answers, by its tag; None for any other mail."""
    key, ours = moderator_key(settings), settings.mail
    if not (key and ours and ours.moderator):
        return None
    for token in identity.tokens(mail, ours.separator):
        if token.game == ALL_GAMES and holder(key, token, {MODERATOR: ours.moderator_address}):
            return token.entry
    return None


class ModeratorAct(NamedTuple):
    """A step of a line of the moderator: that it was begun, asked about, or done.

    number  of the e-mail that it answers; `mail`: the digest of the mail that has it
    last    the last entry of its game before
    words   what was done; "" where it was only begun
    code    confirms it; "" where it was not asked about
    back    how it is taken back, by what was true before
    """

    number: int
    line: str
    mail: str
    last: int
    words: str = ""
    code: str = ""
    back: str = ""


def confirming_code(settings: Settings, line: str, head: str) -> str:
    """What confirms a line for just this state of its game."""
    return code_of(moderator_key(settings), f"referee/moderator/1\n{line.lower()}\n{head}")[:4]


def store_act(settings: Settings, act: ModeratorAct) -> None:
    """Safely on disk when this returns. Raises NotRecorded."""
    path = os.path.join(notes_folder(settings), ACTS)
    with recording(path, "saved"):
        store_of(path).append_line(path, json.dumps(act).encode())


def stored_acts(settings: Settings) -> list[ModeratorAct]:
    """All steps, the newest first; a line that was not written to its end is none."""
    found = list[ModeratorAct]()
    with suppress(disk.Unreadable):
        for line in reversed(read_document(os.path.join(notes_folder(settings), ACTS)).splitlines()):
            with suppress(ValueError, TypeError):
                found.append(ModeratorAct(*json.loads(line)))
    return found
