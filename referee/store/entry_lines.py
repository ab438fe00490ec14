"""An entry as the referee writes it: one expression reads what every entry has, a single action and what it showed.

What a longer move has is read by one expression for each depth, fields that have any other form line by line.
"""

from typing import Final

from referee.patterns import late_pattern
from referee.reading.line_reader import LONGEST, PLAIN, Unlike, data_of, plain_lines

WORD = r"([a-z][a-z0-9_/-]{0,99}):"
VALUE = rf" (?:({PLAIN})|'([ -&(-~]*)')$"
FIELDS: Final = late_pattern(rf"(?m)^{WORD}(?:{VALUE}|((?:\n  .*)+))")
PARTS: Final = late_pattern(rf"(?m)^  (?:- )?{WORD}(?:{VALUE}|((?:\n      .*)+))")
"""What a field has below it: actions, each with a word after its dash, or a mapping."""
AMOUNTS: Final = late_pattern(rf"(?m)^      {WORD}{VALUE}")
"""What is below an action."""
SINGLE = rf"(?=.*\n(?! )){WORD}"
"""The word in the only line below a field. Values with a colon are read like those of longer moves."""
SIGNS = r"[A-Za-z0-9][!-9;-~]*"
USUAL: Final = late_pattern(
    r"([ -&(-~]*)'\nkind: ([a-z]+)\n(?:seat: ([a-z]+)\n|)"
    rf"(?:actions:\n  - {SINGLE} (?:({SIGNS}(?: [!\"$-9;-~][!-9;-~]*)*)|'([ -&(-~]*)')\n|)"
    rf"(?:shown:\n  {SINGLE} ({SIGNS})\n|)"
)
"""From the text of its time on: kind, seat, a single action and a single item that was shown."""
STATE: Final = late_pattern(r"\nstate: ([0-9a-f]{64})\n\Z")
LENGTH: Final = len("\nstate: \n") + 64
"""The end of an entry, from the end of the line before it on, and how long it is."""


def usual_fields(part: bytes, number: int, prev: str) -> dict[str, object] | None:
    """The fields of entry `number`, after a document with the hash `prev`, as the strict reader reads them.

    None for a document with another number, hash or form.
    """
    if len(part) > LONGEST or not part.isascii():
        return None
    text, entry, end = part.decode("ascii"), str(number), len(part) - LENGTH
    head = f"---\nentry: {entry}\nprev: {prev}\nat: '"
    found = USUAL.match(text, len(head))
    state = STATE.match(text, end)
    if not found or not state or not text.startswith(head):
        return None
    at, kind, seat, action, value, quoted, place, item = found.groups()
    fields: dict[str, object] = {"entry": entry, "prev": prev, "at": at, "kind": kind}
    if seat:
        fields["seat"] = seat
    if action:
        fields["actions"] = [{action: value or quoted}]
    if place:
        fields["shown"] = {place: item}
    if found.end() <= end and not read_others(text[found.end() : end + 1], fields):
        return None
    fields["state"] = state[1]
    return fields


def read_others(written: str, fields: dict[str, object]) -> bool:
    """Add the fields in these lines to those before them. Whether that can be done: no word comes twice."""
    try:
        others = move_fields(written) or data_of(plain_lines(written[:-1]))
    except Unlike:
        return False
    count = len(fields) + len(others)
    fields.update(others)
    return len(fields) == count and "state" not in fields


def move_fields(written: str) -> dict[str, object] | None:
    """What lines say that have the usual form of a move; None if some have another form, or a word comes twice.

    Each line that is read counts: with all of them no line is left out.
    """
    fields: dict[str, object] = {}
    lines = words = 0
    for word, plain, quoted, below in FIELDS.findall(written):
        words += 1
        if not below:
            fields[word] = plain or quoted
            continue
        dashes = below.count("\n  - ")
        parts: list[tuple[str, object]] = []
        for name, text, marked, amounts in PARTS.findall(below):
            if amounts and dashes:
                group = {each: number or other for each, number, other in AMOUNTS.findall(amounts)}
                parts.append((name, group))
                lines += len(group)
            else:
                parts.append((name, text or marked))
        if dashes == len(parts):
            fields[word] = [{name: value} for name, value in parts]
            lines += dashes
        elif not dashes:
            fields[word] = mapping = dict(parts)
            lines += len(mapping)
    return fields if lines + words == written.count("\n") and len(fields) == words else None
