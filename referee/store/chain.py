"""The chain of a log: documents whose exact bytes are sealed by the hash that the next one carries."""

import re
from collections.abc import Callable
from hashlib import sha256
from json import JSONEncoder
from typing import NamedTuple, cast

from referee import GAME_ID, HEAD, LEAST_HEAD, reading
from referee.exit_codes import REFUSED, USAGE
from referee.store.disk import Trouble
from referee.store.documents import (
    THE_LOG,
    Data,
    Documents,
    Entry,
    Header,
    NewerFormat,
    documents_before,
    entries_after,
    entry_at,
    is_newer,
    newer_format,
)
from referee.words import Phrase, say

canonical: Callable[[object], str] = JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False
).encode
"""The one form of dicts with texts as keys, lists, texts and whole numbers."""


FORMAT = "referee-log/1"
MOST_ENTRIES = 5_000
"""Ten times what the longest games have. What is made of a log may take time that grows with the square of this."""
START = b"---\n"
MODELINE = "# yaml-language-server: $schema=../../schemas/log.schema.json\n"
NOTHING_BEFORE = "0" * HEAD
"""What the header has for `prev`."""
GIVEN_HEAD = rf"[0-9a-f]{{{LEAST_HEAD},{HEAD}}}"
"""A head as somebody may give it."""
LAST_LINE = re.compile(rb"\n(prev|state): '?[0-9a-f]{%d}'?\n\Z" % HEAD)
"""The last line of the header, and of an entry. Only digits are quoted."""


class Damage(Trouble):
    """The log was changed after it was written.

    entry   the number of the first bad document, 0 for the header
    before  the bytes of the documents before it
    """

    code = REFUSED

    def __init__(self, entry: int, says: Phrase) -> None:
        super().__init__(says)
        self.entry = entry
        self.before = b""

    @property
    def game(self) -> str:
        """The game, as the documents before say; "" without any."""
        named = re.search(rb"(?m)^game: '?(" + GAME_ID.encode() + rb")\b", self.before)
        return named[1].decode() if named else ""


class BadWord(Trouble, ValueError):
    """Not a name for a game, or not a head."""

    code = USAGE


class Log(NamedTuple):
    """A log that was read and whose chain holds.

    heads  the SHA-256 (hex) of the exact bytes of each document
    odd    the numbers of the documents that could not be read line by line, as nearly all that we write can
    """

    folder: str
    raw: bytes
    documents: Documents
    heads: tuple[str, ...]
    odd: tuple[int, ...] = ()

    @property
    def header(self) -> Header:
        return self.documents[0]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.documents[1:]

    @property
    def head(self) -> str:
        return self.heads[-1]

    def entry(self, number: int) -> Entry:
        """Entry 1, 2, 3 …"""
        return entry_at(self.documents, number)

    def entries_after(self, number: int) -> tuple[Entry, ...]:
        """The entries after entry `number`; 0: all."""
        return entries_after(self.documents, number)

    @property
    def last(self) -> int:
        """The number of the last entry; 0 when there is only the header."""
        return len(self.documents) - 1


def parse(raw: bytes, folder: str = "") -> Log:
    """A log from its bytes: form, numbers and chain are checked in order.

    Raises Damage at the first bad document, NewerFormat.
    """
    if (number := raw.count(b"\n" + START)) > MOST_ENTRIES:
        raise Damage(MOST_ENTRIES + 1, too_many(number))
    parts = raw_documents(raw)
    heads = tuple([sha256(part).hexdigest() for part in parts])
    try:
        return linked_log(folder, raw, parts, heads)
    except Damage as damage:
        damage.before = b"".join(parts[: damage.entry])
        raise


def linked_log(folder: str, raw: bytes, parts: list[bytes], heads: tuple[str, ...]) -> Log:
    """The log of documents, each of which carries the hash of the one before: where they get their types."""
    documents: list[Data] = []
    odd, prev = [], NOTHING_BEFORE
    for n, part in enumerate(parts):
        fields, is_plain = fields_and_form(n, part, parts)
        if fields["prev"] != prev:
            raise broken_link(n, str(fields["prev"]), parts, heads)
        if not is_plain:
            odd.append(n)
        documents.append(fields)
        prev = heads[n]
    return Log(folder, raw, cast(Documents, tuple(documents)), heads, tuple(odd))


def raw_documents(raw: bytes) -> list[bytes]:
    """The exact bytes of each document, its leading `---` line included."""
    if not raw.startswith(START):
        raise Damage(0, line_ends(0) if raw.startswith(b"---\r") else no_start(raw))
    parts = [START + part + b"\n" for part in raw[len(START) :].split(b"\n" + START)]
    parts[-1] = parts[-1][:-1]
    return parts


def too_many(number: int) -> Phrase:
    words = "The log has {number} entries. A log has at most {most}, so this one isn't read."
    return say(words, number=number, most=MOST_ENTRIES)


