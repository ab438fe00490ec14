"""The JSON Schemas, each as one self-contained document.

Those of the folder `schemas` are ours; in its folder `answers` are those of what commands print with `--json`, in
`meta` is that of schemas themselves. A title of another package brings its own in a folder `schemas` of that package:
`hex.move` is looked for there when we have none of that name. In these files a schema refers to another by its file
name, so that any tool can follow it there.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from referee import shipped_folder

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

ENDING = ".schema.json"
ANSWERS, META = "answers", "meta"
BASE = "https://referee.example/schema/1/"
"""What the published schemas are named by. `.example` is nobody's (RFC 2606): nothing is ever fetched from there."""
NAMED = ("properties", "$defs")
"""Keywords that hold schemas by names: these are no keywords."""
OURS_ALONE = "x-"
"""The prefix of keywords that only this program reads; published schemas have none of them."""
TITLE_FOLDERS: dict[str, str] = {}
"""Title of another package → the folder of its schemas; `titles` enters it when the title is loaded."""
NAMING = "# yaml-language-server:"


def modeline(name: str) -> str:
    """The first line of a file for this folder: by it an editor completes and checks what is typed.

    Nothing where the folder has no such schema: `referee dev schema --all schemas` puts it there.
    """
    path = f"schemas/{name}{ENDING}"
    return f"{NAMING} $schema={path}\n" if os.path.isfile(path) else ""


def with_modeline(text: str, name: str) -> str:
    """The text of a file with such a line, in place of the one that it may have."""
    first, _, rest = text.partition("\n")
    return modeline(name) + (rest if first.startswith(NAMING) else text)


def schema_folder() -> str:
    """In an installed package the schemas are inside it, in a checkout next to it."""
    return shipped_folder("schemas")


def schema_names(place: str = "") -> tuple[str, ...]:
    """The names of the schemas in a folder, by default in ours: such as `log` and `magna-grecia.move`."""
    names = os.listdir(place or schema_folder())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def answer_names() -> tuple[str, ...]:
    """The names of the schemas of answers: such as `answer.submit`, and `answers`, which they share."""
    return schema_names(os.path.join(schema_folder(), ANSWERS))


def dialect_names() -> tuple[str, ...]:
    """The names of the schemas of schemas."""
    return schema_names(os.path.join(schema_folder(), META))


@cache  # a refusal takes 55 % longer without it
def schema(name: str) -> Schema:
    """The schema of this name with those it refers to bundled in its `$defs`. Raises KeyError for an unknown name."""
    wanted: list[str] = []
    root = load_schema(name, partial(point_into_bundle, "#", wanted))
    others: Schema = {}
    for other in wanted:  # grows while the others are read
        if other not in others:
            others[other] = anonymous(load_schema(other, partial(point_into_bundle, f"#/$defs/{other}", wanted)))
    return {**root, "$defs": {**root.get("$defs", {}), **others}} if others else root


def public_schema(name: str) -> Schema:
    """A schema for other programs: named by an absolute URI, and with standard keywords alone. Raises KeyError."""
    content: Schema = standard(schema(name))
    return {"$schema": content["$schema"], "$id": BASE + name + ENDING, **content}


def standard(content: Any) -> Any:
    """A schema without what only this program reads."""
    if isinstance(content, list):
        return [standard(each) for each in content]
    if not isinstance(content, dict):
        return content
    return {
        key: {name: standard(each) for name, each in value.items()} if key in NAMED else standard(value)
        for key, value in content.items()
        if not key.startswith(OURS_ALONE)
    }


def anonymous(content: Schema) -> Schema:
    """Without `$id`, which would make references inside it start from there and not from the bundle."""
    return {key: value for key, value in content.items() if key not in ("$id", "$schema")}


def load_schema(name: str, read_object: Callable[[Schema], Schema]) -> Schema:
    """The schema of a file, each object of which, the inner ones first, is what a function makes of it."""
    for place in search_folders(name) if os.path.basename(name) == name else ():
        path = os.path.join(place, name + ENDING)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                content: Schema = json.load(file, object_hook=read_object)
            return content
    raise KeyError(name)


def search_folders(name: str) -> Iterator[str]:
    """The folders where a schema may be: ours, then that of the title that its name begins with."""
    yield schema_folder()
    yield os.path.join(schema_folder(), ANSWERS)
    yield os.path.join(schema_folder(), META)
    if (title := name.partition(".")[0]) in TITLE_FOLDERS:
        yield TITLE_FOLDERS[title]


def point_into_bundle(root: str, wanted: list[str], content: Schema) -> Schema:
    """The object with its own reference pointing to its place in the bundle; another file is added to `wanted`."""
    reference = content.get("$ref")
    if isinstance(reference, str) and "://" not in reference:
        file, _, fragment = reference.partition("#")
        other = os.path.basename(file).removesuffix(ENDING)
        wanted += [other] if other else []
        content["$ref"] = (f"#/$defs/{other}" if other else root) + fragment
    return content


def part_at_pointer(root: Schema, pointer: str) -> Schema:
    """The part of a schema that `#/…` points at."""
    for step in pointer.split("/")[1:]:
        root = root[step]
    return root


def resolved_part(part: Schema, root: Schema) -> Schema:
    """A part of a schema together with the part it refers to."""
    return {**part_at_pointer(root, part["$ref"]), **part} if "$ref" in part else part


def exact(pattern: str) -> re.Pattern[str]:
    """JSON Schema's `$` is the very end; Python's `$` also matches before a last line break."""
    return re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)
