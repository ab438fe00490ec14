"""A mail of our own with a forged Authentication-Results field: does it pass for the word of our mail server?

It is sent to ourselves by `referee doctor --send-to`; `receive` knows it by a token and notes what it saw in
`private/mail/forged.json`, where `doctor` finds it.
"""

import json
import os
from typing import NamedTuple

from referee.mail.mail_settings import MailSettings, mailbox
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail, parsed_mail
from referee.mail.transport import inboxes
from referee.store import disk
from referee.words import Phrase, say

NAME = "forged.json"
FIELD = "X-Referee-Forged"
SENT, BELIEVED, JUDGED, SILENT = "sent", "believed", "judged", "silent"
"""What became of the mail: not there yet; its forged field passed; our server's own word came first; it said none."""


class ForgeryTrial(NamedTuple):
    """One such mail. It says something of just these settings; `at` is when it was sent, or when it arrived."""

    token: str
    authserv: str
    own_received: int
    became: str
    at: str


def forge(message: bytes, mail: MailSettings, token: str) -> bytes:
    """The message with a field that claims that DMARC passed, and with the token by which we know it again."""
    _, address = mailbox("mail.from", mail.sender)
    domain = address.rpartition("@")[2]
    field = f"Authentication-Results: {mail.authserv}; dmarc=pass ({token}) header.from={domain}"
    return f"{field}\r\n{FIELD}: {token}\r\n".encode("ascii", "replace") + message


def begin_forgery_trial(private: str, mail: MailSettings, now: str) -> str:
    """Note that such a mail is about to be sent: its token. Raises NotRecorded."""
    token = os.urandom(16).hex()
    store_trial(private, ForgeryTrial(token, mail.authserv, mail.own_received, SENT, now))
    return token


def last(private: str, mail: MailSettings) -> ForgeryTrial | None:
    """The last trial of these settings, if there was one."""
    try:
        found = ForgeryTrial(
            **json.loads(disk.read_plain_file(os.path.join(inboxes.private_mail_folder(private), NAME)))
        )
    except (disk.Unreadable, ValueError, TypeError):
        return None
    return found if (found.authserv, found.own_received) == (mail.authserv, mail.own_received) else None


def note_trial_arrival(private: str, mail: Mail, settings: MailSettings, now: str) -> Phrase | None:
    """What the mail shows, which is noted, if it is the one that was sent; None for any other. Raises NotRecorded."""
    token = mail.first(FIELD.lower())
    before = last(private, settings) if token else None
    if before is None or before.token != token:
        return None
    became = forgery_outcome(mail, settings, token)
    store_trial(private, before._replace(became=became, at=now))
    return SAYS[became]


def forgery_outcome(mail: Mail, settings: MailSettings, token: str) -> str:
    found = identity.judgement(mail, settings.authserv, settings.own_received)
    if found is None:
        return SILENT
    return BELIEVED if token in found.field else JUDGED


SAYS = {
    BELIEVED: say("A forged Authentication-Results field passed for that of our mail server."),
    JUDGED: say("Our mail server wrote its own Authentication-Results; the forged field was not believed."),
    SILENT: say("Our mail server wrote no Authentication-Results; the forged field was not believed."),
}


def store_trial(private: str, trial: ForgeryTrial) -> None:
    inboxes.prepare(private)
    inboxes.write_whole_file(inboxes.private_mail_folder(private), NAME, json.dumps(trial._asdict()).encode() + b"\n")


def is_refused(settings: MailSettings) -> bool:
    """Whether such a mail proves nothing as a stranger hands it in, below the `Received` of our own servers alone."""
    _, address = mailbox("mail.from", settings.sender)
    ours = "Received: by us\r\n" * max(1, settings.own_received)
    mail = parsed_mail(ours.encode() + forge(f"From: {address}\r\n\r\n".encode(), settings, "0" * 32))
    return identity.dmarc(mail, settings.authserv, address, settings.own_received) != identity.PASS
