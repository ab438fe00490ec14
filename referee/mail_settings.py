"""The table `[mail]` of the settings: the sender of e-mails, how they are sent, and where the answers arrive."""

import os
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from referee.store.addresses import is_loopback
from referee.store.private import is_address
from referee.words import Phrase, say

TRANSPORTS = ("smtp", "lmtp", "sendmail", "maildir", "files")
SECURITIES = ("starttls", "tls", "none")
SEPARATORS = "+-=_."

LARGEST_MAIL = 262_144
"""Bytes of a mail; one more is read to see that there are more."""


class Login(NamedTuple):
    """Who logs in, and where the password is if `REFEREE_MAIL_PASSWORD` does not give it."""

    user: str = ""
    password_file: str = ""
    password_command: str = ""


class Inbox(NamedTuple):
    """Where answers arrive: the folder of a Maildir, or `host:port` of an IMAP server."""

    maildir: str = ""
    imap: str = ""
    security: str = "tls"
    login: Login = Login()
    mailbox: str = "INBOX"


class MailSettings(NamedTuple):
    """How e-mails are sent. Optional settings are "" by default.

    sender     the header `From`: `Referee <referee@example.org>`
    reply      the address to whose name the tag of an answer is added
    separator  the text between them
    server     `host:port`, or for LMTP also the path of a socket
    sendmail   the path of the program
    folder     of the Maildir, or of the plain files
    authserv   the host whose Authentication-Results are believed
    require    `dmarc`: mails that have not passed there, from the registered address, are not acted upon
    own_received  how many `Received` of our own servers are above what `authserv` writes
    composer   whether the report for the seat to move lets it compose its move
    moderator  who moderates the games, `Sam <sam@example.org>`: every e-mail names them, and their mail goes there
    lenient    whether e-mails are read generously; files never are
    tags       whether only mails with a tag are acted upon; if not, the address in `From` says who writes
    """

    sender: str
    reply: str
    separator: str = "+"
    transport: str = "files"
    server: str = ""
    security: str = "starttls"
    login: Login = Login()
    sendmail: str = "/usr/sbin/sendmail"
    folder: str = "letters"
    authserv: str = ""
    require: str = ""
    own_received: int = 0
    composer: bool = True
    moderator: str = ""
    lenient: bool = True
    tags: bool = True
    inbox: Inbox | None = None

    @property
    def host(self) -> str:
        """The part after the @ in the names of e-mails and lists."""
        return self.reply.rpartition("@")[2]

    @property
    def moderator_name(self) -> str:
        """What the moderator is called: their name, or else their address; "" where none is set."""
        return person_name(self.moderator)

    @property
    def moderator_address(self) -> str:
        """Where e-mails to the moderator go; "": nowhere."""
        return mailbox("mail.moderator", self.moderator)[1] if self.moderator else ""


class Meant(ValueError):
    """Which setting of the table cannot be so, and what it is instead; or the `known` ones if there is none such."""

    def __init__(self, name: str, value: object, meant: str, known: Collection[str] = ()) -> None:
        super().__init__(name, value, meant)
        self.name, self.value, self.meant, self.known = name, value, meant, known

    @property
    def setting(self) -> str:
        """The setting of the table that is wrong; `inbox` for one of its own table."""
        return self.name.partition(".")[2].partition(".")[0]


WORDS: dict[str, str] = {
    "from": 'a name and an address, such as "Referee <referee@example.org>"',
    "reply": "an address such as referee@example.org",
    "separator": "one of + - = _ .",
    "transport": "smtp, lmtp, sendmail, maildir or files",
    "server": "host:port, such as smtp.example.org:587",
    "security": "starttls, tls or none (none only for a server on this machine)",
    "user": "the name of a login",
    "password_file": "the path of a file",
    "password_command": "a command that prints the password",
    "sendmail": "the path of a program, such as /usr/sbin/sendmail",
    "folder": "the path of a folder",
    "authserv": "the name of the host that judges incoming mail, such as mx.example.org",
    "require": "dmarc",
    "own_received": "a number from 0 to 9",
    "composer": "true or false",
    "moderator": 'a name and an address, such as "Sam <sam@example.org>"',
    "lenient": "true or false",
    "tags": "true or false",
    "inbox": "a table with `maildir` or `imap`",
}
INBOX: dict[str, str] = {
    "maildir": "the path of a folder",
    "imap": "host:port, such as imap.example.org:993",
    "mailbox": "the name of a mailbox, such as INBOX",
    **{name: WORDS[name] for name in ("security", "user", "password_file", "password_command")},
}
SWITCHES = ("composer", "lenient", "tags")
NO_TEXTS = (*SWITCHES, "inbox", "own_received")
PATHS = ("password_file", "folder", "maildir")
"""Meant from where the file of settings is."""


