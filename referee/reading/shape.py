"""Text scalars → the values that a schema says they are, by a small check made from the schema itself.

jsonschema is imported only to explain what does not fit: its import alone costs eight bare Python starts.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from referee.reading.caret import BadInput, Problem, Source
from referee.reading.schemas import Schema, schema
from referee.words import Phrase, say

Misfits = list[str]
Check = Callable[[Any, Misfits], Any]
"""(value, misfits) → the value with its numbers and booleans; the keyword that does not fit is added to the misfits."""

INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")
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
}


READ_WITH_OTHERS = ("type", "then", "else")


class UnsupportedKeyword(ValueError):
    """A schema has a keyword that the referee does not support; `at` is the JSON pointer of the part that has it."""

    def __init__(self, keyword: str, at: str) -> None:
        super().__init__(keyword, at)
        self.keyword = keyword
        self.at = at


def typed_data(source: Source, schema: str, names: Callable[[], Mapping[str, str]] = dict) -> Any:
    """The data of the source with numbers and booleans as the schema says. Raises `BadInput` with all problems.

    `names` gives names that people may write, and what the file should say instead.
    """
    value, misfits = fit(source.data, schema)
    if misfits:
        from referee.reading.explain import true_problems

        raise BadInput(source.name, source.text.split("\n"), true_problems(source, value, schema, names))
    return value


def form_problems(source: Source, schema: str) -> tuple[Problem, ...]:
    """All problems that `check` would name; what their hints offer was not tried."""
    value, wrong = fit(source.data, schema)
    if not wrong:
        return ()
    from referee.reading.explain import problems

    return problems(source, value, schema)


def fit(data: object, schema: str) -> tuple[Any, Misfits]:
    """The data with numbers and booleans as the schema says, and the keywords of the schema that it breaks."""
    misfits: Misfits = []
    return checks(schema)(data, misfits), misfits


def why_unfit(data: object, schema: str) -> Phrase:
    """Why data that `fit` gave back with misfits has not the shape of the schema, in sentences."""
    from referee.reading.explain import problems

    found = problems(Source("", "", data, {}, {}), data, schema)
    return say("{why}", why=" ".join(dict.fromkeys(str(each.says) for each in found)))


@cache
def checks(name: str) -> Check:
    return check_of_part(schema(name), schema(name), {})


def check_of_part(part: Schema, root: Schema, known: dict[str, Check]) -> Check:
    """The check of a part of a schema: each keyword becomes a function, and they are asked in order."""
    steps: list[Check] = [type_check(part["type"])] if "type" in part else []
    for keyword, wanted in part.items():
        if keyword in KEYWORDS:
            steps.append(KEYWORDS[keyword](wanted, part, lambda inner: check_of_part(inner, root, known)))
        elif keyword == "$ref":
            steps.append(check_of_ref(wanted, root, known))
        elif keyword not in SILENT and keyword not in READ_WITH_OTHERS:
            raise UnsupportedKeyword(keyword, "")
    if len(steps) == 1:
        return steps[0]
    return all_of(steps)


def all_of(steps: list[Check]) -> Check:
    def run(value: object, misfits: Misfits) -> Any:
        for step in steps:
            value = step(value, misfits)
        return value

    return run


def check_of_ref(pointer: str, root: Schema, known: dict[str, Check]) -> Check:
    """The check of the part that `#/…` points at, made once; while it is made, parts of it may refer to it."""
    if pointer not in known:
        known[pointer] = lambda value, misfits: known[pointer](value, misfits)
        known[pointer] = check_of_part(part_at_pointer(root, pointer), root, known)
    return known[pointer]


def part_at_pointer(root: Schema, pointer: str) -> Schema:
    for step in pointer.split("/")[1:]:
        root = root[step]
    return root


def type_check(types: str | list[str]) -> Check:
    """Text becomes a number or a boolean where only that is wanted and it is written like one."""
    wanted = [types] if isinstance(types, str) else types
    classes = tuple(TYPES[each] for each in wanted if each in TYPES)
    number, truth = "integer" in wanted, "boolean" in wanted
    if "string" in wanted or not (number or truth):
        return lambda value, misfits: value if isinstance(value, classes) else add_misfit("type", value, misfits)

    def run(value: object, misfits: Misfits) -> Any:
        if isinstance(value, str):
            if number and INTEGER.match(value):
                return int(value)
            if truth and value in BOOLEAN:
                return BOOLEAN[value]
        fits = isinstance(value, classes) and (truth or not isinstance(value, bool))
        return value if fits else add_misfit("type", value, misfits)

    return run


def add_misfit(keyword: str, value: object, misfits: Misfits) -> Any:
    misfits.append(keyword)
    return value


def keyword_check(keyword: str, kind: type, fits: Callable[[Any, Any], bool]) -> Callable[..., Check]:
    """A keyword that asks a question about values of one kind and lets all others pass."""

    def make(wanted: Any, part: Schema, inner: Callable[..., Check]) -> Check:
        def run(value: object, misfits: Misfits) -> Any:
            if isinstance(value, kind) and not (kind is int and isinstance(value, bool)) and not fits(value, wanted):
                misfits.append(keyword)
            return value

        return run

    return make


def exact(pattern: str) -> re.Pattern[str]:
    """JSON Schema's `$` is the very end; Python's also stands before a last line break."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)


