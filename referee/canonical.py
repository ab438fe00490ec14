"""Plain data as JSON in one form alone: ASCII, keys sorted, no spaces. It is what `state:` in a log covers.

From one position to the next most lines of a game stay as they are; so the texts met last are kept as they are written.
"""

from collections.abc import Callable
from functools import lru_cache
from json import JSONEncoder
from typing import Any

written: Callable[[Any], str] = JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False
).encode


@lru_cache(maxsize=256)
def quoted(text: str) -> str:
    return written(text)


LINES = {str, dict}


@lru_cache(maxsize=256)
def members(keys: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The keys of a dict in order, each with the text before its value."""
    return tuple([(key, f"{written(key)}:") for key in sorted(keys)])


def canonical(value: Any) -> str:
    """The one form of dicts with texts as keys, lists, texts and whole numbers."""
    if type(value) is not dict or not LINES.issuperset(map(type, value.values())):
        return written(value)
    texts = [
        before + (quoted if type(value[key]) is str else canonical)(value[key]) for key, before in members(tuple(value))
    ]
    return "{" + ",".join(texts) + "}"
