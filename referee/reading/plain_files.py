"""The one way in which files are read: plain files alone; and those that the referee wrote itself, quicker."""

import os
import re
import stat
from errno import EINVAL, ELOOP

from referee.reading.caret import Source
from referee.reading.yaml_reader import FILE, read_source
from referee.words import say


class NotPlain(OSError):
    """A folder, a pipe, a socket, a device, or a link that is not followed: `strerror` says which."""


def first_bytes(path: str, most: int, *, follow: bool = True) -> bytes:
    """The first `most` bytes of a plain file, or all of it. Raises NotPlain, and OSError for what cannot be opened.

    `follow`: a link to a plain file is read, too. Files that a stranger may have put there are read without that.
    """
    file = open_plain(path, follow)
    try:
        return read_up_to(file, most)
    finally:
        os.close(file)


def end_bytes(path: str, front: int, back: int) -> tuple[bytes, bytes]:
    """The first and the last bytes of a plain file, as many as it has of these numbers. Raises NotPlain, OSError.

    A link is not followed.
    """
    file = open_plain(path, follow=False)
    try:
        first = os.read(file, front)
        os.lseek(file, max(0, os.fstat(file).st_size - back), os.SEEK_SET)
        return first, os.read(file, back)
    finally:
        os.close(file)


def open_plain(path: str, follow: bool) -> int:
    """A plain file, open to be read; the caller closes it. Raises NotPlain, OSError."""
    if not follow and not NOFOLLOW:
        refuse_link(path)
    try:
        file = os.open(path, os.O_RDONLY | ALWAYS | (0 if follow else NOFOLLOW))
    except OSError:
        if not follow:  # each system has another number for this error
            refuse_link(path)
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise NotPlain(EINVAL, say("it is not a plain file"), path)
    return file


def refuse_link(path: str) -> None:
    """Raises NotPlain."""
    if os.path.islink(path):
        raise NotPlain(ELOOP, say("it is a link"), path)


def read_up_to(file: int, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := os.read(file, min(most, PART))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def flags(*names: str) -> int:
    """The flags of `os.open` that this system has."""
    found = 0
    for name in names:
        found |= getattr(os, name, 0)
    return found


ALWAYS, NOFOLLOW = flags("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"), flags("O_NOFOLLOW")
"""How files are opened. O_NONBLOCK: opening a pipe that nobody writes to would wait for ever."""
PART = 1 << 16
"""Bytes that are asked for at once."""


PLAIN = r"[A-Za-z0-9][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*"
"""ASCII without `: `, ` #` or two spaces; what begins with another sign may mean something in YAML."""
LINES = re.compile(rf"^( {{0,12}})(- )?(?:([a-z][a-z0-9_/-]*):(?= .|$) ?)?(?:({PLAIN})|('[ -&(-~]*'))?$", re.M)
"""Of each line its indent, dash, word, text: a plain one, or one in quotes.

Possessive quantifiers would be quicker, but Python before 3.11.5 has them wrong.
"""
STEP = "  "
LONGEST = 4_096
"""Characters of a document: longer ones are for the strict reader, which has limits."""

MODELINE = re.compile("# yaml-language-server: [ -~]*(?:\n|$)")
"""The first line of a header: a comment that names the schema to an editor."""

Line = tuple[str, str, str, str, str]
"""Indent, dash, word, plain text, text in quotes; each empty if there is none."""
END: Line = ("\n", "", "", "", "")
"""Stands behind the last line; no line has this indent."""
Read = tuple[object, int]
"""The data, and the number of the line behind it."""


class Unlike(Exception):
    """Something that the writer does not write, or only now and then."""


def plainly(raw: bytes) -> dict[str, object] | None:
    """The data of a document that begins with its line `---`; None when it is for the strict reader to read."""
    if len(raw) > LONGEST or not raw.isascii() or not raw.startswith(b"---\n") or not raw.endswith(b"\n"):
        return None
    written = raw[4:-1].decode("ascii")
    named = MODELINE.match(written)
    lines = LINES.findall(written, named.end() if named else 0)
    if len(lines) != written.count("\n") + (not named):
        return None
    try:
        found, end = mapping([*lines, END], 0, "")
    except Unlike:
        return None
    return found if found and end == len(lines) else None


def mapping(lines: list[Line], at: int, indent: str) -> tuple[dict[str, object], int]:
    found: dict[str, object] = {}
    here, dash, word, plain, quoted = lines[at]
    while here == indent and not dash:
        if not word or word in found:
            raise Unlike
        if plain or quoted:
            found[word], at = plain or quoted[1:-1], at + 1
        else:
            found[word], at = value_below(lines, at + 1, indent + STEP)
        here, dash, word, plain, quoted = lines[at]
    return found, at


def value_below(lines: list[Line], at: int, indent: str) -> Read:
    """The value below a key."""
    here, dash, _, _, _ = lines[at]
    if here != indent:
        raise Unlike
    return sequence(lines, at, indent) if dash else mapping(lines, at, indent)


def sequence(lines: list[Line], at: int, indent: str) -> Read:
    value: object
    found: list[object] = []
    here, dash, word, plain, quoted = lines[at]
    while here == indent and dash:
        if word:  # a mapping: its first key comes after the dash
            lines[at] = (indent + STEP, "", word, plain, quoted)
            value, at = mapping(lines, at, indent + STEP)
        elif plain or quoted:
            value, at = plain or quoted[1:-1], at + 1
        else:
            raise Unlike
        found.append(value)
        here, dash, word, plain, quoted = lines[at]
    return found, at


def read_file(path: str, limit: int = FILE) -> Source:
    """The one document of a plain file, however large the file is. Raises `BadInput`, OSError (also for pipes)."""
    return read_source(first_bytes(path, limit + 1), path, limit)
