"""Which keywords of JSON Schema the schemas of a title may use."""

from collections.abc import Iterator
from typing import Any

from referee.reading.shape import KEYWORDS, READ_WITH_OTHERS, SILENT, UnsupportedKeyword

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
