"""Records with a slot for each field: to read one takes a quarter of the time that a named tuple needs.

A replay reads these most: positions, turns, the pieces of a move. mypyc makes structures of them, which it fills and
reads without Python. A class lists its fields in `__slots__` and takes them in this order.
"""

from typing import Any, ClassVar, Final, Self

COMPILED: Final = not __file__.endswith(".py")
"""Then a class has another list in place of `__slots__`."""


class SlotRecord:
    """What all of them can do. They are equal when all of their fields are, and are never changed.

    derived  the slots that are no fields: they follow from these
    """

    __slots__ = ()
    derived: "ClassVar[tuple[str, ...]]" = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and fields_of(self) == fields_of(other)

    def __hash__(self) -> int:
        return hash(tuple(fields_of(self).values()))

    def __repr__(self) -> str:
        fields = ", ".join([f"{name}={value!r}" for name, value in fields_of(self).items()])
        return f"{type(self).__name__}({fields})"

    def _replace(self, **fields: Any) -> Self:
        """The record with other values in these fields. ValueError for an unknown field."""
        before = fields_of(self)
        if not fields.keys() <= before.keys():
            raise ValueError(f"Got unexpected field names: {sorted(fields.keys() - before.keys())!r}")
        return type(self)(*(before | fields).values())


def fields_of(record: SlotRecord) -> dict[str, Any]:
    """Each field with its value."""
    return {name: getattr(record, name) for name in slots_of(type(record)) if name not in record.derived}


def slots_of(kind: Any) -> tuple[str, ...]:
    """The slots of a class; one that adds none has those of its base."""
    found: tuple[str, ...] = kind.__mypyc_attrs__ if COMPILED else kind.__slots__
    return found or (slots_of(kind.__base__) if kind.__base__ is not object else ())
