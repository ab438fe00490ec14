"""`NamedTuple`, whose classes are made in a fifth of the time: an everyday command makes 150 of them.

To a type checker it is `typing.NamedTuple`. That one compiles a function for each class, makes the class twice and
looks at the type of each field. Here a class uses the code of those with as many fields, with the names of its own.
"""

import sys
from collections import _tuplegetter, namedtuple  # type: ignore[attr-defined]
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from referee.slot_records import SlotRecord

Record = TypeVar("Record", bound=tuple[object, ...] | SlotRecord)
new = tuple.__new__

MAKERS: tuple[Any, ...] = (
    lambda cls: new(cls, ()),
    lambda cls, a: new(cls, (a,)),
    lambda cls, a, b: new(cls, (a, b)),
    lambda cls, a, b, c: new(cls, (a, b, c)),
    lambda cls, a, b, c, d: new(cls, (a, b, c, d)),
    lambda cls, a, b, c, d, e: new(cls, (a, b, c, d, e)),
    lambda cls, a, b, c, d, e, f: new(cls, (a, b, c, d, e, f)),
    lambda cls, a, b, c, d, e, f, g: new(cls, (a, b, c, d, e, f, g)),
    lambda cls, a, b, c, d, e, f, g, h: new(cls, (a, b, c, d, e, f, g, h)),
    lambda cls, a, b, c, d, e, f, g, h, i: new(cls, (a, b, c, d, e, f, g, h, i)),
    lambda cls, a, b, c, d, e, f, g, h, i, j: new(cls, (a, b, c, d, e, f, g, h, i, j)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k: new(cls, (a, b, c, d, e, f, g, h, i, j, k)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m: new(cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n: new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o: new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p: new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)),
)
"""Makers of tuples of no field, one field, two …: to compile one takes as long as to make three classes."""

# fmt: off
WIDE_MAKERS: dict[int, Any] = {
    16: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q:
        new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q)),
    20: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u:
        new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u)),
    21: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v:
        new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v)),
    23: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x:
        new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x)),
    27: lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B:
        new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B)),
}
# fmt: on
"""Those of the widest records that everyday commands have: `namedtuple` takes as long as ten classes."""


def with_fields(record: Record, **fields: object) -> Record:
    """The record with other values in these fields; a named tuple in half the time of `_replace`.

    ValueError for an unknown field.
    """
    if not isinstance(record, tuple):
        return record._replace(**fields)
    values, names = list(record), record._fields  # type: ignore[attr-defined]  # a cast is a call
    for name in fields:
        values[names.index(name)] = fields[name]
    return new(type(record), values)


def record_body(name: str, body: dict[str, object]) -> dict[str, object]:
    """The body of a class whose fields are the annotations, each read at its place in the tuple."""
    fields: tuple[str, ...] = tuple(body.get("__annotations__", ()))  # type: ignore[arg-type]
    defaults = {field: body[field] for field in fields if field in body}
    places = {field: _tuplegetter(at, None) for at, field in enumerate(fields)}
    known = {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
    return {**body, **known, **places, "__new__": maker(name, fields, tuple(defaults.values()))}


def maker(name: str, fields: tuple[str, ...], defaults: tuple[object, ...]) -> FunctionType:
    """The function that makes a tuple of this class from its fields."""
    code = code_for(len(fields)).replace(
        co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("_class", *fields)
    )
    return FunctionType(code, globals(), argdefs=defaults)


@cache  # `bench speed`: a submit takes 6 % longer without it
def code_for(count: int) -> CodeType:
    """Code that makes a tuple of so many fields."""
    if count < len(MAKERS):
        return MAKERS[count].__code__  # type: ignore[no-any-return]
    if count in WIDE_MAKERS:
        return WIDE_MAKERS[count].__code__  # type: ignore[no-any-return]
    make: Any = namedtuple  # our own call of `compile` would make all types of `ast`
    code: CodeType = make("Wide", [f"field{at}" for at in range(count)]).__new__.__code__
    return code.replace(co_names=("new",))


class RecordType(type):
    """The type of named tuples. A class below one of them, which may add methods, is made as any other."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> "RecordType":
        is_record = bases[0].__base__ is tuple
        return super().__new__(cls, name, bases, record_body(name, body) if is_record else body)


if TYPE_CHECKING or sys.version_info >= (3, 14):  # there a class gets its annotations after it is made
    from typing import NamedTuple as NamedTuple
else:

    class NamedTuple(tuple, metaclass=RecordType):
        """What all named tuples can do."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, /, **fields):
            made = new(type(self), map(fields.pop, self._fields, self))
            if fields:
                raise ValueError(f"Got unexpected field names: {list(fields)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

        def __getnewargs__(self):
            return tuple(self)
