"""An entry as the referee writes it: the fields of every entry by one expression, those between them line by line."""

from referee.patterns import late_pattern
from referee.reading.line_reader import LONGEST, Unlike, data_of, plain_lines

USUAL = late_pattern(
    r"---\nentry: ([0-9]+)\nprev: ('?)([0-9a-f]{64})\2\nat: '([ -&(-~]*)'\nkind: ([a-z]+)\n(?:seat: ([a-z]+)\n)?"
    r"((?s:.*\n)?)state: ('?)([0-9a-f]{64})\8\n\Z"
)


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
            others = data_of(plain_lines(between[:-1]))
        except Unlike:
            return None
        fields.update(others)
        count += len(others)
    fields["state"] = state
    return fields if len(fields) == count else None
