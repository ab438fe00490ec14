"""The lines between which a move stands in a letter.

    -----BEGIN MOVE-----
    game: spring-cup
    …
    -----END MOVE-----

`CHECK` in place of `MOVE` asks for the verdict alone.
"""

import re
from typing import NamedTuple

BEGIN, END = "-----BEGIN MOVE-----", "-----END MOVE-----"
CHECK = "-----BEGIN CHECK-----"
LINE = re.compile(r"\s*-{3,}\s*(BEGIN|END)\s+(MOVE|CHECK)\s*-{3,}\s*", re.IGNORECASE | re.ASCII)
REPLY = re.compile(r"reply:[ \t]*['\"]?([a-z2-7]{16})['\"]?[ \t]*", re.ASCII)
"""The line that repeats the tag of the reply address: some mail programs drop what follows its plus."""
MODELINE = "# yaml-language-server:"


class Fence(NamedTuple):
    """One of the two lines: whether it begins a block, and whether the block is only to be checked."""

    begins: bool
    check: bool


def fence(line: str) -> Fence | None:
    """What a line of a letter is, if it is one of the two."""
    found = LINE.fullmatch(line)
    if not found:
        return None
    return Fence(found[1].upper() == "BEGIN", found[2].upper() == "CHECK")


def around(tag: str) -> tuple[str, str]:
    """What stands before and behind the block in a letter."""
    return f"{BEGIN}\nreply: {tag}\n", f"{END}\n"


def fenced(block: str, tag: str) -> str:
    """A move block as a letter has it, with the tag of its reply address in place of what only an editor reads."""
    lines = [line for line in block.rstrip().split("\n") if not line.startswith(MODELINE)]
    before, behind = around(tag)
    return before + "\n".join([*lines, behind])


def untagged(block: str) -> tuple[str, str]:
    """A block without the first line that repeats the tag, which is left empty so that lines keep their numbers."""
    lines = block.split("\n")
    for number, line in enumerate(lines):
        found = REPLY.fullmatch(line)
        if found:
            lines[number] = ""
            return "\n".join(lines), found[1]
    return block, ""
