"""Who wrote a mail: its tag says so, a signature if wanted, and never `From` or a forged Authentication-Results."""

import json
import os
import re
import subprocess
from collections.abc import Iterable
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee import GAME_ID
from referee.mail.read.mail_parts import Mail, parsed_mail
from referee.mail.transport import inboxes
from referee.mail.write.addresses import ReplyToken, token_of
from referee.mail_settings import MailSettings, mailbox
from referee.store import disk
from referee.store.disk import write_new
from referee.store.stores import read_document
from referee.words import Phrase, say

RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to")
"""Fields that hold the address to which a mail was sent."""
MOST = 20
"""So many tokens of one mail are tried, and so many fields of a server read."""
PASS, FAIL, NONE, UNKNOWN, MISALIGNED = "pass", "fail", "none", "unknown", "misaligned"


def tokens(mail: Mail, separator: str) -> list[ReplyToken]:
    """The tokens of the addresses that a mail was sent to, each once."""
    texts = [text for name in RECIPIENTS for text in extensions(mail.all(name), separator)]
    found = [token for text in texts if (token := token_of(text))]
    return list(dict.fromkeys(found))[:MOST]


def extensions(fields: Iterable[str], separator: str) -> list[str]:
    """The part between the separator and the @ in addresses that seem to contain a token."""
    shape = re.compile(re.escape(separator) + rf"({GAME_ID}\.[0-9]{{1,6}}\.[a-z2-7]{{16}})@", re.IGNORECASE)
    return [found for field in fields for found in shape.findall(field)]


