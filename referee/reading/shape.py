"""The one engine for schemas: it says what in data does not fit, and makes numbers and booleans of texts.

A schema becomes a tree of small functions, one for each keyword. `explain` makes sentences of the misfits. `fits` asks
its functions, too, where a quicker yes or no is enough.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from referee.patterns import late_pattern
from referee.reading.misfits import Check, Inner, Misfit, Misfits, Part, WordChecks
from referee.reading.schemas import schema

INTEGER = late_pattern(r"-?(0|[1-9][0-9]{0,14})\Z")
BOOLEAN = {"true": True, "false": False}
TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
SILENT = {
    "$schema",
    "$id",
    "$defs",
    "$comment",
    "title",
    "description",
    "examples",
    "default",
    "defaultSnippets",
    "x-slips",
    "x-words",
    "x-everyday",
}
READ_WITH_OTHERS = ("type", "anyOf", "then", "else")


class UnsupportedKeyword(ValueError):
    """A schema has a keyword that the referee does not support; `at` is the JSON pointer of the part that has it."""

    def __init__(self, keyword: str, at: str) -> None:
        super().__init__(keyword, at)
        self.keyword = keyword
        self.at = at


def fit(data: Any, schema: str) -> tuple[Any, Misfits]:
    """The data with numbers and booleans as the schema says, and all that does not fit. What fits is not copied."""
    misfits: Misfits = []
    return checks(schema)(data, misfits), misfits


@cache  # `bench archive` takes 6 % longer for Magna Grecia without it
def checks(name: str) -> Check:
    return check_of_part(schema(name), schema(name), {})


def misfits_of_part(value: Any, part: Part, root: Part) -> Misfits:
    """What of a value would not fit where a part of a schema is; `root` is the whole schema."""
    misfits: Misfits = []
    check_of_part(part, root, {})(value, misfits)
    return misfits


def check_of_part(part: Part, root: Part, known: dict[str, Check]) -> Check:
    """The check of a part of a schema: each keyword becomes a function, and they are asked in order."""
    steps: list[Check] = [type_check(part)] if "type" in part else []
    inside: list[Check] = []
    for keyword, wanted in part.items():
        if keyword == "additionalProperties" and "properties" in part:
            continue  # these ask about the other words, too
        if keyword in KEYWORDS:
            steps.append(KEYWORDS[keyword](part, lambda inner: check_of_part(inner, root, known)))
            inside += steps[-1:] if keyword in INSIDE else []
        elif keyword == "anyOf":
            steps.append(any_fits(part, [check_of_part(each, root, known) for each in wanted], root))
        elif keyword == "$ref":
            steps.append(check_of_ref(wanted, root, known))
        elif keyword not in SILENT and keyword not in READ_WITH_OTHERS:
            raise UnsupportedKeyword(keyword, "")
    careful, words = all_of(steps), set(part) - SILENT
    if "string" in part.get("type", ()) and words <= TEXT_WORDS:
        return text_check(part, careful)
    if part.get("type") in ("object", "array") and words <= SIZE_WORDS | INSIDE:
        return group_check(part, all_of(inside), careful)
    return careful


TEXT_WORDS = {"type", "pattern", "enum", "minLength", "maxLength", "minimum", "maximum"}
SIZE_WORDS = {"type", "required", "minProperties", "maxProperties", "minItems", "maxItems"}
INSIDE = {"properties", "additionalProperties", "propertyNames", "items"}
"""Keywords about a text, or the number that it may stand for; about a mapping or a list as a whole; and about what is
in these."""


def text_check(part: Part, careful: Check) -> Check:
    """Whether a text fits, in one call, as nearly all do; `careful` finds out what is wrong with any other value."""
    wanted, words = exact(part.get("pattern", "")), part.get("enum")
    least, most = part.get("minLength", 0), part.get("maxLength", sys.maxsize)

    def run(value: Any, misfits: Misfits) -> Any:
        fits = isinstance(value, str) and wanted.search(value) and least <= len(value) <= most
        return value if fits and (words is None or value in words) else careful(value, misfits)

    return run


def group_check(part: Part, inside: Check, careful: Check) -> Check:
    """The same for a mapping or a list of the right size: all that is left to ask is what is inside."""
    kind: Any = TYPES[part["type"]]
    words = frozenset(part.get("required", ()))
    least: Any = part.get("minProperties", part.get("minItems", 0))
    most: Any = part.get("maxProperties", part.get("maxItems", sys.maxsize))

    def run(value: Any, misfits: Misfits) -> Any:
        if isinstance(value, kind) and least <= len(value) <= most and (not words or words.issubset(value)):
            return inside(value, misfits)
        return careful(value, misfits)

    return run


def all_of(steps: list[Check]) -> Check:
    if len(steps) == 1:
        return steps[0]

    def run(value: Any, misfits: Misfits) -> Any:
        for step in steps:
            value = step(value, misfits)
        return value

    return run


def check_of_ref(pointer: str, root: Part, known: dict[str, Check]) -> Check:
    """The check of the part that `#/…` points at, made once; while it is made, parts of it may refer to it."""
    if pointer not in known:
        known[pointer] = lambda value, misfits: known[pointer](value, misfits)
        known[pointer] = check_of_part(part_at_pointer(root, pointer), root, known)
    return known[pointer]


def part_at_pointer(root: Part, pointer: str) -> Part:
    for step in pointer.split("/")[1:]:
        root = root[step]
    return root


def resolved_part(part: Part, root: Part) -> Part:
    """A part of a schema together with the part it refers to."""
    return {**part_at_pointer(root, part["$ref"]), **part} if "$ref" in part else part


def type_check(part: Part) -> Check:
    """Text becomes a number or a boolean where only that is wanted and it is written like one."""
    wanted = [part["type"]] if isinstance(part["type"], str) else part["type"]
    classes = tuple(TYPES[each] for each in wanted if each in TYPES)
    number, truth = "integer" in wanted, "boolean" in wanted

    def as_it_is(value: Any, misfits: Misfits) -> Any:
        if not isinstance(value, classes):
            misfits.append(Misfit("type", part, value))
        return value

    def run(value: Any, misfits: Misfits) -> Any:
        if isinstance(value, str):
            if number and INTEGER.match(value):
                return int(value)
            if truth and value in BOOLEAN:
                return BOOLEAN[value]
        elif truth or not isinstance(value, bool):
            return as_it_is(value, misfits)
        misfits.append(Misfit("type", part, value))
        return value

    return as_it_is if "string" in wanted or not (number or truth) else run


def keyword_check(keyword: str, kind: type, fits: Callable[[Any, Any], bool]) -> Callable[[Part, Inner], Check]:
    """A keyword that asks a question about values of one kind and lets all others pass."""

    def make(part: Part, inner: Inner) -> Check:
        wanted = part[keyword]

        def run(value: Any, misfits: Misfits) -> Any:
            if isinstance(value, kind) and not (kind is int and isinstance(value, bool)) and not fits(value, wanted):
                misfits.append(Misfit(keyword, part, value))
            return value

        return run

    return make


def exact(pattern: str) -> re.Pattern[str]:
    """JSON Schema's `$` is the very end; Python's `$` also matches before a last line break."""
    return late_pattern(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


def pattern(part: Part, inner: Inner) -> Check:
    wanted = exact(part["pattern"])

    def run(value: Any, misfits: Misfits) -> Any:
        if isinstance(value, str) and not wanted.search(value):
            misfits.append(Misfit("pattern", part, value))
        return value

    return run


def required_words(part: Part, inner: Inner) -> Check:
    words = part["required"]

    def run(value: Any, misfits: Misfits) -> Any:
        if isinstance(value, dict):
            for word in words:
                if word not in value:
                    misfits.append(Misfit("required", part, value, word=word))
        return value

    return run


def properties(part: Part, inner: Inner) -> Check:
    """Each known word by its own check, every other one by `additionalProperties`."""
    parts = part.get("properties", {})
    known = WordChecks(parts, inner)
    other = part.get("additionalProperties", True)
    others = inner(other) if isinstance(other, dict) else None

    def run(value: Any, misfits: Misfits) -> Any:
        if not isinstance(value, dict):
            return value
        found, before = value, len(misfits)
        for key, each in value.items():
            check = known[key] if key in parts else others
            if check is not None:
                fitted = check(each, misfits)
                if fitted is not each:
                    found = dict(value) if found is value else found
                    found[key] = fitted
                if len(misfits) > before:
                    before = relocate(misfits, before, key)
            elif other is False:
                misfits.append(Misfit("additionalProperties", part, value, word=key))
                before += 1
        return found

    return run


def relocate(misfits: Misfits, first: int, step: str | int) -> int:
    """Say of the misfits from number `first` on that they are one step further below; returns how many there are."""
    misfits[first:] = [each._replace(at=(step, *each.at)) for each in misfits[first:]]
    return len(misfits)


def items(part: Part, inner: Inner) -> Check:
    check = inner(part["items"])

    def run(value: Any, misfits: Misfits) -> Any:
        if not isinstance(value, list):
            return value
        found, before = value, len(misfits)
        for number, each in enumerate(value):
            fitted = check(each, misfits)
            if fitted is not each:
                found = list(value) if found is value else found
                found[number] = fitted
            if len(misfits) > before:
                before = relocate(misfits, before, number)
        return found

    return run


def names_check(part: Part, inner: Inner) -> Check:
    name = inner(part["propertyNames"])

    def run(value: Any, misfits: Misfits) -> Any:
        wrong: Misfits = []
        for key in value if isinstance(value, dict) else ():
            name(key, wrong)
        if wrong:
            misfits += [each._replace(is_name=True) for each in wrong]
        return value

    return run


def any_fits(part: Part, checks: list[Check], root: Part) -> Check:
    """The first alternative that fits also says what the texts in it are.

    Those that are for values of this kind are asked first: no other can fit.
    """
    parts = [resolved_part(each, root) for each in part["anyOf"]]
    every = range(len(parts))
    order = {kind: sorted(every, key=lambda n: not may_be(kind, parts[n])) for kind in ("object", "array", "string")}
    likely = {TYPES[kind]: found for kind, found in order.items()}

    def run(value: Any, misfits: Misfits) -> Any:
        tried: dict[int, tuple[Any, Misfits]] = {}
        for n in likely.get(type(value), every):
            wrong: Misfits = []
            fitted = checks[n](value, wrong)
            if not wrong:
                return fitted
            tried[n] = fitted, wrong
        found = [tried[n] for n in every]
        misfits.append(Misfit("anyOf", part, value, tried=tuple([wrong for _, wrong in found])))
        return nearest_alternative(found)

    return run


def may_be(kind: str, part: Part) -> bool:
    """Whether a value of this kind may fit a part; a text may stand for a number or a boolean."""
    wanted = part.get("type", kind)
    return kind in wanted or (kind == "string" and ("integer" in wanted or "boolean" in wanted))


def one_fits(part: Part, inner: Inner) -> Check:
    """Just one alternative may fit; they ask for words and do not say what texts are."""
    checks = [inner(each) for each in part["oneOf"]]

    def run(value: Any, misfits: Misfits) -> Any:
        tried: tuple[Misfits, ...] = tuple([] for _ in checks)
        for check, wrong in zip(checks, tried, strict=True):
            check(value, wrong)
        if sum(not wrong for wrong in tried) != 1:
            misfits.append(Misfit("oneOf", part, value, tried=tried))
        return value

    return run


def nearest_alternative(tried: list[tuple[Any, Misfits]]) -> Any:
    """What the least wrong alternative made of the value, so that what is right in it is not complained about."""
    return min(tried, key=lambda each: (is_wrong_kind(each[1]), len(each[1])))[0]


def is_wrong_kind(misfits: Misfits) -> bool:
    """Whether the value itself, not something in it, is of another kind than is wanted."""
    return any(each.keyword == "type" and not each.at for each in misfits)


def all_fit(part: Part, inner: Inner) -> Check:
    return all_of([inner(each) for each in part["allOf"]])


def depending(part: Part, inner: Inner) -> Check:
    """`if` fits → `then`, else → `else`; their checks are made when needed, as many logs only need that of a header."""
    holds, branches = condition(part.get("if", {}), inner), dict[bool, Check]()

    def run(value: Any, misfits: Misfits) -> Any:
        branch = holds(value)
        if branch not in branches:
            branches[branch] = inner(part.get("then" if branch else "else", {}))
        return branches[branch](value, misfits)

    return run


def condition(part: Part, inner: Inner) -> Callable[[Any], bool]:
    """Whether a value fits; most conditions are about a single word, and what fits it is listed."""
    asked = part.get("properties", {})
    for word, wanted in asked.items() if part.keys() == {"properties"} and len(asked) == 1 else ():
        if set(wanted) - SILENT in ({"const"}, {"enum"}):
            listed = wanted.get("enum", [wanted.get("const")])
            return lambda value: not isinstance(value, dict) or word not in value or value[word] in listed
    check = inner(part)

    def run(value: Any) -> bool:
        wrong: Misfits = []
        check(value, wrong)
        return not wrong

    return run


KEYWORDS: dict[str, Callable[[Part, Inner], Check]] = {
    "properties": properties,
    "additionalProperties": properties,
    "propertyNames": names_check,
    "items": items,
    "pattern": pattern,
    "oneOf": one_fits,
    "allOf": all_fit,
    "if": depending,
    "required": required_words,
    "minProperties": keyword_check("minProperties", dict, lambda value, wanted: len(value) >= wanted),
    "maxProperties": keyword_check("maxProperties", dict, lambda value, wanted: len(value) <= wanted),
    "minItems": keyword_check("minItems", list, lambda value, wanted: len(value) >= wanted),
    "maxItems": keyword_check("maxItems", list, lambda value, wanted: len(value) <= wanted),
    "minLength": keyword_check("minLength", str, lambda value, wanted: len(value) >= wanted),
    "maxLength": keyword_check("maxLength", str, lambda value, wanted: len(value) <= wanted),
    "minimum": keyword_check("minimum", int, lambda value, wanted: value >= wanted),
    "maximum": keyword_check("maximum", int, lambda value, wanted: value <= wanted),
    "enum": keyword_check("enum", object, lambda value, wanted: value in wanted),
    "const": keyword_check("const", object, lambda value, wanted: bool(value == wanted)),
}
