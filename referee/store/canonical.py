"""Plain data as JSON in one form alone: ASCII, keys sorted, no spaces. It is what `state:` in a log covers."""

from collections.abc import Callable
from json import JSONEncoder

canonical: Callable[[object], str] = JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False
).encode
"""The one form of dicts with texts as keys, lists, texts and whole numbers."""
