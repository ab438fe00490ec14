"""What was read of a move: its parts, and the block that they make."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


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
