"""The JSON Schemas of the folder `schemas`, each as one self-contained document."""

import json
import os
from functools import cache
from typing import Any

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENDING = ".schema.json"


def folder() -> str:
    """In an installed package the schemas are inside it, in a checkout beside it."""
    inside = os.path.join(HERE, "schemas")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(HERE), "schemas")


def schema_names() -> tuple[str, ...]:
    """The names that `schema` knows, such as `log` and `magna-grecia.move`."""
    return tuple(sorted(name.removesuffix(ENDING) for name in os.listdir(folder()) if name.endswith(ENDING)))


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema of this name with those it refers to bundled in its `$defs`. Raises KeyError for an unknown name."""
    wanted: list[str] = []
    root = rooted(loaded(name), "#", wanted)
    others: dict[str, Any] = {}
    for other in wanted:  # grows while the others are read
        if other not in others:
            others[other] = rooted(anonymous(loaded(other)), f"#/$defs/{other}", wanted)
    return {**root, "$defs": {**root.get("$defs", {}), **others}} if others else root


def anonymous(content: dict[str, Any]) -> dict[str, Any]:
    """Without `$id`, which would make references inside it start from there and not from the bundle."""
    return {key: value for key, value in content.items() if key not in ("$id", "$schema")}


def loaded(name: str) -> dict[str, Any]:
    try:
        with open(os.path.join(folder(), name + ENDING), encoding="utf-8") as file:
            content: dict[str, Any] = json.load(file)
    except OSError:
        raise KeyError(name) from None
    return content


def rooted(content: Any, root: str, wanted: list[str]) -> Any:
    """The content with its references pointing to where they stand in the bundle; other files are added to `wanted`."""
    if isinstance(content, list):
        return [rooted(each, root, wanted) for each in content]
    if not isinstance(content, dict):
        return content
    found = {key: rooted(value, root, wanted) for key, value in content.items()}
    if isinstance(found.get("$ref"), str):
        file, _, fragment = found["$ref"].partition("#")
        other = file.removesuffix(ENDING)
        wanted += [other] if other else []
        found["$ref"] = (f"#/$defs/{other}" if other else root) + fragment
    return found
