"""Whether data with texts alone fits a schema: just yes or no, and quickly, for data that nearly always does.

A part of a schema becomes a table: the kind of a value → the question about it. KeyError is a no: there is no such
word, or no value of this kind may be there. Where the answer is no, `shape` says what does not fit.
"""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from referee.reading.misfits import Check, Misfits, Part
from referee.reading.schemas import schema
from referee.reading.shape import (
    INTEGER,
    SILENT,
    TEXT_WORDS,
    check_of_part,
    exact,
    part_at_pointer,
)

CLOSED = {"type", "properties", "additionalProperties", "required", "minProperties", "maxProperties"}
"""What is said of a mapping whose words are all known."""
NAMED = {"propertyNames", "additionalProperties"}
"""What is said of one whose words are names."""
FEW = 100
"""So many numbers are few."""

Question = Callable[[Any], object]
Table = dict[type, Question]


class WordTables(dict[str, Table]):
    """Word of a mapping → the table for its value, made when the word is first met: few of a schema ever are."""

    def __init__(self, make: Callable[[str], Table]) -> None:
        self.make = make

    def __missing__(self, word: str) -> Table:
        """Raises KeyError if there is no such word."""
        found = self[word] = self.make(word)
        return found


def table_of_field(name: str, field: str, pointer: str = "#") -> Table:
    """The table of a field of a schema, or of the part of it that a pointer names. Raises KeyError."""
    root = schema(name)
    return table_of(part_at_pointer(root, pointer)["properties"][field], root)


def needed_fields(name: str, pointer: str = "#") -> frozenset[str]:
    """The fields that a schema, or the part of it that a pointer names, requires."""
    return frozenset(part_at_pointer(schema(name), pointer)["required"])


def table_of(part: Part, root: Part) -> Table:
    words = set(part) - SILENT
    if words == {"$ref"}:
        return table_of(part_at_pointer(root, part["$ref"]), root)
    if words == {"anyOf"}:
        return joint_table([table_of(each, root) for each in part["anyOf"]])
    kind = part.get("type", "")
    if "string" in kind and words <= TEXT_WORDS:
        return {str: question_of_text(part)}
    if kind == "integer" and words <= {"type", "minimum", "maximum"}:
        return {str: question_of_number(part)}
    if kind == "array" and "items" in part and words <= {"type", "items", "minItems", "maxItems"}:
        return {list: question_of_list(part, root)}
    if kind == "object" and words <= CLOSED and part.get("additionalProperties") is False and "properties" in part:
        return {dict: question_of_mapping(part, root)}
    if kind == "object" and words <= {"type", *NAMED} and words >= NAMED:
        return {dict: question_of_named(part, root)}
    question = partial(is_without_misfits, check_of_part(part, root, {}))
    return {dict: question} if kind == "object" else dict.fromkeys((str, list, dict), question)


def joint_table(tables: list[Table]) -> Table:
    """The table of alternatives."""
    kinds = dict.fromkeys([kind for each in tables for kind in each])
    return {kind: question_of_any([each[kind] for each in tables if kind in each]) for kind in kinds}


def question_of_any(questions: list[Question]) -> Question:
    return questions[0] if len(questions) == 1 else partial(is_any_answered, questions)


def is_any_answered(questions: Iterable[Question], value: Any) -> bool:
    return any(is_yes(question, value) for question in questions)


def is_yes(question: Question, value: Any) -> bool:
    try:
        return bool(question(value))
    except KeyError:
        return False


def is_without_misfits(check: Check, value: Any) -> bool:
    misfits: Misfits = []
    check(value, misfits)
    return not misfits


def question_of_text(part: Part) -> Question:
    """The question is one of Python's own where the schema asks just one thing."""
    wanted, known = exact(part.get("pattern", "")), part.get("enum")
    least, most = part.get("minLength", 0), part.get("maxLength", sys.maxsize)
    asked = part.keys() & {"pattern", "enum", "minLength", "maxLength"}
    if not asked:
        return is_anything
    if asked == {"enum"}:
        return frozenset(part["enum"]).__contains__
    if asked <= {"pattern"}:
        return wanted.search

    def fits(text: str) -> bool:
        return bool(wanted.search(text)) and least <= len(text) <= most and (known is None or text in known)

    return fits


def is_anything(value: object) -> bool:
    """The question about a text of which nothing is asked."""
    return True


def question_of_number(part: Part) -> Question:
    """Few numbers are looked up among their texts; `-0` is a text of 0."""
    least, most = part.get("minimum", -sys.maxsize), part.get("maximum", sys.maxsize)
    if least == 0 and most < FEW:
        return frozenset(["-0", *map(str, range(most + 1))]).__contains__

    def fits(text: str) -> bool:
        return bool(INTEGER.match(text)) and least <= int(text) <= most

    return fits


def question_of_list(part: Part, root: Part) -> Question:
    least: int = part.get("minItems", 0)
    most: int = part.get("maxItems", sys.maxsize)
    table = table_of(part["items"], root)

    def fits(values: list[Any]) -> bool:
        for value in values:
            if not table[type(value)](value):
                return False
        return least <= len(values) <= most

    return fits


def question_of_mapping(part: Part, root: Part) -> Question:
    """Of a mapping with these words and no others."""
    least: int = part.get("minProperties", 0)
    most: int = part.get("maxProperties", sys.maxsize)
    tables = WordTables(lambda word: table_of(part["properties"][word], root))
    needed = part.get("required", ())

    def fits(values: dict[str, Any]) -> bool:
        for word, value in values.items():
            if not tables[word][type(value)](value):
                return False
        for word in needed:
            if word not in values:
                return False
        return least <= len(values) <= most

    return fits


def question_of_named(part: Part, root: Part) -> Question:
    """Of a mapping whose words are names: places, seats."""
    is_name, table = table_of(part["propertyNames"], root)[str], table_of(part["additionalProperties"], root)

    def fits(values: dict[str, Any]) -> bool:
        for name, value in values.items():
            if not is_name(name):
                return False
            if not table[type(value)](value):
                return False
        return True

    return fits