def mail(value: object, beside: str) -> MailSettings:
    """The table as it is written. Raises Meant."""
    if not isinstance(value, dict):
        raise Meant("mail", value, "a table")
    inbox, own_received = value.get("inbox"), value.get("own_received", 0)
    switches = {name: value.get(name, True) for name in SWITCHES}
    for name, each in switches.items():
        if not isinstance(each, bool):
            raise Meant(f"mail.{name}", each, WORDS[name])
    if type(own_received) is not int or own_received not in range(10):
        raise Meant("mail.own_received", own_received, WORDS["own_received"])
    fields = texts({name: each for name, each in value.items() if name not in NO_TEXTS}, WORDS, "mail", beside)
    if "from" not in fields:
        raise Meant("mail.from", "", WORDS["from"])
    sender = fields.pop("from")
    _, address = mailbox("mail.from", sender)
    reply = fields.pop("reply", address)
    found = MailSettings(sender, reply, login=login(fields), own_received=own_received, **switches, **fields)
    if found.moderator:
        mailbox("mail.moderator", found.moderator)
    refuse_mail_settings(found)
    return found if inbox is None else found._replace(inbox=inbox_of(inbox, beside))


def without_setting(value: Mapping[str, object], name: str) -> dict[str, object]:
    """The table without a setting; with another value for one that must be there."""
    rest = {key: each for key, each in value.items() if key != name}
    return rest | {name: NEEDED[name]} if name in NEEDED else rest


NEEDED = {"from": "referee@example.org", "server": "localhost:25"}
"""Settings that must be there, with values that can be."""


def inbox_of(value: object, beside: str) -> Inbox:
    if not isinstance(value, dict):
        raise Meant("mail.inbox", value, WORDS["inbox"])
    fields = texts(value, INBOX, "mail.inbox", beside)
    found = Inbox(login=login(fields), **fields)
    if bool(found.maildir) == bool(found.imap):
        raise Meant("mail.inbox", value, WORDS["inbox"])
    if found.imap:
        refuse_server("mail.inbox.imap", found.imap, INBOX["imap"])
        refuse_security("mail.inbox.security", found.security, found.imap)
    return found


def login(fields: dict[str, str]) -> Login:
    return Login(**{name: fields.pop(name) for name in Login._fields if name in fields})


def texts(value: Mapping[str, object], known: Mapping[str, str], table: str, beside: str) -> dict[str, Any]:
    """The settings of a table, all of them text without control characters."""
    found: dict[str, Any] = {}
    for name, each in value.items():
        if name not in known:
            raise Meant(f"{table}.{name}", each, "", known)
        if not isinstance(each, str) or not each or not each.isprintable():
            raise Meant(f"{table}.{name}", each, known[name])
        found[name] = os.path.join(beside, each) if name in PATHS else each
    return found


def mailbox(place: str, text: str) -> tuple[str, str]:
    """The name and the address of `Referee <referee@example.org>`."""
    found = re.fullmatch(r"(?:([^<>@\"]*?) *<([^<>]*)>|([^<> ]*))", text)
    name, address = (found[1] or "", found[2] or found[3] or "") if found else ("", "")
    if not is_address(address):
        raise Meant(place, text, WORDS[place.removeprefix("mail.")])
    return name, address


def person_name(person: str) -> str:
    """The name in `Sam <sam@example.org>`, or the address where there is no name; "" for nobody."""
    name, address = mailbox("mail.moderator", person) if person else ("", "")
    return name or address


def refuse_mail_settings(found: MailSettings) -> None:
    """Refuse combinations of settings that cannot work. Raises Meant."""
    if not is_address(found.reply):
        raise Meant("mail.reply", found.reply, WORDS["reply"])
    if len(found.separator) != 1 or found.separator not in SEPARATORS:
        raise Meant("mail.separator", found.separator, WORDS["separator"])
    if found.transport not in TRANSPORTS:
        raise Meant("mail.transport", found.transport, WORDS["transport"])
    if found.require not in ("", "dmarc"):
        raise Meant("mail.require", found.require, WORDS["require"])
    socket = found.transport == "lmtp" and found.server.startswith("/")
    if found.transport in ("smtp", "lmtp") and not socket:
        refuse_server("mail.server", found.server, WORDS["server"])
        refuse_security("mail.security", found.security, found.server)


def refuse_server(place: str, server: str, meant: str) -> None:
    host, port = host_and_port(server)
    if not re.fullmatch(r"[A-Za-z0-9.:-]+", host) or not 0 < port < 65_536:
        raise Meant(place, server, meant)


def refuse_security(place: str, security: str, server: str) -> None:
    """Passwords and e-mails go unencrypted only over a line that does not leave the machine."""
    if security not in SECURITIES or (security == "none" and not is_loopback(host_and_port(server)[0])):
        raise Meant(place, security, WORDS["security"])


def tls_reason(error: BaseException) -> Phrase | None:
    """Why there is no safe connection, in plain words; None for other errors."""
    reason = str(getattr(error, "reason", ""))
    if reason == "CERTIFICATE_VERIFY_FAILED":
        return say("its certificate is not valid for this name, or this computer doesn't know who signed it")
    if reason in ("WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG"):
        words = 'this port does not begin with TLS: set security to "starttls", or use another port, such as 465 or 993'
        return say(words)
    return None


def host_and_port(server: str) -> tuple[str, int]:
    """`[::1]:25` too; port 0 if there is none."""
    host, _, port = server.rpartition(":")
    return host.strip("[]"), int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0
