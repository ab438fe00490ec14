"""Small logs for the tests of the log."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from referee.store.chain import NOTHING_BEFORE, Log, document


def header(game: str = "spring-cup", **more: Any) -> bytes:
    fields = {"format": "referee-log/1", "game": game, "seats": {"red": "Bruno"}, "prev": NOTHING_BEFORE, **more}
    return document(fields)


def entry(number: int, prev: str, **more: Any) -> bytes:
    return document({"entry": str(number), "prev": prev, "kind": "move", "seat": "red", "state": "5a" * 32, **more})


def follows(log: Log, **more: Any) -> bytes:
    """The bytes of an entry that may be appended to `log`."""
    return entry(log.last + 1, log.head, **more)


def parts(entries: int, **more: Any) -> list[bytes]:
    """The documents of a log with so many entries after its header."""
    found = [header()]
    for number in range(1, entries + 1):
        found.append(entry(number, digest(found[-1]), say=f"Turn {number}.", **more))
    return found


def chained(documents: Iterable[bytes]) -> bytes:
    return b"".join(documents)


def digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()
