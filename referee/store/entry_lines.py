"""An entry as the referee writes it: one expression reads what every entry has, a single action and what it showed.

Another expression finds the lines of a longer move. Fields that have any other form are read line by line.
"""

from typing import Any, Final

from referee.patterns import late_pattern
from referee.reading.line_reader import LONGEST, PLAIN, Unlike, data_of, plain_lines

WORD = r"([a-z][a-z0-9_/-]{0,99}):"
DASH, BELOW_FIELD, BELOW_DASH = "  - ", "  ", "      "
LINES: Final = late_pattern(rf"(?m)^({DASH}|{BELOW_FIELD}|{BELOW_DASH}|){WORD}(?: (?:({PLAIN})|'([ -&(-~]+)')|)$")
"""Of each line its indent with a dash, its word, and the value behind it: as it is, or in quotes."""
PARENT: Final = {DASH: "", BELOW_FIELD: "", BELOW_DASH: DASH}
"""The indent of the line below which lines with another indent begin."""
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

    A field has a value, or below it actions, each after its dash, or a mapping. An action, too, may have a mapping.
    """
    fields: dict[str, Any] = {}
    actions: list[dict[str, Any]] = []
    lines, group = LINES.findall(written), fields
    last = due = ""  # the indent of the line before, and its word if the value comes below it
    for indent, word, plain, quoted in lines:
        if not indent:
            group = fields
        elif due:
            if PARENT[indent] != last:
                return None
            if indent == DASH:
                actions = group[due] = []
            else:
                group[due] = group = {}
            due = ""
        elif indent != last and (indent != DASH or last != BELOW_DASH):
            return None
        if indent == DASH:
            group = {}
            actions.append(group)
        if due or word in group:
            return None
        value = group[word] = plain or quoted
        last, due = indent, "" if value else word
    return None if due or len(lines) != written.count("\n") else fields
