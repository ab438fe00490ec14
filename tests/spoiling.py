"""How the catalogue of bad inputs spoils a folder: the keys that may be under `given:` of a case.

write   make a file: its `text`, `hex`, so many `zeros` (without using the disk), or a text so many `times`
edit    change a file: `replace: [old, new]`, `append`, `insert` (at its start), `crlf`, `drop` (bytes at its end),
        `flip` (the lowest bit of the byte at this offset)
log     change a game's log: in `entry` n (0: the header) `replace: [old, new]` or `state`; `cut_after`, `remove` or
        `double` entry n, `swap: [n, m]`, `add` (a document at its end); with `seal`, every `prev:` afterwards names
        the hash of the changed entry before, as somebody would who forges a log
components               make a file of the components that ship, as an owner of the box would begin to correct them
shipped                  [file of the package, path]: the same with tiles, a layout, or the components of another title
folder, pipe, remove     make a folder or a pipe; remove a file or a folder
rename, link             [from, to]; a link at the first place points to the second
mode                     [path, octal mode]
"""

import os
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import referee
from referee.app.look import library

START = b"---\n"


def spoil(step: dict[str, Any]) -> None:
    """Do one step in the current folder."""
    word = next(iter(step))
    rest = {key: value for key, value in step.items() if key != word}
    STEPS[word](step[word], **rest)


def write(path: str, text: str = "", hex: str = "", zeros: str = "0", times: str = "1") -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(bytes.fromhex(hex) + text.encode() * int(times))
    if int(zeros):
        os.truncate(path, int(zeros))


def edit(path: str, **changes: Any) -> None:
    raw = Path(path).read_bytes()
    for name, value in changes.items():
        raw = CHANGES[name](raw, value)
    Path(path).write_bytes(raw)


def replace(raw: bytes, pair: list[str]) -> bytes:
    """The first `old` becomes `new`; an `old` that is not there is a fault of the case."""
    old, new = (each.encode() for each in pair)
    assert old in raw, f"{pair[0]!r} is not there"
    return raw.replace(old, new, 1)


def flip(raw: bytes, offset: str) -> bytes:
    at = int(offset)
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


def log(game: str, entry: str = "", seal: str = "", **changes: Any) -> None:
    path = Path("games") / game / "log.yaml"
    parts = [START + part for part in re.split(rb"^---\n", path.read_bytes(), flags=re.MULTILINE)[1:]]
    for name, value in changes.items():
        if entry:
            parts[int(entry)] = CHANGES[name](parts[int(entry)], value)
        else:
            parts = SEQUENCES[name](parts, value)
    path.write_bytes(b"".join(sealed(parts) if seal else parts))


def sealed(parts: list[bytes]) -> list[bytes]:
    """The documents with every `prev:` as it should be."""
    found = parts[:1]
    for part in parts[1:]:
        hash = sha256(found[-1]).hexdigest()
        found.append(re.sub(rb"^prev: .*$", f"prev: {source_text(hash)}".encode(), part, count=1, flags=re.MULTILINE))
    return found


def source_text(digits: str) -> str:
    """A hash as the log writes it: in quotes where it could be taken for a number."""
    return f"'{digits}'" if re.fullmatch("[0-9]*e?[0-9]*", digits) else digits


def swapped(parts: list[bytes], pair: list[str]) -> list[bytes]:
    n, m = map(int, pair)
    changed = list(parts)
    changed[n], changed[m] = parts[m], parts[n]
    return changed


def tree(folder: str) -> dict[str, str]:
    """Everything below a folder: its name, kind, mode, and content (of huge files their size)."""
    paths = [Path(folder), *sorted(Path(folder).rglob("*"))]
    return {str(path): f"{path.lstat().st_mode:o} {content(path)}" for path in paths}


def content(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    if not path.is_file():
        return ""
    size = path.stat().st_size
    return sha256(path.read_bytes()).hexdigest() if size < 1 << 24 else f"{size} bytes in {path.stat().st_blocks}"


def remove(path: str) -> None:
    shutil.rmtree(path) if Path(path).is_dir() else Path(path).unlink()


def components(path: str) -> None:
    Path(path).write_text(library.components("magna-grecia"), encoding="utf-8")


def shipped(pair: list[str]) -> None:
    shutil.copyfile(Path(referee.__file__).parent / pair[0], pair[1])


CHANGES: dict[str, Callable[[bytes, Any], bytes]] = {
    "replace": replace,
    "append": lambda raw, text: raw + text.encode(),
    "insert": lambda raw, text: text.encode() + raw,
    "crlf": lambda raw, _: raw.replace(b"\n", b"\r\n"),
    "drop": lambda raw, bytes: raw[: -int(bytes)],
    "flip": flip,
    "state": lambda raw, digits: re.sub(rb"(?m)^state: .*$", f"state: {digits}".encode(), raw),
}

SEQUENCES: dict[str, Callable[[list[bytes], Any], list[bytes]]] = {
    "cut_after": lambda parts, n: parts[: int(n) + 1],
    "remove": lambda parts, n: parts[: int(n)] + parts[int(n) + 1 :],
    "double": lambda parts, n: parts[: int(n) + 1] + parts[int(n) :],
    "swap": swapped,
    "add": lambda parts, text: [*parts, text.encode()],
}

STEPS: dict[str, Callable[..., Any]] = {
    "write": write,
    "edit": edit,
    "log": log,
    "components": components,
    "shipped": shipped,
    "folder": lambda path: Path(path).mkdir(parents=True),
    "pipe": os.mkfifo,
    "remove": remove,
    "rename": lambda pair: os.rename(*pair),
    "link": lambda pair: os.symlink(pair[1], pair[0]),
    "mode": lambda pair: os.chmod(pair[0], int(pair[1], 8)),
}
