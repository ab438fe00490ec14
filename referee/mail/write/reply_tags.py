"""Who answers which letter: a tag in the reply address, good for one game, seat, entry and registered address.

It is made from a key that only the moderator keeps, so whoever knows it was sent it. Where a mail says that it comes
from decides nothing. With the next address of its seat it is void.
"""

import hmac
from base64 import b32encode
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

BYTES = 10
"""80 bits: 16 letters."""
LOCAL = 64
"""How long the part of an address before the @ may be."""


class ReplyToken(NamedTuple):
    """What a reply address says after its separator: `spring-cup.40.y6vs7fra4da3brns`."""

    game: str
    entry: int
    tag: str


def tag(key: bytes, game: str, seat: str, entry: int, address: str) -> str:
    """16 characters that only the letter to this seat after this entry has, sent to this address."""
    message = f"referee/reply/2\n{game}\n{seat}\n{entry}\n{address}".encode()
    return b32encode(hmac.digest(key, message, sha256)[:BYTES]).decode("ascii").lower()


def holder(key: bytes, token: ReplyToken, addresses: Mapping[str, str]) -> str | None:
    """The seat to which this was sent, by seat → address. All are tried in the same time, whichever it is."""
    found = None
    for seat, address in addresses.items():
        if hmac.compare_digest(tag(key, token.game, seat, token.entry, address).encode(), token.tag.encode()):
            found = seat
    return found


def reply_address(address: str, separator: str, token: ReplyToken) -> str:
    """The address that answers come to. ValueError when the name of the game makes it longer than mail allows."""
    local, _, host = address.rpartition("@")
    whole = f"{local}{separator}{token.game}.{token.entry}.{token.tag}"
    if len(whole) > LOCAL:
        raise ValueError(f"{whole} has {len(whole)} letters; the part of an address before the @ may have {LOCAL}")
    return f"{whole}@{host}"


def token_of(detail: str) -> ReplyToken | None:
    """What the part of an address after its separator says, or None when it is no token."""
    game, _, rest = detail.partition(".")
    entry, _, letters = rest.partition(".")
    if not (game and entry.isascii() and entry.isdigit() and len(entry) <= 6 and is_tag(letters.lower())):
        return None
    return ReplyToken(game.lower(), int(entry), letters.lower())


def is_tag(text: str) -> bool:
    return len(text) == 16 and all(letter in "abcdefghijklmnopqrstuvwxyz234567" for letter in text)
