"""The passwords of mail servers: from a variable, a file or a program, as the settings say."""

import os
import shlex
import subprocess

from referee.mail.transport import Unreachable
from referee.mail_settings import Login
from referee.store import disk
from referee.words import Phrase, say

VARIABLE = "REFEREE_MAIL_PASSWORD"
PATIENCE = 60
"""Seconds for a program that may ask for a key to be unlocked."""


def password(login: Login) -> str:
    """Raises Unreachable, which says what is missing, or that no server takes it."""
    found = password_found(login)
    try:
        f"{login.user}{found}".encode("ascii")
    except UnicodeError:  # reported without its words, which show a character of the password
        words = "The password of {user} has characters that are not ASCII and can't be sent. Change it."
        raise Unreachable(say(words, user=login.user), later=False) from None
    return found


def password_found(login: Login) -> str:
    """Raises Unreachable."""
    if login.password_file:
        return in_file(login.password_file)
    if login.password_command:
        return printed_password(login.password_command)
    found = os.environ.get(VARIABLE, "")
    if not found:
        words = "There is no password for {user}. Set {variable}, or `password_file` or `password_command` in [mail]."
        raise Unreachable(say(words, user=login.user, variable=VARIABLE), later=False)
    return found


def in_file(path: str) -> str:
    """The first line of a file."""
    try:
        return first_line(disk.read_plain_file(path))
    except disk.Unreadable as error:
        raise Unreachable(error.says, later=False) from error


def printed_password(command: str) -> str:
    """The first line that a program prints, started without a shell."""
    try:
        ran = subprocess.run(shlex.split(command), stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise Unreachable(
            say("`password_command` gave no password: {why}.", why=password_program_error(error)), later=False
        ) from None
    return first_line(ran.stdout)


def password_program_error(error: Exception) -> Phrase | str:
    """What went wrong, without what the program printed."""
    if isinstance(error, subprocess.CalledProcessError):
        return say("it ended with {code}", code=error.returncode)
    if isinstance(error, subprocess.TimeoutExpired):
        return say("it took too long")
    return disk.reason_text(error)


def first_line(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").partition("\n")[0].rstrip("\r")
