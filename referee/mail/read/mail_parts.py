"""A mail taken apart within limits: header fields, the parts that may hold a move, and whether a person wrote it."""

import re
from contextlib import suppress
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.policy import Policy, compat32
from typing import NamedTuple

from referee import GAME_ID
from referee.mail_settings import LARGEST_MAIL
from referee.words import Phrase, say

HEAD = 65_536
"""Bytes in which the header fields of a mail are looked for that cannot be read whole."""
PARTS = 20
DEPTH = 4
FIELD = 2_000
"""Letters of a field that says what a part is: its parameters are looked through again and again."""

CHARSETS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
}
"""What a part may be written in, and how it is read: as in HTML, Latin-1 is what Windows calls so."""
LIKE_ASCII = ("iso-8859-", "windows-125", "koi8-")
"""Others, fine as long as they hold nothing but ASCII."""
DESCRIBING = ("content-type", "content-disposition")
YAML = ("text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml")
SIGNATURES = ("application/x-ssh-signature", "application/ssh-signature")
TEXT, HTML, FILE, SIGNATURE = "text", "html", "file", "signature"
NOTE, OTHER, SECRET = "note", "other", "secret"
OF_PROGRAMS = ("application/ms-tnef", "application/pgp-signature", "application/pkcs7-signature", "text/calendar")
"""What mail programs add by themselves."""
ENCRYPTED = ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")


class UnreadableMail(Exception):
    """A mail that nobody can answer: `says` is why it is quarantined."""

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return str(self.says)


class Part(NamedTuple):
    """A part that may hold something: TEXT, HTML, FILE (a YAML file), SIGNATURE, or what is never read as a move.

    That is NOTE, another attached text; OTHER, an attached file that is no text; SECRET, an encrypted text.

    raw    its bytes; `text`, these decoded, or "" when `charset` is none that is read here
    plain  whether its charset is read here; `charset` is its name in the mail
    """

    kind: str
    name: str
    raw: bytes
    text: str
    charset: str
    plain: bool
    flowed: bool = False
    delsp: bool = False


class Mail(NamedTuple):
    """Header fields, outermost first, names in small letters; and the parts. `kind` is the type of the whole."""

    fields: tuple[tuple[str, str], ...]
    kind: str
    parts: tuple[Part, ...]

    def all(self, name: str) -> list[str]:
        return [value for each, value in self.fields if each == name]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    @property
    def subject(self) -> str:
        return decoded_field(self.first("subject"))


def parsed_mail(raw: bytes) -> Mail:
    """The mail in these bytes. Raises Unreadable for what is too large or too deep."""
    if len(raw) > LARGEST_MAIL:
        raise UnreadableMail(say("It is longer than {most} bytes.", most=LARGEST_MAIL))
    message = parsed_message(raw)
    fields = tuple((name.lower(), unfolded_field(value)) for name, value in message.raw_items())
    return Mail(fields, message.get_content_type(), tuple(message_parts(message, 0)))


def header_only_mail(raw: bytes) -> Mail:
    """The header fields alone, of a mail that cannot be read whole."""
    head = re.split(rb"\r?\n\r?\n", raw[:HEAD], maxsplit=1)[0] + b"\n\n"
    message = BytesParser(policy=compat32).parsebytes(head, headersonly=True)
    fields = tuple((name.lower(), unfolded_field(value)) for name, value in message.raw_items())
    return Mail(fields, message.get_content_type(), ())


def parsed_message(raw: bytes) -> Message:
    """The message; the parser stops at once where there are too many parts."""
    made = 0

    def part(policy: "Policy[Message]" = compat32) -> Message:
        nonlocal made
        made += 1
        if made > PARTS + 2:  # the parser makes one to try, and one for the whole
            raise UnreadableMail(say("It has more than {most} parts.", most=PARTS))
        return Message(policy=policy)

    return BytesParser(part, policy=compat32).parsebytes(raw)


def unfolded_field(value: object) -> str:
    """A raw field in one line, as it came; bytes that are no ASCII become question marks."""
    text = str(value).encode("ascii", "replace").decode()
    return " ".join(text.split())


def message_parts(message: Message, depth: int) -> list[Part]:
    """The parts of a message that count, in order. Mails within the mail are somebody else's words."""
    if depth > DEPTH:
        raise UnreadableMail(say("Its parts are nested more than {most} levels deep.", most=DEPTH))
    if any(len(str(value)) > FIELD for name, value in message.raw_items() if name.lower() in DESCRIBING):
        raise UnreadableMail(say("The description of one of its parts has more than {most} characters.", most=FIELD))
    if message.get_content_maintype() == "message":
        return []
    if message.is_multipart():  # else the payload would be decoded by a charset that may be none
        inner = message.get_payload()
        return [part for each in inner if isinstance(each, Message) for part in message_parts(each, depth + 1)]
    part = leaf(message)
    return [part] if part else []


