"""The values in templates: what does not exist, how a value is looked up and joined to text, filters and tests.

All of it is as in Jinja, without importing Jinja; `template_runtime.py` has the rest.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import markupsafe
from markupsafe import Markup, soft_str

from referee.report.wording import safe_text
from referee.words import Phrase

missing: Any = object()
"""What stands for a name that has no value."""


class UndefinedError(Exception):
    """A template uses a name or an item that does not exist."""


class Undefined:
    """What does not exist: it can be tested with `is defined`, and any other use is an UndefinedError."""

    __slots__ = ("reason",)

    def __init__(self, hint: str = "", obj: object = missing, name: object = None) -> None:
        self.reason = hint or absence(obj, name)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        self.fail()

    def __repr__(self) -> str:
        return "Undefined"

    def fail(self, *_: object) -> NoReturn:
        raise UndefinedError(self.reason)

    __iter__ = __str__ = __len__ = __bool__ = __hash__ = __contains__ = fail
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = fail
    __call__ = __getitem__ = __int__ = __float__ = __neg__ = __pos__ = fail
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = fail
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __pow__ = __rpow__ = fail


def absence(obj: object, name: object) -> str:
    """What an UndefinedError says of a name, or of an attribute or item of an object."""
    if obj is missing:
        return f"{name!r} is undefined"
    kind = type(obj)
    owner = f"{kind.__name__} object" if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__} object"
    owner = "None" if obj is None else owner
    return f"{owner!r} has no attribute {name!r}" if isinstance(name, str) else f"{owner} has no element {name!r}"


def printable(value: object) -> object:
    """Phrases and names become safe text; what is markup already stays."""
    return safe_text(value) if isinstance(value, (Phrase, str)) and not isinstance(value, Markup) else value


def escape(value: object) -> str:
    """A value as text of a page, which nothing but joining is done with: so it need not be Markup, which is slower."""
    kind = type(value)
    if kind is Markup or (kind is str and value.isalnum()):  # type: ignore[attr-defined]
        return value  # type: ignore[return-value]
    return str(value) if kind is int else without_signs(value) if kind is str else markupsafe.escape(value)


def without_signs(text: Any) -> str:
    """A plain text as MarkupSafe escapes it."""
    escaped: str = text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")
    return escaped.replace("'", "&#39;").replace('"', "&#34;")


def escaped_texts(texts: Iterable[str]) -> list[str]:
    """Safe texts, none of which has a NUL, escaped together, in a third of the time; one "" where there are none."""
    return without_signs("\0".join(texts)).split("\0")


def escaped_text(value: object) -> str:
    """`escape(printable(value))`; most values are markup, numbers, or letters and digits, which stay as they are."""
    kind = type(value)
    if kind is int:
        return f"{value}"
    if kind is Markup or (kind is str and value.isalnum()):  # type: ignore[attr-defined]
        return value  # type: ignore[return-value]
    return without_signs(safe_text(value)) if kind is str or kind is Phrase else escape(printable(value))  # type: ignore[arg-type]


def markup_of(text: str) -> Markup:
    """Markup of text that is markup already, without Markup's own look at what it is."""
    return str.__new__(Markup, text)


def item(obj: Any, key: Any) -> Any:
    """An item, or an attribute if there is no such item."""
    try:
        return obj[key]
    except (AttributeError, TypeError, LookupError):
        if isinstance(key, str) and hasattr(obj, key):
            return getattr(obj, key)
        return Undefined(obj=obj, name=key)


def markup_join(values: Iterable[object]) -> str:
    """Values as one text; it is markup, and the rest is escaped, if one of them is markup."""
    texts = [soft_str(value) for value in values]
    return Markup("").join(texts) if any(hasattr(text, "__html__") for text in texts) else "".join(texts)


def str_join(values: Iterable[object]) -> str:
    return "".join(map(str, values))


def join(_: object, values: Iterable[object], between: str = "") -> str:
    """The filter `join`: markup if a value is markup, and then the rest is escaped."""
    texts = [value if hasattr(value, "__html__") else str(value) for value in values]
    is_markup = any(hasattr(text, "__html__") for text in texts)
    return (markupsafe.escape(between) if is_markup else soft_str(between)).join(texts)  # type: ignore[arg-type]


def unique(_: object, values: Iterable[object], *, attribute: str) -> Iterator[object]:
    """The filter `unique`: the first of those that have the same attribute; capital letters do not count."""
    seen = set()
    for value in values:
        key = item(value, attribute)
        key = key.lower() if isinstance(key, str) else key
        if key not in seen:
            seen.add(key)
            yield value


def batch(values: Iterable[object], size: int) -> Iterator[list[object]]:
    """The filter `batch`: rows of so many values; the last row may be shorter."""
    row: list[object] = []
    for value in values:
        if len(row) == size:
            yield row
            row = []
        row.append(value)
    if row:
        yield row


def format_text(pattern: str, *values: object) -> str:
    """The filter `format`, of a text or of markup."""
    return soft_str(pattern) % values


def mark_safe(text: str) -> Markup:
    """The filter `safe`."""
    return markup_of(text) if type(text) is str else Markup(text)


FILTERS: dict[str, Callable[..., object]] = {
    "batch": batch, "format": format_text, "join": join, "length": len, "safe": mark_safe, "unique": unique,
}  # fmt: skip
TESTS: dict[str, Callable[[object], bool]] = {
    "defined": lambda value: not isinstance(value, Undefined),
    "none": lambda value: value is None,
}
