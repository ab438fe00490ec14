"""SHA-256 as Python brings it: to import `hashlib` is to load OpenSSL, a fifth of the start of Python and 4 MiB."""

from importlib import import_module
from typing import Any


def own_sha256() -> Any:
    """The constructor that Python was built with, or that of `hashlib`."""
    for name in ("_sha2", "_sha256"):  # as in Python 3.12, and before
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    return import_module("hashlib").sha256


sha256 = own_sha256()
BLOCK = 64
"""Bytes of a block of SHA-256."""
INNER, OUTER = (bytes(each ^ pad for each in range(256)) for pad in (0x36, 0x5C))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """The keyed hash of a message (RFC 2104), 32 bytes."""
    padded = (sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner = sha256(padded.translate(INNER) + message).digest()
    digest: bytes = sha256(padded.translate(OUTER) + inner).digest()
    return digest