def no_start(raw: bytes) -> Phrase:
    if not raw:
        return say("The log is empty. Restore a copy. Every report shows the head that the copy must have.")
    return say("The log should begin with a line `---`, but begins with {bytes}.", bytes=repr(raw[:8])[1:])


def line_ends(n: int) -> Phrase:
    return say(
        "Entry {entry} has a carriage return. The lines of a log end with LF only. A program "
        "that changes line ends (git, e-mail, an editor) has changed this copy. Get the file "
        "again as it was written.",
        entry=n,
    )


def document_fields(n: int, part: bytes, parts: list[bytes]) -> Data:
    """The fields of document n. Raises Damage unless it is complete, well formed and has number n."""
    return fields_and_form(n, part, parts)[0]


def fields_and_form(n: int, part: bytes, parts: list[bytes]) -> tuple[Data, bool]:
    """The fields of document n, and whether they could be read line by line. Raises Damage as `document_fields`."""
    if b"\r" in part:
        raise Damage(n, line_ends(n))
    if not part.endswith(b"\n"):
        raise Damage(n, say("The log breaks off in the middle of entry {entry}: its last line has no end.", entry=n))
    plain = reading.plainly(part)
    fields = plain or fields_read(n, part, parts)
    check_number(n, fields)
    check_complete(n, part, fields)
    return fields, plain is not None


def fields_read(n: int, part: bytes, parts: list[bytes]) -> Data:
    try:
        fields = reading.document(part)
    except reading.BadInput as bad:
        raise Damage(n, not_yaml(n, bad, parts)) from bad
    if not isinstance(fields, dict):
        raise Damage(n, say("Entry {entry} is not a list of fields such as `entry: {entry}`.", entry=n))
    return fields


def not_yaml(n: int, bad: reading.BadInput, parts: list[bytes]) -> Phrase:
    problem = bad.problems[0]
    line = sum(part.count(b"\n") for part in parts[:n]) + problem.line
    return say("Entry {entry} can't be read: line {line} of the log: {why}", entry=n, line=line, why=problem.says)


def check_number(n: int, fields: Data) -> None:
    """Document 0 says which format it has, document n that it is entry n. Raises Damage, NewerFormat."""
    key, value = ("entry", str(n)) if n else ("format", FORMAT)
    if not n and is_newer(fields.get(key), FORMAT):
        raise NewerFormat(newer_format(THE_LOG, fields[key], FORMAT, fields.get("reader")))
    if fields.get(key) != value:
        raise Damage(n, wrong_number(n, key, value, fields))


def wrong_number(n: int, key: str, value: str, fields: Data) -> Phrase:
    if not n and key in fields:
        return say("It has the format {found}, but this version reads {value}.", found=fields[key], value=value)
    if key not in fields:
        return say("Entry {entry} is not complete: it has no `{key}: {value}`.", entry=n, key=key, value=value)
    return say(
        "Entry {entry} should have `{key}: {value}`, but has `{key}: {found}`. Entries were "
        "removed, repeated, moved or changed here.",
        entry=n,
        key=key,
        value=value,
        found=fields[key],
    )


def check_complete(n: int, part: bytes, fields: Data) -> None:
    """A document has `prev` and its last line is the field that `document` puts last.

    So a cut inside the last document is always noticed, and so is anything after its end.
    """
    line = LAST_LINE.match(part, part.rfind(b"\n", 0, -1))
    if "prev" not in fields or not line or line[1] != (b"state" if n else b"prev"):
        raise Damage(n, cut_or_followed(n, last_key(n)))


def cut_or_followed(n: int, key: str) -> Phrase:
    return say(
        "Entry {entry} is cut off, or something comes after its end: its last line must be "
        "`{key}:` with 64 hex digits.",
        entry=n,
        key=key,
    )


def last_key(n: int) -> str:
    return "state" if n else "prev"


def broken_link(n: int, claimed: str, parts: list[bytes], heads: tuple[str, ...]) -> Damage:
    """The text for an entry n that does not carry the hash of the entry before: which of the two was changed."""
    if n == 0:
        return Damage(0, say("Entry 0 must have `prev:` with 64 zeros, but has {found}.", found=claimed))
    facts = {"entry": n, "before": n - 1, "expected": claimed, "found": heads[n - 1]}
    if n + 1 == len(parts):
        words = (
            "Entry {before} or entry {entry} was changed: entry {entry} says that the hash of entry {before} is "
            "{expected}, but its bytes have the hash {found}."
        )
        return Damage(n - 1, say(words, **facts))
    # The document after n vouches for n: then it is the one before that is not what it was.
    if heads[n].encode() in parts[n + 1]:
        words = (
            "Entry {before} was changed after entry {entry} was recorded: entry {entry} says that its hash is "
            "{expected}, but its bytes have the hash {found}."
        )
        return Damage(n - 1, say(words, **facts))
    return Damage(n, this_changed(n, claimed, heads[n - 1]))


