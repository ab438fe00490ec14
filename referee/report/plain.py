"""A view as plain data: what `--json` prints. Phrases are joined to text, records become mappings."""

from typing import Any

from referee.show.view import Chart, Lines, ReportTable, Section, View
from referee.words import Phrase

FORMAT = "referee-view/1"
KINDS: dict[type, str] = {ReportTable: "table", Lines: "lines", Chart: "chart"}


def view(shown: View) -> dict[str, Any]:
    """Everything in the view, JSON-able; sections say in `section` what they are."""
    fields: dict[str, Any] = plain_value(shown)
    return {"format": FORMAT, **fields, "sections": [section(each) for each in shown.sections]}


def section(each: Section) -> dict[str, Any]:
    return {"section": KINDS[type(each)], **plain_value(each)}


def plain_value(value: Any) -> Any:
    """Texts and numbers as they are, phrases joined, records and tuples all the way down."""
    if isinstance(value, Phrase):
        return str(value)
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        parts = [plain_value(part) for part in value]
        return dict(zip(fields, parts, strict=True)) if fields else parts
    return value
