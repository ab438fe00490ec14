"""Every single bit of a small log, turned over: found, and at the right entry."""

from collections.abc import Iterator

from log_samples import chained, digest, parts

from referee.store.chain import Damage, find_head, parse
from referee.store.documents import NewerFormat

THREE = parts(3)
RAW = chained(THREE)
HEAD = digest(THREE[-1])
START = len(b"---\n")


def flips() -> Iterator[tuple[int, bytes]]:
    for at, byte in enumerate(RAW):
        for bit in range(8):
            yield at, RAW[:at] + bytes([byte ^ 1 << bit]) + RAW[at + 1 :]


def entries_that_may_be_named(at: int) -> set[int]:
    """The entry of the byte; at its first line also the one before, which then seems to continue."""
    n, rest = 0, at
    while rest >= len(THREE[n]):
        n, rest = n + 1, rest - len(THREE[n])
    if n and rest < START:
        return {n - 1, n}
    # Nothing vouches for the last entry: when its link is changed, it may as well be the one before that was.
    link = THREE[n].index(b"prev: ")
    if n == 3 and link <= rest < link + len("prev: ") + 64:
        return {n - 1, n}
    return {n}


def damaged(raw: bytes) -> int | None:
    """The entry that is named, or None when the chain holds and only the head has changed."""
    try:
        log = parse(raw)
    except Damage as damage:
        return damage.entry
    except NewerFormat:  # one bit may make another digit of the number in `format:`
        return 0
    assert find_head(log, HEAD) is None
    return None


def test_every_flipped_bit_is_found() -> None:
    silent = 0
    for at, raw in flips():
        named = damaged(raw)
        # Only the last entry can change unnoticed by the chain; a head that anybody kept shows it.
        expected = {3, None} if at >= len(RAW) - len(THREE[3]) + START else set()
        assert named in entries_that_may_be_named(at) | expected, at
        silent += named is None
    assert 0 < silent < len(THREE[3]) * 8