def sender(mail: Mail) -> str:
    """The one address in `From`, in small letters, or "". It is only good for looking up who might have written."""
    found = set(re.findall(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,253}", mail.first("from")))
    return found.pop().lower() if len(found) == 1 and len(mail.all("from")) == 1 else ""


def message_id(mail: Mail) -> str:
    """The Message-ID of a mail, if it is one that may be repeated in a header; else ""."""
    found = re.fullmatch(r"<[!-;=?-~]{1,200}>", mail.first("message-id"))
    return found[0] if found else ""


def games_named(mail: Mail, separator: str) -> list[str]:
    """The games that a mail may be about: those that its header names. Anybody can write this.

    By the Message-ID that it answers, by the address that it was sent to, whatever tag that has, and in its subject.
    """
    shapes = {
        **dict.fromkeys(("in-reply-to", "references"), rf"<referee\.({GAME_ID})\."),
        **dict.fromkeys(RECIPIENTS, rf"{re.escape(separator)}({GAME_ID})(?:\.[^@\s]{{0,40}})?@"),
        "subject": rf"\[({GAME_ID})\]",
    }
    found = [game for name, shape in shapes.items() for game in re.findall(shape, mail.first(name))]
    return list(dict.fromkeys(found))


def dmarc(mail: Mail, authserv: str, address: str, own_received: int = 0) -> str:
    """What our own mail server found out about a mail that should be from a registered `address`.

    PASS only where the address in `From` is that one and the server judged its domain (RFC 7489, 3.1: a sender proves
    nothing but the domain of `From`). MISALIGNED: it passed for somebody else. UNKNOWN: the server did not say.
    """
    found = judgement(mail, authserv, own_received)
    if found is None:
        return UNKNOWN
    if found.result == PASS and not is_aligned(mail, found, address):
        return MISALIGNED
    return found.result


def is_aligned(mail: Mail, found: "Judgement", address: str) -> bool:
    """Whether a mail is from this address, and a judgement is about its domain."""
    domain = address.rpartition("@")[2].lower()
    return bool(domain) and sender(mail) == address.lower() and found.domain == domain


class Judgement(NamedTuple):
    """What a mail server says of a mail by DMARC (RFC 8601, RFC 7489).

    host    which server says so, in small letters
    result  PASS, FAIL or NONE; UNKNOWN where it says nothing, or several things
    domain  the domain of `From` that it judged, in small letters; "" where it does not say which
    field   the field in which it says so, unchanged
    """

    host: str
    result: str
    domain: str
    field: str


def judgement(mail: Mail, authserv: str, own_received: int = 0) -> Judgement | None:
    """The verdict of the server `authserv` on a mail: the outermost of its own fields that mentions DMARC."""
    for field in own_fields(mail, own_received)[:MOST] if authserv else ():
        try:
            found = judgement_in(field)
        except Exception:  # a parser of a stranger's words: whatever makes it fail, nothing is known
            continue
        if found and found.host == authserv.lower():
            return found
    return None


def own_fields(mail: Mail, own_received: int) -> list[str]:
    """The Authentication-Results that our own servers wrote: above all `Received` but so many of their own.

    A server puts its `Received` above all that came with a mail, so what is above that came from nobody else.
    """
    fields, passed = list[str](), 0
    for name, value in mail.fields:
        if name == "received":
            passed += 1
            if passed > own_received:
                return fields
        elif name == "authentication-results":
            fields.append(value)
    return fields if passed == own_received > 0 else []


NO_PARSER = say(
    "`authserv` needs a library that is not installed. Install it with `pipx inject referee authres`, or where referee "
    "was installed with pip: `pip install 'referee[dmarc]'`."
)


def has_parser() -> bool:
    """Whether the library is installed that reads Authentication-Results; it comes with `referee[dmarc]`."""
    try:
        import authres  # noqa: F401
    except ImportError:
        return False
    return True


def judgement_in(field: str) -> Judgement | None:
    """The verdict of a field about DMARC; None if it says nothing of it. Raises what `authres` raises."""
    from authres import AuthenticationResultsHeader

    header = AuthenticationResultsHeader.parse(f"Authentication-Results: {field[:4000]}")
    said = [each for each in header.results if str(each.method).lower() == "dmarc"]
    if not said:
        return None
    results = {str(each.result).lower() for each in said}
    result = results.pop() if len(said) == 1 else UNKNOWN
    known = result if result in (PASS, NONE, UNKNOWN) else FAIL
    domains = {domain_of(each.value) for one in said for each in one.properties if (each.type, each.name) == FROM}
    return Judgement(str(header.authserv_id).lower(), known, domains.pop() if len(domains) == 1 else "", field)


FROM = "header", "from"
"""The property of a result that names the domain of `From`."""


def domain_of(value: object) -> str:
    return str(value).rpartition("@")[2].strip('"').rstrip(".").lower()


NAME = "forged.json"
FIELD = "X-Referee-Forged"
SENT, BELIEVED, JUDGED, SILENT = "sent", "believed", "judged", "silent"
"""The result of the mail: not there yet; its forged field passed; our server's own word came first; it said none."""


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
        found = ForgeryTrial(**json.loads(read_document(os.path.join(inboxes.private_mail_folder(private), NAME))))
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
    found = judgement(mail, settings.authserv, settings.own_received)
    if found is None:
        return SILENT
    return BELIEVED if token in found.field else JUDGED


SAYS = {
    BELIEVED: say("A forged Authentication-Results field was taken for one of our mail server."),
    JUDGED: say("Our mail server wrote its own Authentication-Results. The forged field was not believed."),
    SILENT: say("Our mail server wrote no Authentication-Results. The forged field was not believed."),
}


def store_trial(private: str, trial: ForgeryTrial) -> None:
    inboxes.prepare(private)
    inboxes.write_whole_file(inboxes.private_mail_folder(private), NAME, json.dumps(trial._asdict()).encode() + b"\n")


def is_refused(settings: MailSettings) -> bool:
    """Whether such a mail proves nothing as a stranger hands it in, below the `Received` of our own servers alone."""
    _, address = mailbox("mail.from", settings.sender)
    ours = "Received: by us\r\n" * max(1, settings.own_received)
    mail = parsed_mail(ours.encode() + forge(f"From: {address}\r\n\r\n".encode(), settings, "0" * 32))
    return dmarc(mail, settings.authserv, address, settings.own_received) != PASS


BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
LARGEST = 16_384
"""Bytes of a signature."""
SECONDS = 20


class Unavailable(Exception):
    """There is no `ssh-keygen` here that could check a signature."""


def first_signature(lines: Iterable[str]) -> bytes:
    """The first signature among the lines, or b""."""
    found: list[str] = []
    for line in map(str.strip, lines):
        if line == BEGIN:
            found = [line]
        elif found:
            found.append(line)
        if found and line == END:
            return ("\n".join(found) + "\n").encode("utf-8", "replace")
    return b""


def namespace(game: str) -> str:
    """What a signature is valid for: moves of one game."""
    return f"referee-move@{game}"


def valid(texts: Iterable[bytes], signature: bytes, key: str, game: str, seat: str) -> bool:
    """Whether this is a signature by `key` of one of the texts, for moves of this game. Raises Unavailable."""
    if not signature or len(signature) > LARGEST:
        return False
    with TemporaryDirectory() as folder:
        signers, armour = os.path.join(folder, "signers"), os.path.join(folder, "signature")
        write_new(signers, f"{seat} {key}\n".encode(), 0o600)
        write_new(armour, signature, 0o600)
        command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", seat, "-n", namespace(game), "-s", armour]
        return any(runs(command, text) for text in dict.fromkeys(texts))


def runs(command: list[str], text: bytes) -> bool:
    """Whether a program ends well, given this. Raises Unavailable."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, timeout=SECONDS, check=False)
    except (FileNotFoundError, PermissionError) as error:
        raise Unavailable from error
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def works() -> bool:
    """Whether `ssh-keygen` signs here and checks: by a key made for that, and forgotten. Raises Unavailable."""
    with TemporaryDirectory() as folder:
        key, text = os.path.join(folder, "key"), b"- pass\n"
        made = runs(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key], b"")
        write_new(os.path.join(folder, "text"), text, 0o600)
        signing = ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace("trial"), "-f", key, os.path.join(folder, "text")]
        if not (made and runs(signing, b"")):
            return False
        with open(f"{key}.pub", encoding="ascii") as public, open(os.path.join(folder, "text.sig"), "rb") as signed:
            return valid([text], signed.read(), public.read().strip(), "trial", "red")
