"""A view as plain data: what `--json` prints. Phrases are joined to text, records become mappings."""

from typing import NamedTuple

from referee.show.view import Chart, Ground, Lines, ReportTable, Section, Symbol, View
from referee.words import Phrase

FORMAT = "referee-view/1"
KINDS: dict[type, str] = {ReportTable: "table", Lines: "lines", Chart: "chart"}


def view(shown: View) -> dict[str, object]:
    """Everything in the view, JSON-able; sections say in `section` what they are."""
    return {"format": FORMAT, **record_fields(shown), "sections": [section(each) for each in shown.sections]}


def section(each: Section) -> dict[str, object]:
    return {"section": KINDS[type(each)], **record_fields(each)}


def record_fields(record: NamedTuple) -> dict[str, object]:
    """The fields of a record as plain data."""
    return {name: plain_value(value) for name, value in record._asdict().items()}


def plain_value(value: object) -> object:
    """Texts and numbers as they are, phrases joined, records and tuples all the way down; drawings by their keys."""
    if isinstance(value, Phrase):
        return str(value)
    if isinstance(value, Ground | Symbol):
        return value.key
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        parts = [plain_value(part) for part in value]
        return dict(zip(fields, parts, strict=True)) if fields else parts
    return value
