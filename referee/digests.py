"""SHA-256 as Python brings it: to import `hashlib` is to load OpenSSL, a fifth of the start of Python and 4 MiB.

OpenSSL hashes in a fifth of the time. Where it is loaded, it is used; work on many games loads it.
"""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Protocol


class Digest(Protocol):
    """What a hash of some bytes can be asked for."""

    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...


def own_sha256() -> Callable[[bytes], Digest]:
    """The constructor that Python was built with, or that of `hashlib`."""
    for name in ("_sha2", "_sha256", "hashlib"):  # as in Python 3.12, before it, and where neither is built
        try:
            found: Callable[[bytes], Digest] = import_module(name).sha256
        except ImportError:
            continue
        return found
    raise ImportError("hashlib")


own = own_sha256()


def sha256(data: bytes) -> Digest:
    """The SHA-256 of some bytes."""
    loaded = sys.modules.get("hashlib")
    found: Digest = loaded.sha256(data) if loaded else own(data)
    return found


def hex_digests(parts: Iterable[bytes]) -> tuple[str, ...]:
    """The SHA-256 of each of these, as hex digits."""
    loaded = sys.modules.get("hashlib")
    digest = loaded.sha256 if loaded else own
    return tuple([digest(part).hexdigest() for part in parts])


def load_openssl() -> None:
    """Let OpenSSL do the hashing from now on: with two games it has saved the time that its start takes."""
    import_module("hashlib")


BLOCK = 64
"""Bytes of a block of SHA-256."""
INNER, OUTER = (bytes(each ^ pad for each in range(256)) for pad in (0x36, 0x5C))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """The keyed hash of a message (RFC 2104), 32 bytes."""
    padded = (sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner = sha256(padded.translate(INNER) + message).digest()
    return sha256(padded.translate(OUTER) + inner).digest()
