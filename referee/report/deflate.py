"""Data packed in pieces (zlib, RFC 1950): a piece that was packed before is joined to others as it is."""

import zlib
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple


class PackedPiece(NamedTuple):
    """A piece, packed. `check`: the Adler-32 of its `size` bytes before that."""

    packed: bytes
    check: int
    size: int


def packed_piece(raw: bytes, effort: int) -> PackedPiece:
    """A piece that depends on no other; it ends at a whole byte."""
    packer = zlib.compressobj(effort, zlib.DEFLATED, -zlib.MAX_WBITS)
    return PackedPiece(packer.compress(raw) + packer.flush(zlib.Z_SYNC_FLUSH), zlib.adler32(raw), len(raw))


def joined_pieces(pieces: Sequence[PackedPiece]) -> bytes:
    """All that is packed in these pieces, as `zlib.decompress` reads it."""
    check = list(accumulate([(each.check, each.size) for each in pieces], joined_check))[-1][0]
    return b"".join([b"\x78\x5e", *[each.packed for each in pieces], b"\x03\x00", check.to_bytes(4, "big")])


MODULUS = 65521
"""Of Adler-32 (RFC 1950)."""


def joined_check(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    """The Adler-32 and the size of what has two parts, from those of each."""
    (first, before), (second, size) = one, two
    low = (first % 65536 + second % 65536 - 1) % MODULUS
    high = (first // 65536 + second // 65536 + size * (first % 65536 - 1)) % MODULUS
    return high * 65536 + low, before + size
