"""Answers for programs that end with a long list: it is kept on disk, so that memory doesn't grow with it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from tempfile import SpooledTemporaryFile

from referee.cli import speech

BLOCK = 1 << 20
"""Bytes of a list that need no file, and that are printed at once."""
INDENT = "    "
"""Before each line of what is in a list that is a field of the answer."""


class LongList:
    """A list that is made thing by thing, as the lines of JSON that it becomes."""

    def __init__(self, file: "SpooledTemporaryFile[str]") -> None:
        self.file = file
        self.between = ""

    def add(self, thing: object) -> None:
        """Add a thing: what `speech.json_value` knows. Raises OSError where the disk is full."""
        lines = dumps(speech.json_value(thing), ensure_ascii=False, indent=2).split("\n")
        self.file.write(self.between + "\n".join([INDENT + each for each in lines]))
        self.between = ",\n"
        gc.collect(0)  # what lays out JSON refers to itself, and a command has switched the collector off

    def print(self) -> None:
        self.file.seek(0)
        while lines := self.file.readlines(BLOCK):
            speech.out("".join(lines))


@contextmanager
def long_list() -> Iterator[LongList]:
    """A new list; its file is gone after the block."""
    with SpooledTemporaryFile(BLOCK, "w+", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        yield LongList(file)


def out_long_json(format: str, name: str, things: LongList, **fields: object) -> None:
    """Print what `speech.out_json` prints, to the byte: the list is the last field, with this name."""
    whole = speech.json_text(format, **fields, **{name: []})
    if not things.between:
        speech.out(whole)
        return
    speech.out(whole.removesuffix("]\n}"))
    things.print()
    speech.out("  ]\n}")
