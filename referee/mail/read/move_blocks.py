"""A move in an e-mail: the lines between which it stands, what was read of it, and the block that its parts make."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

BEGIN, END = "-----BEGIN MOVE-----", "-----END MOVE-----"
CHECK = "-----BEGIN CHECK-----"
LONG = "\u2010-\u2015\u2212"
"""The dashes that phones and word processors make of several short ones."""
DASHES = rf"(?:-{{3,}}|[-{LONG}]*[{LONG}][-{LONG}]*)"
LINE = re.compile(rf"\s*{DASHES}\s*(BEGIN|END)\s+(MOVE|CHECK)\s*{DASHES}\s*", re.IGNORECASE | re.ASCII)
REPLY = re.compile(r"reply:[ \t]*['\"]?([a-z2-7]{16})['\"]?[ \t]*", re.ASCII)
"""The line that repeats the tag of the reply address: some mail programs drop the part after its plus."""
MODELINE = "# yaml-language-server:"


class Fence(NamedTuple):
    """One of the two lines: whether it begins a block, and whether the block is only to be checked."""

    begins: bool
    check: bool


def names_block(line: str) -> bool:
    """Whether a line has the word that each line that begins or ends a block has: found in less time than a pattern."""
    capitals = line.upper()
    return "MOVE" in capitals or "CHECK" in capitals


def fence(line: str) -> Fence | None:
    """Which of the two lines this line of an e-mail is, if any."""
    found = LINE.fullmatch(line) if names_block(line) else None
    if not found:
        return None
    return Fence(found[1].upper() == "BEGIN", found[2].upper() == "CHECK")


def fenced_blocks(moves: Iterable[str]) -> tuple[str, ...]:
    """Moves as they are sent."""
    return tuple(f"{BEGIN}\n{each.rstrip()}\n{END}\n" for each in moves)


def around(tag: str) -> tuple[str, str]:
    """The text before and after the block in an e-mail."""
    return f"{BEGIN}\nreply: {tag}\n", f"{END}\n"


def fenced_block(block: str, tag: str) -> str:
    """A move block for an e-mail, with the tag of its reply address in place of the lines that only an editor reads."""
    lines = [line for line in block.rstrip().split("\n") if not line.startswith(MODELINE)]
    before, behind = around(tag)
    return before + "\n".join([*lines, behind])


def untagged_block(block: str) -> tuple[str, str]:
    """A block without the first line that repeats the tag, which is left empty so that lines keep their numbers."""
    lines = block.split("\n")
    for number, line in enumerate(lines):
        found = REPLY.fullmatch(line) if line.startswith("reply:") else None
        if found:
            lines[number] = ""
            return "\n".join(lines), found[1]
    return block, ""


def unfenced_text(text: str) -> str:
    """A move file without what an e-mail has around the move; lines keep their numbers.

    Blank are the two lines of the block, all outside them, and the line that repeats the tag. Of a text with several
    blocks nothing is left out.
    """
    lines = text.split("\n")
    begins, ends = places_of_fences(lines)
    if len(begins) > 1:
        return text
    first = begins[0] + 1 if begins else 0
    last = next((number for number in ends if number >= first), len(lines))
    if begins or last < len(lines):
        lines = [line if first <= number < last else "" for number, line in enumerate(lines)]
    return untagged_block("\n".join(lines))[0]


def places_of_fences(lines: list[str]) -> tuple[list[int], list[int]]:
    """The numbers (from 0) of the lines that begin and of those that end a block."""
    found = [(number, each) for number, line in enumerate(lines) if (each := fence(line))]
    return [number for number, each in found if each.begins], [number for number, each in found if not each.begins]


def is_check(text: str) -> bool:
    """Whether the block of a text asks for a verdict alone."""
    return any(each.begins and each.check for line in text.split("\n") if (each := fence(line)))


class MovePiece(NamedTuple):
    """A field of a move or one of its actions, with its value.

    choices  what else the value may be; `is_either`: its writer named all of them, so that none is to be preferred
    """

    name: str
    value: str
    is_action: bool
    choices: tuple[str, ...] = ()
    is_either: bool = False


class MoveText(NamedTuple):
    """What lines say of a move.

    parts     fields and actions, in order
    heads     `game`, `seat` … as they were written
    changes   lines that are not as a file has them: as they were written, and as they were read
    unread    lines of which nothing is known
    drafted   the parts, and lines with a known name before a value that is none, as they were written: for a refusal
    comments  lines behind `#`
    passes    whether it is said that nothing is done
    lists_nothing  whether there is only an empty list of actions: in a block that is a pass
    """

    parts: tuple[MovePiece, ...] = ()
    heads: Mapping[str, str] = {}
    changes: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    passes: bool = False
    lists_nothing: bool = False
    drafted: tuple[MovePiece, ...] = ()

    @property
    def is_read(self) -> bool:
        """Whether every line is a part of a move, and there is one."""
        return not self.unread and (bool(self.parts) != self.passes)

    @property
    def draft(self) -> "MoveText":
        """The text with the lines as written that have a name but no value of it; nothing where others are left."""
        is_whole = bool(self.unread) and not self.passes and len(self.drafted) == len(self.parts) + len(self.unread)
        changes = (*self.changes, *((line, line) for line in self.unread))
        return self._replace(parts=self.drafted, unread=(), changes=changes) if is_whole else MoveText()


def part_line(part: MovePiece) -> str:
    """A part as a line of a file has it, without its dash."""
    return f"{part.name}: {part.value}" if part.value else part.name


def move_block(heads: Mapping[str, str], listed: str, parts: Iterable[MovePiece]) -> str:
    """A move as a file has it; `listed` is the field of its actions."""
    parts = tuple(parts)
    actions = [f"  - {part_line(each)}" for each in parts if each.is_action]
    fields = [part_line(each) for each in parts if not each.is_action]
    above = [f"{name}: {value}" for name, value in heads.items()]
    return "\n".join([*above, *([f"{listed}:", *actions] if actions else []), *fields, ""])
