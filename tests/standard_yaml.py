"""Files as programs read them that know nothing of ours: plain YAML, and a published schema."""

from functools import cache
from typing import Any

import jsonschema
import yaml

from referee.app.look import library


@cache
def judge(schema: str) -> Any:
    return jsonschema.Draft202012Validator(library.schema(schema))


def unfit(schema: str, text: str) -> list[str]:
    """Why a file does not fit; nothing when it does."""
    value = with_texts_as_keys(yaml.load(text, Loader=yaml.CSafeLoader))
    return [f"{each.json_path}: {each.message}"[:200] for each in judge(schema).iter_errors(value)]


def with_texts_as_keys(value: Any) -> Any:
    """JSON has no other keys: the tools make texts of numbers before colons."""
    if isinstance(value, dict):
        return {str(key): with_texts_as_keys(each) for key, each in value.items()}
    return [with_texts_as_keys(each) for each in value] if isinstance(value, list) else value
