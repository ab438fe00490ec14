"""Whether plain data from a log, in which every scalar is a text, is of a type: a TypedDict, a mapping, a sequence.

`Annotated` says more of a type: what a text looks like (a pattern), how many there are (a range), which fields of a
TypedDict are not missing (a tuple), or a closer type. Replays ask this of every entry, and jsonschema, which says in
words what is wrong, only where the answer is no: in bulk it would take twenty times as long.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Question = Callable[[Any], object]


@cache  # a game of many takes 2.5 times as long to verify without it
def questions(kind: Any) -> dict[str, Question]:
    """Field of a TypedDict → whether a value is of its type."""
    return {name: question(each) for name, each in get_type_hints(kind, include_extras=True).items()}


def question(kind: Any) -> Question:
    """Whether plain data, in which every scalar is a text, is of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Required, NotRequired):
        return question(inner[0])
    if origin is Annotated:
        return question_of_annotated(inner[0], inner[1:])
    if is_typeddict(kind):
        return question_of_fields(questions(kind), kind.__required_keys__)
    if origin in (Union, UnionType):
        alternatives = [question(each) for each in inner]
        return lambda value: any(each(value) for each in alternatives)
    if origin is Sequence:
        return question_of_list(question(inner[0]))
    if origin is Mapping:
        return question_of_mapping(*map(question, inner))
    return KINDS[kind]


KINDS: dict[Any, Question] = {
    str: lambda value: isinstance(value, str),
    int: lambda value: False,
    object: lambda value: True,
}


def question_of_annotated(kind: Any, beside: tuple[Any, ...]) -> Question:
    """What is beside a type: what a text looks like, how many there are, fields that are not missing, a closer type."""
    first, *rest = beside
    if isinstance(first, str):
        return question_of_text(re.compile(first).fullmatch)
    if isinstance(first, tuple):
        return question_of_fields(questions(kind), frozenset(first))
    if isinstance(first, range):
        inner = question(rest[0] if rest else kind)
        return lambda value: inner(value) and len(value) in first
    return question(first)


def question_of_text(matches: Question) -> Question:
    return lambda value: isinstance(value, str) and matches(value)


def question_of_fields(asked: dict[str, Question], needed: frozenset[str]) -> Question:
    return lambda value: (
        isinstance(value, dict)
        and needed <= value.keys()
        and all(name in asked and asked[name](each) for name, each in value.items())
    )


def question_of_list(inner: Question) -> Question:
    return lambda value: isinstance(value, list) and all(map(inner, value))


def question_of_mapping(name: Question, inner: Question) -> Question:
    return lambda value: isinstance(value, dict) and all(map(name, value)) and all(map(inner, value.values()))
