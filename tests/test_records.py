"""`NamedTuple` of `referee.records` against that of `typing`: classes with any fields."""

import copy
import inspect
import pickle
import types
import typing
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.records import NamedTuple
from referee.words import Phrase, Term

names = st.lists(st.sampled_from("abcdefghijklm").map("field_{}".format), unique=True)
classes = names.flatmap(lambda each: st.tuples(st.just(each), st.integers(0, len(each))))
"""The names of the fields of a class, and how many of them have no default."""


def made(base: object, fields: list[str], needed: int) -> typing.Any:
    """A class with a method, below a base; its defaults are the places."""

    def fill(body: dict[str, object]) -> None:
        body["__doc__"], body["__module__"] = "What it is.", __name__
        body["__annotations__"] = dict.fromkeys(fields, int)
        body.update({name: at for at, name in enumerate(fields) if at >= needed})
        body["total"] = lambda self: sum(self)

    return types.new_class("Thing", (base,), exec_body=fill)


def outcome(call: Callable[..., object], *values: object, **named: object) -> object:
    try:
        return call(*values, **named)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error), str(error)


@given(classes, st.lists(st.integers(0, 9), max_size=14), st.dictionaries(st.sampled_from("abcxyz"), st.integers(0, 9)))
def test_it_does_what_that_of_typing_does(
    shape: tuple[list[str], int], values: list[int], letters: dict[str, int]
) -> None:
    ours, theirs = made(NamedTuple, *shape), made(typing.NamedTuple, *shape)
    named = {f"field_{letter}": value for letter, value in letters.items()}
    for given_values, given_names in ((values, {}), ([], named), (values, named)):
        one, other = (outcome(kind, *given_values, **given_names) for kind in (ours, theirs))
        assert one == other
        if isinstance(one, ours):
            assert behaviour(one, named) == behaviour(other, named)
    for what in ("_fields", "_field_defaults", "__match_args__", "__doc__", "__name__", "__qualname__", "__slots__"):
        assert getattr(ours, what) == getattr(theirs, what)
    assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters]
    assert typing.get_type_hints(ours) == typing.get_type_hints(theirs)


@pytest.mark.parametrize("count", range(31))
def test_a_record_of_any_width_has_each_field_at_its_place(count: int) -> None:
    fields = [f"field_{at}" for at in range(count)]
    kind = made(NamedTuple, fields, max(count - 1, 0))
    last = {fields[-1]: "last"} if fields else {}
    record = kind(*range(count - 1), **last)
    assert [getattr(record, each) for each in fields] == [*range(count - 1), *last.values()]
    assert kind(*range(count - 1)) == tuple(range(count))


def behaviour(record: typing.Any, named: dict[str, int]) -> list[object]:
    """What can be asked of a record."""
    found = [repr(record), hash(record), record.total(), record._asdict(), [*record], hasattr(record, "__dict__")]
    found += [[getattr(record, name) for name in record._fields], outcome(record._replace, **named)]
    found += [record._make(record), outcome(setattr, record, "field_a", 1)]
    return found


class Point(NamedTuple):
    x: int
    y: int = 2


class Spoken(Point):
    def __str__(self) -> str:
        return f"{self.x} {self.y}"


T = typing.TypeVar("T")


class Pair(NamedTuple, typing.Generic[T]):
    one: T
    other: T


@pytest.mark.parametrize("record", [Point(1), Spoken(1, 3), Pair("a", "b"), Pair[int](1, 2), Term("a", {"b": 1})])
def test_it_is_kept_and_copied(record: tuple[object, ...]) -> None:
    assert type(record) in (Point, Spoken, Pair, Term)
    kept = [pickle.loads(pickle.dumps(record, number)) for number in range(pickle.HIGHEST_PROTOCOL + 1)]
    for each in (*kept, copy.copy(record), copy.deepcopy(record)):
        assert (type(each), each) == (type(record), record)


def test_a_class_below_a_record_has_its_fields_and_methods() -> None:
    assert str(Spoken(y=4, x=1)) == "1 4"
    assert repr(Spoken(1)) == "Spoken(x=1, y=2)"
    assert isinstance(Term("a", {}), Phrase)


def test_a_pattern_finds_the_fields() -> None:
    match Point(1):
        case Point(x, y=2):
            assert x == 1
        case _:
            pytest.fail("no match")
