"""The changes that hints offer: another value, another line, a line elsewhere, dashes before the lines of a list."""

import re
from collections.abc import Sequence
from itertools import takewhile

from referee.reading.caret import Fix
from referee.reading.move_parts import move_words


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def is_said(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


BEFORE = re.compile(r" *(?:- +)?(?:[A-Za-z]\w*: *)?")
"""What is before a value that has a line of its own; in brackets there is more."""


def value_fix(lines: Sequence[str], at: tuple[int, int], old: str, new: str) -> Fix | None:
    """Write `new` for the text `old` at line and column `at`; None where it is not written there in one piece.

    Lines of `new` after the first begin where its line begins.
    """
    number, column = at
    line = lines[number - 1]
    rest = line[column - 1 :]
    written = next((each for each in (f"'{old}'", f'"{old}"', old) if each and rest.startswith(each)), "")
    if not written or ("\n" in new and not BEFORE.fullmatch(line[: column - 1])):
        return None
    text = new.replace("\n", "\n" + " " * indentation(line))
    begin = column if not text.startswith("\n") else len(line[: column - 1].rstrip()) + 1
    return Fix((number, begin), (number, column + len(written)), text)


def in_brackets(lines: Sequence[str], at: tuple[int, int]) -> str:
    """The list or mapping in brackets that begins here and ends in the same line; "" for none."""
    rest, deep = lines[at[0] - 1][at[1] - 1 :], 0
    for index, sign in enumerate(rest):
        deep += (sign in "[{") - (sign in "]}")
        if not deep:
            return rest[: index + 1] if index else ""
    return ""


def line_fix(lines: Sequence[str], number: int, new: str) -> Fix:
    """Write `new` in place of all of a line but its indentation."""
    line = lines[number - 1]
    return Fix((number, indentation(line) + 1), (number, len(line) + 1), new)


def below_fix(lines: Sequence[str], number: int, column: int, new: str) -> Fix:
    """Take a line out of a list and write `new` below the list, beginning in this column."""
    last = list_end(lines, number, column)
    kept = [*lines[number:last], " " * (column - 1) + new]
    return Fix((number, 1), (last + 1, 1), "".join(f"{line}\n" for line in kept), own=len(kept) - 1)


def list_end(lines: Sequence[str], number: int, column: int) -> int:
    """The last line of the list that has line `number`, below a word that begins in this column."""
    last = number
    for each in range(number, len(lines)):
        begins = indentation(lines[each]) + 1
        if is_said(lines[each]):
            if begins < column or (begins == column and not lines[each].lstrip().startswith("- ")):
                break
            last = each + 1
    return last


def dashed_fix(lines: Sequence[str], first: int, last: int) -> Fix:
    """Begin each line of a block with a dash, but those that are further in and belong to the line above."""
    column = indentation(lines[first - 1])
    block = [line_with_dash(line, column) for line in lines[first - 1 : last]]
    return Fix((first, 1), (last + 1, 1), "".join(f"{line}\n" for line in block), own=len(block))


LISTED = re.compile(r" *- +")


def aligned_fix(lines: Sequence[str], number: int) -> Fix | None:
    """Begin a line in the same column as the one of its kind above it, and move those below that belong to it.

    None where it begins there already.
    """
    if number > len(lines):
        return None
    line = lines[number - 1]
    is_listed = bool(LISTED.match(line))
    for above in reversed(lines[: number - 1]):
        if bool(LISTED.match(above)) == is_listed and WORD.match(above.lstrip(" -")):
            return moved_fix(lines, number, indentation(above) - indentation(line))
    return None


def moved_fix(lines: Sequence[str], number: int, columns: int) -> Fix | None:
    """Move a line and those below it that begin no further left so many columns to the right; None for none."""
    block = list(takewhile(lambda each: not is_left_of(each, lines[number - 1]), lines[number - 1 :]))
    moved = [" " * (indentation(each) + columns) + each.lstrip(" ") if each.strip() else each for each in block]
    end = number + len(block)
    return Fix((number, 1), (end, 1), "".join(f"{each}\n" for each in moved), own=len(block)) if columns else None


def is_left_of(line: str, other: str) -> bool:
    return bool(line.strip()) and indentation(line) < indentation(other)


def line_with_dash(line: str, column: int) -> str:
    if not is_said(line):
        return line
    return f"{line[:column]}{'- ' if indentation(line) == column else '  '}{line[column:]}"


def shown_lines(lines: Sequence[str], fix: Fix) -> list[str]:
    """The lines as a fix of a value makes them, of a line inside which it is only the value and its word."""
    (number, column), (_, end), text, _ = fix
    before, behind = lines[number - 1][: column - 1], lines[number - 1][end - 1 :]
    if BEFORE.fullmatch(before):
        return [line.strip() for line in (before + text + behind).split("\n")]
    word = re.search(r"(?:[A-Za-z]\w*: *)?$", before)
    return [line.strip() for line in ((word[0] if word else "") + text).split("\n")]


WORD = re.compile(r"(?P<word>[A-Za-z]\w*) *:")


def head_of_actions(lines: Sequence[str]) -> int:
    """The number of the line `actions:`, also where the word is misspelt; 0 for none."""
    from difflib import get_close_matches

    for number, line in enumerate(lines, 1):
        found = re.fullmatch(r"(\w+): *", line)
        if found and get_close_matches(found[1].lower(), ["actions"], 1, ALIKE):
            return number
    return 0


ALIKE = 0.8
"""How like `actions` a misspelt word is."""


def dashless_block(lines: Sequence[str]) -> tuple[int, int] | None:
    """The first and the last line of a block below `actions:` that looks like a list without its dashes."""
    above = head_of_actions(lines)
    said = [number for number, line in enumerate(lines, 1) if number > above and is_said(line)]
    block: list[int] = []
    for number in said if above else ():
        line = lines[number - 1]
        deeper = indentation(line) - indentation(lines[(block or [number])[0] - 1])
        if deeper < 0 or line.lstrip().startswith("-") or (deeper == 0 and not is_action(line)):
            break
        block.append(number)
    return (block[0], block[-1]) if block else None


def is_action(line: str) -> bool:
    """Whether a line may be an action without its dash."""
    found = WORD.match(line.strip())
    return bool(found) and not (line[:1] != " " and line.partition(":")[0].strip().lower() in move_words().heads)


def offered_lines(fix: Fix) -> list[str]:
    """The lines that a fix writes, without what is around them."""
    return [line.strip() for line in fix.text.split("\n") if line.strip()]