def leaf(message: Message) -> Part | None:
    name = file_name(message)
    kind = kind_of(message, name)
    if not kind:
        return None
    raw = message.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return None
    charset = str(message.get_content_charset() or ("utf-8" if kind == NOTE else "us-ascii"))
    text = decoded_part(raw, "utf-8" if kind in (FILE, SIGNATURE, OTHER) else charset)
    flowed = kind == TEXT and str(message.get_param("format", "")).lower() == "flowed"
    delsp = str(message.get_param("delsp", "")).lower() == "yes"
    return Part(kind, name, raw, text or "", charset, text is not None, flowed, delsp)


def file_name(message: Message) -> str:
    """The name of an attached file, in letters that can be printed."""
    return "".join(each for each in decoded_field(str(message.get_filename() or "")) if each.isprintable())


def decoded_field(text: str) -> str:
    """The text of a field whose words may be encoded; as it is where they can't be decoded."""
    with suppress(HeaderParseError, LookupError, ValueError):
        return str(make_header(decode_header(text)))
    return text


def kind_of(message: Message, name: str) -> str:
    """What a part may hold; "" when it does not count, such as a picture in the text."""
    kind = message.get_content_type()
    ending = name.lower().rpartition(".")[2] if "." in name else ""
    if ending in ("yaml", "yml") or kind in YAML:
        return FILE
    if ending in ("sig", "sshsig") or kind in SIGNATURES:
        return SIGNATURE
    if kind in ENCRYPTED:
        return SECRET
    if kind in OF_PROGRAMS or ending in ("asc", "p7s", "ics"):
        return ""
    if message.get_content_disposition() == "attachment" or (
        name and kind != "text/html" and "content-id" not in message
    ):
        return NOTE if kind == "text/plain" or ending in ("txt", "text", "md") else OTHER
    return {"text/plain": TEXT, "text/html": HTML}.get(kind, "")


def decoded_part(raw: bytes, charset: str) -> str | None:
    """The text; None when the charset is none that is read here. What does not fit it becomes U+FFFD."""
    known = CHARSETS.get(charset.lower())
    if known is None:
        return raw.decode() if charset.lower().startswith(LIKE_ASCII) and raw.isascii() else None
    return raw.decode(known, "replace")


HOPS = 50
"""A mail that passed more servers runs in a circle."""
DAEMONS = re.compile(r"(mailer-daemon|postmaster|mail-daemon)@", re.IGNORECASE)
PRECEDENCES = ("bulk", "junk", "list", "auto_reply")
OURS = re.compile(r"<referee\.", re.IGNORECASE)
"""How the Message-ID of every e-mail of ours begins."""
REPLIERS = ("x-autoreply", "x-autorespond", "x-loop", "x-failed-recipients")


def is_bounce(mail: Mail) -> bool:
    """Whether a mail says that another could not be delivered: the moderator should know."""
    return mail.kind in ("multipart/report", "message/delivery-status") or bool(mail.first("x-failed-recipients"))


RETURNED = re.compile(
    rb"(?im)^message-id:\s*<referee\.(" + GAME_ID.encode() + rb")\.[0-9]{1,6}\.([a-z0-9_-]{1,40})[.@]"
)
"""In a report of a mail server: the Message-ID of our e-mail that was not delivered."""


def bounce_words(raw: bytes) -> Phrase:
    """What a report of an e-mail that was not delivered says: whose it was, if it returns it. Anybody can write it."""
    found = RETURNED.search(raw)
    if found is None:
        return UNDELIVERED
    game, seat = (each.decode() for each in found.groups())
    return say("It reports that an e-mail to {seat} in {game} was not delivered.", seat=seat.lower(), game=game.lower())


UNDELIVERED = say("It reports that an e-mail was not delivered.")


LISTED = say("It came through a mailing list.")


def automatic(mail: Mail) -> Phrase | None:
    """Why a mail counts as written by a program; None when a person wrote it."""
    submitted = mail.first("auto-submitted").split(";")[0].split("(")[0].strip().lower()
    if is_bounce(mail):
        return UNDELIVERED
    if submitted not in ("", "no"):
        return say("It was written by a program (Auto-Submitted).")
    if "return-path" in dict(mail.fields) and mail.first("return-path").strip() in ("<>", ""):
        return say("It has no sender (Return-Path).")
    if any(name.startswith("list-") for name, _ in mail.fields):
        return LISTED
    if mail.first("precedence").strip().lower() in PRECEDENCES:
        return say("It was sent to many, or by a program (Precedence).")
    return loop_reason(mail) or replier(mail)


def loop_reason(mail: Mail) -> Phrase | None:
    if OURS.match(mail.first("message-id")):
        return say("It is one of our own e-mails that came back.")
    if len(mail.all("received")) > HOPS:
        return say("It passed through more than {hops} servers, so it may be going round in circles.", hops=HOPS)
    return None


def replier(mail: Mail) -> Phrase | None:
    suppress = {each.strip().lower() for each in mail.first("x-auto-response-suppress").split(",")}
    if suppress & {"all", "autoreply", "oof"} or any(mail.first(name) for name in REPLIERS):
        return say("It was written by a program.")
    if DAEMONS.search(mail.first("from")):
        return say("It is from a mail server.")
    return None
