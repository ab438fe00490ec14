"""Entries that are in a log: read line by line, for `store/chain.py` alone, and held against their types.

They are the one thing that is not read by PyYAML. Without that a replay takes 1.4 times as long in Magna Grecia and
1.45 times in Attika. Whatever is not written as the referee writes it is for the strict reader, and tests compare the
two.

A type is a TypedDict, a mapping or a sequence; every scalar is a text. `Annotated` says more of a type: what a text
looks like (a pattern), how many there are (a range), which fields of a TypedDict are not missing (a tuple), or a closer
type. Replays ask this of every entry, and jsonschema, which says in words what is wrong, only where the answer is no:
in bulk it would take twenty times as long.
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

PLAIN = r"[A-Za-z0-9][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*"
"""ASCII without `: `, ` #` or two spaces; what begins with another sign may mean something in YAML."""
LINES = re.compile(rf"^( {{0,12}})(- )?(?:([a-z][a-z0-9_/-]{{0,99}}):(?= .|$) ?)?({PLAIN}|'[ -&(-~]*'|\[\]|)$", re.M)
"""Of each line its indent, dash, word, text: a plain one, one in quotes, or a list without anything in it.

Possessive quantifiers would be quicker, but Python before 3.11.5 has them wrong.
"""
STEP = "  "
GROUPS: dict[str, Callable[[], Any]] = {"": dict, "- ": list}
"""What lines without a dash, or with one, are in."""
LONGEST = 4_096
"""Characters of a document: longer ones are for the strict reader, which has limits."""

MODELINE = re.compile("# yaml-language-server: [ -~]*(?:\n|$)")
"""The first line of a header: a comment that names the schema to an editor."""

Line = tuple[str, str, str, str]
"""Indent, dash, word, and the text behind them; each may be empty."""


def plainly(raw: bytes) -> dict[str, object] | None:
    """The data of a document that begins with its line `---`; None when it is for the strict reader to read."""
    if len(raw) > LONGEST or not raw.isascii() or not raw.startswith(b"---\n") or not raw.endswith(b"\n"):
        return None
    written = raw[4:-1].decode("ascii")
    named = MODELINE.match(written)
    if named:
        written = written[named.end() :]
    lines = LINES.findall(written)
    return data_of(lines) if len(lines) == written.count("\n") + 1 else None


def data_of(lines: Sequence[Line]) -> dict[str, object] | None:
    """What lines say; None where the writer writes no such lines.

    `groups`: indent → the mapping or the list that a line with it goes on, up to the indent `here`, that of the last
    one. `below` is the word of the line before, if its value comes below it.
    """
    found: dict[str, object] = {}
    group: Any = found
    groups, here, below = {"": group}, "", ""
    for indent, dash, word, text in lines:
        if below:
            if indent != here + STEP:
                return None
            groups[indent] = group[below] = GROUPS[dash]()
            below = ""
        elif indent > here:
            return None
        group, here = groups.get(indent), indent
        if type(group) is not GROUPS[dash]:
            return None
        if dash and word:  # a mapping: its first word comes after the dash
            here = indent + STEP
            group.append({})
            groups[here] = group = group[-1]
        if word:
            if word in group:
                return None
            if text:
                group[word] = value_of(text)
            else:
                below = word
        elif text and dash:
            group.append(value_of(text))
        else:
            return None
    return found if found and not below else None


def value_of(text: str) -> object:
    """A text as it is written or without its quotes, or a list without anything in it."""
    if text[0] == "'":
        return text[1:-1]
    return [] if text == "[]" else text


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
