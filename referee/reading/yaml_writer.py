"""Plain data → YAML in the one form that logs have: "Texts" in docs/reference/log-format.md.

Every reader of YAML 1.1 or 1.2 reads it alike; tests compare ours with PyYAML, tools/verify.py and one in JavaScript.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from referee.patterns import late_pattern
from referee.reading.caret import clean
from referee.reading.texts import DEPTH, LETTERS

PLAIN = late_pattern(
    r"""(?![-?:](?: |\Z)|[] ,[{}#&*!|>'"%@`]|---|\.\.\.)(?:(?! #|: |:\Z)[^\n\u00a0])+(?<! )""",
)
"""A text that needs no quotes, unless it is one of the next pattern."""
NO_TEXT = late_pattern(
    r"(?i)~|=|<<|null|y|n|yes|no|true|false|on|off"
    r"|[-+]?(?:0b[01_]+|0o[0-7]+|0x[0-9a-f_]+|\.inf|\.nan)"
    r"|[-+]?(?:[0-9][0-9_]*(?::[0-9_]+)*(?:\.[0-9_]*)?|\.[0-9_]*)(?:e[-+]?[0-9]+)?"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*"
)
"""What a reader may take for a number, a time, a yes or no, nothing, or a merge."""
NO_BLOCK = late_pattern(r"[\u00a0\U0010ffff]| (?:\n|\Z)")
"""What no block has: a space at the end of a line, which nobody sees, or a sign that PyYAML took for a special one."""
LONGEST_KEY = 200
"""Characters. Readers look for a key's colon within 1,024, those of quotes and escapes included."""

Group = Mapping[str, object] | Sequence[object]


def dump(group: Group, depth: int = DEPTH) -> str:
    """YAML of a mapping or a list of texts, whole numbers, booleans, and more of these groups, up to `depth` levels.

    Raises ValueError for anything that `read` would refuse.
    """
    if not is_filled(group):
        raise ValueError(f"{group!r} is no document")
    refuse_unwritable(group, depth)
    return "".join(f"{line}\n" for line in group_lines(group, ""))


def group_lines(group: Group, indent: str) -> Iterator[str]:
    if isinstance(group, Mapping):
        for key, value in group.items():
            yield from value_lines(f"{indent}{line_text(key)}:", value, indent)
        return
    for value in group:
        if is_filled(value):
            first, *others = group_lines(value, indent + "  ")
            yield f"{indent}- {first[len(indent) + 2 :]}"
            yield from others
        else:
            yield from value_lines(f"{indent}-", value, indent)


def is_filled(value: object) -> TypeGuard[Group]:
    return isinstance(value, dict | list | tuple) and len(value) > 0


def value_lines(head: str, value: object, indent: str) -> Iterator[str]:
    """What follows a key or a dash, on its line or below it."""
    if is_filled(value):
        yield head
        yield from group_lines(value, indent + "  ")
    elif isinstance(value, str) and "\n" in value and not NO_BLOCK.search(value):
        ends = "-" if value[-1] != "\n" else "+" if value.endswith("\n\n") or value == "\n" else ""
        hint = "2" if value[0] in " \n" else ""
        yield f"{head} |{hint}{ends}"
        for line in value.removesuffix("\n").split("\n"):
            yield f"{indent}  {line}" if line else ""
    else:
        yield f"{head} {line_text(value)}"


def line_text(value: object) -> str:
    """A value that is written on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        return "{}" if isinstance(value, dict) else "[]"
    if PLAIN.fullmatch(value) and not NO_TEXT.fullmatch(value):
        return value
    if "\n" in value or "\u00a0" in value:
        return json.dumps(value, ensure_ascii=False)  # clean text has no other escapes than \\, \" and \n
    return "'" + value.replace("'", "''") + "'"


def refuse_unwritable(value: object, depth: int) -> None:
    """Only what is read back unchanged may be written; `depth`: so many levels of lists and groups."""
    if isinstance(value, str):
        if not clean(value) or len(value) > LETTERS:
            raise ValueError(f"too long, or a character that cannot be seen: {value[:80]!r}")
    elif isinstance(value, (dict, list, tuple)):
        if depth < 1:
            raise ValueError("nested too deep")
        for each in value.values() if isinstance(value, dict) else value:
            refuse_unwritable(each, depth - 1)
        for key in value if isinstance(value, dict) else ():
            refuse_key(key)
    elif not isinstance(value, int):
        raise ValueError(f"{type(value).__name__} cannot be written")


def refuse_key(key: object) -> None:
    if not isinstance(key, str) or key in ("", "<<") or "\n" in key or len(key) > LONGEST_KEY:
        raise ValueError(f"{key!r} cannot come before a colon")
    refuse_unwritable(key, 0)
