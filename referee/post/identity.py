"""Who wrote a mail: whoever knows the tag of a letter was sent that letter. What `From` says decides nothing."""

import re
from collections.abc import Iterable

from referee.post.parts import Mail
from referee.post.tokens import Token, token_of

RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to")
"""Fields in which the address stands that a mail was sent to."""
MOST = 20
"""So many tokens of one mail are tried."""
PASS, FAIL, NONE, UNKNOWN = "pass", "fail", "none", "unknown"


def tokens(mail: Mail, separator: str) -> list[Token]:
    """The tokens of the addresses that a mail was sent to, each once."""
    texts = [text for name in RECIPIENTS for text in extensions(mail.all(name), separator)]
    found = [token for text in texts if (token := token_of(text))]
    return list(dict.fromkeys(found))[:MOST]


def extensions(fields: Iterable[str], separator: str) -> list[str]:
    """What stands between the separator and the @ in addresses that look as if a token did."""
    shape = re.compile(re.escape(separator) + r"([a-z0-9][a-z0-9-]{0,39}\.[0-9]{1,6}\.[a-z2-7]{16})@", re.IGNORECASE)
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
        found = re.search(r"<referee\.([a-z0-9][a-z0-9-]{0,39})\.", mail.first(name))
        if found:
            return found[1]
    return ""


def dmarc(mail: Mail, authserv: str) -> str:
    """What our own mail server found out about the sender: PASS, FAIL or NONE; UNKNOWN when it did not say.

    Only the outermost field of this server counts: those further in may have been written by anybody.
    """
    if not authserv:
        return UNKNOWN
    for field in mail.all("authentication-results"):
        try:
            found = results(field)
        except Exception:  # a parser of a stranger's words: whatever it stumbles on, nothing is known
            continue
        if found[0].lower() == authserv.lower():
            return found[1]
    return UNKNOWN


def results(field: str) -> tuple[str, str]:
    """The host that judged, and its result for DMARC. Raises what `authres` raises."""
    from authres import AuthenticationResultsHeader

    header = AuthenticationResultsHeader.parse(f"Authentication-Results: {field[:4000]}")
    said = [str(each.result).lower() for each in header.results if str(each.method).lower() == "dmarc"]
    result = (said[0] if said[0] in (PASS, NONE) else FAIL) if len(said) == 1 else UNKNOWN
    return str(header.authserv_id), result
