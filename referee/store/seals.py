"""Seals on orders ahead: for every seat 64 digits after each turn, whether it has orders or none.

A seal is the hash of a nonce and of the orders, "" for none. The nonce follows from the secret of the game, the number
of the entry and the seat: until the game is closed nobody can tell one seal from another; then anybody can check all.
"""

import hmac
from collections.abc import Iterable, Mapping
from hashlib import sha256


def seal_nonce(secret: bytes, game: str, entry: int, seat: str) -> str:
    """The nonce behind the seal of a seat in entry `entry`: 64 hex digits."""
    return hmac.digest(secret, f"referee/orders/1\n{game}\n{entry}\n{seat}".encode(), "sha256").hex()


def seal(nonce: str, text: str) -> str:
    """The seal on orders, as SHA-256 in hex."""
    return sha256(f"referee/seal/1\n{nonce}\n{text}".encode()).hexdigest()


def seals(secret: bytes, game: str, entry: int, seats: Iterable[str], texts: Mapping[str, str]) -> dict[str, str]:
    """The seal of every seat in entry `entry`; a seat without a text has no orders."""
    return {seat: seal(seal_nonce(secret, game, entry, seat), texts.get(seat, "")) for seat in seats}


def answer_delay(secret: bytes, game: str, entry: int, least: int, most: int) -> int:
    """After how many seconds the turn that begins with entry `entry` is played by orders: `least` to `most`.

    It follows from the secret and the turn alone, so nothing about any orders can be read from it.
    """
    digest = hmac.digest(secret, f"referee/delay/1\n{game}\n{entry}".encode(), "sha256")
    return least + int.from_bytes(digest[:8], "big") % (most - least + 1)
