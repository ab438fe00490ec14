"""The parts of a move file of a title, and the keys at its left, according to the titles' schemas."""

import os
from typing import Literal, NamedTuple

from referee.reading.schemas import ADDRESS, TITLE_FOLDERS, Schema, resolved_part, schema, schema_names

ENDING = ".move"
"""How the names of the schemas of moves end: `hex.move`."""
Form = Literal["list", "mapping", "line"]
FORMS: dict[str, Form] = {"array": "list", "object": "mapping"}


class MovePart(NamedTuple):
    """A field of a move file that says what is done.

    form  `list`: actions, a line each; `mapping`: in braces on the line of its name; `line`: one value
    """

    name: str
    form: Form


def move_parts(title: str) -> tuple[MovePart, ...]:
    """The parts of a title's moves, in the order of its schema. Raises KeyError if the title has no schema."""
    parts = {name: part for name, part in properties_of(schema(title + ENDING)).items() if name not in ADDRESS}
    return tuple([MovePart(name, FORMS.get(str(part.get("type")), "line")) for name, part in parts.items()])


def properties_of(root: Schema) -> dict[str, Schema]:
    """The fields of a move, each with its part of the schema."""
    return {name: resolved_part(part, root) for name, part in root["properties"].items()}


class MoveWords(NamedTuple):
    """Words in moves of all titles that are here. A text that is no YAML does not say yet which title it is for.

    heads   fields, which begin at the very left and are no actions
    braces  fields and actions whose value is always a mapping: each with its part of the schema
    marks   fields whose only value is `true`
    """

    heads: frozenset[str]
    braces: dict[str, Schema]
    marks: frozenset[str]


def move_words() -> MoveWords:
    """Those of our own titles and of the loaded titles of other packages."""
    folders = [folder for folder in TITLE_FOLDERS.values() if os.path.isdir(folder)]
    names = [*schema_names(), *(name for folder in folders for name in schema_names(folder))]
    return words_of_schemas(tuple([name for name in names if name.endswith(ENDING)]))


def words_of_schemas(names: tuple[str, ...]) -> MoveWords:
    fields: dict[str, Schema] = {}
    actions: dict[str, Schema] = {}
    for root in map(schema, names):
        fields |= properties_of(root)
        items = [resolved_part(part["items"], root) for part in properties_of(root).values() if "items" in part]
        actions |= {
            word: resolved_part(part, root) for each in items for word, part in each.get("properties", {}).items()
        }
    braces = {word: part for word, part in {**fields, **actions}.items() if part.get("type") == "object"}
    marks = [word for word, part in fields.items() if part.get("type") == "boolean"]
    return MoveWords(frozenset([*ADDRESS, *fields]), braces, frozenset(marks))
