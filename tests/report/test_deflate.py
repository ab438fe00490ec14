"""Data packed in pieces is read like data that was packed at once."""

import zlib
from random import Random

from referee.report.deflate import joined_pieces, packed_piece


def test_joined_pieces_are_what_they_were_packed_from() -> None:
    rng = Random(1)
    for _ in range(50):
        texts = [rng.randbytes(rng.randrange(70_000)) for _ in range(rng.randrange(1, 5))]
        packed = joined_pieces([packed_piece(each, rng.randrange(1, 10)) for each in texts])
        assert zlib.decompress(packed) == b"".join(texts)
