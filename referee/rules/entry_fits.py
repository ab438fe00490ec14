"""Whether an entry fits the schemas, asked field by field: to hold it against whole schemas takes far longer.

Where the answer is no, or the kind of the entry is not asked about here, the whole schemas say what is wrong.
"""

from functools import cache, partial

from referee.reading.fits import Table, WordTables, needed_fields, table_of_field
from referee.store.documents import Document, Entry

TURNS = ("move", "missed")
SEALED = frozenset(("entry", "prev", "kind", "state", "by"))
"""What of the entry of a turn is compared with what it must be, whatever shape it has."""
NOTED = ("at", "seat", "say", "shown", "overrule")
"""What the schema of logs says of any turn."""
UNRECORDED = ("game", "after", "head")
"""What of a move file no entry has."""


def is_turn(title: str, entry: Entry) -> bool:
    """Whether each field of the entry of a turn fits the schema of logs, or of the moves of its title."""
    tables = turn_tables(title)
    try:
        for field, value in entry.items():
            if field not in SEALED and not tables[field][type(value)](value):
                return False
    except KeyError:
        return False
    return "at" in entry and "seat" in entry


@cache  # `bench speed` takes 67 % longer for Attika without it
def turn_tables(title: str) -> WordTables:
    """Field of a turn → what is asked of it by the schema of the title's moves or by that of logs."""
    return WordTables(partial(table_of_turn, title))


def table_of_turn(title: str, field: str) -> Table:
    """Raises KeyError for a field that no turn has."""
    if field in NOTED:
        return table_of_field("log", field, "#/$defs/entry")
    if field in UNRECORDED:
        raise KeyError(field)
    return table_of_field(f"{title}.move", field)


def is_fit(document: Document) -> bool:
    """Whether each field of a header, a deal or a close fits the schema of logs, and none that it needs is missing.

    Of other kinds the schema asks more.
    """
    kind = "header" if "format" in document else "entry"
    if kind == "entry" and document.get("kind") not in ("deal", "close"):
        return False
    tables = log_tables(kind)
    try:
        for field, value in document.items():
            if not tables[field][type(value)](value):
                return False
    except KeyError:
        return False
    return document.keys() >= needed_fields("log", f"#/$defs/{kind}")


@cache  # `bench speed` takes 8 % longer for Magna Grecia without it
def log_tables(kind: str) -> WordTables:
    """Field of a header or of an entry → what the schema of logs asks of it."""
    return WordTables(lambda field: table_of_field("log", field, f"#/$defs/{kind}"))
