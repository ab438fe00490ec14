"""The parts of a JSON Schema, for tests that look at all of them."""

from typing import Any

NO_SCHEMAS = ("examples", "default", "enum", "const", "x-slips", "$vocabulary")
"""Keywords whose values are no schemas, even where they look like one."""


def parts(schema: Any) -> list[dict[str, Any]]:
    """Every schema in a schema, itself first."""
    if isinstance(schema, list):
        return [part for each in schema for part in parts(each)]
    if not isinstance(schema, dict):
        return []
    below = [
        each
        for key, value in schema.items()
        if key not in NO_SCHEMAS
        for each in (value.values() if key in ("properties", "$defs") else [value])
    ]
    return [schema, *(part for each in below for part in parts(each))]
