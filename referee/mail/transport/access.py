"""Who may look into the folders of the referee, and the passwords of mail servers; nothing is changed by looking."""

import os
import shlex
import stat
import subprocess

from referee.mail.mail_settings import Login
from referee.mail.transport.outgoing import Unreachable
from referee.store import disk
from referee.words import Phrase, say


def may(path: str, how: int) -> bool:
    """Whether this user may, as the one for whom the program acts where the system knows that."""
    return os.access(path, how, effective_ids=os.access in os.supports_effective_ids)


def writable(folder: str) -> bool:
    """Whether a folder, or the nearest one above it that exists, can be written."""
    nearest = os.path.abspath(folder)
    while not os.path.lexists(nearest):
        nearest = os.path.dirname(nearest)
    return os.path.isdir(nearest) and may(nearest, os.W_OK | os.X_OK)


def is_open(path: str) -> bool:
    """Whether others than the owner may read or enter it. On Windows other things decide, so nothing is known there."""
    try:
        return os.name != "nt" and bool(stat.S_IMODE(os.stat(path).st_mode) & 0o077)
    except OSError:
        return False


def folders_below(folder: str) -> list[str]:
    """The folders in a folder, in order of their names; links are not followed."""
    return sorted(os.path.join(place, name) for place, names, _ in os.walk(folder) for name in names)


VARIABLE = "REFEREE_MAIL_PASSWORD"
PATIENCE = 60
"""Seconds for a program that may ask for a key to be unlocked."""


def password(login: Login) -> str:
    """Raises `transports.Unreachable`, which says what is missing."""
    if login.password_file:
        return in_file(login.password_file)
    if login.password_command:
        return printed_password(login.password_command)
    found = os.environ.get(VARIABLE, "")
    if not found:
        words = "There is no password for {user}: set {variable}, or `password_file` or `password_command` in [mail]."
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
