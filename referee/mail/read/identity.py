"""Who wrote a mail: whoever knows the tag of a letter was sent that letter. What `From` says decides nothing."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from referee import GAME_ID
from referee.mail.read.mail_parts import Mail
from referee.mail.write.reply_tags import ReplyToken, token_of
from referee.words import say

RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to")
"""Fields in which the address stands that a mail was sent to."""
MOST = 20
"""So many tokens of one mail are tried, and so many fields of a server read."""
PASS, FAIL, NONE, UNKNOWN, MISALIGNED = "pass", "fail", "none", "unknown", "misaligned"


def tokens(mail: Mail, separator: str) -> list[ReplyToken]:
    """The tokens of the addresses that a mail was sent to, each once."""
    texts = [text for name in RECIPIENTS for text in extensions(mail.all(name), separator)]
    found = [token for text in texts if (token := token_of(text))]
    return list(dict.fromkeys(found))[:MOST]


def extensions(fields: Iterable[str], separator: str) -> list[str]:
    """What stands between the separator and the @ in addresses that look as if a token did."""
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


def game_answered(mail: Mail) -> str:
    """The game whose letter a mail says that it answers, or "". Anybody can write this."""
    for name in ("in-reply-to", "references"):
        found = re.search(rf"<referee\.({GAME_ID})\.", mail.first(name))
        if found:
            return found[1]
    return ""


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
    field   the field in which it says so, as it stands
    """

    host: str
    result: str
    domain: str
    field: str


def judgement(mail: Mail, authserv: str, own_received: int = 0) -> Judgement | None:
    """What the server called `authserv` says of a mail in the outermost field of its own that tells of DMARC."""
    for field in own_fields(mail, own_received)[:MOST] if authserv else ():
        try:
            found = judgement_in(field)
        except Exception:  # a parser of a stranger's words: whatever it stumbles on, nothing is known
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
    """What a field says of DMARC; None where it says nothing of it. Raises what `authres` raises."""
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