def this_changed(n: int, expected: str, found: str) -> Phrase:
    words = (
        "Entry {entry} was changed: it says that the hash of entry {before} is {expected}, but its bytes have the hash "
        "{found}."
    )
    return say(words, entry=n, before=n - 1, expected=expected, found=found)


# Writing and naming


def first_unlike(log: Log) -> int | None:
    """The number of the first document that is not laid out as `document` lays it out; None: each is.

    Needless quotes are let pass. Everything else that a reader of YAML would let pass, too, such as comments, empty
    lines, other indents or text in brackets, is none of our writing: see docs/reference/log-format.md.
    """
    parts = raw_documents(log.raw) if log.odd else []
    return next((n for n in log.odd if not is_laid_out(n, parts[n], log.documents[n])), None)


def is_laid_out(n: int, part: bytes, fields: Data) -> bool:
    try:
        meant = document(fields)
    except ValueError:  # more than is written anywhere
        return False
    return document_without_quotes(n, part) == document_without_quotes(n, meant)


SCHEMA_LINE = r"\A---\n# yaml-language-server: .*\n"
"""How a header begins; which schema is named there says nothing about the game."""
ESCAPED = r'\\(?:["\\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})'
"""What may be in double quotes. `dump` writes the first three; PyYAML, which wrote logs before, wrote others, too."""
QUOTED = rf"""(?m)(^ *(?:- )*|: )('(?:[^'\n]|'')*'|"(?:[^"\\\n]|{ESCAPED})*")(?=:(?: |$)|$)"""
"""A key or a text in quotes, on one line."""


def document_without_quotes(n: int, part: bytes) -> str:
    """A document without its quotes, and without the line of a header for editors."""
    text = part.decode("utf-8", "replace")
    text = text if n else re.sub(SCHEMA_LINE, "---\n", text)
    return re.sub(QUOTED, lambda each: each[1] + quoted_content(each[2]), text)


def quoted_content(quoted: str) -> str:
    """The text in quotes, on one line; if it is empty, in quotes."""
    if quoted[0] == "'":
        return quoted[1:-1].replace("''", "'") or quoted
    return re.sub(ESCAPED, lambda each: escaped_sign(each[0]), quoted[1:-1]) or "''"


def escaped_sign(escaped: str) -> str:
    """The sign for which an escape is written; a line end stays escaped, and so does what is no sign."""
    try:
        return escaped if escaped == r"\n" else escaped.encode().decode("unicode_escape")
    except UnicodeDecodeError:
        return escaped


def document(fields: Data) -> bytes:
    """The exact bytes of a new document: the header if it has `format`, an entry otherwise.

    The field that must be last (`prev` of a header, `state` of an entry) is put last; KeyError if it is missing.
    """
    header = "format" in fields
    last, ordered = last_key(0 if header else 1), dict(fields)
    ordered[last] = ordered.pop(last)
    return START + (MODELINE if header else "").encode() + reading.dump(ordered).encode()


def log_with_document(log: Log, new: bytes) -> Log:
    """The log with one more document. Raises Damage when it is not the one that comes next."""
    n = len(log.documents)
    parts = raw_documents(new)
    if len(parts) != 1:
        raise Damage(n, say("Entry {entry} contains a line `---`, which begins another entry.", entry=n))
    fields, is_plain = fields_and_form(n, new, parts)
    if fields["prev"] != log.head:
        raise Damage(n, this_changed(n, str(fields["prev"]), log.head))
    heads = (*log.heads, sha256(new).hexdigest())
    odd = log.odd if is_plain else (*log.odd, n)
    return Log(log.folder, log.raw + new, (*log.documents, cast(Entry, fields)), heads, odd)


def log_up_to(log: Log, number: int) -> Log:
    """The log as it was after entry `number`."""
    size = number + 1
    raw = b"".join(raw_documents(log.raw)[:size])
    return Log(
        log.folder,
        raw,
        documents_before(log.documents, size),
        log.heads[:size],
        tuple([each for each in log.odd if each < size]),
    )


def find_head(log: Log, digits: str) -> int | None:
    """The entry whose hash begins with these hex digits, or None: then this log is not, or no longer, the one meant.

    Raises BadWord when they are not hex digits or fewer than 12.
    """
    wanted = check_head(digits)
    return next((n for n, head in enumerate(log.heads) if head.startswith(wanted)), None)


def check_head(digits: str) -> str:
    """The digits of a head as hashes are written. Raises BadWord when they are not hex digits or fewer than 12."""
    wanted = digits.lower()
    if not re.fullmatch(GIVEN_HEAD, wanted):
        says = say("{digits} is not a head. A head has 12 to 64 of the digits 0-9 and a-f.", digits=repr(digits))
        meant = wanted.strip(" .,:;…")
        raise BadWord(
            say("{says} Did you mean {meant}?", says=says, meant=meant) if re.fullmatch(GIVEN_HEAD, meant) else says
        )
    return wanted
