"""A long list of texts that waits on disk, so that memory doesn't grow with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile

BLOCK = 1 << 20
"""Bytes that need no file, and that are read at once."""


class LongList:
    """Texts with a comma and a new line between them."""

    def __init__(self, file: "SpooledTemporaryFile[str]") -> None:
        self.file = file
        self.between = ""

    def add(self, text: str) -> None:
        """Raises OSError where the disk is full."""
        self.file.write(self.between + text)
        self.between = ",\n"

    def blocks(self) -> Iterator[str]:
        """All that was added, in parts that end with a line; nothing if that is nothing."""
        self.file.seek(0)
        while lines := self.file.readlines(BLOCK):
            yield "".join(lines)


@contextmanager
def long_list() -> Iterator[LongList]:
    """A new list; its file is gone after the block."""
    with SpooledTemporaryFile(BLOCK, "w+", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        yield LongList(file)
