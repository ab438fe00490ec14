"""The ways in which a letter leaves: as a file in a folder, by `sendmail`, or by SMTP and LMTP.

SMTP and LMTP use one connection, encrypted unless it stays on this machine, and check the server's certificate.
"""

import os
import re
import smtplib
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

from referee import GAME_ID
from referee.mail.transport import Send, Undelivered, Unreachable
from referee.mail.transport.passwords import password
from referee.mail_settings import MailSettings, host_and_port, tls_reason
from referee.store import disk
from referee.store.addresses import without_password
from referee.words import Phrase, say

NAME = re.compile(
    rb"^Message-ID:\s*<referee\.(" + GAME_ID.encode() + rb")\.([0-9]+)\.([^@>]+)@", re.MULTILINE | re.IGNORECASE
)


@contextmanager
def folder_session(mail: MailSettings) -> Iterator[Send]:
    place = in_maildir if mail.transport == "maildir" else in_folder
    yield lambda message, to: write_letter_file(*place(mail.folder, message), message)


def in_folder(folder: str, message: bytes) -> tuple[str, str, str]:
    """`<folder>/<game>/<entry>-<seat>.eml`; other kinds of e-mails say more after the seat."""
    found = NAME.search(message)
    if not found:
        return folder, folder, f"{sha256(message).hexdigest()[:24]}.eml"
    game, entry, rest = (each.decode("ascii") for each in found.groups())
    seat, _, more = rest.partition(".")
    kind = more.partition(".")[2].replace(".", "-")
    name = "-".join(part for part in (entry, seat, kind) if part)
    return os.path.join(folder, game), os.path.join(folder, game), f"{name}.eml"


def in_maildir(folder: str, message: bytes) -> tuple[str, str, str]:
    """`tmp`, then `new`: the same e-mail twice is one file."""
    for name in ("tmp", "new", "cur"):
        make(os.path.join(folder, name))
    name = f"{sha256(message).hexdigest()[:32]}.referee"
    return os.path.join(folder, "tmp"), os.path.join(folder, "new"), name


def write_letter_file(begun: str, final: str, name: str, message: bytes) -> None:
    """Whole and safely on disk when this returns. Raises Undelivered: each game may have a folder of its own."""
    try:
        make(begun)
        for left in disk.leftovers(begun, name):
            disk.forget_file(left)
        fresh = disk.fresh_name(begun, name)
        disk.write_new(fresh, message, 0o600)
        disk.replace(fresh, os.path.join(final, name), final)
    except OSError as error:
        raise Undelivered(
            say("E-mails can't be put into {folder}: {why}.", folder=final, why=disk.reason_text(error))
        ) from error


def make(folder: str) -> None:
    try:
        disk.make_folder(folder, 0o700)
    except OSError as error:
        raise Undelivered(
            say("{folder} couldn't be created: {why}.", folder=folder, why=disk.reason_text(error))
        ) from error


PROGRAM_PATIENCE = 60
TRY_LATER = 75
"""EX_TEMPFAIL of sysexits: it may go later."""


@contextmanager
def program_session(mail: MailSettings) -> Iterator[Send]:
    yield lambda message, to: hand_to_program(mail, message, to)


def hand_to_program(mail: MailSettings, message: bytes, to: str) -> None:
    """`-i`: a line with a lone dot does not end the e-mail; after `--` no address is taken for an option."""
    command = [mail.sendmail, "-i", "-f", mail.reply, "--", to]
    # text piped into programs on Unix has the line ends of files there
    lines = message.replace(b"\r\n", b"\n")
    try:
        ran = subprocess.run(command, input=lines, capture_output=True, timeout=PROGRAM_PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unreachable(
            say("{program} can't be used: {why}.", program=mail.sendmail, why=disk.reason_text(error))
        ) from error
    if ran.returncode:
        words = " ".join(ran.stderr.decode("utf-8", "replace").split())[:200]
        facts = {"program": mail.sendmail, "code": ran.returncode, "words": words or "-"}
        raise Undelivered(say("{program} ended with {code}: {words}", **facts), ran.returncode == TRY_LATER)


PATIENCE = 60
"""Seconds until a server that does not answer has failed."""
TROUBLES = (OSError, smtplib.SMTPException)


@contextmanager
def server_session(mail: MailSettings) -> Iterator[Send]:
    secret = password(mail.login) if mail.login.user else ""
    try:
        server = connect_server(mail, secret)
    except TROUBLES as error:
        raise Unreachable(server_error(mail, error, secret), is_for_now(error)) from None
    try:
        yield lambda message, to: hand_to_server(server, mail, secret, message, to)
    finally:
        with suppress(*TROUBLES):
            server.quit()


def connect_server(mail: MailSettings, secret: str) -> smtplib.SMTP:
    """A server that has greeted us, over a safe line, and knows us where it wants to."""
    server = open_connection(mail)
    try:
        if mail.security == "starttls" and not mail.server.startswith("/"):
            server.starttls(context=ssl.create_default_context())
        if mail.login.user:
            server.login(mail.login.user, secret)
    except BaseException:
        server.close()
        raise
    return server


def open_connection(mail: MailSettings) -> smtplib.SMTP:
    if mail.transport == "lmtp" and mail.server.startswith("/"):
        return smtplib.LMTP(mail.server)
    host, port = host_and_port(mail.server)
    if mail.security == "tls":
        return smtplib.SMTP_SSL(host, port, mail.host, timeout=PATIENCE, context=ssl.create_default_context())
    if mail.transport == "lmtp":
        return smtplib.LMTP(host, port, mail.host, timeout=PATIENCE)
    return smtplib.SMTP(host, port, mail.host, timeout=PATIENCE)


def hand_to_server(server: smtplib.SMTP, mail: MailSettings, secret: str, message: bytes, to: str) -> None:
    """Raises Undelivered: for this e-mail, or Unreachable if the connection is lost.

    What a server said is passed on without the password (`secret`), and so in no traceback.
    """
    try:
        server.sendmail(mail.reply, [to], message)
    except smtplib.SMTPRecipientsRefused as error:
        code, words = error.recipients[to]
        raise Undelivered(server_refusal(mail, code, words, secret), code < FOR_EVER) from None
    except smtplib.SMTPResponseException as error:
        kind = Undelivered if server.sock else Unreachable
        raise kind(server_error(mail, error, secret), is_for_now(error)) from None
    except TROUBLES as error:
        raise Unreachable(server_error(mail, error, secret), is_for_now(error)) from None


FOR_EVER = 500
"""From this answer of a server on, trying again does not help."""


def is_for_now(error: Exception) -> bool:
    """Whether trying again later may help."""
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code < FOR_EVER
    return not isinstance(error, ssl.SSLError | smtplib.SMTPNotSupportedError)


def server_error(mail: MailSettings, error: Exception, secret: str) -> Phrase:
    if isinstance(error, smtplib.SMTPResponseException):
        return server_refusal(mail, error.smtp_code, error.smtp_error, secret)
    why = tls_reason(error) or without_password(smtp_reason(error), secret, mail.login.user)
    return say("The mail server {server} can't be used: {why}.", server=mail.server, why=why)


def smtp_reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__).rstrip(".")


def server_refusal(mail: MailSettings, code: int, words: bytes | str, secret: str) -> Phrase:
    plain = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    text = without_password(plain, secret, mail.login.user)
    return say(
        "The mail server {server} says: {code} {words}", server=mail.server, code=code, words=" ".join(text.split())
    )


SESSIONS = {
    "smtp": server_session,
    "lmtp": server_session,
    "sendmail": program_session,
    "maildir": folder_session,
    "files": folder_session,
}
