"""An entry as the referee writes it: one expression reads what every entry has, one for each depth what a move has.

Fields that have any other form are read line by line.
"""

from typing import Final

from referee.patterns import late_pattern
from referee.reading.line_reader import LONGEST, PLAIN, Unlike, data_of, plain_lines

USUAL: Final = late_pattern(
    r"---\nentry: ([0-9]+)\nprev: ('?)([0-9a-f]{64})\2\nat: '([ -&(-~]*)'\nkind: ([a-z]+)\n(?:seat: ([a-z]+)\n)?"
    r"((?s:.*\n)?)state: ('?)([0-9a-f]{64})\8\n\Z"
)
WORD = r"([a-z][a-z0-9_/-]{0,99}):"
VALUE = rf" (?:({PLAIN})|'([ -&(-~]*)')$"
FIELDS: Final = late_pattern(rf"(?m)^{WORD}(?:{VALUE}|((?:\n  .*)+))")
PARTS: Final = late_pattern(rf"(?m)^  (?:- )?{WORD}(?:{VALUE}|((?:\n      .*)+))")
"""What a field has below it: actions, each with a word after its dash, or a mapping."""
AMOUNTS: Final = late_pattern(rf"(?m)^      {WORD}{VALUE}")
"""What is below an action."""


def usual_fields(part: bytes) -> dict[str, object] | None:
    """The fields of a whole entry that has this form, as the strict reader reads them; None for any other document."""
    if len(part) > LONGEST or not part.isascii():
        return None
    found = USUAL.match(part.decode("ascii"))
    if not found:
        return None
    entry, _, prev, at, kind, seat, between, _, state = found.groups()
    fields: dict[str, object] = {"entry": entry, "prev": prev, "at": at, "kind": kind}
    if seat:
        fields["seat"] = seat
    count = len(fields) + 1
    if between:
        try:
            others = move_fields(between) or data_of(plain_lines(between[:-1]))
        except Unlike:
            return None
        fields.update(others)
        count += len(others)
    fields["state"] = state
    return fields if len(fields) == count else None


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
