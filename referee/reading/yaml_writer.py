"""Plain data → YAML that any reader reads alike: what entries and moves hold nearly always, without PyYAML.

Both ways write the same bytes; tests compare them.
"""

from collections.abc import Iterator, Mapping, Sequence

from referee.patterns import late_pattern
from referee.reading.caret import clean
from referee.reading.texts import DEPTH, LETTERS

KEY = late_pattern("[a-z][a-z0-9_/-]{0,99}")
SAFE = late_pattern(r"[A-Za-z][!-9;-~]*(?:(?::(?=[!-~])| (?=[!\"$-~]))[!-9;-~]*)*")
"""Text that begins with a letter and is plain in YAML, if it is none of these words."""
OTHER_WORDS = frozenset(("yes", "no", "true", "false", "on", "off", "null"))
"""Words that mean something else without quotes, in any case."""
HASH = late_pattern("(?=[0-9]*[a-f])(?!0b)[0-9a-f]{64}")
QUOTED = late_pattern("[1-9][0-9]*|0[0-7]*|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
"""What would be a number or a time without quotes."""


class Unusual(Exception):
    """Something that is for PyYAML to write."""


def dump(value: object, depth: int = DEPTH) -> str:
    """YAML of dicts, lists, texts, whole numbers and booleans, nested up to `depth` levels.

    Raises ValueError for anything that `read` would refuse.
    """
    refuse_unwritable(value, depth)
    try:
        return plain_yaml(value)
    except Unusual:
        from referee.reading.yaml_emitter import pyyaml_text

        return pyyaml_text(value)


def plain_yaml(value: object) -> str:
    """The YAML of a group of plain fields. Raises Unusual."""
    if not isinstance(value, dict) or not value:
        raise Unusual
    return "".join(f"{line}\n" for line in field_lines(value, ""))


def field_lines(fields: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in fields.items():
        if not KEY.fullmatch(key) or key in OTHER_WORDS:
            raise Unusual
        if isinstance(value, dict | list | tuple) and value:
            yield f"{indent}{key}:"
            yield from lines_below(value, indent + "  ")
        else:
            yield f"{indent}{key}: {yaml_value(value)}"


def lines_below(value: Mapping[str, object] | Sequence[object], indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from field_lines(value, indent)
        return
    for each in value:
        if isinstance(each, dict) and each:
            first, *others = field_lines(each, indent + "  ")
            yield f"{indent}- {first.lstrip()}"
            yield from others
        else:
            yield f"{indent}- {yaml_value(each)}"


def yaml_value(value: object) -> str:
    """A value on its line. Raises Unusual."""
    if isinstance(value, str):
        return yaml_scalar(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if value in ([], ()):
        return "[]"
    raise Unusual


def yaml_scalar(text: str) -> str:
    if (SAFE.fullmatch(text) and text.lower() not in OTHER_WORDS) or HASH.fullmatch(text):
        return text
    if QUOTED.fullmatch(text):
        return f"'{text}'"
    raise Unusual


def refuse_unwritable(value: object, depth: int) -> None:
    """Only what is read back unchanged may be written; `depth`: so many levels of lists and groups."""
    if isinstance(value, str):
        if not clean(value) or len(value) > LETTERS:
            raise ValueError(f"too long, or a character that cannot be seen: {value[:80]!r}")
    elif isinstance(value, (dict, list, tuple)):
        if depth < 1:
            raise ValueError("nested too deep")
        for each in value.values() if isinstance(value, dict) else value:
            refuse_unwritable(each, depth - 1)
        for key in value if isinstance(value, dict) else ():
            refuse_key(key)
    elif not isinstance(value, int):
        raise ValueError(f"{type(value).__name__} cannot be written")


def refuse_key(key: object) -> None:
    if not isinstance(key, str) or key in ("", "<<"):
        raise ValueError(f"{key!r} cannot come before a colon")
    refuse_unwritable(key, 0)
