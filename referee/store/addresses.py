"""Addresses of databases: `postgresql://club@db.example.org/club/games` is a folder as `games` is one."""

import re
from base64 import b64encode
from typing import NamedTuple

from referee.exit_codes import BUSY, MISCONFIGURED, USAGE
from referee.store.disk import Trouble
from referee.words import Phrase, say

SCHEME = "postgresql://"
SECURITY = r"(?:sslmode|sslrootcert|sslcert|sslkey)=[^/?#&\s]+"
ADDRESS = re.compile(
    rf"(postgresql://(?:[^/@:?#\s]+@)?[^/@?#\s]*/[^/?#\s]+(?:\?{SECURITY}(?:&{SECURITY})*)?)(?:/([^?#\0]*))?"
)
"""The database, with how the line to it is secured if the address says that, and the place in it."""
PASSWORD = re.compile(r"(?:password|passwd|pwd)\s*=|://[^/]*:.*@", re.IGNORECASE)
"""What a text has that may hold a password: `host=db password=x`, or the address of a server."""


class DatabaseAway(Trouble):
    """The database does not answer now, and nothing was asked of it that could have changed anything."""

    code = BUSY


class DatabaseRefused(Trouble):
    """The database can't be used as it is set up: no such database, no permission, a wrong password, no library."""

    code = MISCONFIGURED


class BadAddress(Trouble):
    """Not the address of a database."""

    code = USAGE


class Place(NamedTuple):
    """A database, such as `postgresql://club@db.example.org/club`, and a path in it, such as `games/spring-cup`."""

    database: str
    path: str


def is_in_database(path: str) -> bool:
    """Whether a path is in a database, and not on this disk."""
    return path.startswith(SCHEME)


def refuse_password(text: str) -> None:
    """Raises BadAddress for something that somebody wrote as a place and that may have a password in it."""
    if PASSWORD.search(text):
        raise BadAddress(NO_PASSWORD)


NO_PASSWORD = say(
    "The address of a database has no password, because it is shown in messages. Put the password into the "
    "file ~/.pgpass or into the variable PGPASSWORD."
)


def is_local(host: str) -> bool:
    """Whether a line to a host does not leave this machine: a socket, or a loopback address."""
    return not host or host.startswith(("/", "@")) or is_loopback(host)


def is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or re.fullmatch(r"127(\.[0-9]{1,3}){3}", host) is not None


def place_in(path: str) -> Place:
    """The database of a path, and where it is there. Raises BadAddress."""
    found = ADDRESS.fullmatch(path)
    if not found or PASSWORD.search(found[1]):
        raise BadAddress(why_bad(path))
    return Place(found[1], (found[2] or "").strip("/"))


def why_bad(path: str) -> Phrase:
    """What is wrong with an address. A password is not shown."""
    if PASSWORD.search(path.partition("?")[0]):
        return NO_PASSWORD
    words = "{address} isn't the address of a database. Write one such as postgresql://club@db.example.org/club."
    return say(words, address=path.partition("?")[0])


def without_password(text: str, password: str, user: str = "") -> str:
    """A text of a server without the password, plain or as programs write it, such as in the login of a mail server."""
    quoted = password.replace("\\", "\\\\").replace('"', '\\"')
    plain = {password, quoted}
    written = plain | {repr(each)[1:-1] for each in plain} | {repr(each.encode())[2:-1] for each in plain}
    packed = {b64encode(each.encode()).decode() for each in (password, f"\0{user}\0{password}")}
    for each in sorted(written | packed, key=len, reverse=True):
        text = text.replace(each, "***") if password else text
    return text