def pattern(wanted: str, part: Schema, inner: Callable[..., Check]) -> Check:
    search = exact(wanted).search
    return lambda value, misfits: (
        value if not isinstance(value, str) or search(value) else add_misfit("pattern", value, misfits)
    )


def properties(wanted: Schema, part: Schema, inner: Callable[..., Check]) -> Check:
    """Each known word by its own check, every other one by `additionalProperties`."""
    known = {key: inner(each) for key, each in wanted.items()}
    other = part.get("additionalProperties", True)
    others = inner(other) if isinstance(other, dict) else None

    def run(value: object, misfits: Misfits) -> Any:
        if not isinstance(value, dict):
            return value
        found = {}
        for key, each in value.items():
            asked = known.get(key, others)
            if asked is None and other is False:
                misfits.append("additionalProperties")
            found[key] = asked(each, misfits) if asked else each
        return found

    return run


def additional(wanted: Any, part: Schema, inner: Callable[..., Check]) -> Check:
    """Without `properties` every word is an additional one; with them they have asked already."""
    return all_of([]) if "properties" in part else properties({}, part, inner)


def items(wanted: Schema, part: Schema, inner: Callable[..., Check]) -> Check:
    each = inner(wanted)
    return lambda value, misfits: [each(one, misfits) for one in value] if isinstance(value, list) else value


def names_check(wanted: Schema, part: Schema, inner: Callable[..., Check]) -> Check:
    name = inner(wanted)

    def run(value: object, misfits: Misfits) -> Any:
        for key in value if isinstance(value, dict) else ():
            name(key, misfits)
        return value

    return run


def any_fits(wanted: list[Schema], part: Schema, inner: Callable[..., Check]) -> Check:
    """The first alternative that fits also says what the texts in it are."""
    alternatives = [inner(each) for each in wanted]

    def run(value: object, misfits: Misfits) -> Any:
        tried: list[tuple[Any, Misfits]] = []
        for each in alternatives:
            wrong: Misfits = []
            found = each(value, wrong)
            if not wrong:
                return found
            tried.append((found, wrong))
        misfits.append("anyOf")
        return nearest_alternative(value, tried)

    return run


def one_fits(wanted: list[Schema], part: Schema, inner: Callable[..., Check]) -> Check:
    """Just one alternative may fit; they ask for words and do not say what texts are."""
    alternatives = [inner(each) for each in wanted]

    def run(value: object, misfits: Misfits) -> Any:
        fitting = 0
        for each in alternatives:
            wrong: Misfits = []
            each(value, wrong)
            fitting += not wrong
        return value if fitting == 1 else add_misfit("oneOf", value, misfits)

    return run


def nearest_alternative(value: object, tried: list[tuple[Any, Misfits]]) -> Any:
    """What the least wrong alternative made of the value, so that what is right in it is not complained about.

    One that is for values of another kind left the value as it was.
    """
    return min(tried, key=lambda each: ("type" in each[1][:1] and each[0] is value, len(each[1])))[0]


def all_fit(wanted: list[Schema], part: Schema, inner: Callable[..., Check]) -> Check:
    return all_of([inner(each) for each in wanted])


def depending(wanted: Schema, part: Schema, inner: Callable[..., Check]) -> Check:
    """`if` fits → `then`, else → `else`."""
    condition, then, otherwise = (inner(each) for each in (wanted, part.get("then", {}), part.get("else", {})))

    def run(value: object, misfits: Misfits) -> Any:
        wrong: Misfits = []
        condition(value, wrong)
        return (otherwise if wrong else then)(value, misfits)

    return run


KEYWORDS: dict[str, Callable[..., Check]] = {
    "properties": properties,
    "additionalProperties": additional,
    "propertyNames": names_check,
    "items": items,
    "pattern": pattern,
    "anyOf": any_fits,
    "oneOf": one_fits,
    "allOf": all_fit,
    "if": depending,
    "required": keyword_check("required", dict, lambda value, wanted: all(key in value for key in wanted)),
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

IN_ONE = ("items", "additionalProperties", "propertyNames", "if", "then", "else")
IN_LIST = ("anyOf", "oneOf", "allOf")
IN_MAPPING = ("properties", "$defs")
"""The keywords whose value is a schema, a list of schemas, or a mapping to schemas."""


def supported_keywords() -> list[str]:
    """The keywords of JSON Schema that a title's schemas may use, by name."""
    return sorted({*KEYWORDS, *SILENT, *READ_WITH_OTHERS, "$ref"})


def refuse_unsupported(part: Any, at: str = "#") -> None:
    """Raise UnsupportedKeyword for the first keyword of a schema, or of a part of it, that the referee cannot check."""
    if not isinstance(part, dict):  # true or false
        return
    for keyword, value in part.items():
        if keyword not in supported_keywords():
            raise UnsupportedKeyword(keyword, at)
        for below, inner in schemas_in(keyword, value):
            refuse_unsupported(inner, f"{at}/{keyword}{below}")


def schemas_in(keyword: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The schemas that the value of a keyword holds, and the end of the pointer to each."""
    if keyword in IN_ONE:
        yield "", value
    elif keyword in IN_LIST:
        yield from ((f"/{number}", inner) for number, inner in enumerate(value))
    elif keyword in IN_MAPPING:
        yield from ((f"/{name}", inner) for name, inner in value.items())
