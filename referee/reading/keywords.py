"""How jsonschema is extended for texts that people write: in them every scalar is a text until a schema says more.

A text such as `7` is an integer too, and `true` a boolean. Errors come in the order of the text, each about one place.
"""

import re
from collections.abc import Iterator
from typing import Any, cast

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from referee.reading.schemas import Schema, exact, part_at_pointer

INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?\Z")
WORDS = {"true": True, "false": False, "null": None}
KINDS: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
"""The types that a text may stand for."""

Errors = Iterator[ValidationError]


def meaning(value: Any) -> Any:
    """The number, the boolean or the null that a text stands for; any other value as it is."""
    if not isinstance(value, str):
        return value
    if INTEGER.match(value):
        return int(value)
    return float(value) if NUMBER.match(value) else WORDS.get(value, value)


def meaning_in(part: Schema, value: Any) -> Any:
    """What a value means in a part of a schema, if that is of a wanted type; where a text may be, it is one."""
    wanted = part.get("type", tuple(KINDS))
    kinds = (wanted,) if isinstance(wanted, str) else wanted
    found = value if "string" in kinds else meaning(value)
    return found if any(type(found) in KINDS.get(kind, ()) for kind in kinds) else value


def is_or_means(kind: str) -> Any:
    return lambda checker, value: type(meaning(value)) in KINDS[kind]


def about_numbers(keyword: str) -> Any:
    """A keyword of the standard, asked of the number that a text stands for."""
    original = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Draft202012Validator, wanted: Any, value: Any, part: Schema) -> Errors:
        found = meaning_in(part, value)
        if not isinstance(found, str):
            yield from original(validator, wanted, found, part)

    return check


def about_values(keyword: str) -> Any:
    """One that lists values: the text or what it stands for may be among them."""
    original = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Draft202012Validator, wanted: Any, value: Any, part: Schema) -> Errors:
        if [*original(validator, wanted, value, part)]:
            yield from original(validator, wanted, meaning_in(part, value), part)

    return check


def pattern(validator: Draft202012Validator, wanted: str, value: Any, part: Schema) -> Errors:
    if isinstance(value, str) and not exact(wanted).search(value):
        yield ValidationError(f"{value!r} does not match {wanted!r}")


def required_words(validator: Draft202012Validator, words: list[str], value: Any, part: Schema) -> Errors:
    """An error for each missing word, which is its message."""
    if isinstance(value, dict):
        yield from [ValidationError(word) for word in words if word not in value]


def properties(validator: Draft202012Validator, parts: dict[str, Schema], value: Any, part: Schema) -> Errors:
    """The errors of all words of a mapping in the order of the text, those of `additionalProperties` among them."""
    for word in value if isinstance(value, dict) else ():
        if word in parts:
            yield from validator.descend(value[word], parts[word], path=word, schema_path=word)
        elif "additionalProperties" in part:
            yield from other_word(validator, word, value, part)


def additional(validator: Draft202012Validator, wanted: Schema | bool, value: Any, part: Schema) -> Errors:
    """Where the schema names no words."""
    for word in value if isinstance(value, dict) and "properties" not in part else ():
        yield from other_word(validator, word, value, part)


def other_word(validator: Draft202012Validator, word: str, value: dict[str, Any], part: Schema) -> Errors:
    """The errors of a word that the schema does not name; where none may be there, it is the message."""
    wanted = part["additionalProperties"]
    if any(re.search(each, word) for each in part.get("patternProperties", ())):
        return
    if wanted is False:
        yield ValidationError(word, validator="additionalProperties", validator_value=False)
    else:
        yield from validator.descend(value[word], wanted, path=word)


NUMERIC = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
KEYWORDS = {
    **{keyword: about_numbers(keyword) for keyword in NUMERIC},
    **{keyword: about_values(keyword) for keyword in ("const", "enum")},
    "pattern": pattern,
    "required": required_words,
    "properties": properties,
    "additionalProperties": additional,
}
TextValidator: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    KEYWORDS,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many({kind: is_or_means(kind) for kind in KINDS}),
)


def with_types(value: Any, part: Any, root: Draft202012Validator) -> Any:
    """The value with the numbers and booleans that a part of a schema says are in it; `root` is for the whole."""
    if not isinstance(part, dict):  # true or false
        return value
    for each in parts_about(value, part, root):
        value = with_types(value, each, root)
    if isinstance(value, str) and "type" in part:
        return meaning_in(part, value)
    if isinstance(value, dict):
        return {word: with_types(each, part_of_word(word, part), root) for word, each in value.items()}
    if isinstance(value, list):
        first, other = part.get("prefixItems", []), part.get("items", True)
        return [with_types(each, first[at] if at < len(first) else other, root) for at, each in enumerate(value)]
    return value


def part_of_word(word: str, part: Schema) -> Any:
    """The part of the schema of a mapping that is about the value of a word."""
    named = (each for pattern, each in part.get("patternProperties", {}).items() if re.search(pattern, word))
    return part.get("properties", {}).get(word) or next(named, part.get("additionalProperties", True))


def parts_about(value: Any, part: Schema, root: Draft202012Validator) -> Iterator[Any]:
    """The parts inside a part of a schema that are about the same value; of alternatives the first that fits."""

    def fits(each: Any) -> bool:
        return bool(root.evolve(schema=each).is_valid(value))

    if "$ref" in part:
        yield part_at_pointer(cast(Schema, root.schema), part["$ref"])
    yield from part.get("allOf", ())
    for alternatives in (part.get("anyOf", ()), part.get("oneOf", ())):
        yield next(filter(fits, alternatives), True)
    if "if" in part:
        yield part.get("then" if fits(part["if"]) else "else", True)
