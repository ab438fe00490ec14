"""SMTP and LMTP: one connection, encrypted unless it stays on this machine, the server's certificate checked."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from referee.mail.mail_settings import Login, MailSettings, host_and_port
from referee.mail.transport.access import password
from referee.mail.transport.outgoing import Send, Undelivered, Unreachable
from referee.words import Phrase, say

PATIENCE = 60
"""Seconds until a server that does not answer has failed."""
TROUBLES = (OSError, smtplib.SMTPException)


@contextmanager
def session(mail: MailSettings) -> Iterator[Send]:
    try:
        server = connect_server(mail)
    except TROUBLES as error:
        raise Unreachable(server_error(mail, error), is_for_now(error)) from error
    try:
        yield lambda message, to: hand_to_server(server, mail, message, to)
    finally:
        with suppress(*TROUBLES):
            server.quit()


def connect_server(mail: MailSettings) -> smtplib.SMTP:
    """A server that has greeted us, over a safe line, and knows us where it wants to."""
    server = open_connection(mail)
    try:
        if mail.security == "starttls" and not mail.server.startswith("/"):
            server.starttls(context=ssl.create_default_context())
        if mail.login.user:
            log_in(server, mail.login)
    except BaseException:
        server.close()
        raise
    return server


def log_in(server: smtplib.SMTP, login: Login) -> None:
    try:
        server.login(login.user, password(login))
    except UnicodeError:  # told without its words, which show a letter of the password
        words = "The password of {user} has letters other than those of ASCII, which cannot be sent: change it."
        raise Unreachable(say(words, user=login.user), later=False) from None


def open_connection(mail: MailSettings) -> smtplib.SMTP:
    if mail.transport == "lmtp" and mail.server.startswith("/"):
        return smtplib.LMTP(mail.server)
    host, port = host_and_port(mail.server)
    if mail.security == "tls":
        return smtplib.SMTP_SSL(host, port, mail.host, timeout=PATIENCE, context=ssl.create_default_context())
    if mail.transport == "lmtp":
        return smtplib.LMTP(host, port, mail.host, timeout=PATIENCE)
    return smtplib.SMTP(host, port, mail.host, timeout=PATIENCE)


def hand_to_server(server: smtplib.SMTP, mail: MailSettings, message: bytes, to: str) -> None:
    """Raises Undelivered: for this letter, or Unreachable when the line is gone."""
    try:
        server.sendmail(mail.reply, [to], message)
    except smtplib.SMTPRecipientsRefused as error:
        code, words = error.recipients[to]
        raise Undelivered(server_refusal(mail, code, words), code < FOR_EVER) from error
    except smtplib.SMTPResponseException as error:
        kind = Undelivered if server.sock else Unreachable
        raise kind(server_error(mail, error), is_for_now(error)) from error
    except TROUBLES as error:
        raise Unreachable(server_error(mail, error), is_for_now(error)) from error


FOR_EVER = 500
"""From this answer of a server on, trying again does not help."""


def is_for_now(error: Exception) -> bool:
    """Whether trying again later may help."""
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code < FOR_EVER
    return not isinstance(error, ssl.SSLError | smtplib.SMTPNotSupportedError)


def server_error(mail: MailSettings, error: Exception) -> Phrase:
    if isinstance(error, smtplib.SMTPResponseException):
        return server_refusal(mail, error.smtp_code, error.smtp_error)
    return say("The mail server {server} cannot be used: {why}.", server=mail.server, why=smtp_reason(error))


def smtp_reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__).rstrip(".")


def server_refusal(mail: MailSettings, code: int, words: bytes | str) -> Phrase:
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    return say(
        "The mail server {server} says: {code} {words}", server=mail.server, code=code, words=" ".join(text.split())
    )
