"""The program that every mail server brings: `sendmail`."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from referee.mail.mail_settings import MailSettings
from referee.mail.transport.outgoing import Send, Undelivered, Unreachable
from referee.store import disk
from referee.words import say

PATIENCE = 60
TRY_LATER = 75
"""EX_TEMPFAIL of sysexits: it may go later."""


@contextmanager
def session(mail: MailSettings) -> Iterator[Send]:
    yield lambda message, to: hand_to_program(mail, message, to)


def hand_to_program(mail: MailSettings, message: bytes, to: str) -> None:
    """`-i`: a line with a lone dot does not end the letter; after `--` no address is taken for an option."""
    command = [mail.sendmail, "-i", "-f", mail.reply, "--", to]
    # what is piped into programs on Unix has lines as files have them there
    lines = message.replace(b"\r\n", b"\n")
    try:
        ran = subprocess.run(command, input=lines, capture_output=True, timeout=PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unreachable(
            say("{program} cannot be used: {why}.", program=mail.sendmail, why=disk.reason_text(error))
        ) from error
    if ran.returncode:
        words = " ".join(ran.stderr.decode("utf-8", "replace").split())[:200]
        facts = {"program": mail.sendmail, "code": ran.returncode, "words": words or "-"}
        raise Undelivered(say("{program} ended with {code}: {words}", **facts), ran.returncode == TRY_LATER)
