"""Logs as somebody leaves them who changes a few bytes and puts all seals right: what both verifiers say of them."""

import random
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spoiling import sealed
from verifying import ROOT, VERIFIER, parts

from referee.app.game_access import Table
from referee.app.verify import verify_log
from referee.settings import Settings

TOOL = runpy.run_path(str(VERIFIER))
FOLDERS = {"magna-grecia": "magna_grecia", "attika": "attika"}

Change = Callable[[random.Random, bytes], bytes]


def line_of(chance: random.Random, raw: bytes) -> tuple[list[bytes], int]:
    """The lines of a document, and one of them that is not its first."""
    lines = raw.split(b"\n")
    return lines, chance.randrange(1, len(lines))


def put_line(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    new = chance.choice((b"", b"# x", b"  # x", b"    ", b" ", b"- x", b"  - x", b"x: y", b"  x: y", b"...", b"%x"))
    return b"\n".join([*lines[:at], new, *lines[at:]])


def lose_line(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    return b"\n".join(lines[:at] + lines[at + 1 :])


def double_line(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    return b"\n".join(lines[: at + 1] + lines[at:])


def swap_lines(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    _, other = line_of(chance, raw)
    lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


def lengthen_line(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    lines[at] += chance.choice((b" ", b" # x", b"\t", b":", b" x", b"'", b"\\", b" |", b" #"))
    return b"\n".join(lines)


def indent_line(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    lines[at] = chance.choice((b" ", b"  ", b"\t", b"- ", b"-  ")) + lines[at]
    return b"\n".join(lines)


def dedent_line(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    lines[at] = lines[at].removeprefix(chance.choice((b" ", b"  ", b"    ")))
    return b"\n".join(lines)


def quote_word(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    quote = chance.choice((b"'", b'"'))
    lines[at] = re.sub(rb"[^ :'\"-][^:'\"]*", lambda each: quote + each[0] + quote, lines[at], count=1)
    return b"\n".join(lines)


def unquote_word(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    lines[at] = lines[at].replace(b"'", chance.choice((b"", b'"', b"''")))
    return b"\n".join(lines)


FORMS = b"""[?]  {?}  !!str ?  &a ?  |/?  >/?  |-/?  /?  ? # ?  '?'  "?"  "?\\x41\""""
"""The characters that may surround a value; `/` begins a line that is indented further."""


def wrap_value(chance: random.Random, raw: bytes) -> bytes:
    lines, at = line_of(chance, raw)
    before, colon, value = lines[at].partition(b": ")
    form = chance.choice(FORMS.split(b"  "))
    lines[at] = before + colon + form.replace(b"/", b"\n    ").replace(b"?", value) if colon else lines[at]
    return b"\n".join(lines)


def put_bytes(chance: random.Random, raw: bytes) -> bytes:
    at = chance.randrange(4, len(raw))
    new = chance.choice(
        [bytes([each]) for each in b" :\n'\"-#\0\t0|\\\x85"] + [b": ", b"- ", b" #", b"\xc3\xa9", b"\xc2\xa0"]
    )
    return raw[:at] + new + raw[at + chance.randrange(3) :]


def flip_bit(chance: random.Random, raw: bytes) -> bytes:
    at = chance.randrange(4, len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]


CHANGES: tuple[Change, ...] = (
    put_line, put_line, lose_line, double_line, swap_lines, lengthen_line, lengthen_line, indent_line, dedent_line,
    quote_word, unquote_word, wrap_value, wrap_value, put_bytes, put_bytes, flip_bit,
)  # fmt: skip


def changed_logs(log: list[bytes], chance: random.Random, number: int) -> Iterator[tuple[str, bytes]]:
    """So many logs, each with one change in one document, and its name."""
    for _ in range(number):
        at, change = chance.randrange(len(log)), chance.choice(CHANGES)
        part = change(chance, log[at])
        if part != log[at]:
            yield f"{change.__name__} in document {at}", b"".join(sealed([*log[:at], part, *log[at + 1 :]]))


def by_tool(raw: bytes, title: str, parent: bytes | None = None) -> str:
    """What tools/verify.py finds wrong, or ""; `parent`: the log of the game that a fork continues."""
    folder = ROOT / "referee" / "titles" / FOLDERS.get(title, title)
    files = [path.read_bytes() for path in folder.rglob("*.yaml")]
    try:
        older = TOOL["documents"](parent) if parent else None
        for _ in TOOL["checks"](TOOL["documents"](raw), files, None, older):
            pass
    except TOOL["Unchecked"]:  # a file that is not here: nothing is wrong
        pass
    except (TOOL["Wrong"], OSError, *TOOL["MALFORMED"]) as wrong:
        return str(wrong) or repr(wrong)
    return ""


def by_referee(folder: Path, raw: bytes) -> Any:
    """The verdict of `referee verify`."""
    game = folder / "game"
    game.mkdir(exist_ok=True)
    (game / "log.yaml").write_bytes(raw)
    table = Table(Settings(str(folder / "games"), str(folder / "private"), str(folder / "reports")))
    return verify_log.verdict_on_log(table, str(game), None)


def log_of(game: str) -> list[bytes]:
    return parts((ROOT / "games" / game / "log.yaml").read_bytes())
